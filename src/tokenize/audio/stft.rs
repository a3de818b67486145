//! The short-time Fourier transform of a whole signal and its least-squares inverse, in f32.
//!
//! ```text
//! X_k[b] = Σ_m w[m] x[k·hop + m − n/2] e^{−2πi b m / n}            x mirrored at the ends
//! x[t]   = Σ_k w[t − k·hop + n/2] y_k[t − k·hop + n/2] / Σ_k w²[…]  y_k the inverse FFT of X_k
//! ```
//!
//! The inverse is Griffin and Lim 1984, eq. 6: the signal whose transform is nearest to X, which need not be the
//! transform of anything.

use super::{frames, window};
use realfft::num_complex::Complex;
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use std::sync::Arc;

/// Where the windows nearly vanish there is nothing to divide by.
const LEAST_WEIGHT: f32 = 1e-4;

/// Transforms of one window and hop, for signals of one length: (frames − 1) · hop samples.
pub struct Stft {
    hop: usize,
    n_frames: usize,
    window: Vec<f32>,
    /// 1 / (n_fft Σ_k w²), one weight per sample: realfft's inverse is not divided by n_fft.
    weights: Vec<f32>,
    forward: Arc<dyn RealToComplex<f32>>,
    inverse: Arc<dyn ComplexToReal<f32>>,
    frame: Vec<f32>,
    spectrum: Vec<Complex<f32>>,
    scratch: Vec<Complex<f32>>,
}

impl Stft {
    pub fn new(window_length: usize, hop: usize, n_frames: usize) -> Self {
        let mut planner = RealFftPlanner::<f32>::new();
        let (forward, inverse) =
            (planner.plan_fft_forward(window_length), planner.plan_fft_inverse(window_length));
        let scratch = vec![Complex::default(); forward.get_scratch_len().max(inverse.get_scratch_len())];
        let window = window::hann_f32(window_length);
        Stft {
            hop,
            n_frames,
            weights: weights(&window, hop, n_frames),
            frame: vec![0.0; window_length],
            spectrum: vec![Complex::default(); window_length / 2 + 1],
            window,
            forward,
            inverse,
            scratch,
        }
    }

    /// Samples of the signal.
    pub fn n_samples(&self) -> usize {
        self.weights.len()
    }

    /// Bins of a frame.
    pub fn bins(&self) -> usize {
        self.spectrum.len()
    }

    /// Writes the transform of `samples`, frame after frame: n_frames × bins.
    pub fn run(&mut self, samples: &[f32], spectra: &mut [Complex<f32>]) {
        let bins = self.bins();
        for (k, spectrum) in spectra.chunks_exact_mut(bins).take(self.n_frames).enumerate() {
            frames::frame(samples, k, self.hop, &mut self.frame);
            self.frame.iter_mut().zip(&self.window).for_each(|(x, w)| *x *= w);
            // the only errors are those of lengths, which are this struct's own
            let done = self.forward.process_with_scratch(&mut self.frame, spectrum, &mut self.scratch);
            debug_assert!(done.is_ok());
        }
    }

    /// Writes the signal whose transform is nearest to `spectra`.
    pub fn invert(&mut self, spectra: &[Complex<f32>], samples: &mut [f32]) {
        samples.fill(0.0);
        let half = self.frame.len() / 2;
        for (k, spectrum) in spectra.chunks_exact(self.bins()).take(self.n_frames).enumerate() {
            self.spectrum.copy_from_slice(spectrum);
            // a real signal has real outer bins
            if let [first, .., last] = self.spectrum.as_mut_slice() {
                (first.im, last.im) = (0.0, 0.0);
            }
            let done =
                self.inverse.process_with_scratch(&mut self.spectrum, &mut self.frame, &mut self.scratch);
            debug_assert!(done.is_ok());
            // what reaches over the ends is dropped
            let (from, skip) = ((k * self.hop).saturating_sub(half), half.saturating_sub(k * self.hop));
            let pairs = self.frame.iter().zip(&self.window).skip(skip);
            for (sample, (y, w)) in samples.iter_mut().skip(from).zip(pairs) {
                *sample += y * w;
            }
        }
        samples.iter_mut().zip(&self.weights).for_each(|(sample, weight)| *sample *= weight);
    }
}

/// 1 / (n Σ_k w²) at every sample.
fn weights(window: &[f32], hop: usize, n_frames: usize) -> Vec<f32> {
    let half = window.len() / 2;
    let mut sums = vec![0.0_f32; n_frames.saturating_sub(1) * hop];
    for k in 0..n_frames {
        let (from, skip) = ((k * hop).saturating_sub(half), half.saturating_sub(k * hop));
        for (sum, w) in sums.iter_mut().skip(from).zip(window.iter().skip(skip)) {
            *sum += w * w;
        }
    }
    let n = window.len() as f32;
    sums.into_iter().map(|sum| 1.0 / (n * sum.max(LEAST_WEIGHT))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::chirp::Chirp;

    #[test]
    fn there_and_back() {
        for (window, hop, n_frames) in [(400, 160, 51), (400, 100, 81), (64, 16, 500), (1_024, 512, 17)] {
            let mut stft = Stft::new(window, hop, n_frames);
            let audio = Chirp { seconds: 1.0, ..Default::default() }.at_rate(16_000).unwrap();
            let samples = &audio.samples()[..stft.n_samples()];
            let mut spectra = vec![Complex::default(); n_frames * stft.bins()];
            let mut back = vec![0.0; stft.n_samples()];
            stft.run(samples, &mut spectra);
            stft.invert(&spectra, &mut back);
            let gap = samples.iter().zip(&back).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(gap < 1e-4, "{window} {hop}: {gap}");
        }
    }
}
