//! YaRN: keep the pairs that turn often, stretch those that never finish a turn, blend between; and sharpen attention.
//!
//! Peng et al. 2023, arXiv 2309.00071. Two ramps are in print ([`YarnRamp`]), equal where both keep and where both
//! divide. The *code* ramp (the authors' code, Hugging Face's `_compute_yarn_parameters`, DeepSeek) is linear in
//! the pair index:
//!
//! ```text
//! dim(r) = d · ln(L / (2π r)) / (2 ln b)         the pair that turns r times within L
//! low = ⌊dim(β_fast)⌋, high = ⌈dim(β_slow)⌉       clamped to [0, d − 1]; high += 0.001 if equal
//! ramp_i = clip((i − low) / (high − low), 0, 1)   truncate = false: without ⌊ ⌋ and ⌈ ⌉
//! θ′_i = θ_i/s · ramp_i + θ_i · (1 − ramp_i)
//! m = 0.1 ln s + 1                                (1 for s ≤ 1), multiplies cos and sin
//! ```
//!
//! The *paper* ramp (§3.2, eq. 12–13: NTK-by-parts) is linear in r_i = L θ_i / 2π, with α = β_slow and β = β_fast:
//! ramp_i = 1 − clip((r_i − α)/(β − α), 0, 1). NTK-by-parts is this ramp with the attention factor set to 1.
//!
//! With `mscale` and `mscale_all_dim` (DeepSeek), m = m(s, mscale)/m(s, mscale_all_dim), m(s, μ) = 0.1 μ ln s + 1,
//! and the model multiplies its softmax scale by m(s, mscale_all_dim)² instead ([`softmax_multiplier`]). Where not
//! all dimensions rotate the two are *not* the same: cos and sin leave the others unscaled.
//!
//! Three things in the code ramp surprise, and are kept because every library does them:
//! - *high* is clamped to d − 1, although the last pair is d/2 − 1.
//! - Each bound is clamped on one side only, so *low* can pass *high*, and the ramp then falls instead of
//!   rising. With β_fast < β_slow it is reversed in the middle. With L so short that no pair turns β_slow
//!   times (high < 0) every pair is kept, though all should be stretched; with L so long that every pair
//!   turns β_fast times (low > d − 1) every pair is stretched, though all could be kept. No model is
//!   configured so, but sliders reach it; [`is_reversed`] tells.
//! - L must be the length of *pre-training*; Hugging Face 4.46 read `max_position_embeddings` in its place.
//!
//! Defined (finite) for base > 1, L > 0, β > 0 and s > 0.

use super::{Frequencies, Method, Problem, RopeType, default, problem};
use crate::choices;
use crate::position::rope::Params;
use std::f64::consts::TAU;

choices! {
    /// What the ramp is linear in: sources disagree.
    pub enum YarnRamp {
        /// The pair index, between whole pairs: the authors' code, Hugging Face, DeepSeek.
        Code = "code",
        /// The number of turns within L: the paper's equation (NTK-by-parts).
        Paper = "paper",
    }
}

choices! {
    /// Whether the code ramp's bounds are rounded outwards to whole pairs (Hugging Face's `truncate`).
    pub enum Truncate {
        /// ⌊low⌋ and ⌈high⌉: nearly every model.
        True = "true",
        /// As they are: gpt-oss.
        False = "false",
    }
}

pub static METHOD: Method = Method {
    rope_type: RopeType::Yarn,
    id: "yarn",
    name: "YaRN",
    citation: "Peng et al., YaRN: Efficient Context Window Extension of Large Language Models, 2023, arXiv 2309.00071",
    year: 2023,
    mathml: "<msubsup><mi>θ</mi><mi>i</mi><mo>′</mo></msubsup><mo>=</mo><msub><mi>ρ</mi><mi>i</mi></msub><mfrac><msub><mi>θ</mi><mi>i</mi></msub><mi>s</mi></mfrac><mo>+</mo><mo>(</mo><mn>1</mn><mo>−</mo><msub><mi>ρ</mi><mi>i</mi></msub><mo>)</mo><msub><mi>θ</mi><mi>i</mi></msub><mo>,</mo><mspace width='1em'/><mi>m</mi><mo>=</mo><mn>0.1</mn><mi>ln</mi><mi>s</mi><mo>+</mo><mn>1</mn>",
    convention: "the ramp ρ is linear in the pair index, as in all code (yarn_ramp=code), or in the turns within L, as in the paper; m multiplies cos and sin",
    uses: &[
        "base",
        "factor",
        "original_max_position_embeddings",
        "beta_fast",
        "beta_slow",
        "yarn_ramp",
        "truncate",
        "mscale",
        "mscale_all_dim",
        "attention_factor",
    ],
    frequencies,
    problem: undefined,
};

/// YaRN's frequencies and attention factor for `rotary_dim` = d.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let plain = default::inv_freq(rotary_dim, params.base);
    let blended = plain
        .iter()
        .zip(ramp(rotary_dim, params))
        .map(|(theta, divided)| theta / params.factor * divided + theta * (1.0 - divided));
    Frequencies { inv_freq: blended.collect(), attention_factor: attention_factor(params) }
}

