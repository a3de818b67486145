//! How long the sequence is by each route.
//!
//! Continuous: one vector per two mel frames (the convolution of stride 2 behind Whisper's first). Discrete: one id per
//! frame of a self-supervised model ("semantic"), or n_q ids per frame of a codec ("acoustic", flattened).

use super::log_mel::{Params, Recipe};
use super::{SAMPLE_RATE, frames};

/// Semantic ids per second: w2v-BERT in AudioLM, and HuBERT.
pub const SEMANTIC_RATES: [f64; 2] = [25.0, 50.0];

/// T′ = ⌊(T + 2·pad − kernel)/stride⌋ + 1; 0 if the kernel does not fit.
pub fn after_convolution(length: usize, kernel: usize, pad: usize, stride: usize) -> usize {
    (length + 2 * pad).checked_sub(kernel).map_or(0, |room| room / stride.max(1) + 1)
}

/// Lengths of one recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths {
    /// 1 + ⌊N/hop⌋ frames of the centred transform.
    pub stft_frames: usize,
    /// ⌊N/hop⌋: Whisper drops the last.
    pub mel_frames: usize,
    /// After both convolutions: what the Transformer sees.
    pub after_conv: usize,
    /// Ids at each of [`SEMANTIC_RATES`].
    pub semantic: [usize; 2],
}

impl Lengths {
    /// Of `n_samples` at 16 kHz.
    pub fn of(n_samples: usize, params: &Params) -> Self {
        let mel_frames = params.frames(n_samples, Recipe::Whisper);
        let seconds = n_samples as f64 / f64::from(SAMPLE_RATE);
        Lengths {
            stft_frames: frames::count(n_samples, params.hop_length),
            mel_frames,
            after_conv: after_convolution(after_convolution(mel_frames, 3, 1, 1), 3, 1, 2),
            semantic: SEMANTIC_RATES.map(|rate| tokens(seconds, rate)),
        }
    }
}

/// Whole tokens of a recording at a rate per second.
pub fn tokens(seconds: f64, per_second: f64) -> usize {
    (seconds * per_second).floor() as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_seconds() {
        let lengths = Lengths::of(480_000, &Params::default());
        let want =
            Lengths { stft_frames: 3_001, mel_frames: 3_000, after_conv: 1_500, semantic: [750, 1_500] };
        assert_eq!(lengths, want);
    }

    #[test]
    fn an_odd_number_of_frames_is_rounded_up_by_stride_two() {
        assert_eq!(after_convolution(5, 3, 1, 1), 5);
        assert_eq!(after_convolution(5, 3, 1, 2), 3);
        assert_eq!(after_convolution(0, 3, 1, 2), 0);
    }
}
