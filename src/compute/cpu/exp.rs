//! exp of four f32 at once, for the softmax.
//!
//! ```text
//! x = k ln 2 + r,  k an integer, |r| ≤ ln 2 / 2
//! exp(x) = 2ᵏ · exp(r),  exp(r) ≈ 1 + r + r² P(r),  P of degree 5
//! ```
//!
//! The polynomial and the split of ln 2 in two parts are those of the Cephes library's `expf` (S. Moshier).
//! Largest error against f64 over the whole range: below 1.5 units in the last place (tested).

use super::simd::F32x4;

/// Below this the result is 0: exp(−87.33) = 1.18e−38 is about the smallest normal f32.
pub const UNDERFLOW: f32 = -87.33;

/// Above this the result stays at exp(88.72) = 3.39e38, just below the largest f32.
pub const OVERFLOW: f32 = 88.72;

/// 1.5 · 2²³: adding it to a number of |x| < 2²² rounds it to an integer, which then stands in the low bits.
const ROUND: f32 = 12_582_912.0;

/// ln 2 in two parts. The first has so few bits that k times it is exact.
const LN_2_HIGH: f32 = 0.693_359_375;
const LN_2_LOW: f32 = -2.121_944_4e-4;

/// Coefficients of P, highest power first.
const P: [f32; 6] = [1.987_569_1e-4, 1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 5e-1];

/// exp(x), lane by lane. −∞ gives 0, NaN gives NaN.
#[inline(always)]
pub fn exp(x: F32x4) -> F32x4 {
    let bounded = x.max(F32x4::splat(UNDERFLOW)).min(F32x4::splat(OVERFLOW));
    let rounded = bounded * F32x4::splat(core::f32::consts::LOG2_E) + F32x4::splat(ROUND);
    let k = rounded - F32x4::splat(ROUND);
    let r = bounded - k * F32x4::splat(LN_2_HIGH) - k * F32x4::splat(LN_2_LOW);
    let [first, rest @ ..] = P;
    let p = rest.into_iter().fold(F32x4::splat(first), |p, c| p * r + F32x4::splat(c));
    let exp_r = p * (r * r) + r + F32x4::splat(1.0);
    exp_r.times_two_to_the(rounded).zero_where_below(x, F32x4::splat(UNDERFLOW))
}