/// How far each pair is interpolated: 0 keeps θ_i, 1 divides it by s. One number a pair, by `params.yarn_ramp`.
pub fn ramp(rotary_dim: usize, params: &Params) -> Vec<f64> {
    match params.yarn_ramp {
        YarnRamp::Code => {
            let (low, high) = boundaries(rotary_dim, params);
            (0..rotary_dim / 2).map(|i| between(i as f64, low, high)).collect()
        }
        YarnRamp::Paper => (0..rotary_dim / 2)
            .map(|i| {
                1.0 - between(rotations(i as f64, rotary_dim, params), params.beta_slow, params.beta_fast)
            })
            .collect(),
    }
}

/// clip((x − low)/(high − low), 0, 1); a step at `high` where both are equal.
fn between(x: f64, low: f64, high: f64) -> f64 {
    if low == high { f64::from(x >= high) } else { ((x - low) / (high - low)).clamp(0.0, 1.0) }
}

/// (low, high): the pair indices between which the code ramp goes from 0 (kept) to 1 (divided by s).
pub fn boundaries(rotary_dim: usize, params: &Params) -> (f64, f64) {
    let last = rotary_dim as f64 - 1.0;
    let (mut low, mut high) = (
        pair_turning(params.beta_fast, rotary_dim, params),
        pair_turning(params.beta_slow, rotary_dim, params),
    );
    if params.truncate == Truncate::True {
        (low, high) = (low.floor(), high.ceil());
    }
    let (low, high) = (low.max(0.0), high.min(last));
    if low == high { (low, high + 0.001) } else { (low, high) }
}

/// Whether the bounds have crossed, so that the ramp falls with the pair index (see the top of this file).
pub fn is_reversed(rotary_dim: usize, params: &Params) -> bool {
    match params.yarn_ramp {
        YarnRamp::Paper => params.beta_fast < params.beta_slow,
        YarnRamp::Code => {
            let (low, high) = boundaries(rotary_dim, params);
            low > high
        }
    }
}

/// dim(r): the (fractional) pair index whose hand turns `rotations` times within L positions.
pub fn pair_turning(rotations: f64, rotary_dim: usize, params: &Params) -> f64 {
    let length = params.original_max_position_embeddings;
    rotary_dim as f64 * (length / (rotations * TAU)).ln() / (2.0 * params.base.ln())
}

/// r = L b^(−2·pair/d) / 2π: how often the hand of a (fractional) pair turns within L. Inverts [`pair_turning`].
pub fn rotations(pair: f64, rotary_dim: usize, params: &Params) -> f64 {
    params.original_max_position_embeddings * params.base.powf(-2.0 * pair / rotary_dim as f64) / TAU
}

/// The β_fast with which the ramp starts at `pair`. Where bounds are rounded, the middle of those that give it.
pub fn beta_fast_at(pair: f64, rotary_dim: usize, params: &Params) -> f64 {
    let whole = params.truncate == Truncate::True && params.yarn_ramp == YarnRamp::Code;
    rotations(if whole { pair.round() + 0.5 } else { pair }, rotary_dim, params)
}

/// The β_slow with which the ramp ends at `pair`. Where bounds are rounded, the middle of those that give it.
pub fn beta_slow_at(pair: f64, rotary_dim: usize, params: &Params) -> f64 {
    let whole = params.truncate == Truncate::True && params.yarn_ramp == YarnRamp::Code;
    rotations(if whole { pair.round() - 0.5 } else { pair }, rotary_dim, params)
}

/// The factor of cos and sin: what was set, or m(s, mscale)/m(s, mscale_all_dim) if both are given and not 0, or m(s, 1).
pub fn attention_factor(params: &Params) -> f64 {
    let given = |mu: Option<f64>| mu.filter(|mu| *mu != 0.0);
    match (params.attention_factor, given(params.mscale), given(params.mscale_all_dim)) {
        (Some(set), _, _) => set,
        (None, Some(mu), Some(all)) => temperature(params.factor, mu) / temperature(params.factor, all),
        _ => temperature(params.factor, 1.0),
    }
}

/// m(s, μ) = 0.1 μ ln s + 1 for s > 1, else 1 (YaRN §3.4; `get_mscale` in the code).
pub fn temperature(factor: f64, mu: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { 0.1 * mu * factor.ln() + 1.0 }
}

/// m(s, mscale_all_dim)²: what DeepSeek's attention multiplies its softmax scale by; 1 without `mscale_all_dim`.
pub fn softmax_multiplier(params: &Params) -> f64 {
    params.mscale_all_dim.map_or(1.0, |mu| temperature(params.factor, mu).powi(2))
}

