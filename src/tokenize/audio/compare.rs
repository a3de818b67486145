//! Two recipes, one sound: where their pictures differ.
//!
//! The raw numbers have different units (a scaled log10 and a natural logarithm). In decibels both are
//! 10 log10 of a band's energy, and what is left of the difference is the filterbank (Slaney's area 1 against HTK's
//! height 1, other centres) and Whisper's clamp.

use super::log_mel::{LogMel, Recipe};
use crate::matrix::Matrix;
use ndarray::s;
use std::f32::consts::LN_10;

/// In which unit the difference is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The numbers as a model would get them.
    AsGiven,
    /// 10 log10 of the energy.
    Decibels,
}

/// a − b over the frames that both have; `None` if their bands or hops differ.
pub fn difference(a: &LogMel, b: &LogMel, unit: Unit) -> Option<Matrix> {
    if a.params.n_mels != b.params.n_mels || a.params.hop_length != b.params.hop_length {
        return None;
    }
    let frames = a.values.nrows().min(b.values.nrows());
    let part = |spectrogram: &LogMel| {
        let values = spectrogram.values.slice(s![..frames, ..]);
        match unit {
            Unit::AsGiven => values.to_owned(),
            Unit::Decibels => values.mapv(|x| decibels(x, spectrogram.recipe)),
        }
    };
    Some(part(a) - part(b))
}

/// What a number of a recipe is in decibels of energy.
pub fn decibels(value: f32, recipe: Recipe) -> f32 {
    match recipe {
        Recipe::Whisper => 10.0 * (4.0 * value - 4.0),
        Recipe::Torchaudio => 10.0 * value / LN_10,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::chirp::Chirp;
    use crate::tokenize::audio::log_mel::{Params, log_mel};

    #[test]
    fn what_is_left_in_decibels_is_the_height_of_the_triangles() {
        let chirp = Chirp { from: 2_000.0, to: 2_000.0, seconds: 0.5, amplitude: 0.5 };
        let audio = chirp.at_rate(16_000).unwrap();
        let run = |recipe| log_mel(audio.samples(), Params::default(), recipe, &mut |_: f32| true).unwrap();
        let (whisper, torchaudio) = (run(Recipe::Whisper), run(Recipe::Torchaudio));
        let gap = difference(&whisper, &torchaudio, Unit::Decibels).unwrap();
        assert_eq!(gap.dim(), (50, 80));
        // near 2 kHz a triangle of area 1 is 2/(p_{m+2} − p_m) ≈ 1/90 high: some 20 dB lower. The bands of one number
        // have other centres, so it is the loudest of each that are compared
        let loudest = |spectrogram: &LogMel| {
            let row = spectrogram.values.row(25);
            row.iter().map(|&x| decibels(x, spectrogram.recipe)).fold(f32::NEG_INFINITY, f32::max)
        };
        let height = loudest(&whisper) - loudest(&torchaudio);
        assert!((-23.0..-17.0).contains(&height), "{height}");
        let at = |spectrogram: &LogMel| decibels(spectrogram.values[[25, 30]], spectrogram.recipe);
        assert_eq!(gap[[25, 30]], at(&whisper) - at(&torchaudio));
        let given = difference(&whisper, &torchaudio, Unit::AsGiven).unwrap();
        assert_eq!(given[[3, 4]], whisper.values[[3, 4]] - torchaudio.values[[3, 4]]);
    }

    #[test]
    fn other_frames_cannot_be_compared() {
        let run = |hop_length| {
            let params = Params { hop_length, ..Params::default() };
            log_mel(&[0.1; 1_600], params, Recipe::Whisper, &mut |_: f32| true).unwrap()
        };
        assert_eq!(difference(&run(160), &run(80), Unit::AsGiven), None);
    }
}
