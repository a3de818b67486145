//! GELU, exact: x · Φ(x), where Φ is the distribution function of the normal distribution.
//!
//! ```text
//! gelu(x) = x/2 · (1 + erf(x/√2))
//! ```
//!
//! Hendrycks and Gimpel 2016; torch's `nn.GELU` by default and Whisper's convolutions. The tanh formula of GPT-2 is an
//! approximation of it (up to 5e-4 off) and is not used here.

/// In f64, by libm's erf.
pub fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + libm::erf(x * std::f64::consts::FRAC_1_SQRT_2))
}

/// In f32, without a call or a branch: a row at a time is done in SIMD.
#[inline(always)]
pub fn gelu_f32(x: f32) -> f32 {
    0.5 * x * (1.0 + erf(x * std::f32::consts::FRAC_1_SQRT_2))
}

/// erf on [−4, 4] as a ratio of polynomials, within 5e-7; beyond it erf is ±1 in f32. Eigen's coefficients
/// (`generic_fast_erf_float`).
#[inline(always)]
fn erf(x: f32) -> f32 {
    const UPPER: [f32; 7] = [
        -2.726_142_3e-10,
        2.770_681_4e-8,
        -2.101_024e-6,
        -5.692_506_3e-5,
        -7.349_906_3e-4,
        -2.954_599_8e-3,
        -1.609_603_3e-2,
    ];
    const LOWER: [f32; 5] = [-1.456_607_2e-5, -2.133_740_5e-4, -1.682_827e-3, -7.373_329e-3, -1.426_473_9e-2];
    let x = x.clamp(-4.0, 4.0);
    let z = x * x;
    let polynomial = |coefficients: &[f32]| coefficients.iter().fold(0.0, |sum, c| sum * z + c);
    x * polynomial(&UPPER) / polynomial(&LOWER)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of torch.nn.functional.gelu in float64.
    #[test]
    fn known_values() {
        let known = [(0.0, 0.0), (1.0, 0.841_344_746_068_542_9), (-1.0, -0.158_655_253_931_457_05)];
        for (x, y) in known {
            assert!((gelu(x) - y).abs() < 1e-15, "{x}");
        }
        assert!((gelu(40.0) - 40.0).abs() < 1e-12 && gelu(-40.0).abs() < 1e-12);
    }

    #[test]
    fn the_fast_one_is_the_exact_one() {
        for step in -12_000..=12_000 {
            let x = step as f32 * 1e-3;
            let gap = (f64::from(gelu_f32(x)) - gelu(f64::from(x))).abs();
            assert!(gap < 1e-6 * f64::from(x.abs().max(1.0)), "{x}: {gap}");
        }
    }

    /// x Φ(x) − (−x) Φ(−x) = x, since Φ(x) + Φ(−x) = 1.
    #[test]
    fn odd_part() {
        for x in [0.1, 0.7, 2.5] {
            assert!((gelu(x) - gelu(-x) - x).abs() < 1e-15);
        }
    }
}
