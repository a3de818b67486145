//! Dynamic NTK: NTK-aware scaling whose factor grows with the text, so that short texts are left alone.
//!
//! ```text
//! b′ = b · (s·n/L − (s − 1))^(d/(d−2)),  n = max(tokens at hand, L)          n = L gives b
//! ```
//!
//! emozilla 2023, Hugging Face's `_compute_dynamic_ntk_parameters`. L is `max_position_embeddings` there, which for
//! these models is the pre-training length. With a cache of rotated keys the rule is not exact: keys that were
//! rotated under an earlier b′ stay as they are when b′ changes.

use super::{Frequencies, Method, Problem, RopeType, default, ntk, problem};
use crate::position::rope::Params;

pub static METHOD: Method = Method {
    rope_type: RopeType::Dynamic,
    id: "dynamic",
    name: "Dynamic NTK",
    citation: "emozilla, Dynamically Scaled RoPE, 2023; Hugging Face transformers, rope_type dynamic",
    year: 2023,
    mathml: "<msup><mi>b</mi><mo>′</mo></msup><mo>=</mo><mi>b</mi><mo>·</mo><msup><mrow><mo>(</mo><mfrac><mrow><mi>s</mi><mi>n</mi></mrow><mi>L</mi></mfrac><mo>−</mo><mo>(</mo><mi>s</mi><mo>−</mo><mn>1</mn><mo>)</mo><mo>)</mo></mrow><mrow><mi>d</mi><mo>/</mo><mo>(</mo><mi>d</mi><mo>−</mo><mn>2</mn><mo>)</mo></mrow></msup>",
    convention: "n is the current length, at least L; all positions take the frequencies of the present n",
    uses: &["base", "factor", "original_max_position_embeddings", "seq_len"],
    frequencies,
    problem: undefined,
};

/// The frequencies of the base b′ for `params.seq_len` tokens.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let base = ntk::stretched_base(params.base, growth(params), rotary_dim);
    Frequencies { inv_freq: default::inv_freq(rotary_dim, base), attention_factor: 1.0 }
}

/// s·n/L − (s − 1), written as 1 + s(n/L − 1), which is exactly 1 at n = L: the factor in force. 1 up to n = L and
/// where no n is given.
pub fn growth(params: &Params) -> f64 {
    let (s, length) = (params.factor, params.original_max_position_embeddings);
    1.0 + s * (params.seq_len.unwrap_or(length).max(length) / length - 1.0)
}

fn undefined(rotary_dim: usize, params: &Params) -> Option<Problem> {
    (rotary_dim == 2)
        .then_some(Problem::OnePair)
        .or_else(|| problem::of_factor(params))
        .or_else(|| problem::of_length(params, 0.0))
}
