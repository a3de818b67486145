//! The Hann window, periodic: w[m] = ½ − ½ cos(2πm/N), m = 0 … N − 1.
//!
//! "Periodic" as torch.hann_window's default: the next sample, w[N], would be 0 again, so that shifted windows add up
//! to a constant. The symmetric one (scipy's default) divides by N − 1.

use std::f64::consts::TAU;

/// N weights.
pub fn hann(length: usize) -> Vec<f64> {
    (0..length).map(|m| 0.5 - 0.5 * (TAU * m as f64 / length as f64).cos()).collect()
}

/// f32 copy for the fast path.
pub fn hann_f32(length: usize) -> Vec<f32> {
    hann(length).into_iter().map(|w| w as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifted_windows_add_up_to_a_constant() {
        let window = hann(400);
        for (hop, sum) in [(200, 1.0), (100, 2.0), (80, 2.5), (40, 5.0)] {
            for n in 0..hop {
                let total: f64 = window.iter().skip(n).step_by(hop).sum();
                assert!((total - sum).abs() < 1e-12, "{hop} {n}: {total}");
            }
        }
        assert_eq!((window[0], window[200]), (0.0, 1.0));
    }
}
