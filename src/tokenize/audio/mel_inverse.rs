//! From mel energies back to a power spectrum: the filterbank has fewer bands than bins, so this is a guess.
//!
//! The power P ≥ 0 with the smallest ‖W P − E‖² per frame, by the multiplicative rule P ← P · WᵀE / WᵀW P (Lee and
//! Seung 2001), which never leaves P ≥ 0 and never makes the error larger. Bins that no triangle holds stay 0: what
//! was there is lost.

use super::log_mel::{LogMel, Recipe};
use super::mel::Packed;
use super::{Progress, log_mel::LogMelError};
use crate::matrix::Matrix;

/// Steps of the rule: the energies are then met within about 2 %.
const STEPS: usize = 30;

/// Frames between two reports of progress.
const REPORT: usize = 256;

/// The energy of a band that a number of the recipe stands for.
pub fn energy(value: f32, recipe: Recipe) -> f32 {
    match recipe {
        Recipe::Whisper => 10_f32.powf(4.0 * value - 4.0),
        Recipe::Torchaudio => value.exp(),
    }
}

/// |X| of every frame (frames × bins): the square root of the power that explains the energies.
pub fn magnitudes(spectrogram: &LogMel, progress: Progress) -> Result<Matrix, LogMelError> {
    let LogMel { params, recipe, values, .. } = spectrogram;
    params.check()?;
    let filters = recipe.filterbank(params).packed();
    let (frames, bins) = (values.nrows(), params.bins());
    let mut magnitudes = Matrix::zeros((frames, bins));
    let mut rule = Rule::new(params.n_mels, bins);
    for (k, mut magnitude) in magnitudes.rows_mut().into_iter().enumerate() {
        if k % REPORT == 0 && !progress(k as f32 / frames as f32) {
            return Err(LogMelError::Stopped);
        }
        let energies: Vec<f32> = values.row(k).iter().map(|&value| energy(value, *recipe)).collect();
        let power = rule.run(&filters, &energies);
        magnitude.iter_mut().zip(power).for_each(|(magnitude, power)| *magnitude = power.sqrt());
    }
    progress(1.0);
    Ok(magnitudes)
}

/// The multiplicative rule for one frame after another, in the same memory.
struct Rule {
    power: Vec<f32>,
    /// Wᵀ E.
    wanted: Vec<f32>,
    /// W P.
    bands: Vec<f32>,
    /// Wᵀ W P.
    found: Vec<f32>,
}

impl Rule {
    fn new(n_mels: usize, bins: usize) -> Self {
        Rule {
            power: vec![0.0; bins],
            wanted: vec![0.0; bins],
            bands: vec![0.0; n_mels],
            found: vec![0.0; bins],
        }
    }

    fn run(&mut self, filters: &Packed, energies: &[f32]) -> &[f32] {
        self.wanted.fill(0.0);
        filters.spread(energies, &mut self.wanted);
        self.power.copy_from_slice(&self.wanted);
        for _ in 0..STEPS {
            filters.apply(&self.power, &mut self.bands);
            self.found.fill(0.0);
            filters.spread(&self.bands, &mut self.found);
            for ((power, wanted), found) in self.power.iter_mut().zip(&self.wanted).zip(&self.found) {
                *power *= wanted / found.max(f32::MIN_POSITIVE);
            }
        }
        &self.power
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::chirp::Chirp;
    use crate::tokenize::audio::log_mel::{Params, log_mel};

    #[test]
    fn the_power_explains_the_energies() {
        let audio = Chirp { seconds: 0.5, ..Default::default() }.at_rate(16_000).unwrap();
        for recipe in [Recipe::Whisper, Recipe::Torchaudio] {
            let params = Params::default();
            let spectrogram = log_mel(audio.samples(), params, recipe, &mut |_: f32| true).unwrap();
            let magnitudes = magnitudes(&spectrogram, &mut |_: f32| true).unwrap();
            assert!(magnitudes.iter().all(|x| x.is_finite() && *x >= 0.0));
            let bank = recipe.filterbank(&params);
            let (mut gap, mut size) = (0.0, 0.0);
            for (row, values) in magnitudes.rows().into_iter().zip(spectrogram.values.rows()) {
                let power: Vec<f64> = row.iter().map(|&x| f64::from(x * x)).collect();
                for (got, &value) in bank.apply(&power).iter().zip(values) {
                    let want = f64::from(energy(value, recipe));
                    (gap, size) = (gap + (got - want).powi(2), size + want * want);
                }
            }
            assert!((gap / size).sqrt() < 0.03, "{recipe:?}: {}", (gap / size).sqrt());
        }
    }
}
