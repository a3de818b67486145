use super::log_mel::{FLOOR, LogMelError, Params, Recipe, log_mel, pad_or_trim};
use super::trace;
use super::{reference, resample};
use crate::matrix::{max_abs_diff, to_f64};
use crate::signal::chirp::Chirp;
use ndarray::{Axis, s};

fn chirp() -> Vec<f32> {
    Chirp { seconds: 1.0, ..Default::default() }.at_rate(16_000).unwrap().samples().to_vec()
}

fn go_on(_: f32) -> bool {
    true
}

/// The largest difference where the sound is within e^16 (70 dB) of the loudest band. Below that f32 rounding of the
/// loud bins is as large as what is there; Whisper clamps it away, the other recipe shows it.
fn gap_of_the_loud<'a>(
    got: impl Iterator<Item = &'a f32>,
    want: impl Iterator<Item = &'a f64> + Clone,
) -> f64 {
    let largest = want.clone().fold(f64::NEG_INFINITY, |largest, &x| largest.max(x));
    let pairs = got.zip(want).filter(|(_, want)| **want > largest - 16.0);
    pairs.map(|(got, want)| (f64::from(*got) - want).abs()).fold(0.0, f64::max)
}

#[test]
fn the_fast_path_is_the_plain_one_whatever_the_sliders_say() {
    let samples: Vec<f32> = chirp().into_iter().take(2_400).collect();
    for recipe in [Recipe::Whisper, Recipe::Torchaudio] {
        for (n_mels, hop_length, window_length) in
            [(80, 160, 400), (128, 160, 400), (1, 16, 32), (40, 500, 254), (256, 200, 1_024)]
        {
            let params = Params { n_mels, hop_length, window_length };
            let fast = log_mel(&samples, params, recipe, &mut go_on).unwrap().values;
            let plain = reference::log_mel(&samples, params, recipe).unwrap();
            let gap = match recipe {
                Recipe::Whisper => max_abs_diff(to_f64(&fast).view(), plain.view()).unwrap(),
                Recipe::Torchaudio => gap_of_the_loud(fast.iter(), plain.iter()),
            };
            assert!(gap < 1e-3, "{recipe:?} {params:?}: {gap}");
        }
    }
}

/// (−10 + 4)/4, and ln 1e−10.
#[test]
fn silence_has_one_value() {
    let values = |recipe| log_mel(&[0.0; 1_600], Params::default(), recipe, &mut go_on).unwrap().values;
    let whisper = values(Recipe::Whisper);
    assert_eq!(whisper.dim(), (10, 80));
    assert!(whisper.iter().all(|x| (x + 1.5).abs() < 1e-6));
    let torchaudio = values(Recipe::Torchaudio);
    assert_eq!(torchaudio.dim(), (11, 80));
    assert!(torchaudio.iter().all(|x| (x - FLOOR.ln()).abs() < 1e-5));
}

/// Sound that comes ten hops later makes the same frames ten rows down.
#[test]
fn a_shift_by_hops_shifts_the_frames() {
    let samples = chirp();
    let later: Vec<f32> = std::iter::repeat_n(0.0, 10 * 160).chain(samples.iter().copied()).collect();
    let run = |samples: &[f32]| log_mel(samples, Params::default(), Recipe::Torchaudio, &mut go_on).unwrap();
    let (early, late) = (run(&samples).values, run(&later).values);
    // not the frames that reach over an end
    assert_eq!(early.slice(s![2..98, ..]), late.slice(s![12..108, ..]));
}

/// Twice as loud is log10 4 more energy in every band that is not clamped.
#[test]
fn loudness_is_an_offset() {
    let quiet: Vec<f32> = chirp().iter().map(|x| x / 2.0).collect();
    let run = |samples: &[f32]| log_mel(samples, Params::default(), Recipe::Whisper, &mut go_on).unwrap();
    let (loud, quiet) = (run(&chirp()), run(&quiet));
    let offset = 4_f32.log10() / 4.0;
    assert!(loud.values.iter().zip(&quiet.values).all(|(a, b)| (a - b - offset).abs() < 1e-5));
}

