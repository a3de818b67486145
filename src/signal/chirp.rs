//! A tone that rises (or falls) evenly: the sound whose spectrogram everybody can predict.
//!
//! ```text
//! x(t) = a · sin 2π(f₀ t + (f₁ − f₀) t² / 2T),  0 ≤ t < T;  the frequency at t is f₀ + (f₁ − f₀) t / T
//! ```

use super::audio::{Audio, AudioError, check};
use std::f64::consts::TAU;

/// A linear chirp; frequencies in Hz, T in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chirp {
    pub from: f64,
    pub to: f64,
    pub seconds: f64,
    pub amplitude: f64,
}

impl Default for Chirp {
    /// Three seconds through nearly all that 16 kHz can hold.
    fn default() -> Self {
        Chirp { from: 100.0, to: 7_000.0, seconds: 3.0, amplitude: 0.5 }
    }
}

impl Chirp {
    /// The samples at `rate` Hz. Errors if there are none or too many.
    pub fn at_rate(&self, rate: u32) -> Result<Audio, AudioError> {
        let count = (self.seconds * f64::from(rate)).round() as usize;
        check(rate, count)?;
        let bend = (self.to - self.from) / (2.0 * self.seconds);
        let sample = |n: usize| {
            let t = n as f64 / f64::from(rate);
            (self.amplitude * (TAU * (self.from + bend * t) * t).sin()) as f32
        };
        Audio::mono((0..count).map(sample).collect(), rate).map(|mixed| mixed.audio)
    }

    /// The frequency at time `t`.
    pub fn frequency(&self, t: f64) -> f64 {
        self.from + (self.to - self.from) * t / self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half the crossings of zero in a short stretch, per second, are its frequency.
    #[test]
    fn the_frequency_is_where_it_is_said_to_be() {
        let chirp = Chirp::default();
        let audio = chirp.at_rate(48_000).unwrap();
        for t in [0.5, 1.5, 2.5] {
            let stretch = audio.window(t - 0.05, 0.1);
            let crossings = stretch.windows(2).filter(|pair| (pair[0] < 0.0) != (pair[1] < 0.0)).count();
            let measured = crossings as f64 / 2.0 / 0.1;
            assert!((measured - chirp.frequency(t)).abs() < 12.0, "{measured} at {t}");
        }
        assert!((audio.peak() - 0.5).abs() < 1e-3);
    }

    #[test]
    fn an_empty_or_endless_chirp_is_refused() {
        let lasting = |seconds| Chirp { seconds, ..Default::default() }.at_rate(16_000);
        assert_eq!(lasting(0.0), Err(AudioError::Empty));
        assert_eq!(lasting(f64::NAN), Err(AudioError::Empty));
        assert!(matches!(lasting(1e12), Err(AudioError::TooLong { .. })));
    }
}
