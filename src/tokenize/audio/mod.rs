//! Sound becomes frames (the continuous route) or codes (the discrete one).
//!
//! ```text
//! any rate ─► 16 kHz ─► frames ─► × Hann ─► |FFT|² ─► mel bands ─► log, clamp, scale = n × n_mels
//!             resample  frames    window    spectrum  mel          log_mel
//!                                                                    ├─► embed::conv_stem      continuous
//!                                                                    └─► semantic, rvq         discrete
//! ```
//!
//! One row per frame, one column per mel band, as in every matrix here (openai-whisper's array is the transpose).

pub mod codec;
pub mod compare;
pub mod frames;
pub mod griffin_lim;
pub mod log10;
pub mod log_mel;
pub mod mel;
pub mod mel_inverse;
pub mod reference;
pub mod resample;
pub mod routes;
pub mod rvq;
pub mod rvq_fit;
pub mod semantic;
pub mod spectrum;
pub mod stft;
pub mod trace;
pub mod window;

/// Samples per second of everything after resampling, as in Whisper.
pub const SAMPLE_RATE: u32 = 16_000;

/// Seconds of sound that Whisper takes, padded with zeros or cut.
pub const WHISPER_SECONDS: usize = 30;

/// Told how much is done (0 … 1); answers whether to go on.
pub type Progress<'a> = &'a mut dyn FnMut(f32) -> bool;

#[cfg(test)]
mod tests;
