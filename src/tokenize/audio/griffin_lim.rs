//! A signal from magnitudes alone: what the mel frames keep, made audible.
//!
//! Griffin and Lim 1984: take any phases, make the signal, transform it, keep its phases and put the wanted
//! magnitudes back; repeat. Perraudin, Balazs and Søndergaard 2013 push each step on by a momentum α:
//!
//! ```text
//! c_n = STFT(ISTFT(S · phase_n));  phase_{n+1} = phase of c_n − α/(1 + α) · c_{n−1}
//! ```
//!
//! as librosa's `griffinlim` and torchaudio's `GriffinLim` (α = 0.99, 32 steps). The first phases are random by seed.

use super::Progress;
use super::log_mel::{LogMel, LogMelError, Params};
use super::mel_inverse;
use super::stft::Stft;
use crate::matrix::Matrix;
use crate::tokenize::seeded::{self, Stream};
use rand::Rng;
use realfft::num_complex::Complex;
use std::f32::consts::TAU;

/// The part of the work that is finding the magnitudes.
const FIRST_PART: f32 = 0.15;

/// How long and how boldly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub steps: usize,
    /// α, 0 (Griffin and Lim) … 1.
    pub momentum: f32,
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { steps: 32, momentum: 0.99, seed: 1 }
    }
}

/// A signal at 16 kHz that has about the wanted magnitudes.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebuilt {
    /// (frames − 1) · hop of them.
    pub samples: Vec<f32>,
    /// ‖ |STFT(x)| − S ‖ / ‖S‖ after each step: spectral convergence.
    pub errors: Vec<f32>,
}

/// Why there is no signal.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum GriffinLimError {
    #[error(
        "a hop of {hop} samples is more than half the window of {window}: the frames do not overlap enough"
    )]
    Overlap { hop: usize, window: usize },
    #[error("{0} frames are too few")]
    Frames(usize),
    #[error(transparent)]
    Spectrogram(#[from] LogMelError),
}

/// The sound of a spectrogram, or of one with the same settings that was rebuilt from codes.
pub fn audible(
    spectrogram: &LogMel,
    settings: Settings,
    progress: Progress,
) -> Result<Rebuilt, GriffinLimError> {
    let magnitudes = mel_inverse::magnitudes(spectrogram, &mut |done| progress(FIRST_PART * done))?;
    let mut later = |done| progress(FIRST_PART + (1.0 - FIRST_PART) * done);
    griffin_lim(&magnitudes, &spectrogram.params, settings, &mut later)
}

/// The signal of magnitudes (frames × bins).
pub fn griffin_lim(
    magnitudes: &Matrix,
    params: &Params,
    settings: Settings,
    progress: Progress,
) -> Result<Rebuilt, GriffinLimError> {
    params.check()?;
    let (hop, window, frames) = (params.hop_length, params.window_length, magnitudes.nrows());
    if 2 * hop > window {
        return Err(GriffinLimError::Overlap { hop, window });
    }
    let mut stft = Stft::new(window, hop, frames);
    // the ends are mirrored
    if stft.n_samples() <= window / 2 || magnitudes.ncols() != stft.bins() {
        return Err(GriffinLimError::Frames(frames));
    }
    let magnitudes: Vec<f32> = magnitudes.iter().copied().collect();
    let mut spectra = with_random_phases(&magnitudes, settings.seed);
    let mut samples = vec![0.0; stft.n_samples()];
    let mut now = vec![Complex::default(); spectra.len()];
    let mut before = now.clone();
    let mut errors = Vec::with_capacity(settings.steps);
    let push = settings.momentum / (1.0 + settings.momentum);
    for step in 0..settings.steps {
        if !progress(step as f32 / settings.steps as f32) {
            return Err(LogMelError::Stopped.into());
        }
        stft.invert(&spectra, &mut samples);
        stft.run(&samples, &mut now);
        errors.push(error(&now, &magnitudes));
        for (((x, now), before), &size) in spectra.iter_mut().zip(&now).zip(&before).zip(&magnitudes) {
            *x = of_size(now - before * push, size);
        }
        std::mem::swap(&mut now, &mut before);
    }
    stft.invert(&spectra, &mut samples);
    progress(1.0);
    Ok(Rebuilt { samples, errors })
}

