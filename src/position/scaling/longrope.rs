//! LongRoPE: a factor of its own for every pair, found by search, not by formula.
//!
//! ```text
//! θ′_i = θ_i / λ_i        λ = long_factor if n > L, else short_factor
//! m = √(1 + ln s / ln L)  (1 for s ≤ 1), multiplies cos and sin
//! ```
//!
//! Ding et al. 2024, arXiv 2402.13753; Phi-3 and Hugging Face's `_compute_longrope_parameters`, where s is
//! `max_position_embeddings` / L unless `factor` is given. Hugging Face 5.x switches by the length at hand;
//! 4.46 chose by the configured ratio as well. The switch re-rotates everything: a text that grows past L changes
//! the scores of the tokens before. Older configurations call this rule `su`.

use super::{Frequencies, Method, Problem, RopeType, default, phi, problem};
use crate::position::rope::Params;
use std::borrow::Cow;

pub static METHOD: Method = Method {
    rope_type: RopeType::Longrope,
    id: "longrope",
    name: "LongRoPE",
    citation: "Ding et al., LongRoPE: Extending LLM Context Window Beyond 2 Million Tokens, 2024, arXiv 2402.13753",
    year: 2024,
    mathml: "<msubsup><mi>θ</mi><mi>i</mi><mo>′</mo></msubsup><mo>=</mo><mfrac><msub><mi>θ</mi><mi>i</mi></msub><msub><mi>λ</mi><mi>i</mi></msub></mfrac><mo>,</mo><mspace width='1em'/><mi>m</mi><mo>=</mo><msqrt><mn>1</mn><mo>+</mo><mfrac><mrow><mi>ln</mi><mi>s</mi></mrow><mrow><mi>ln</mi><mi>L</mi></mrow></mfrac></msqrt>",
    convention: "long_factor only for n > L (transformers 5.x); the attention factor holds at every length",
    uses: &[
        "base",
        "factor",
        "original_max_position_embeddings",
        "seq_len",
        "short_factor",
        "long_factor",
        "attention_factor",
    ],
    frequencies,
    problem: undefined,
};

/// θ_i / λ_i with the list that `params.seq_len` selects. Pairs without a factor keep θ_i.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let factors = factors_in_force(rotary_dim / 2, params);
    let factors = factors.iter().copied().chain(std::iter::repeat(1.0));
    let inv_freq = default::inv_freq(rotary_dim, params.base);
    Frequencies {
        inv_freq: inv_freq.into_iter().zip(factors).map(|(theta, lambda)| theta / lambda).collect(),
        attention_factor: params
            .attention_factor
            .unwrap_or_else(|| attention_factor(params.factor, params.original_max_position_embeddings)),
    }
}

/// λ of each pair: `long_factor` for n > L, else `short_factor`. An empty list takes the shape of Phi-3.5's
/// ([`resampled`]), as [`is_illustration`] tells.
pub fn factors_in_force(pairs: usize, params: &Params) -> Cow<'_, [f64]> {
    let (given, shape) = if is_long(params) {
        (&params.long_factor, &phi::LONG_FACTOR)
    } else {
        (&params.short_factor, &phi::SHORT_FACTOR)
    };
    if given.is_empty() { Cow::Owned(resampled(shape, pairs)) } else { Cow::Borrowed(given) }
}

/// Whether the text is longer than the pre-training length, so that `long_factor` is in force.
pub fn is_long(params: &Params) -> bool {
    params.seq_len.is_some_and(|n| n > params.original_max_position_embeddings)
}

/// Whether the factors in force are no model's own: the page says so.
pub fn is_illustration(params: &Params) -> bool {
    if is_long(params) { params.long_factor.is_empty() } else { params.short_factor.is_empty() }
}

/// m = √(1 + ln s / ln L) for s > 1, else 1. L > 1.
pub fn attention_factor(factor: f64, original_length: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { (1.0 + factor.ln() / original_length.ln()).sqrt() }
}

/// A model's list of factors at another number of pairs, linear in i/(pairs − 1) between its entries: an
/// illustration of its shape, not what a search for that width would find. An empty list stays empty.
pub fn resampled(factors: &[f64], pairs: usize) -> Vec<f64> {
    let last = factors.len().saturating_sub(1);
    let at = |i: usize| {
        let x = (i * last) as f64 / pairs.saturating_sub(1).max(1) as f64;
        let (low, part) = (x.floor() as usize, x.fract());
        let (a, b) = (factors.get(low)?, factors.get(low + 1).or(factors.last())?);
        Some(a + (b - a) * part)
    };
    (0..pairs).filter_map(at).collect()
}

fn undefined(rotary_dim: usize, params: &Params) -> Option<Problem> {
    problem::of_factor(params)
        .or_else(|| problem::of_length(params, 1.0))
        .or_else(|| problem::of_attention_factor(params))
        .or_else(|| of_list("short_factor", &params.short_factor, rotary_dim / 2))
        .or_else(|| of_list("long_factor", &params.long_factor, rotary_dim / 2))
}

fn of_list(list: &'static str, factors: &[f64], needed: usize) -> Option<Problem> {
    if factors.is_empty() {
        return None;
    }
    if factors.len() != needed {
        return Some(Problem::ListLength { list, given: factors.len(), needed });
    }
    let wrong = factors.iter().position(|factor| !problem::positive(*factor))?;
    Some(Problem::ListValue { list, pair: wrong, value: *factors.get(wrong)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resampled_list_keeps_its_ends_and_its_entries() {
        let list = [1.0, 2.0, 5.0];
        assert_eq!(resampled(&list, 3), list);
        assert_eq!(resampled(&list, 5), [1.0, 1.5, 2.0, 3.5, 5.0]);
        assert_eq!((resampled(&list, 1), resampled(&[], 4)), (vec![1.0], vec![]));
    }

    #[test]
    fn the_list_changes_after_the_pre_training_length() {
        let at =
            |n| Params { seq_len: Some(n), original_max_position_embeddings: 4096.0, ..Params::default() };
        assert_eq!((is_long(&at(4096.0)), is_long(&at(4097.0))), (false, true));
        assert_eq!(*factors_in_force(48, &at(4096.0)), phi::SHORT_FACTOR);
        assert_eq!(*factors_in_force(48, &at(4097.0)), phi::LONG_FACTOR);
        let own = Params { long_factor: vec![2.0; 3], ..at(5000.0) };
        assert_eq!(*factors_in_force(3, &own), [2.0; 3]);
        assert_eq!((is_illustration(&own), is_illustration(&at(5000.0))), (false, true));
    }
}
