//! Any sampling rate becomes 16 kHz.
//!
//! rubato's synchronous FFT resampler: each block is transformed, its spectrum cut (or extended) at the lower of the
//! two Nyquist frequencies under a windowed-sinc low-pass (Blackman-Harris², whose cutoff is as near to Nyquist as
//! the block is long), and transformed back, blocks added where they overlap. Rates must be in a ratio of whole
//! numbers, and they always are: 44,100 : 16,000 = 441 : 160. The delay of the filter is cut off, so that sample n of
//! the output is the sound at time n / 16,000.

use super::SAMPLE_RATE;
use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Resampler, WindowFunction};

/// Samples of a block at 16 kHz, about: 64 ms, where the filter's slope is 2 % of the band.
const BLOCK: usize = 1024;

/// The resampler refused the rates or a block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the recording cannot be resampled from {rate} Hz: {reason}")]
pub struct ResampleError {
    pub rate: u32,
    pub reason: String,
}

/// One recording on its way to 16 kHz, piece by piece.
pub struct Resample {
    rate: u32,
    /// `None` if the rate is 16 kHz already.
    filter: Option<Filter>,
    output: Vec<f32>,
    /// Samples that came in.
    taken: usize,
}

struct Filter {
    fft: Fft<f32>,
    /// What came in and does not fill a block yet.
    waiting: Vec<f32>,
    /// One block at 16 kHz.
    block: Vec<f32>,
    /// Samples at the beginning that are the filter's delay and still to be dropped.
    delay: usize,
}

/// All of `samples` at 16 kHz: ⌈N · 16,000 / rate⌉ of them.
pub fn resample(samples: &[f32], rate: u32) -> Result<Vec<f32>, ResampleError> {
    let mut resample = Resample::new(rate, samples.len())?;
    resample.push(samples)?;
    resample.finish()
}

impl Resample {
    /// From `rate` Hz. `expected`: how many samples will come, to take the memory once; 0 if unknown.
    pub fn new(rate: u32, expected: usize) -> Result<Self, ResampleError> {
        let filter = if rate == SAMPLE_RATE { None } else { Some(Filter::new(rate)?) };
        let room = length(expected, rate) + filter.as_ref().map_or(0, |filter| filter.block.len());
        Ok(Resample { rate, filter, output: Vec::with_capacity(room), taken: 0 })
    }

    /// Takes the next piece, of any length.
    pub fn push(&mut self, piece: &[f32]) -> Result<(), ResampleError> {
        self.taken += piece.len();
        let Some(filter) = &mut self.filter else {
            self.output.extend_from_slice(piece);
            return Ok(());
        };
        let mut rest = piece;
        while !rest.is_empty() {
            let room = filter.fft.input_frames_next() - filter.waiting.len();
            let (now, later) = rest.split_at(room.min(rest.len()));
            filter.waiting.extend_from_slice(now);
            rest = later;
            if now.len() == room {
                filter.run(&mut self.output).map_err(|reason| ResampleError { rate: self.rate, reason })?;
            }
        }
        Ok(())
    }

    /// The end of the recording: what is still in the filter, followed by silence.
    pub fn finish(mut self) -> Result<Vec<f32>, ResampleError> {
        let wanted = length(self.taken, self.rate);
        if let Some(filter) = &mut self.filter {
            while self.output.len() < wanted {
                filter.run(&mut self.output).map_err(|reason| ResampleError { rate: self.rate, reason })?;
            }
        }
        self.output.truncate(wanted);
        Ok(self.output)
    }
}

