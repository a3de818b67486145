//! The spectrum of one frame.
//!
//! ```text
//! X[b] = Σ_m w[m] x[m] e^{−2πi b m / n},  b = 0 … n/2;  power = |X[b]|²
//! ```
//!
//! [`dft`] is that sum; [`PowerSpectrum`] is the same by a real FFT (realfft) in f32.

use super::window;
use realfft::num_complex::Complex;
use realfft::{RealFftPlanner, RealToComplex};
use std::f64::consts::TAU;
use std::sync::Arc;

/// The sum, as it is written. n/2 + 1 bins of a real frame.
pub fn dft(frame: &[f64]) -> Vec<Complex<f64>> {
    let n = frame.len();
    let turn: Vec<Complex<f64>> =
        (0..n).map(|k| Complex::from_polar(1.0, -TAU * k as f64 / n as f64)).collect();
    let bin = |b: usize| {
        let factors = (0..n).map(|m| turn.get(b * m % n).copied().unwrap_or_default());
        frame.iter().zip(factors).map(|(x, factor)| factor * x).sum()
    };
    (0..=n / 2).map(bin).collect()
}

/// Hann window and real FFT of frames of one length, without taking memory per frame.
pub struct PowerSpectrum {
    fft: Arc<dyn RealToComplex<f32>>,
    window: Vec<f32>,
    spectrum: Vec<Complex<f32>>,
    scratch: Vec<Complex<f32>>,
}

impl PowerSpectrum {
    /// For frames of `n_fft` samples.
    pub fn new(n_fft: usize) -> Self {
        let fft = RealFftPlanner::<f32>::new().plan_fft_forward(n_fft);
        let (spectrum, scratch) = (fft.make_output_vec(), fft.make_scratch_vec());
        PowerSpectrum { fft, window: window::hann_f32(n_fft), spectrum, scratch }
    }

    /// |FFT(w · frame)|² into `power`, n_fft/2 + 1 long. `frame` is used up.
    pub fn run(&mut self, frame: &mut [f32], power: &mut [f32]) {
        for (x, w) in frame.iter_mut().zip(&self.window) {
            *x *= w;
        }
        // the only errors are those of lengths, which are this struct's own
        let done = self.fft.process_with_scratch(frame, &mut self.spectrum, &mut self.scratch);
        debug_assert!(done.is_ok());
        for (power, x) in power.iter_mut().zip(&self.spectrum) {
            *power = x.re * x.re + x.im * x.im;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize::audio::window::hann;

    fn noise(n: usize) -> Vec<f64> {
        let mut x = 12_345_u32;
        let mut next = || {
            x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(x) / f64::from(u32::MAX) * 2.0 - 1.0
        };
        (0..n).map(|_| next()).collect()
    }

    /// Σ |x|² = (1/n) Σ |X|² over all n bins: the middle ones count twice.
    #[test]
    fn parseval() {
        for n in [8, 50, 400, 402] {
            let x = noise(n);
            let power: Vec<f64> = dft(&x).iter().map(|x| x.norm_sqr()).collect();
            let both_sides = 2.0 * power.iter().sum::<f64>() - power[0] - power[n / 2];
            let energy: f64 = x.iter().map(|x| x * x).sum();
            assert!((both_sides / n as f64 - energy).abs() < 1e-10 * energy, "{n}");
        }
    }

    #[test]
    fn the_fft_is_the_sum() {
        for n in [32, 50, 254, 400, 402, 1024] {
            let x = noise(n);
            let windowed: Vec<f64> = x.iter().zip(hann(n)).map(|(x, w)| x * w).collect();
            let mut frame: Vec<f32> = x.iter().map(|&x| x as f32).collect();
            let mut power = vec![0.0; n / 2 + 1];
            PowerSpectrum::new(n).run(&mut frame, &mut power);
            for (got, want) in power.iter().zip(dft(&windowed)) {
                assert!((f64::from(*got) - want.norm_sqr()).abs() < 1e-5 * n as f64, "{n}");
            }
        }
    }

    /// A tone in the middle of a bin leaks into its two neighbours only, at a quarter of the power.
    #[test]
    fn a_hann_window_spreads_a_tone_over_three_bins() {
        let tone = |m: usize| (TAU * 25.0 * m as f64 / 400.0).cos() as f32;
        let mut frame: Vec<f32> = (0..400).map(tone).collect();
        let mut power = vec![0.0; 201];
        PowerSpectrum::new(400).run(&mut frame, &mut power);
        assert!((power[25] - 1e4).abs() < 1.0 && (power[24] - 2_500.0).abs() < 1.0);
        assert!(power.iter().enumerate().all(|(bin, &p)| bin.abs_diff(25) < 2 || p < 1e-3), "{power:?}");
    }
}
