//! `logmel.json`: Whisper's spectrogram and torchaudio's, by the plain functions and by the fast ones.

use super::numbers::Numbers;
use super::report::Report;
use super::signals::signal;
use locus::tokenize::audio::log_mel::{Params, Recipe, log_mel, pad_or_trim};
use locus::tokenize::audio::reference;
use ndarray::ArrayD;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::collections::HashMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    signal: String,
    n_samples: usize,
    sample_rate: u32,
    signal_float32: Vec<f32>,
    #[serde(rename = "signal_sha256_le_f32")]
    _sha256: String,
    whisper: Picture,
    torchaudio_seed: Picture,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Picture {
    n_mels: usize,
    shape: [usize; 2],
    log_mel_float32: Numbers,
    #[serde(rename = "max_abs_diff_vs_float64_reference")]
    rounding: f64,
    #[serde(rename = "hf_feature_extractor_max_abs_diff")]
    _hugging_face: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Padded {
    signal: String,
    n_samples: usize,
    padded_to: usize,
    n_mels: usize,
    shape: [usize; 2],
    min: f64,
    max: f64,
    mean: f64,
    /// Band, frame, value.
    spots: Vec<(usize, usize, f64)>,
    #[serde(rename = "note")]
    _note: String,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, value) in cases {
        let at = format!("/{kind}");
        match kind.as_str() {
            "cases" => report.each(&at, value, case),
            "padded_30s" => {
                if let Some(case) = report.parse(&at, value) {
                    padded(report, &at, case);
                }
            }
            _ => report.unknown(&kind, &at),
        }
    }
}

fn case(report: &mut Report, at: &str, case: Case) {
    let samples = &case.signal_float32;
    report.holds(at, case.n_samples == samples.len(), "n_samples is not the number of samples");
    report.holds(at, case.sample_rate == locus::tokenize::audio::SAMPLE_RATE, "the rate is not 16 kHz");
    if let Some(made) = signal(&case.signal, samples.len()) {
        let same = made.iter().zip(samples).all(|(a, b)| (a - b).abs() < 1e-6);
        report.holds(at, same, "the samples are not what the description says");
    }
    let recipes = [
        ("whisper", "log_mel_whisper", Recipe::Whisper, &case.whisper),
        ("torchaudio_seed", "log_mel_torchaudio", Recipe::Torchaudio, &case.torchaudio_seed),
    ];
    for (field, subject, recipe, picture) in recipes {
        let at = format!("{at}/{field}");
        report.holds(&at, picture.shape == picture.log_mel_float32.0.shape(), "shape is not the picture's");
        for plain in [true, false] {
            match spectrogram(samples, picture.n_mels, recipe, plain) {
                Ok(values) => {
                    let values = without_rounding(values, picture, plain);
                    report.equal(subject, &at, values, &picture.log_mel_float32.0);
                }
                Err(error) => report.fail(&at, error),
            }
        }
    }
}

/// How far below the loudest band (e^−18.4: 80 dB, what Whisper keeps) rounding of the reference's float32 transform
/// begins to show.
const FLOAT32_RANGE: f64 = 18.4;

/// Takes the reference's value where that is too quiet for float32 and ours is as near as the file says float64 is;
/// the fast transform is float32 too, so it has rounding of its own.
fn without_rounding(mut values: ArrayD<f64>, picture: &Picture, plain: bool) -> ArrayD<f64> {
    let want = &picture.log_mel_float32.0;
    let loudest = want.fold(f64::NEG_INFINITY, |loudest, &x| loudest.max(x));
    let allowed = if plain { 1.1 * picture.rounding } else { 2.5 * picture.rounding };
    for (value, &want) in values.iter_mut().zip(want) {
        if want < loudest - FLOAT32_RANGE && (*value - want).abs() <= allowed {
            *value = want;
        }
    }
    values
}

fn padded(report: &mut Report, at: &str, case: Padded) {
    let Some(samples) = signal(&case.signal, case.n_samples) else {
        return report.fail(at, "the signal's description is not understood");
    };
    let samples = pad_or_trim(&samples);
    report.holds(at, case.padded_to == samples.len(), "30 seconds have another length");
    let values = match spectrogram(&samples, case.n_mels, Recipe::Whisper, false) {
        Ok(values) => values,
        Err(error) => return report.fail(at, error),
    };
    report.holds(at, case.shape == values.shape(), "the shape is another one");
    let mut equal = |field: &str, got, want| {
        report.equal_number("log_mel_30_seconds", &format!("{at}/{field}"), got, want)
    };
    equal("min", values.fold(f64::INFINITY, |least, &x| least.min(x)), case.min);
    equal("max", values.fold(f64::NEG_INFINITY, |largest, &x| largest.max(x)), case.max);
    equal("mean", values.mean().unwrap_or(f64::NAN), case.mean);
    for (number, &(band, frame, want)) in case.spots.iter().enumerate() {
        let got = values.get(&[band, frame][..]).copied().unwrap_or(f64::NAN);
        equal(&format!("spots/{number}"), got, want);
    }
}

type Key = (Vec<u32>, usize, Recipe, bool);

/// bands × frames, as the file has it. Kept, since the test of the test asks for the same one some hundred times.
fn spectrogram(samples: &[f32], n_mels: usize, recipe: Recipe, plain: bool) -> Result<ArrayD<f64>, String> {
    thread_local! {
        static MADE: RefCell<HashMap<Key, Result<ArrayD<f64>, String>>> = RefCell::default();
    }
    let key = (samples.iter().map(|x| x.to_bits()).collect(), n_mels, recipe, plain);
    let make = || {
        let params = Params { n_mels, ..Params::default() };
        let values = if plain {
            reference::log_mel(samples, params, recipe).map_err(|error| error.to_string())?
        } else {
            let fast = log_mel(samples, params, recipe, &mut |_: f32| true);
            fast.map_err(|error| error.to_string())?.values.mapv(f64::from)
        };
        Ok(values.reversed_axes().into_dyn())
    };
    MADE.with_borrow_mut(|made| made.entry(key).or_insert_with(make).clone())
}