fn undefined(_: usize, params: &Params) -> Option<Problem> {
    let turns = |name, value| (!problem::positive(value)).then_some(Problem::Turns { name, value });
    let m = attention_factor(params);
    problem::of_factor(params)
        .or_else(|| problem::of_length(params, 0.0))
        .or_else(|| turns("beta_fast", params.beta_fast))
        .or_else(|| turns("beta_slow", params.beta_slow))
        .or_else(|| (!problem::positive(m)).then_some(Problem::AttentionFactor { value: m }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn yarn(factor: f64, original: f64) -> Params {
        Params { factor, original_max_position_embeddings: original, ..Params::default() }
    }

    #[test]
    fn fast_pairs_are_kept_and_slow_ones_divided() {
        let params = yarn(16.0, 4096.0);
        let plain = default::inv_freq(128, params.base);
        let scaled = frequencies(128, &params).inv_freq;
        assert_eq!(boundaries(128, &params), (20.0, 46.0));
        assert_eq!(scaled[..=20], plain[..=20]);
        assert!(plain[46..].iter().zip(&scaled[46..]).all(|(theta, got)| *got == theta / 16.0));
        assert!((21..46).all(|i| scaled[i] < plain[i] && scaled[i] > plain[i] / 16.0));
    }

    #[test]
    fn dim_inverts_the_number_of_turns() {
        let params = yarn(1.0, 4096.0);
        let pair = pair_turning(5.0, 128, &params);
        let theta = params.base.powf(-2.0 * pair / 128.0);
        assert!((4096.0 * theta / TAU - 5.0).abs() < 1e-9);
        assert!((rotations(pair, 128, &params) - 5.0).abs() < 1e-12);
    }

    #[test]
    fn a_dragged_bound_gives_the_beta_that_puts_it_there() {
        for (truncate, pairs) in [(Truncate::True, [9.0, 40.0]), (Truncate::False, [9.3, 40.7])] {
            let params = Params { truncate, ..yarn(8.0, 4096.0) };
            let dragged = Params {
                beta_fast: beta_fast_at(pairs[0], 128, &params),
                beta_slow: beta_slow_at(pairs[1], 128, &params),
                ..params
            };
            let (low, high) = boundaries(128, &dragged);
            assert!((low - pairs[0]).abs() < 1e-9 && (high - pairs[1]).abs() < 1e-9, "{low} {high}");
        }
    }

    #[test]
    fn the_attention_factor_is_one_up_to_factor_one_and_can_be_set() {
        assert_eq!((temperature(0.5, 1.0), temperature(1.0, 1.0)), (1.0, 1.0));
        assert!((temperature(std::f64::consts::E, 1.0) - 1.1).abs() < 1e-15);
        let params = Params { attention_factor: Some(0.25), ..yarn(8.0, 2048.0) };
        assert_eq!(frequencies(8, &params).attention_factor, 0.25);
    }

    /// As in Hugging Face, `mscale` counts only beside `mscale_all_dim`, and 0 is none.
    #[test]
    fn mscale_needs_its_companion() {
        let with = |mscale, mscale_all_dim| {
            attention_factor(&Params { mscale, mscale_all_dim, ..yarn(40.0, 4096.0) })
        };
        let own = temperature(40.0, 1.0);
        assert_eq!(
            (with(Some(0.7), None), with(None, Some(0.7)), with(Some(0.7), Some(0.0))),
            (own, own, own)
        );
        assert_eq!(with(Some(0.7), Some(0.7)), 1.0);
        assert_eq!(with(Some(1.2), Some(0.8)), temperature(40.0, 1.2) / temperature(40.0, 0.8));
    }

    /// Equal bounds are moved apart by 0.001, which makes a step.
    #[test]
    fn equal_bounds_make_a_step() {
        let params = Params { beta_fast: 1e6, beta_slow: 1e6, ..yarn(2.0, 1e6) };
        assert_eq!(boundaries(2, &params), (0.0, 0.001));
        assert_eq!((between(0.0, 0.0, 0.001), between(1.0, 0.0, 0.001)), (0.0, 1.0));
        let step = Params { beta_fast: 4.0, beta_slow: 4.0, yarn_ramp: YarnRamp::Paper, ..yarn(2.0, 4096.0) };
        assert!(ramp(64, &step).iter().all(|part| *part == 0.0 || *part == 1.0));
    }

    /// The corners that the top of this file describes, as Hugging Face computes them.
    #[test]
    fn crossed_bounds_turn_the_ramp_round() {
        let short = yarn(4.0, 1.0);
        assert!(is_reversed(64, &short));
        assert_eq!(frequencies(64, &short).inv_freq, default::inv_freq(64, short.base));

        let long = Params { base: 100.0, ..yarn(4.0, 1e7) };
        assert!(is_reversed(64, &long));
        let all_divided: Vec<f64> = default::inv_freq(64, 100.0).iter().map(|theta| theta / 4.0).collect();
        assert_eq!(frequencies(64, &long).inv_freq, all_divided);

        let swapped = Params { beta_fast: 1.0, beta_slow: 32.0, ..yarn(4.0, 4096.0) };
        assert!(is_reversed(128, &swapped));
        assert!(!is_reversed(128, &yarn(4.0, 4096.0)));
    }
}
