//! The panel around attention, in English.

use super::counted;
use crate::strings::around::{Around, Cache, Depth, Geodesic, Grouped, Latent, Linear, Readers};

pub static AROUND: Around = Around {
    stage: "Around",
    shape: |heads| if heads == 1 { "1 kv head".into() } else { format!("{heads} kv heads") },
    title: "Around attention: fewer keys and values, sums in place of a softmax, more layers: what each keeps of order",
    lead: "None of these is a positional scheme. Each changes what attention stores or how often it is applied, and each decides where a scheme can still enter. All are computed in double precision on your own tokens.",
    latent: Latent {
        title: |gap| format!("Latent attention scores the same both ways: the largest difference is {gap}"),
        title_plain: "Latent attention scores the same both ways",
        lead: "MLA keeps one short vector c for each token. Naive: make every head’s keys from c, then score. Absorbed: put W_UK into the query once, and score against c itself. Position enters through one small rotated key beside it, shared by all heads.",
        naive: "naive: q·(c W_UK)",
        absorbed: "absorbed: (q W_UKᵀ)·c",
        gaps: |scores, outputs| {
            format!("Largest difference over all heads: {scores} in the scores, {outputs} in the outputs.")
        },
        sizes: |latent, rotary, head| {
            format!(
                "Here c has {latent} numbers, the rotated key {rotary}, a head {head}: DeepSeek-V3’s proportions at this width."
            )
        },
        rotated_title: "If RoPE turned kᶜ as well",
        rotated_exact: "rotated, exact",
        rotated_absorbed: "rotated, W_UK absorbed",
        rotated: |gap, change| {
            format!(
                "Absorbing would now be wrong by up to {gap}. A rotation by the distance stands between q and W_UK, so each distance needs a matrix of its own: one position on, it already differs by {change} of its size."
            )
        },
        distance_axis: "distance r = j − i",
        change_axis: "‖Mᵣ − M₀‖ / ‖M₀‖",
    },
    cache: Cache {
        title: |cached, whole, times| {
            format!(
                "DeepSeek-V3 caches {cached} numbers per token and layer; keys and values of all its heads would be {whole}, {times} times as many"
            )
        },
        lead: "What must be kept for every earlier token, over the length of the context: all 61 layers, bfloat16, and the same widths of a head for all four.",
        length_axis: "context length in tokens",
        bytes_axis: "cache in bytes",
        names: ["MHA, 128 kv heads", "GQA, 8 kv heads", "MLA", "MQA, 1 kv head"],
        legend: |name, numbers, gib, length| {
            format!("{name}: {numbers} per token and layer, {gib} GiB at {length} tokens")
        },
    },
    grouped: Grouped {
        title: |heads, kv, times| {
            format!("{heads} query heads share {kv} key/value heads: the cache is {times} times smaller")
        },
        title_multi_head: |heads| {
            if heads == 1 {
                "One query head reads one key/value head: there is nothing to share".into()
            } else {
                format!("Each of {heads} query heads has its own keys and values: multi-head attention")
            }
        },
        title_multi_query: |heads| {
            format!(
                "All {heads} query heads read one key/value head: multi-query, a cache {heads} times smaller"
            )
        },
        lead: "Query head t reads key/value head ⌊t / group⌋, consecutive heads together. Only W_K, W_V and the cache shrink; the queries stay, and each still has attention weights of its own. Position enters as before: RoPE turns the shared keys once.",
        reads: |t, kv| format!("query head {t} reads key/value head {kv}"),
        query_heads: "query heads",
        kv_heads: "key/value heads",
        no_divisor: |wanted, heads, taken| {
            format!("{wanted} does not divide {heads} heads into equal groups: {taken} is taken.")
        },
        parameters: "parameters of the layer",
        cached: "cached numbers per token",
        layer_cache: |n| {
            if n == 1 {
                "cache of this token, float32".into()
            } else {
                format!("cache of these {n} tokens, float32")
            }
        },
        instead_of: |whole| format!("of {whole}"),
        model: |heads, kv, n, gib, whole| {
            format!(
                "Llama 3 8B: {heads} query heads, {kv} key/value heads. Its cache of {n} tokens takes {gib} GiB in bfloat16; without sharing it would be {whole} GiB."
            )
        },
    },
    linear: Linear {
        title: |full, causal| {
            format!(
                "Linear attention knows no position: reordered tokens move their rows to within {full}; a causal mask changes the rows by {causal}"
            )
        },
        title_plain: "Linear attention knows no position",
        lead: "φ(x) = elu(x) + 1 in place of exp, so keys and values are summed once and read by every query. A sum forgets the order of what went into it. Under a causal mask it is a recurrence, and then each row depends on what came before.",
        softmax: "softmax(q·k / √d)",
        linear: "φ(q)·φ(k), normalised",
        largest: |softmax, linear| {
            format!(
                "Largest weight: {softmax} with the softmax, {linear} with φ, which is much less selective."
            )
        },
        locality: "Neither map is local: without position, softmax prefers no neighbour either.",
    },
    depth: Depth {
        title: |one, two| {
            format!(
                "Without position, one causal layer sees a bag (moving earlier tokens changes the last by {one}); two see order ({two})"
            )
        },
        title_short: "One causal layer sees a bag of earlier tokens: type three different ones to see it",
        lead: "NoPE: nothing but the causal mask. The first layer sums over the multiset of earlier tokens, whatever their order. But each of those now knows what stood before itself, so the second layer’s keys carry order.",
        layer_axis: "layer",
        gap_axis: "Change of the last token’s output, layer by layer",
        nope: "NoPE in all layers",
        rope: "RoPE in all layers",
        mixed: |k| match k {
            0 => "mixed: RoPE in all layers".into(),
            1 => "mixed: RoPE in no layer".into(),
            _ => format!("mixed: NoPE in every {}", ordinal(k)),
        },
        rounding: "rounding of f64",
        pattern: "Mixed layers, from the first",
        ends: |nope, rope, mixed| {
            format!(
                "After the last layer: {nope} without, {rope} with RoPE, {mixed} mixed. Nothing is normalised here, so all outputs grow with depth: what counts is the first step."
            )
        },
        order: "The first token is moved behind the others, the last one stays. Llama 4 and SmolLM3 leave RoPE out of every fourth layer.",
    },
    geodesic: Geodesic {
        unsupported: "A toy. No published model uses this loss, and no source was found for it or for the gains quoted with it; the paper whose name it borrows (arXiv 2606.02248) encodes no positions.",
        title: |step, loss, spread| {
            format!(
                "After {} the path is {loss} long and its states lie within {spread}: the minimum is a single point",
                counted(step, "step")
            )
        },
        title_held: |step, loss, least| {
            format!(
                "With both ends held, the path after {} is {loss} long, at best {least}: straight, but no state knows its place on it",
                counted(step, "step")
            )
        },
        lead: "The “geometric” loss sums the distances between neighbouring hidden states, L = Σ d(hₜ, hₜ₊₁). Follow its gradient and see what it asks for.",
        manifold: "Space",
        flat: "flat",
        sphere: "unit sphere",
        ends: "Ends",
        free: "free, as written",
        held: "held",
        step: "Step of the descent",
        picture: |states, step| {
            format!("The path of {states} states at the start and after {}", counted(step, "step"))
        },
        start: "start",
        now: "now",
        conclusion: [
            "L = 0 exactly when all states are equal, and then nothing tells one position from another: the loss erases what a position encoding is to keep.",
            "Every spacing along the shortest way has the same loss: evenly spread or crowded at one end, the gradient is zero.",
        ],
    },
    readers: Readers {
        title: |blind, all| {
            let same = match blind {
                0 => "none gives".to_owned(),
                1 => "1 gives".to_owned(),
                n => format!("{n} give"),
            };
            format!("The same reordering, read in {all} ways: {same} the same answer")
        },
        title_plain: "The same reordering, read in other ways",
        lead: "Each reader makes a row for every token and one answer for the text, from the same embeddings and without any positional scheme. Equivariant: the rows move with the tokens. Invariant: the answer stays.",
        reader: "reader",
        rows: "rows",
        answer: "answer",
        verdict: "so it is",
        name: |id| match id {
            "bag_of_words" => "Bag of words",
            "mean_attention" => "Attention, mean-pooled",
            "linear_attention" => "Linear attention, mean-pooled",
            "causal_linear_attention" => "Linear attention, causal",
            "elman_rnn" => "RNN step",
            "diagonal_ssm" => "Diagonal state space",
            _ => "",
        },
        verdicts: [
            "equivariant; answer invariant",
            "equivariant; answer changes",
            "answer invariant; rows change",
            "order-sensitive",
            "nothing to tell: no token moved",
        ],
    },
};

fn ordinal(k: u64) -> String {
    match k {
        2 => "2nd".into(),
        3 => "3rd".into(),
        _ => format!("{k}th"),
    }
}
