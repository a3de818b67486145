//! Log-mel spectrograms: Whisper's exactly, and torchaudio's as courses print it.
//!
//! ```text
//! E = W |FFT(w · frame)|²                                 one row per frame, one column per band
//! Whisper     L = log10 max(E, 1e−10);  L ← max(L, max L − 8);  out = (L + 4)/4;  Slaney;  ⌊N/hop⌋ frames
//! torchaudio  out = ln max(E, 1e−10);                                             HTK;    1 + ⌊N/hop⌋ frames
//! ```
//!
//! Sources: openai-whisper `audio.py` `log_mel_spectrogram` (hop 160, window 400, 80 or 128 mels at 16 kHz; the last
//! frame is dropped; max L is over the whole array, so that every number depends on all of the sound);
//! torchaudio `MelSpectrogram(16000, n_mels, win_length, hop_length)` and `log(clamp_min(1e-10))`.
//! Here n_fft is the window length, so that other windows than 400 are well defined; they are not Whisper's
//! ([`Params::is_whisper`]). This is the fast path; [`super::reference`] is the plain one.

use super::log10::log10;
use super::mel::{Filterbank, MelScale, MelShape, Packed};
use super::spectrum::PowerSpectrum;
use super::{Progress, frames};
use crate::matrix::Matrix;
use std::f32::consts::LN_10;
use std::ops::RangeInclusive;

/// Energies below this count as this.
pub const FLOOR: f32 = 1e-10;

/// What the sliders may say.
pub const N_MELS: RangeInclusive<usize> = 1..=256;
pub const HOP_LENGTHS: RangeInclusive<usize> = 16..=4_096;
pub const WINDOW_LENGTHS: RangeInclusive<usize> = 32..=4_096;

/// Numbers of the largest spectrogram: half an hour at Whisper's settings.
pub const MAX_NUMBERS: usize = 1 << 24;

/// Frames between two reports of progress.
const REPORT: usize = 256;

/// What is cut and how finely; lengths in samples at 16 kHz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    pub n_mels: usize,
    pub hop_length: usize,
    /// Length of the window and of the FFT; even.
    pub window_length: usize,
}

impl Default for Params {
    /// Whisper's, up to large-v2.
    fn default() -> Self {
        Params { n_mels: 80, hop_length: 160, window_length: 400 }
    }
}

/// What is done with the energies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recipe {
    Whisper,
    Torchaudio,
}

/// Why there is no spectrogram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogMelError {
    #[error("n_mels is {0}, outside {N_MELS:?}")]
    NMels(usize),
    #[error("hop_length is {0}, outside {HOP_LENGTHS:?}")]
    HopLength(usize),
    #[error("the window length is {0}, not even and within {WINDOW_LENGTHS:?}")]
    WindowLength(usize),
    #[error("{found} samples are too few: the ends are mirrored, which takes more than {half} of them")]
    TooShort { found: usize, half: usize },
    #[error("{frames} frames × {n_mels} bands are more than {MAX_NUMBERS} numbers")]
    TooLarge { frames: usize, n_mels: usize },
    #[error("stopped")]
    Stopped,
}

/// A spectrogram and how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct LogMel {
    pub params: Params,
    pub recipe: Recipe,
    /// frames × n_mels.
    pub values: Matrix,
    /// max L of Whisper's clamp, before it: log10 of the largest energy. Of the other recipe the same, unused.
    pub max_log10: f32,
}

impl Params {
    /// Whether a Whisper model was trained on these: 80 mels, or 128 (large-v3).
    pub fn is_whisper(&self) -> bool {
        [80, 128].contains(&self.n_mels) && self.hop_length == 160 && self.window_length == 400
    }

    /// Errors if a number is out of its range.
    pub fn check(&self) -> Result<(), LogMelError> {
        match self {
            _ if !N_MELS.contains(&self.n_mels) => Err(LogMelError::NMels(self.n_mels)),
            _ if !HOP_LENGTHS.contains(&self.hop_length) => Err(LogMelError::HopLength(self.hop_length)),
            _ if !WINDOW_LENGTHS.contains(&self.window_length) || self.window_length % 2 == 1 => {
                Err(LogMelError::WindowLength(self.window_length))
            }
            _ => Ok(()),
        }
    }

    /// Δt: seconds that a frame's window covers.
    pub fn window_seconds(&self) -> f64 {
        self.window_length as f64 / f64::from(super::SAMPLE_RATE)
    }

    /// Seconds between two frames.
    pub fn hop_seconds(&self) -> f64 {
        self.hop_length as f64 / f64::from(super::SAMPLE_RATE)
    }

