//! What the sound lane says.

use super::super::sound_facts::{Facts, SoundError};
use crate::picture::format::{grouped, significant};

pub struct Sound {
    // The rail.
    pub stage_frames: &'static str,
    pub stage_codes: &'static str,
    pub stage_stem: &'static str,
    pub samples: fn(usize) -> String,

    // Where a sound is chosen.
    pub open: &'static str,
    pub record: &'static str,
    pub stop_recording: &'static str,
    pub loudness: &'static str,
    pub wave: &'static str,
    /// From, to, of so many seconds.
    pub window: fn(f64, f64, f64) -> String,
    pub reading: &'static str,
    pub framing: &'static str,
    pub fitting: &'static str,
    pub facts: fn(&Facts) -> String,
    pub error: fn(&SoundError) -> String,

    // To be heard.
    pub play_original: &'static str,
    pub play_frames: &'static str,
    pub play_codes: &'static str,
    pub stop: &'static str,
    /// Per cent.
    pub making: fn(u32) -> String,
    /// The relative error of the magnitudes.
    pub convergence: fn(&str) -> String,
    pub listen_hint: &'static str,

    // The signal and one frame.
    /// Samples, seconds.
    pub signal_title: fn(usize, f64) -> String,
    pub signal_lead: &'static str,
    pub waveform: &'static str,
    pub time_axis: &'static str,
    pub value_axis: &'static str,
    pub frame_n: fn(usize) -> String,
    /// Its number, its samples, the sample in its middle.
    pub frame_title: fn(usize, usize, usize) -> String,
    pub frame_lead: &'static str,
    pub samples_and_window: &'static str,
    pub samples_curve: &'static str,
    pub window_curve: &'static str,
    pub windowed: &'static str,
    pub spectrum: &'static str,
    pub sample_axis: &'static str,
    pub khz_axis: &'static str,
    pub power_axis: &'static str,
    /// Bin, Hz, power.
    pub loudest: fn(usize, &str, &str) -> String,

    // The frames.
    /// Frames, bands, milliseconds between two.
    pub tokens_title: fn(usize, usize, &str) -> String,
    pub tokens_lead: &'static str,
    pub delta_t: &'static str,
    pub delta_f: &'static str,
    pub product: &'static str,
    pub hop: &'static str,
    pub bins: &'static str,
    pub band: &'static str,
    pub frame: &'static str,
    pub whisper: &'static str,
    /// Band; its energy, log10, clamped, scaled.
    pub arithmetic: fn(usize, [&str; 4]) -> String,
    pub not_whisper: &'static str,
    pub torchaudio: &'static str,
    pub torchaudio_hint: &'static str,
    pub difference: &'static str,
    pub difference_hint: &'static str,

    // The filterbanks.
    pub filters: &'static str,
    pub filters_title: fn(usize) -> String,
    pub filters_lead: &'static str,
    /// Height of Slaney's first and last triangle.
    pub heights: fn(&str, &str) -> String,
    /// Bands without a bin: Slaney, HTK.
    pub empty_bands: fn(usize, usize) -> String,
    pub height_axis: &'static str,

    // The routes.
    pub routes_title: &'static str,
    pub routes_lead: &'static str,
    /// Frames and vectors of 30 seconds, and whether the setting is Whisper's.
    pub thirty: fn(usize, usize, bool) -> String,
    pub continuous: &'static str,
    pub discrete: &'static str,
    pub lane_mel: &'static str,
    pub lane_conv: &'static str,
    /// Hz.
    pub lane_semantic: fn(usize) -> String,
    /// Levels.
    pub lane_here: fn(usize) -> String,
    /// The codec, its codebooks.
    pub lane_codec: fn(&str, usize) -> String,

    // Codes.
    pub discrete_title: &'static str,
    pub discrete_lead: &'static str,
    /// Frames, runs of equal ids.
    pub semantic_title: fn(usize, usize) -> String,
    pub semantic_lead: &'static str,
    /// Levels, bits per second, per cent of the squared error that is left.
    pub residual_title: fn(usize, &str, &str) -> String,
    pub residual_lead: &'static str,
    /// Codes and frames, where there are hardly more frames than codes.
    pub too_many_codes: fn(usize, usize) -> String,
    pub error_curve: &'static str,
    pub levels_axis: &'static str,
    pub error_axis: &'static str,
    pub residuals: &'static str,
    pub level: &'static str,
    pub level_n: fn(usize) -> String,
    pub kept: &'static str,
    pub codecs_title: &'static str,
    pub codecs_lead: &'static str,
    pub col_codec: &'static str,
    pub col_tokens: &'static str,
    pub col_bits: &'static str,
    pub here: &'static str,

    // The convolutions.
    /// Frames, vectors.
    pub stem_title: fn(usize, usize) -> String,
    pub stem_lead: &'static str,
    /// c, and the number in the matrix.
    pub mixed_in: fn(&str, usize, &str) -> String,
    pub vectors_lead: &'static str,
    /// A vector; the first and last frame that it sees.
    pub reach: fn(usize, isize, usize) -> String,
}

/// Seconds with so many decimals as are of use.
pub fn time(seconds: f64) -> String {
    if seconds >= 60.0 { grouped(seconds.round() as usize) } else { significant(seconds, 3) }
}
