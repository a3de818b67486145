//! What the reader can set of pictures, sound and the sequence made of them: struct, defaults and schema side by side.

use super::field::{Access, Field, part_field};
use crate::position::parameter::{Kind, Value};

/// See [`FIELDS`] for what each is.
#[derive(Clone, Debug, PartialEq)]
pub struct Media {
    pub image: &'static str,
    pub image_fit: &'static str,
    pub image_size: u64,
    pub patch_size: u64,
    pub patch_order: &'static str,
    pub patch_edge: &'static str,
    pub image_tokens: &'static str,
    pub mask_ratio: f64,
    pub patch: u64,
    pub sound: &'static str,
    pub sound_start: f64,
    pub n_mels: &'static str,
    pub hop_length: u64,
    pub win_length: u64,
    pub audio_tokens: &'static str,
    pub frame: u64,
    pub codebook_size: u64,
    pub n_codebooks: u64,
    pub parts: Vec<&'static str>,
    pub pad_to: u64,
}

impl Default for Media {
    fn default() -> Self {
        Media {
            image: "chelsea",
            image_fit: "crop",
            image_size: 224,
            patch_size: 16,
            patch_order: "hwc",
            patch_edge: "crop",
            image_tokens: "patches",
            mask_ratio: 0.0,
            patch: 0,
            sound: "speech",
            sound_start: 0.0,
            n_mels: "80",
            hop_length: 160,
            win_length: 400,
            audio_tokens: "frames",
            frame: 0,
            codebook_size: 64,
            n_codebooks: 8,
            parts: vec!["cls", "text", "sep", "image", "audio", "pad"],
            pad_to: 0,
        }
    }
}

/// Kinds of signal: the choices of `mode`.
pub const MODES: &[&str] = &["text", "image", "audio", "mixed"];

/// What a mixed sequence can be built of.
pub const PARTS: &[&str] = &["cls", "text", "sep", "image", "audio", "pad"];

/// A field that stands in [`State::media`](super::State::media).
macro_rules! media {
    ($($field:tt)*) => {
        part_field!(media, $($field)*)
    };
}

const fn integer(min: u64, max: u64, step: u64) -> Kind {
    Kind::Integer { min, max, step }
}

const fn number(min: f64, max: f64) -> Kind {
    Kind::Number { min, max, log: false }
}

/// Schema of [`Media`].
pub const FIELDS: &[Field] = &[
    media!(
        image,
        Choice,
        Kind::Choice(|| &["chelsea", "coffee", "rocket", "own"]),
        "the picture; own is the reader's, which no link carries"
    ),
    media!(
        image_fit,
        Choice,
        Kind::Choice(|| &["crop", "stretch"]),
        "how the picture becomes square: its middle, or all of it squeezed"
    ),
    media!(image_size, Integer, integer(32, 512, 4), "side of the square picture in pixels"),
    media!(patch_size, Integer, integer(4, 64, 1), "side of a patch in pixels"),
    media!(
        patch_order,
        Choice,
        Kind::Choice(|| &["hwc", "chw"]),
        "order of a patch's numbers: row, column, channel (JAX) or channel, row, column (torch)"
    ),
    media!(
        patch_edge,
        Choice,
        Kind::Choice(|| &["crop", "pad"]),
        "what happens to pixels that fill no whole patch"
    ),
    media!(
        image_tokens,
        Choice,
        Kind::Choice(|| &["patches", "codes", "pooled"]),
        "what a token of a picture is: a patch, the code nearest to it, or a mean of neighbours"
    ),
    media!(
        mask_ratio,
        Number,
        number(0.0, 0.95),
        "share of patches that are hidden, as MAE does in training"
    ),
    media!(patch, Integer, integer(0, 16_383, 1), "the patch that is looked at, from 0"),
    media!(
        sound,
        Choice,
        Kind::Choice(|| &["speech", "chirp", "own"]),
        "the sound; own is the reader's, which no link carries"
    ),
    media!(sound_start, Number, number(0.0, 7_200.0), "where the window of up to 30 s begins, in seconds"),
    media!(n_mels, Choice, Kind::Choice(|| &["80", "128"]), "mel bands; 80, or 128 as Whisper large-v3"),
    media!(hop_length, Integer, integer(40, 800, 1), "samples between two frames; Whisper's is 160"),
    media!(win_length, Integer, integer(64, 1_600, 2), "samples in a frame's window; Whisper's is 400"),
    media!(
        audio_tokens,
        Choice,
        Kind::Choice(|| &["frames", "semantic", "codes"]),
        "what a token of sound is: the convolution stem's vector, a k-means id, or residual codes"
    ),
    media!(frame, Integer, integer(0, 8_191, 1), "the frame that is looked at, from 0"),
    media!(codebook_size, Integer, integer(2, 1_024, 1), "codes in a fitted codebook"),
    media!(n_codebooks, Integer, integer(1, 16, 1), "levels of the residual quantiser"),
    // A sequence of no parts is nothing to look at, and has no control on it to put one back.
    media!(parts, Set, Kind::Some(|| PARTS), "mode mixed: what the sequence is built of, in this order"),
    media!(
        pad_to,
        Integer,
        integer(0, 512, 1),
        "mode mixed: [PAD] fills the sequence up to this length; 0 adds none"
    ),
];
