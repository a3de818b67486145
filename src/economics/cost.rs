//! Operations and bytes by length: reading a prompt, and writing one token more.

use super::cache::{self, Layout};
use super::model::{Attention, Model};
use super::parameters::Parameters;

/// Floating-point operations, by what grows with the length how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Operations {
    /// Every matrix of weights: linear in the tokens.
    pub weights: f64,
    /// Scores and weighted values: quadratic over a prompt, linear beyond a window.
    pub attention: f64,
}

impl Operations {
    pub fn total(self) -> f64 {
        self.weights + self.attention
    }
}

/// Operations of a prompt of `n` tokens; the head for the last of them only. Attention in the naive form.
pub fn prefill(model: &Model, n: u64) -> Operations {
    let count = Parameters::of(model);
    let head = count.embedding as f64;
    let pairs: f64 = (0..model.layers).map(|layer| pairs(model, layer, n)).sum();
    Operations {
        weights: 2.0 * (n as f64 * matrices(&count) + if n > 0 { head } else { 0.0 }),
        attention: 2.0 * pairs * widths(model, Form::Naive),
    }
}

/// Operations of the next token behind `n`, with a cache of those: linear in n, up to a window. Latent attention in the absorbed form.
pub fn decode(model: &Model, n: u64) -> Operations {
    let count = Parameters::of(model);
    let seen: f64 = (0..model.layers).map(|layer| model.seen(layer, n.saturating_add(1)) as f64).sum();
    Operations {
        weights: 2.0 * (matrices(&count) + count.embedding as f64),
        attention: 2.0 * seen * widths(model, Form::Absorbed),
    }
}

/// The share of attention in the operations of a prompt, 0 … 1.
pub fn attention_share(operations: Operations) -> f64 {
    if operations.total() > 0.0 { operations.attention / operations.total() } else { 0.0 }
}

/// `n` tokens less `percent` of them, at least one where there was one.
pub fn fewer(n: u64, percent: f64) -> u64 {
    let left = n as f64 * (1.0 - percent.clamp(0.0, 100.0) / 100.0);
    (left.round() as u64).max(n.min(1))
}

/// Bytes that the next token behind `n` reads: the weights it goes through once, and the cache. What it costs in time where
/// memory is slower than arithmetic, as in a batch of one.
pub fn decode_bytes(model: &Model, n: u64, bytes_per_number: u64) -> [f64; 2] {
    let weights = Parameters::of(model).active() as f64 * bytes_per_number as f64;
    [weights, cache::bytes(model, Layout::Own, n, 1, bytes_per_number) as f64]
}

/// What fewer tokens save, each as a share of what it was: 0.19 is 19 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saving {
    /// Linear, up to a window.
    pub cache: f64,
    /// Linear but for the head.
    pub prefill_weights: f64,
    /// Quadratic, linear beyond a window: 10 % fewer tokens are 19 % fewer pairs.
    pub prefill_attention: f64,
    pub prefill: f64,
    /// Linear, up to a window.
    pub decode_attention: f64,
}

