//! The lab about what a vocabulary and a length cost, in English.

use super::said;
use crate::economics::Reach;
use crate::picture::format::grouped;
use crate::strings::economics::{Cache, Cost, Economics, Rank, Saving, Share, Surface};

pub const LABELS: &[(&str, &str, &str)] = &[
    ("cost_model", "Model", ""),
    ("vocab_size", "Vocabulary V", "vocab_size, padding included"),
    ("hidden_size", "Width d", "hidden_size"),
    ("lm_head", "Head", "tie_word_embeddings"),
    ("embedding_rank", "Rank r", "of a factorised table"),
    ("cost_length", "Length n", "tokens"),
    ("fewer_tokens", "Fewer tokens", "per cent, for the same text"),
];

pub const CHOICES: &[(&str, &[(&str, &str)])] = &[
    (
        "cost_model",
        &[
            ("bert_base", "BERT base"),
            ("gpt2", "GPT-2 small"),
            ("qwen3_0_6b", "Qwen3 0.6B"),
            ("gemma3_1b", "Gemma 3 1B"),
            ("llama2_7b", "Llama 2 7B"),
            ("mistral_7b", "Mistral 7B"),
            ("qwen2_5_7b", "Qwen2.5 7B"),
            ("llama3_1_8b", "Llama 3.1 8B"),
            ("gpt_oss_20b", "gpt-oss-20b"),
            ("deepseek_v3", "DeepSeek-V3"),
        ],
    ),
    ("lm_head", &[("tied", "tied"), ("untied", "its own")]),
];

