//! What is computed from sound in the worker (`modules/signals/sound.rs` is the far end): what is sent, what comes back.

use crate::matrix::Matrix;
use crate::parcel::Parcel;
use crate::sound_facts::{Facts, SoundError};
use crate::tokenize::audio::compare::{Unit, difference};
use crate::tokenize::audio::log_mel::{LogMel, Params, Recipe};
use crate::worker::Job;
use std::rc::Rc;
use web_sys::Blob;

/// Reads a file of WAVE samples, or makes the chirp, and keeps it in the worker under a number, if it has more than `half`
/// samples at 16 kHz: fewer make no frame, and the recording before stays.
pub struct Read {
    pub number: f64,
    /// Half a window.
    pub half: f64,
    /// The chirp if there is none.
    pub blob: Option<Blob>,
}

/// What the page knows of a recording: the samples are in the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Overview {
    pub facts: Facts,
    /// Lowest and highest sample of equal stretches.
    pub extents: Vec<(f32, f32)>,
}

impl Job for Read {
    const NAME: &'static str = "recording";
    const STOPS: bool = false;
    type Answer = Result<Overview, SoundError>;

    fn pack(self) -> Parcel {
        let parcel = Parcel::new().number(self.number).number(self.half);
        match self.blob {
            Some(blob) => parcel.value(&blob),
            None => parcel,
        }
    }

    fn unpack(answer: &Parcel) -> Option<Self::Answer> {
        if let Some(why) = refused(answer) {
            return Some(Err(why));
        }
        let number = |at| answer.number_at(at);
        let floats = answer.floats_at(7);
        let extents = floats.as_chunks().0.iter().map(|[low, high]| (*low, *high)).collect();
        let facts = Facts {
            seconds: number(1),
            channels: answer.size_at(2),
            rate: number(3) as u32,
            replaced: answer.size_at(4),
            missing: number(5),
            silent: number(6) > 0.0,
        };
        Some(Ok(Overview { facts, extents }))
    }
}

/// Both spectrograms of a window of the recording with that number.
pub struct MakeFrames {
    pub number: f64,
    /// Seconds.
    pub start: f64,
    pub params: Params,
}

/// A window of sound as frames.
pub struct Frames {
    /// At 16 kHz.
    pub samples: Vec<f32>,
    pub whisper: LogMel,
    pub torchaudio: LogMel,
    /// Whisper's minus torchaudio's, in decibels, over Whisper's frames.
    pub difference: Matrix,
}

impl Job for MakeFrames {
    const NAME: &'static str = "frames";
    const STOPS: bool = false;
    type Answer = Result<Spectrograms, SoundError>;

    fn pack(self) -> Parcel {
        params(Parcel::new().number(self.number).number(self.start), &self.params)
    }

    fn unpack(answer: &Parcel) -> Option<Self::Answer> {
        if let Some(why) = refused(answer) {
            return Some(Err(why));
        }
        Some(Ok(Spectrograms {
            samples: answer.floats_at(1),
            whisper: (answer.floats_at(2), answer.number_at(3) as f32),
            torchaudio: (answer.floats_at(4), answer.number_at(5) as f32),
        }))
    }
}

/// What comes back, before it is known to be of the size that was asked for.
pub struct Spectrograms {
    samples: Vec<f32>,
    whisper: (Vec<f32>, f32),
    torchaudio: (Vec<f32>, f32),
}

impl Spectrograms {
    /// `None` if they are not of these settings.
    pub fn of(self, params: Params) -> Option<Frames> {
        let log_mel = |(values, max_log10): (Vec<f32>, f32), recipe| {
            Some(LogMel { params, recipe, values: rows(values, params.n_mels)?, max_log10 })
        };
        let whisper = log_mel(self.whisper, Recipe::Whisper)?;
        let torchaudio = log_mel(self.torchaudio, Recipe::Torchaudio)?;
        let difference = difference(&whisper, &torchaudio, Unit::Decibels)?;
        Some(Frames { samples: self.samples, whisper, torchaudio, difference })
    }
}

/// Codes of frames: k-means ids, or residual codes of several levels.
pub struct MakeCodes {
    pub frames: Rc<Frames>,
    /// One k-means id a frame; otherwise `levels` residual codes.
    pub semantic: bool,
    pub codebook_size: usize,
    pub levels: usize,
    pub seed: u64,
}

/// What they are, and what they keep.
#[derive(Clone, Debug, PartialEq)]
pub struct Codes {
    /// Level after level: levels × frames.
    pub ids: Vec<u32>,
    /// Residual codes: mean squared error per entry with 0, 1 … levels. k-means: Σ ‖x − c‖² after each update.
    pub errors: Vec<f32>,
    /// ‖r‖ of every frame, level after level; empty for k-means.
    pub residual_norms: Vec<f32>,
    /// What the codes stand for, frame after frame: T × n_mels.
    pub rebuilt: Vec<f32>,
}

impl Job for MakeCodes {
    const NAME: &'static str = "sound_codes";
    const STOPS: bool = true;
    type Answer = Codes;

    fn pack(self) -> Parcel {
        let whisper = &self.frames.whisper;
        Parcel::new()
            .floats(whisper.values.as_slice().unwrap_or_default())
            .number(whisper.params.n_mels as f64)
            .text(if self.semantic { "semantic" } else { "residual" })
            .number(self.codebook_size as f64)
            .number(self.levels as f64)
            .number(self.seed as f64)
    }

    fn unpack(answer: &Parcel) -> Option<Self::Answer> {
        let (ids, errors) = (answer.ids_at(0), answer.floats_at(1));
        let codes = Codes { ids, errors, residual_norms: answer.floats_at(2), rebuilt: answer.floats_at(3) };
        (!codes.ids.is_empty()).then_some(codes)
    }
}

/// A signal that has Whisper's frames `values`.
pub struct MakeAudible {
    pub values: Vec<f32>,
    pub params: Params,
    pub max_log10: f32,
}

/// A signal at 16 kHz, and how far its magnitudes are from those wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebuilt {
    pub samples: Vec<f32>,
    /// ‖ |STFT(x)| − S ‖ / ‖S‖ after the last step.
    pub error: f32,
}

impl Job for MakeAudible {
    const NAME: &'static str = "audible";
    const STOPS: bool = true;
    type Answer = Result<Rebuilt, SoundError>;

    fn pack(self) -> Parcel {
        params(Parcel::new().floats(&self.values), &self.params).number(self.max_log10.into())
    }

    fn unpack(answer: &Parcel) -> Option<Self::Answer> {
        if let Some(why) = refused(answer) {
            return Some(Err(why));
        }
        Some(Ok(Rebuilt { samples: answer.floats_at(1), error: answer.floats_at(2).last().copied()? }))
    }
}

fn params(parcel: Parcel, params: &Params) -> Parcel {
    let numbers = [params.n_mels, params.hop_length, params.window_length];
    numbers.into_iter().fold(parcel, |parcel, number| parcel.number(number as f64))
}

/// The far end's reason, where it does not begin with `ok`.
fn refused(answer: &Parcel) -> Option<SoundError> {
    let code = answer.text_at(0);
    (code != "ok").then(|| SoundError::of(&code, [answer.number_at(1), answer.number_at(2)]))
}

/// Rows of so many numbers.
pub fn rows(values: Vec<f32>, columns: usize) -> Option<Matrix> {
    let rows = values.len().checked_div(columns)?;
    Matrix::from_shape_vec((rows, columns), values).ok()
}
