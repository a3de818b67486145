//! YaRN: keep the pairs that turn often, stretch those that never finish a turn, blend between.
//!
//! Peng et al. 2023, arXiv 2309.00071, as in the authors' code and Hugging Face's
//! `_compute_yarn_parameters`: the ramp is linear in the *pair index*, not in the number of rotations r as
//! in the paper's equation.
//!
//! ```text
//! dim(r) = d · ln(L / (2π r)) / (2 ln b)         the pair that turns r times within L
//! low = ⌊dim(β_fast)⌋, high = ⌈dim(β_slow)⌉       clamped to [0, d − 1]; high += 0.001 if equal
//! ramp_i = clip((i − low) / (high − low), 0, 1)
//! θ′_i = θ_i/s · ramp_i + θ_i · (1 − ramp_i)
//! m = 0.1 ln s + 1                                (1 for s ≤ 1), multiplies cos and sin
//! ```
//!
//! Three things in this rule surprise, and are kept because every library does them:
//! - *high* is clamped to d − 1, although the last pair is d/2 − 1.
//! - Each bound is clamped on one side only, so *low* can pass *high*, and the ramp then falls instead of
//!   rising. With β_fast < β_slow it is reversed in the middle. With L so short that no pair turns β_slow
//!   times (high < 0) every pair is kept, though all should be stretched; with L so long that every pair
//!   turns β_fast times (low > d − 1) every pair is stretched, though all could be kept. No model is
//!   configured so, but sliders reach it; [`is_reversed`] tells.
//! - L must be the length of *pre-training*; Hugging Face 4.46 read `max_position_embeddings` in its place.
//!
//! Defined (finite) for base > 1, L > 0, β > 0 and s > 0.

use super::{Frequencies, default};
use crate::position::rope::Params;
use std::f64::consts::TAU;

/// YaRN's frequencies and attention factor for `rotary_dim` = d.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let (low, high) = boundaries(rotary_dim, params);
    let inv_freq = default::inv_freq(rotary_dim, params.base)
        .into_iter()
        .enumerate()
        .map(|(i, theta)| {
            let ramp = ramp(i, low, high);
            theta / params.factor * ramp + theta * (1.0 - ramp)
        })
        .collect();
    Frequencies {
        inv_freq,
        attention_factor: params.attention_factor.unwrap_or_else(|| attention_factor(params.factor)),
    }
}

/// (low, high): the pair indices between which the ramp goes from 0 (kept) to 1 (divided by s).
pub fn boundaries(rotary_dim: usize, params: &Params) -> (f64, f64) {
    let last = rotary_dim as f64 - 1.0;
    let low = pair_turning(params.beta_fast, rotary_dim, params).floor().max(0.0);
    let high = pair_turning(params.beta_slow, rotary_dim, params).ceil().min(last);
    if low == high { (low, high + 0.001) } else { (low, high) }
}

/// Whether the bounds have crossed, so that the ramp falls with the pair index (see the top of this file).
pub fn is_reversed(rotary_dim: usize, params: &Params) -> bool {
    let (low, high) = boundaries(rotary_dim, params);
    low > high
}

/// dim(r): the (fractional) pair index whose hand turns `rotations` times within L positions.
pub fn pair_turning(rotations: f64, rotary_dim: usize, params: &Params) -> f64 {
    let length = params.original_max_position_embeddings;
    rotary_dim as f64 * (length / (rotations * TAU)).ln() / (2.0 * params.base.ln())
}

/// How far pair `i` is interpolated: 0 keeps θ_i, 1 divides it by s. `low` ≠ `high`, as [`boundaries`] returns them.
pub fn ramp(i: usize, low: f64, high: f64) -> f64 {
    ((i as f64 - low) / (high - low)).clamp(0.0, 1.0)
}

/// m = 0.1 ln s + 1 for s > 1, else 1 (YaRN §3.4; `get_mscale` in the code).
pub fn attention_factor(factor: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { 0.1 * factor.ln() + 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::scaling::RopeType;

    fn yarn(factor: f64, original: f64) -> Params {
        Params {
            rope_type: RopeType::Yarn,
            factor,
            original_max_position_embeddings: original,
            ..Params::default()
        }
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
    }

    #[test]
    fn the_attention_factor_is_one_up_to_factor_one_and_can_be_set() {
        assert_eq!((attention_factor(0.5), attention_factor(1.0)), (1.0, 1.0));
        assert!((attention_factor(std::f64::consts::E) - 1.1).abs() < 1e-15);
        let params = Params { attention_factor: Some(0.25), ..yarn(8.0, 2048.0) };
        assert_eq!(frequencies(8, &params).attention_factor, 0.25);
    }

    /// Equal bounds are moved apart by 0.001, which makes a step.
    #[test]
    fn equal_bounds_make_a_step() {
        let params = Params { beta_fast: 1e6, beta_slow: 1e6, ..yarn(2.0, 1e6) };
        assert_eq!(boundaries(2, &params), (0.0, 0.001));
        assert_eq!((ramp(0, 0.0, 0.001), ramp(1, 0.0, 0.001)), (0.0, 1.0));
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
