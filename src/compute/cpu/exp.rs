//! exp of four f32 at once, for the softmax.
//!
//! ```text
//! x = k ln 2 + r,  k an integer, |r| ≤ ln 2 / 2
//! exp(x) = 2ᵏ · exp(r),  exp(r) ≈ 1 + r + r² P(r),  P of degree 5
//! ```
//!
//! The polynomial and the split of ln 2 in two parts are those of the Cephes library's `expf` (S. Moshier).
//! Largest error against f64 over the whole range: below 1 unit in the last place (tested).

use crate::simd::F32x4;

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

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn exp1(x: f32) -> f32 {
        exp(F32x4::splat(x)).to_array()[0]
    }

    /// Error of `got` in units in the last place of the f32 nearest to `want`.
    fn ulps(got: f32, want: f64) -> f64 {
        let nearest = want as f32;
        let unit = f64::from(f32::from_bits(nearest.to_bits() + 1)) - f64::from(nearest);
        (f64::from(got) - want).abs() / unit
    }

    #[test]
    fn within_one_ulp_over_the_whole_range() {
        // Every 1009th f32 between the limits, of both signs: over two million numbers.
        let negative = (0..UNDERFLOW.to_bits() & 0x7fff_ffff).step_by(1009).map(|bits| -f32::from_bits(bits));
        let positive = (0..OVERFLOW.to_bits()).step_by(1009).map(f32::from_bits);
        let mut worst = (0.0, 0.0);
        for x in negative.chain(positive) {
            let error = ulps(exp1(x), f64::from(x).exp());
            if error > worst.0 {
                worst = (error, x);
            }
        }
        println!("largest error {:.3} ulp at {}", worst.0, worst.1);
        assert!(worst.0 < 1.0, "{worst:?}");
    }

    #[test]
    fn beyond_the_range_it_saturates() {
        assert_eq!(exp1(f32::NEG_INFINITY), 0.0);
        assert_eq!(exp1(-87.4), 0.0);
        assert_eq!(exp1(-1e30), 0.0);
        assert!(exp1(UNDERFLOW) > f32::MIN_POSITIVE);
        assert!(exp1(f32::INFINITY).is_finite() && exp1(1e30) > 3.3e38);
        assert!(exp1(f32::NAN).is_nan());
    }

    #[test]
    fn exact_at_zero_and_each_lane_its_own() {
        assert_eq!(exp1(0.0), 1.0);
        let got = exp(F32x4::load(&[0.0, f32::NEG_INFINITY, 1.0, -1.0])).to_array();
        assert_eq!(got, [1.0, 0.0, exp1(1.0), exp1(-1.0)]);
    }
}
