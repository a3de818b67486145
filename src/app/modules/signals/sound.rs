//! Jobs of sound. The struct of the same name on the page (`app::sound::jobs`) tells what is sent and answered.

use super::facts::SoundError;
use super::parcel::Parcel;
use js_sys::Uint8Array;
use locus::matrix::Matrix;
use locus::signal::audio::{Audio, AudioError, Mixdown};
use locus::signal::chirp::Chirp;
use locus::signal::wav::{self, Wav, WavError};
use locus::tokenize::audio::griffin_lim::{self, GriffinLimError};
use locus::tokenize::audio::log_mel::{LogMel, LogMelError, Params, Recipe, log_mel};
use locus::tokenize::audio::resample::Resample;
use locus::tokenize::audio::{SAMPLE_RATE, WHISPER_SECONDS, rvq_fit, semantic};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

/// Bytes that are read of a file at a time.
const PIECE: u64 = 4 << 20;

/// Columns of the waveform of the whole recording.
const COLUMNS: usize = 1024;

type Progress<'a> = &'a mut dyn FnMut(f32) -> bool;

/// A recording at 16 kHz, and what was done to it.
struct Recording {
    audio: Audio,
    channels: usize,
    rate: u32,
    replaced: usize,
    missing: f64,
}

thread_local! {
    /// The recording that was read last, under its number: every window is cut from it here.
    static LAST: RefCell<Option<(f64, Recording)>> = const { RefCell::new(None) };
}

/// Reads a file of WAVE samples, or makes the chirp, and keeps it, if there are samples enough for a frame.
pub async fn recording(args: &Parcel, progress: Progress<'_>) -> Result<Parcel, JsValue> {
    let read = match args.get(2).dyn_into::<Blob>() {
        Ok(blob) => read(&blob, progress).await?,
        Err(_) => chirp(),
    };
    let recording = match read {
        Ok(recording) => recording,
        Err(why) => return Ok(refusal(&why)),
    };
    // Before it takes the place of the one that stands.
    let (found, half) = (recording.audio.samples().len() as f64, args.number_at(1));
    if found <= half {
        return Ok(refusal(&SoundError::TooShort(found, half)));
    }
    let numbers = [
        recording.audio.seconds(),
        recording.channels as f64,
        recording.rate.into(),
        recording.replaced as f64,
        recording.missing,
        f64::from(u8::from(recording.audio.is_silent())),
    ];
    let overview: Vec<f32> = recording.audio.overview(COLUMNS).iter().flat_map(|e| [e.low, e.high]).collect();
    LAST.set(Some((args.number_at(0), recording)));
    let answer = numbers.into_iter().fold(Parcel::new().text("ok"), Parcel::number);
    Ok(answer.floats(&overview))
}

fn chirp() -> Result<Recording, SoundError> {
    let audio = Chirp::default().at_rate(SAMPLE_RATE).map_err(unfit)?;
    Ok(Recording { audio, channels: 1, rate: SAMPLE_RATE, replaced: 0, missing: 0.0 })
}

/// A file, piece by piece: mixed and resampled as it comes.
async fn read(blob: &Blob, progress: Progress<'_>) -> Result<Result<Recording, SoundError>, JsValue> {
    let size = blob.size();
    let head = bytes(blob, 0.0, size.min(wav::HEAD as f64)).await?;
    let wav = match wav::look(&head, size as u64) {
        Ok(wav) => wav,
        Err(WavError::Audio(why)) => return Ok(Err(unfit(why))),
        Err(_) => return Ok(Err(SoundError::Damaged)),
    };
    let (Ok(mut mixdown), Ok(mut resample)) =
        (Mixdown::new(wav.channels), Resample::new(wav.rate, wav.frames()))
    else {
        return Ok(Err(SoundError::Rate(wav.rate.into())));
    };
    let step = PIECE / wav.block() as u64 * wav.block() as u64;
    let mut channels = vec![Vec::new(); wav.channels];
    let (mut mixed, mut at) = (Vec::new(), wav.data.start);
    while at < wav.data.end {
        let to = (at + step).min(wav.data.end);
        wav.decode(&bytes(blob, at as f64, to as f64).await?, &mut channels);
        mixed.clear();
        let slices: Vec<&[f32]> = channels.iter().map(Vec::as_slice).collect();
        if mixdown.mix(&slices, &mut mixed).is_err() || resample.push(&mixed).is_err() {
            return Ok(Err(SoundError::Damaged));
        }
        at = to;
        progress((at - wav.data.start) as f32 / (wav.data.end - wav.data.start) as f32);
    }
    let samples = resample.finish().map_err(|error| JsError::new(&error.to_string()))?;
    Ok(finished(samples, &wav, mixdown.replaced()))
}

fn finished(samples: Vec<f32>, wav: &Wav, replaced: usize) -> Result<Recording, SoundError> {
    let audio = Audio::mono(samples, SAMPLE_RATE).map_err(unfit)?.audio;
    Ok(Recording { audio, channels: wav.channels, rate: wav.rate, replaced, missing: wav.missing_seconds() })
}

