//! The spectrogram in f64, each step as it is written: the oracle of [`super::log_mel`].

use super::log_mel::{FLOOR, LogMelError, Params, Recipe};
use super::trace::{self, Energies};
use crate::matrix::Matrix64;
use ndarray::Axis;

/// frames × n_mels, by the sum of the discrete Fourier transform.
pub fn log_mel(samples: &[f32], params: Params, recipe: Recipe) -> Result<Matrix64, LogMelError> {
    let frames = params.check_samples(samples.len(), recipe)?;
    let bank = recipe.filterbank(&params);
    let mut values = Matrix64::zeros((frames, params.n_mels));
    for (k, mut row) in values.axis_iter_mut(Axis(0)).enumerate() {
        let Energies { mel, .. } = trace::energies(samples, k, &params, &bank);
        row.iter_mut().zip(mel).for_each(|(value, energy)| *value = energy);
    }
    let floored = values.mapv(|energy| energy.max(f64::from(FLOOR)));
    Ok(match recipe {
        Recipe::Torchaudio => floored.mapv(f64::ln),
        Recipe::Whisper => {
            let logarithms = floored.mapv(f64::log10);
            let largest = logarithms.fold(f64::NEG_INFINITY, |largest, &x| largest.max(x));
            logarithms.mapv(|x| trace::scaled(trace::clamped(x, largest)))
        }
    })
}
