//! One frame of a spectrogram with every step kept, in f64.

use super::frames;
use super::log_mel::{FLOOR, LogMel, Params, Recipe};
use super::mel::Filterbank;
use super::spectrum::dft;
use super::window::hann;

/// A frame up to the energies of its bands.
#[derive(Clone, Debug, PartialEq)]
pub struct Energies {
    /// The samples, mirrored beyond the ends; n_fft of them.
    pub samples: Vec<f64>,
    /// The Hann window.
    pub window: Vec<f64>,
    /// samples · window.
    pub windowed: Vec<f64>,
    /// |DFT|², n_fft/2 + 1 bins.
    pub power: Vec<f64>,
    /// W · power, n_mels bands.
    pub mel: Vec<f64>,
}

/// What becomes of the energies.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameTrace {
    pub energies: Energies,
    /// Whisper: log10 max(E, 1e−10). torchaudio: the natural logarithm, the last step.
    pub log: Vec<f64>,
    /// Whisper: max(log, max − 8), where max is over all frames.
    pub clamped: Option<Vec<f64>>,
    /// Whisper: (clamped + 4)/4, the last step.
    pub scaled: Option<Vec<f64>>,
}

impl FrameTrace {
    /// What the recipe hands on.
    pub fn output(&self) -> &[f64] {
        self.scaled.as_deref().unwrap_or(&self.log)
    }
}

/// The steps of frame `k` of a spectrogram that `samples` gave; `None` if it has no such frame.
pub fn frame(samples: &[f32], spectrogram: &LogMel, k: usize) -> Option<FrameTrace> {
    let LogMel { params, recipe, values, max_log10 } = spectrogram;
    if k >= values.nrows() {
        return None;
    }
    let energies = energies(samples, k, params, &recipe.filterbank(params));
    let floored = energies.mel.iter().map(|energy| energy.max(f64::from(FLOOR)));
    Some(match recipe {
        Recipe::Torchaudio => {
            let log = floored.map(f64::ln).collect();
            FrameTrace { energies, log, clamped: None, scaled: None }
        }
        Recipe::Whisper => {
            let log: Vec<f64> = floored.map(f64::log10).collect();
            let kept: Vec<f64> = log.iter().map(|&x| clamped(x, f64::from(*max_log10))).collect();
            let out = kept.iter().map(|&x| scaled(x)).collect();
            FrameTrace { energies, log, clamped: Some(kept), scaled: Some(out) }
        }
    })
}

/// The steps up to the bands.
pub fn energies(samples: &[f32], k: usize, params: &Params, bank: &Filterbank) -> Energies {
    let mut frame = vec![0.0; params.window_length];
    frames::frame(samples, k, params.hop_length, &mut frame);
    let samples: Vec<f64> = frame.into_iter().map(f64::from).collect();
    let window = hann(params.window_length);
    let windowed: Vec<f64> = samples.iter().zip(&window).map(|(x, w)| x * w).collect();
    let power: Vec<f64> = dft(&windowed).iter().map(|bin| bin.norm_sqr()).collect();
    let mel = bank.apply(&power);
    Energies { samples, window, windowed, power, mel }
}

/// Whisper's dynamic range: eight powers of ten below the largest energy of all.
pub fn clamped(log10: f64, largest: f64) -> f64 {
    log10.max(largest - 8.0)
}

/// Whisper's last step.
pub fn scaled(clamped: f64) -> f64 {
    (clamped + 4.0) / 4.0
}