async fn bytes(blob: &Blob, from: f64, to: f64) -> Result<Vec<u8>, JsValue> {
    let piece = blob.slice_with_f64_and_f64(from, to)?;
    Ok(Uint8Array::new(&JsFuture::from(piece.array_buffer()).await?).to_vec())
}

/// Both spectrograms of a window of the recording.
pub fn frames(args: &Parcel, progress: Progress) -> Parcel {
    let (number, start, params) = (args.number_at(0), args.number_at(1), params_at(args, 2));
    LAST.with_borrow(|last| {
        let Some((_, recording)) = last.as_ref().filter(|(of, _)| *of == number) else {
            return refusal(&SoundError::Empty);
        };
        let samples = recording.audio.window(start, WHISPER_SECONDS as f64);
        let both = log_mel(samples, params, Recipe::Whisper, &mut |share| progress(share / 2.0)).and_then(
            |whisper| {
                let other = &mut |share: f32| progress(0.5 + share / 2.0);
                Ok((whisper, log_mel(samples, params, Recipe::Torchaudio, other)?))
            },
        );
        match both {
            Ok((whisper, torchaudio)) => Parcel::new()
                .text("ok")
                .floats(samples)
                .floats(whisper.values.as_slice().unwrap_or_default())
                .number(whisper.max_log10.into())
                .floats(torchaudio.values.as_slice().unwrap_or_default())
                .number(torchaudio.max_log10.into()),
            Err(why) => refusal(&no_frames(&why)),
        }
    })
}

/// k-means ids or residual codes of frames.
pub fn sound_codes(args: &Parcel, progress: Progress) -> Parcel {
    let (n_mels, codes, levels) = (args.size_at(1), args.size_at(3), args.size_at(4));
    let seed = args.number_at(5) as u64;
    let frames = matrix(args.floats_at(0), n_mels);
    if args.text_at(2) == "semantic" {
        let fit = semantic::fit(frames.view(), codes, seed, progress);
        let rebuilt = fit.kmeans.decode(&fit.assignments);
        let errors: Vec<f32> = fit.errors.iter().map(|error| *error as f32).collect();
        return Parcel::new().ids(&fit.assignments).floats(&errors).floats(&[]).floats(&flat(&rebuilt));
    }
    let settings =
        rvq_fit::Settings { n_codebooks: levels, codebook_size: codes, seed, ..rvq_fit::Settings::default() };
    let fit = rvq_fit::fit(frames.view(), settings, progress);
    let errors: Vec<f32> = fit.errors.iter().map(|error| *error as f32).collect();
    Parcel::new()
        .ids(&fit.codes.concat())
        .floats(&errors)
        .floats(&fit.residual_norms.concat())
        .floats(&flat(&fit.reconstruct(levels)))
}

/// A signal that has these frames.
pub fn audible(args: &Parcel, progress: Progress) -> Parcel {
    let params = params_at(args, 1);
    let values = matrix(args.floats_at(0), params.n_mels);
    let spectrogram = LogMel { params, recipe: Recipe::Whisper, values, max_log10: args.number_at(4) as f32 };
    match griffin_lim::audible(&spectrogram, griffin_lim::Settings::default(), progress) {
        Ok(rebuilt) => Parcel::new().text("ok").floats(&rebuilt.samples).floats(&rebuilt.errors),
        Err(GriffinLimError::Overlap { hop, window }) => {
            refusal(&SoundError::Overlap(hop as f64, window as f64))
        }
        Err(GriffinLimError::Frames(frames)) => refusal(&SoundError::TooShort(
            (frames * params.hop_length) as f64,
            params.window_length as f64 / 2.0,
        )),
        Err(GriffinLimError::Spectrogram(why)) => refusal(&no_frames(&why)),
    }
}

/// n_mels, hop and window.
fn params_at(args: &Parcel, at: u32) -> Params {
    Params { n_mels: args.size_at(at), hop_length: args.size_at(at + 1), window_length: args.size_at(at + 2) }
}

/// Rows of so many numbers; none if they do not come out even.
fn matrix(values: Vec<f32>, columns: usize) -> Matrix {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    Matrix::from_shape_vec((rows, columns), values).unwrap_or_default()
}

fn flat(matrix: &Matrix) -> Vec<f32> {
    matrix.iter().copied().collect()
}

fn unfit(why: AudioError) -> SoundError {
    match why {
        AudioError::Empty => SoundError::Empty,
        AudioError::Channels(n) => SoundError::Channels(n as f64),
        AudioError::Uneven { .. } => SoundError::Damaged,
        AudioError::Rate(hz) => SoundError::Rate(hz.into()),
        AudioError::TooLong { seconds } => SoundError::TooLong(seconds),
    }
}

fn no_frames(why: &LogMelError) -> SoundError {
    match *why {
        LogMelError::TooShort { found, half } => SoundError::TooShort(found as f64, half as f64),
        _ => SoundError::Damaged,
    }
}

fn refusal(why: &SoundError) -> Parcel {
    let (code, numbers) = why.code();
    numbers.into_iter().fold(Parcel::new().text(code), Parcel::number)
}