impl Filter {
    fn new(rate: u32) -> Result<Self, ResampleError> {
        let (from, to) = (rate as usize, SAMPLE_RATE as usize);
        // the smallest block of whole samples at both rates, so often that it is long enough, and an even number of
        // times: the filter's middle is then a sample, not half of one
        let divisor = gcd(from, to).max(1);
        let chunk = from / divisor * (BLOCK * divisor).div_ceil(to).next_multiple_of(2);
        let window = WindowFunction::BlackmanHarris2;
        let fft = Fft::new_custom(from, to, chunk, 1, 1, window, FixedSync::Both)
            .map_err(|error| ResampleError { rate, reason: error.to_string() })?;
        let waiting = Vec::with_capacity(fft.input_frames_next());
        let block = vec![0.0; fft.output_frames_next()];
        Ok(Filter { delay: fft.output_delay(), fft, waiting, block })
    }

    /// One block: what waits, filled up with silence.
    fn run(&mut self, output: &mut Vec<f32>) -> Result<(), String> {
        self.waiting.resize(self.fft.input_frames_next(), 0.0);
        let (taken, given) = (self.waiting.len(), self.block.len());
        let input = InterleavedSlice::new(&self.waiting, 1, taken).map_err(|error| error.to_string())?;
        let mut room =
            InterleavedSlice::new_mut(&mut self.block, 1, given).map_err(|error| error.to_string())?;
        self.fft.process_into_buffer(&input, &mut room, None).map_err(|error| error.to_string())?;
        self.waiting.clear();
        let dropped = self.delay.min(given);
        self.delay -= dropped;
        output.extend(self.block.iter().skip(dropped));
        Ok(())
    }
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Samples at 16 kHz of `count` samples at `rate`.
fn length(count: usize, rate: u32) -> usize {
    (count as u64 * u64::from(SAMPLE_RATE)).div_ceil(u64::from(rate.max(1))) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    const RATES: [u32; 8] = [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 44_099];

    fn tone(frequency: f64, rate: u32, count: usize) -> Vec<f32> {
        (0..count).map(|n| (0.5 * (TAU * frequency * n as f64 / f64::from(rate)).sin()) as f32).collect()
    }

    fn largest(samples: &[f32]) -> f32 {
        samples.iter().fold(0.0, |peak, x| x.abs().max(peak))
    }

    /// The oracle needs no resampler: a tone is the same formula at every rate.
    #[test]
    fn a_tone_keeps_its_pitch_phase_and_loudness() {
        for rate in RATES {
            let out = resample(&tone(1_000.0, rate, rate as usize), rate).unwrap();
            assert_eq!(out.len(), 16_000, "{rate}");
            let want = tone(1_000.0, 16_000, 16_000);
            // not at the ends, where the recording begins and stops at once
            let gap = (2_000..14_000).map(|n| (out[n] - want[n]).abs()).fold(0.0, f32::max);
            assert!(gap < 2e-4, "{rate}: {gap}");
        }
    }

    #[test]
    fn what_16_khz_cannot_hold_is_gone() {
        for (rate, frequency) in [(44_100, 9_000.0), (48_000, 12_000.0), (96_000, 30_000.0)] {
            let out = resample(&tone(frequency, rate, rate as usize), rate).unwrap();
            assert!(largest(&out[2_000..14_000]) < 1e-4, "{frequency} at {rate}");
        }
    }

    #[test]
    fn pieces_of_any_length_make_the_same_recording() {
        let samples = tone(440.0, 44_100, 30_011);
        let whole = resample(&samples, 44_100).unwrap();
        for piece in [1, 160, 4_410, 29_999] {
            let mut resample = Resample::new(44_100, 0).unwrap();
            samples.chunks(piece).for_each(|piece| resample.push(piece).unwrap());
            assert_eq!(resample.finish().unwrap(), whole, "{piece}");
        }
    }

    #[test]
    fn lengths_are_rounded_up() {
        for rate in RATES {
            for count in [0, 1, 100, 12_345] {
                let out = resample(&vec![0.1; count], rate).unwrap();
                assert_eq!(out.len(), (count * 16_000).div_ceil(rate as usize), "{count} at {rate}");
            }
        }
    }

    #[test]
    fn a_rate_of_zero_is_refused() {
        assert!(resample(&[0.0; 10], 0).is_err());
    }
}