/// What `fewer` tokens save where it were `n` before.
pub fn saving(model: &Model, n: u64, fewer: u64) -> Saving {
    let share = |before: f64, after: f64| if before > 0.0 { 1.0 - after / before } else { 0.0 };
    let (before, after) = (prefill(model, n), prefill(model, fewer));
    let cached = |n| cache::bytes(model, Layout::Own, n, 1, 2) as f64;
    Saving {
        cache: share(cached(n), cached(fewer)),
        prefill_weights: share(before.weights, after.weights),
        prefill_attention: share(before.attention, after.attention),
        prefill: share(before.total(), after.total()),
        decode_attention: share(decode(model, n).attention, decode(model, fewer).attention),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Naive,
    Absorbed,
}

/// Multiplications per pair of tokens and layer: heads · (d_qk + d_v); absorbed latent attention works on the latent itself
/// (attention/mla.rs), heads · (kv_lora_rank + d_rope + kv_lora_rank).
fn widths(model: &Model, form: Form) -> f64 {
    let (heads, width) = match model.attention {
        Attention::Grouped { n_heads, head_dim, .. } => (n_heads, 2 * head_dim),
        Attention::Latent { shape, .. } if form == Form::Absorbed => {
            (shape.n_heads, 2 * shape.kv_lora_rank + shape.d_rope)
        }
        Attention::Latent { shape, .. } => (shape.n_heads, shape.d_nope + shape.d_rope + shape.d_v),
    };
    heads as f64 * width as f64
}

/// The weights of a token's matrices, the head left out: norms and biases are counted with them, a part in ten thousand.
fn matrices(count: &Parameters) -> f64 {
    (count.active() - count.embedding - count.positions) as f64
}

/// Pairs of tokens that one layer scores over `n` tokens.
fn pairs(model: &Model, layer: u64, n: u64) -> f64 {
    let (seen, n) = (model.seen(layer, n) as f64, n as f64);
    if model.bidirectional {
        return n * seen;
    }
    // the first `seen` queries see 1, 2, … keys, the others `seen`
    seen * (seen + 1.0) / 2.0 + (n - seen) * seen
}

#[cfg(test)]
mod tests {
    use super::super::{PRESETS, Reach};
    use super::*;

    fn preset(name: &str) -> &'static Model {
        PRESETS.iter().find(|model| model.name == name).unwrap()
    }

    #[test]
    fn pairs_are_counted_one_by_one() {
        for (name, layer) in
            [("Gemma 3 1B", 0), ("Gemma 3 1B", 5), ("GPT-2 small", 0), ("BERT base uncased", 3)]
        {
            let model = preset(name);
            for n in [0, 1, 7, 512, 513, 900] {
                let one_by_one: u64 = if model.bidirectional {
                    n * n
                } else {
                    (0..n).map(|query| model.seen(layer, query + 1)).sum()
                };
                assert_eq!(pairs(model, layer, n), one_by_one as f64, "{name} {n}");
            }
        }
    }

    /// 10 % fewer tokens: 10 % of the cache, 19 % of the prompt's attention, 10 % of the next token's.
    #[test]
    fn a_tenth_of_the_tokens_is_a_fifth_of_the_pairs() {
        let saving = saving(preset("Llama 3.1 8B"), 10_000, 9_000);
        assert!((saving.cache - 0.1).abs() < 1e-12);
        assert!((saving.prefill_attention - 0.19).abs() < 1e-4);
        assert!((saving.prefill_weights - 0.1).abs() < 1e-3);
        assert!((saving.decode_attention - 0.1).abs() < 1e-4);
        assert!(saving.prefill > 0.1 && saving.prefill < 0.19);
    }

    /// The next token's operations are what a prompt longer by one costs more, in the naive form.
    #[test]
    fn a_prompt_is_its_tokens_one_by_one() {
        let model = preset("Qwen3 0.6B");
        let one_by_one: f64 = (0..100).map(|n| decode(model, n).attention).sum();
        assert!((prefill(model, 100).attention - one_by_one).abs() < 1.0);
        let more = prefill(model, 101).weights - prefill(model, 100).weights;
        let head = 2.0 * Parameters::of(model).embedding as f64;
        assert_eq!(decode(model, 100).weights, more + head);
        assert_eq!(prefill(model, 0).total(), 0.0);
    }

    /// Where no layer sees beyond a window, the cache stands still behind it and a prompt's attention grows linearly.
    #[test]
    fn a_window_ends_the_square() {
        let model = preset("Mistral 7B v0.1");
        assert_eq!(model.reach(), Reach::Bounded { window: 4096 });
        let saving = saving(model, 40_000, 36_000);
        assert_eq!((saving.cache, saving.decode_attention), (0.0, 0.0));
        let steps = [10_000, 20_000, 30_000].map(|n| prefill(model, n).attention);
        let [a, b, c] = steps;
        assert!((c - b - (b - a)).abs() < 1e-9 * c);
    }

    #[test]
    fn shares_and_fewer_tokens() {
        assert_eq!(attention_share(Operations { weights: 3.0, attention: 1.0 }), 0.25);
        assert_eq!(attention_share(Operations { weights: 0.0, attention: 0.0 }), 0.0);
        assert_eq!([fewer(1000, 10.0), fewer(1, 90.0), fewer(0, 10.0), fewer(7, 0.0)], [900, 1, 0, 7]);
    }

    #[test]
    fn decoding_reads_weights_and_cache() {
        let [weights, cache] = decode_bytes(preset("Llama 2 7B"), 4096, 2);
        assert_eq!(cache, f64::from(1 << 30) * 2.0);
        assert!(weights > 13.0e9 && weights < 13.3e9);
    }
}