/// `x` at another size; where it has no direction, along the real axis.
fn of_size(x: Complex<f32>, size: f32) -> Complex<f32> {
    let norm = x.norm_sqr().sqrt();
    if norm > f32::MIN_POSITIVE { x * (size / norm) } else { Complex::new(size, 0.0) }
}

fn with_random_phases(magnitudes: &[f32], seed: u64) -> Vec<Complex<f32>> {
    let mut rng = seeded::stream(seed, Stream::Phases);
    magnitudes.iter().map(|&size| Complex::from_polar(size, TAU * rng.random::<f32>())).collect()
}

/// ‖ |X| − S ‖ / ‖S‖; 0 of silence.
fn error(spectra: &[Complex<f32>], magnitudes: &[f32]) -> f32 {
    let (mut gap, mut size) = (0.0_f64, 0.0_f64);
    for (x, &wanted) in spectra.iter().zip(magnitudes) {
        gap += f64::from(x.norm_sqr().sqrt() - wanted).powi(2);
        size += f64::from(wanted).powi(2);
    }
    if size > 0.0 { (gap / size).sqrt() as f32 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::chirp::Chirp;
    use crate::tokenize::audio::log_mel::{Recipe, log_mel};

    fn go_on(_: f32) -> bool {
        true
    }

    fn spectrogram() -> LogMel {
        let audio = Chirp { from: 200.0, to: 4_000.0, seconds: 1.0, amplitude: 0.5 }.at_rate(16_000).unwrap();
        log_mel(audio.samples(), Params::default(), Recipe::Whisper, &mut go_on).unwrap()
    }

    #[test]
    fn what_is_heard_has_the_same_picture() {
        let before = spectrogram();
        let rebuilt = audible(&before, Settings::default(), &mut go_on).unwrap();
        assert_eq!(rebuilt.samples.len(), 99 * 160);
        let after = log_mel(&rebuilt.samples, before.params, Recipe::Whisper, &mut go_on).unwrap();
        // where it is loud: within 20 dB of the loudest
        let loudest = before.values.fold(0.0_f32, |largest, &x| largest.max(x));
        let loud = after.values.iter().zip(&before.values).filter(|(_, x)| **x > loudest - 0.5);
        let (sum, count) = loud.fold((0.0, 0), |(sum, n), (a, b)| (sum + (a - b).abs(), n + 1));
        assert!(count > 200 && sum / (count as f32) < 0.1, "{} of {count}", sum / count as f32);
    }

    #[test]
    fn every_step_comes_nearer_and_momentum_helps() {
        let magnitudes = mel_inverse::magnitudes(&spectrogram(), &mut go_on).unwrap();
        let run = |momentum| {
            let settings = Settings { momentum, ..Settings::default() };
            griffin_lim(&magnitudes, &Params::default(), settings, &mut go_on).unwrap().errors
        };
        let (plain, fast) = (run(0.0), run(0.99));
        assert!(plain.windows(2).all(|pair| pair[1] <= pair[0] * 1.001), "{plain:?}");
        assert!(fast[31] < plain[31] && fast[31] < 0.6 * fast[0], "{fast:?} {plain:?}");
    }

    #[test]
    fn a_seed_decides_and_bad_settings_have_names() {
        let spectrogram = spectrogram();
        let run = |seed| audible(&spectrogram, Settings { seed, steps: 3, momentum: 0.99 }, &mut go_on);
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
        let wide = LogMel { params: Params { hop_length: 300, ..spectrogram.params }, ..spectrogram.clone() };
        let error = audible(&wide, Settings::default(), &mut go_on);
        assert_eq!(error, Err(GriffinLimError::Overlap { hop: 300, window: 400 }));
        let stopped = audible(&spectrogram, Settings::default(), &mut |done: f32| done < 0.5);
        assert_eq!(stopped, Err(GriffinLimError::Spectrogram(LogMelError::Stopped)));
    }
}