    /// Δf: Hz between two bins of the spectrum, 1/Δt. Hann's window sees two tones as two from 2 Δf on.
    pub fn bin_hz(&self) -> f64 {
        f64::from(super::SAMPLE_RATE) / self.window_length as f64
    }

    /// Bins of the spectrum.
    pub fn bins(&self) -> usize {
        self.window_length / 2 + 1
    }

    /// Frames of `n_samples` samples.
    pub fn frames(&self, n_samples: usize, recipe: Recipe) -> usize {
        frames::count(n_samples, self.hop_length) - usize::from(recipe == Recipe::Whisper)
    }

    /// Errors if `n_samples` samples cannot be mirrored at the ends, or are too many.
    pub fn check_samples(&self, n_samples: usize, recipe: Recipe) -> Result<usize, LogMelError> {
        self.check()?;
        let half = self.window_length / 2;
        if n_samples <= half {
            return Err(LogMelError::TooShort { found: n_samples, half });
        }
        let (frames, n_mels) = (self.frames(n_samples, recipe), self.n_mels);
        if frames.saturating_mul(n_mels) > MAX_NUMBERS {
            return Err(LogMelError::TooLarge { frames, n_mels });
        }
        Ok(frames)
    }
}

impl Recipe {
    pub fn mel_scale(self) -> MelScale {
        match self {
            Recipe::Whisper => MelScale::Slaney,
            Recipe::Torchaudio => MelScale::Htk,
        }
    }

    /// The filterbank that goes with it.
    pub fn filterbank(self, params: &Params) -> Filterbank {
        Filterbank::new(MelShape::whole(self.mel_scale(), params.n_mels, params.window_length))
    }
}

/// What Whisper does first: the first 30 seconds, or silence appended up to them.
pub fn pad_or_trim(samples: &[f32]) -> Vec<f32> {
    let wanted = super::WHISPER_SECONDS * super::SAMPLE_RATE as usize;
    let mut padded = Vec::with_capacity(wanted);
    padded.extend(samples.iter().take(wanted));
    padded.resize(wanted, 0.0);
    padded
}

/// The spectrogram of 16 kHz samples.
pub fn log_mel(
    samples: &[f32],
    params: Params,
    recipe: Recipe,
    progress: Progress,
) -> Result<LogMel, LogMelError> {
    let frames = params.check_samples(samples.len(), recipe)?;
    let mut values = Matrix::zeros((frames, params.n_mels));
    let rows = values.as_slice_mut().unwrap_or_default();
    let mut bands = Bands::new(&params, recipe);
    let mut largest = f32::NEG_INFINITY;
    for (k, row) in rows.chunks_exact_mut(params.n_mels).enumerate() {
        if k % REPORT == 0 && !progress(k as f32 / frames as f32) {
            return Err(LogMelError::Stopped);
        }
        bands.run(samples, k, row);
        largest = logarithms(row).max(largest);
    }
    finish(rows, recipe, largest);
    progress(1.0);
    Ok(LogMel { params, recipe, values, max_log10: largest })
}

/// From samples to band energies, one frame at a time.
struct Bands {
    hop: usize,
    spectrum: PowerSpectrum,
    filters: Packed,
    frame: Vec<f32>,
    power: Vec<f32>,
}

impl Bands {
    fn new(params: &Params, recipe: Recipe) -> Self {
        Bands {
            hop: params.hop_length,
            spectrum: PowerSpectrum::new(params.window_length),
            filters: recipe.filterbank(params).packed(),
            frame: vec![0.0; params.window_length],
            power: vec![0.0; params.bins()],
        }
    }

    fn run(&mut self, samples: &[f32], k: usize, energies: &mut [f32]) {
        frames::frame(samples, k, self.hop, &mut self.frame);
        self.spectrum.run(&mut self.frame, &mut self.power);
        self.filters.apply(&self.power, energies);
    }
}

/// log10 max(E, 1e−10) in place; the largest.
fn logarithms(energies: &mut [f32]) -> f32 {
    let mut largest = f32::NEG_INFINITY;
    for energy in energies {
        *energy = log10(energy.max(FLOOR));
        largest = largest.max(*energy);
    }
    largest
}

/// From log10 E to what the recipe hands on.
fn finish(logarithms: &mut [f32], recipe: Recipe, largest: f32) {
    match recipe {
        Recipe::Whisper => {
            logarithms.iter_mut().for_each(|x| *x = (x.max(largest - 8.0) + 4.0) / 4.0);
        }
        Recipe::Torchaudio => logarithms.iter_mut().for_each(|x| *x *= LN_10),
    }
}