pub static ECONOMICS: Economics = Economics {
    stage: "Cost",
    lead: "Every point is a real configuration. Lines join tables of equal size, head included. A larger vocabulary makes texts shorter and the table longer: what is saved and what is paid is below.",
    models: "Model",
    own: "your own table",
    back: |name| format!("Back to {name}’s table"),
    from: |source, without_mtp| {
        let left_out = if without_mtp { ", without its multi-token prediction module" } else { "" };
        format!("Sizes: {source}{left_out}.")
    },
    surface: Surface {
        title: |v, d, parameters, share| {
            format!("A vocabulary of {v} at width {d} takes {parameters} parameters, {share} of the model")
        },
        picture: "Vocabulary size by width; arrow keys move among the models, Enter takes one",
        axes: ["vocabulary V", "width d"],
        readout: |name, v, d, tied, parameters, share| {
            if tied {
                format!("{name}: {v} × {d} = {parameters}, the head is the same table; {share} of the model")
            } else {
                format!("{name}: 2 × {v} × {d} = {parameters}, with a head of its own; {share} of the model")
            }
        },
        here: "here",
        tied: ["tied head", "head of its own"],
        hint: "Lines: parameters of table and head, with the head as it is set.",
        col_model: "model",
        col_parameters: "table and head",
        col_share: "share",
        col_head: "head",
    },
    share: Share {
        title: |percent, total| format!("Table and head are {percent} of {total} parameters"),
        lead: "The smaller the model, the heavier its vocabulary. A tied head costs nothing more; that is why small models tie.",
        parts: ["embedding", "head", "positions and types", "attention", "MLP", "norms and others"],
        active: |active, total| {
            format!(
                "One token goes through {active} of {total}: the experts that are not chosen are idle, and of the table it takes one row."
            )
        },
        published: |source| format!("The count of the model as published agrees with {source}."),
    },
    rank: Rank {
        saves: |even, r, factors, table, less| {
            format!(
                "Two factors are smaller than the table up to rank {even}: at r = {r}, {factors} instead of {table}, {less} less"
            )
        },
        wastes: |even, r, factors, table| {
            format!(
                "At r = {r} the factors hold {factors}, no less than the table’s {table}: they save up to rank {even}"
            )
        },
        lead: "ALBERT (Lan et al. 2020) writes the table as V × r times r × d. It is not what today’s large models do: the configurations here all have the whole table.",
        axis: "rank r",
        factors: "V·r + r·d",
        table: "V·d",
        even: |r| format!("r = {r}"),
    },
    cache: Cache {
        title: |n, own, all| {
            format!("{} {own} in the cache; with keys and values for every head it would be {all}", keep(n))
        },
        title_same: |n, own| {
            format!("{} {own} in the cache: every head has keys and values of its own", keep(n))
        },
        lead: "What stays of every earlier token: keys and values of all layers, one sequence, 2 bytes a number.",
        length: "length in tokens",
        bytes: "bytes",
        multi_head: "multi-head",
        multi_query: "multi-query",
        own_grouped: |heads, kv| {
            if heads == kv {
                format!("own: {heads} heads, as many kv heads")
            } else if kv == 1 {
                format!("own: {heads} heads, 1 kv head (MQA)")
            } else {
                format!("own: {heads} heads, {kv} kv heads (GQA)")
            }
        },
        own_latent: "own: latent (MLA)",
        legend: |name, numbers, gib| format!("{name}: {numbers} numbers per token and layer, {gib}"),
        window: |size| format!("Layers with a window keep its {size} tokens at most."),
        encoder: "An encoder reads its text at once and keeps no cache; this is what it would be.",
        past: |context| format!("The model was made for {context} tokens."),
    },
    cost: Cost {
        title: |n, operations, share| {
            format!("Reading {} takes {operations} operations, {share} of them attention", said(n, "token"))
        },
        lead: |reach| {
            let attention = match reach {
                Reach::Whole => {
                    "attention scores every pair, so it grows with the square of the length.".to_string()
                }
                Reach::Mixed { window, full, layers } => format!(
                    "attention scores every pair in {full} of {layers} layers and grows there with the square of the length; in the others it scores {} keys a token at most.",
                    grouped(window)
                ),
                Reach::Bounded { window } => format!(
                    "attention scores {0} keys a token at most: it grows with the square of the length up to {0}, and linearly beyond.",
                    grouped(window)
                ),
            };
            format!(
                "A multiplication and an addition are two operations. Weights cost the same for every token; {attention}"
            )
        },
        operations: "operations",
        weights: "weights, linear",
        attention: |reach| match reach {
            Reach::Whole => "attention, quadratic".into(),
            Reach::Mixed { window, full, layers } => {
                format!("attention, quadratic; beyond {} in {full} of {layers} layers", grouped(window))
            }
            Reach::Bounded { window } => {
                format!("attention, quadratic up to {}, then linear", grouped(window))
            }
        },
        decode: |operations, attention, weights, cache| {
            format!(
                "The next token: {operations} operations, {attention} of them attention. It reads {weights} of weights and {cache} of cache, and on most devices that reading is what takes the time."
            )
        },
    },
    saving: Saving {
        title: |percent, cache, attention| {
            format!(
                "{percent} fewer tokens save {cache} of the cache and {attention} of a prompt’s attention"
            )
        },
        lead: "A tokenizer that cuts the same text into fewer tokens saves wherever cost grows with the length, and not everywhere alike.",
        what: "what",
        saved: "saved",
        grows: "grows with the length",
        rows: ["cache", "prompt: weights", "prompt: attention", "prompt: all", "next token: attention"],
        linear: "linearly",
        cache: |reach| match reach {
            Reach::Whole => "linearly".into(),
            Reach::Mixed { window, full, layers } => {
                format!("linearly; beyond {} in {full} of {layers} layers", grouped(window))
            }
            Reach::Bounded { window } => format!("linearly up to {}, then not at all", grouped(window)),
        },
        attention: |reach| match reach {
            Reach::Whole => "by its square".into(),
            Reach::Mixed { window, full, layers } => {
                format!("by its square; beyond {} in {full} of {layers} layers", grouped(window))
            }
            Reach::Bounded { window } => format!("by its square up to {}, then linearly", grouped(window)),
        },
        both: |reach| match reach {
            Reach::Bounded { window } => {
                format!("between the two up to {}, then linearly", grouped(window))
            }
            _ => "between the two".into(),
        },
    },
};

/// `1 token keeps`, `2,048 tokens keep`.
fn keep(n: &str) -> String {
    format!("{} {}", said(n, "token"), if n == "1" { "keeps" } else { "keep" })
}
