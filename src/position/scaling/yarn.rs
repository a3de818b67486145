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

use super::{Frequencies, default};
use crate::position::Params;
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

/// (low, high): the pair indices between which the ramp rises from 0 (kept) to 1 (divided by s).
pub fn boundaries(rotary_dim: usize, params: &Params) -> (f64, f64) {
    let last = rotary_dim as f64 - 1.0;
    let low = pair_turning(params.beta_fast, rotary_dim, params).floor().max(0.0);
    let high = pair_turning(params.beta_slow, rotary_dim, params).ceil().min(last);
    if low == high { (low, high + 0.001) } else { (low, high) }
}

/// dim(r): the (fractional) pair index whose hand turns `rotations` times within L positions.
pub fn pair_turning(rotations: f64, rotary_dim: usize, params: &Params) -> f64 {
    let length = params.original_max_position_embeddings;
    rotary_dim as f64 * (length / (rotations * TAU)).ln() / (2.0 * params.base.ln())
}

/// How far pair `i` is interpolated: 0 keeps θ_i, 1 divides it by s.
pub fn ramp(i: usize, low: f64, high: f64) -> f64 {
    ((i as f64 - low) / (high - low)).clamp(0.0, 1.0)
}

/// m = 0.1 ln s + 1 for s > 1, else 1 (YaRN §3.4; `get_mscale` in the code).
pub fn attention_factor(factor: f64) -> f64 {
    if factor <= 1.0 { 1.0 } else { 0.1 * factor.ln() + 1.0 }
}