/// The loudest band is the one whose triangle holds the chirp's frequency.
#[test]
fn the_chirp_climbs_the_bands() {
    let chirp = Chirp { from: 500.0, to: 7_000.0, seconds: 1.0, amplitude: 0.5 };
    let samples = chirp.at_rate(16_000).unwrap();
    let params = Params::default();
    let bank = Recipe::Whisper.filterbank(&params);
    let values = log_mel(samples.samples(), params, Recipe::Whisper, &mut go_on).unwrap().values;
    for k in 5..95 {
        let row = values.index_axis(Axis(0), k);
        let loudest = (0..80).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap();
        let frequency = chirp.frequency(k as f64 * 0.01);
        assert!(
            (bank.points[loudest.saturating_sub(1)]..=bank.points[loudest + 3]).contains(&frequency),
            "frame {k}: band {loudest}, {frequency} Hz"
        );
    }
}

#[test]
fn every_step_of_a_frame_is_kept() {
    let samples = chirp();
    for recipe in [Recipe::Whisper, Recipe::Torchaudio] {
        let spectrogram = log_mel(&samples, Params::default(), recipe, &mut go_on).unwrap();
        let frames = spectrogram.values.nrows();
        for k in [0, 50, frames - 1] {
            let trace = trace::frame(&samples, &spectrogram, k).unwrap();
            let row = spectrogram.values.row(k);
            let gap = gap_of_the_loud(row.iter(), trace.output().iter());
            assert!(gap < 1e-3, "{recipe:?} {k}: {gap}");
            assert_eq!(trace.energies.power.len(), 201);
        }
        assert!(trace::frame(&samples, &spectrogram, frames).is_none());
    }
}

#[test]
fn bad_settings_have_names() {
    let run = |samples: &[f32], params| log_mel(samples, params, Recipe::Whisper, &mut go_on).unwrap_err();
    let params = Params::default();
    assert_eq!(run(&[0.0; 200], params), LogMelError::TooShort { found: 200, half: 200 });
    assert_eq!(run(&[0.0; 999], Params { n_mels: 0, ..params }), LogMelError::NMels(0));
    assert_eq!(run(&[0.0; 999], Params { hop_length: 0, ..params }), LogMelError::HopLength(0));
    assert_eq!(run(&[0.0; 999], Params { window_length: 401, ..params }), LogMelError::WindowLength(401));
    let fine = Params { n_mels: 256, hop_length: 16, ..params };
    assert!(matches!(run(&vec![0.0; 16_000 * 120], fine), LogMelError::TooLarge { .. }));
    assert!(params.check_samples(30 * 60 * 16_000, Recipe::Whisper).is_ok());
    assert!(params.is_whisper() && !fine.is_whisper());
}

#[test]
fn it_can_be_stopped_and_says_how_far_it_is() {
    let mut told = Vec::new();
    let mut stop_at_half = |done: f32| {
        told.push(done);
        done < 0.5
    };
    let samples = pad_or_trim(&chirp());
    let stopped = log_mel(&samples, Params::default(), Recipe::Whisper, &mut stop_at_half);
    assert_eq!(stopped, Err(LogMelError::Stopped));
    assert!(told.len() > 4 && told.is_sorted(), "{told:?}");
}

#[test]
fn thirty_seconds_are_3000_frames() {
    let spectrogram = log_mel(&pad_or_trim(&chirp()), Params::default(), Recipe::Whisper, &mut go_on);
    assert_eq!(spectrogram.unwrap().values.dim(), (3_000, 80));
    assert_eq!(pad_or_trim(&vec![0.1; 500_000]).len(), 480_000);
}

/// The whole way from another rate: the same chirp, recorded at 44.1 kHz.
#[test]
fn a_recording_at_another_rate_gives_nearly_the_same_picture() {
    let chirp = Chirp { from: 200.0, to: 6_000.0, seconds: 1.0, amplitude: 0.5 };
    let recorded = chirp.at_rate(44_100).unwrap();
    let resampled = resample::resample(recorded.samples(), recorded.rate()).unwrap();
    let direct = chirp.at_rate(16_000).unwrap();
    let run = |samples: &[f32]| log_mel(samples, Params::default(), Recipe::Whisper, &mut go_on).unwrap();
    let (a, b) = (run(&resampled).values, run(direct.samples()).values);
    // where the chirp is: within 80 dB of the clamp everything else is the resampler's own floor
    let bright = b.iter().zip(&a).filter(|(b, _)| **b > 0.5);
    let (count, worst) =
        bright.fold((0, 0.0_f32), |(count, worst), (b, a)| (count + 1, worst.max((a - b).abs())));
    assert!(count > 200 && worst < 0.02, "{count} {worst}");
}
