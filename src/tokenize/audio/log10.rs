//! log₁₀ of f32 numbers without a call, so that a whole row is done in SIMD.
//!
//! x = 2^e · m with m in [√½, √2); ln m = 2 artanh s, s = (m − 1)/(m + 1), |s| < 0.172, by its series to s⁹.

use std::f32::consts::{LN_2, LN_10};

/// The bits of √½.
const SQRT_HALF: u32 = 0x3f35_04f3;

/// For normal positive x: within 2e-7 of the logarithm for |log₁₀ x| < 1, 1e-6 relative elsewhere.
#[inline(always)]
pub fn log10(x: f32) -> f32 {
    let bits = x.to_bits().wrapping_sub(SQRT_HALF);
    let e = (bits as i32) >> 23;
    let m = f32::from_bits((bits & 0x007f_ffff) + SQRT_HALF);
    let s = (m - 1.0) / (m + 1.0);
    let z = s * s;
    let ln_m = 2.0 * s * (1.0 + z * (1.0 / 3.0 + z * (0.2 + z * (1.0 / 7.0 + z * (1.0 / 9.0)))));
    (e as f32 * LN_2 + ln_m) * (1.0 / LN_10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logarithm() {
        let mut x = 1.2e-38_f32;
        while x < 3e38 {
            let (got, want) = (f64::from(log10(x)), f64::from(x).log10());
            assert!((got - want).abs() < 2e-7 * want.abs().max(1.0), "{x}: {got}, not {want}");
            x *= 1.000_37;
        }
        assert_eq!(log10(1.0), 0.0);
    }
}
