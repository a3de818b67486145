//! RIFF/WAVE, read in pieces: a header tells where the samples lie, and any stretch of them becomes one list a channel.
//! So half an hour of sound need never be in memory whole, which a browser's own decoder would have it.
//!
//! Microsoft and IBM 1991, "Multimedia Programming Interface and Data Specifications 1.0"; WAVE_FORMAT_EXTENSIBLE names
//! the coding in the first two bytes of its sub-format. Integers are little-endian; 8 bits are unsigned, more are signed;
//! full scale of b bits is 2^(b−1). Headers lie: the file's own length decides how many samples there are.

use super::audio::{self, AudioError};
use std::ops::Range;

/// As much of a file as holds its header: texts and pictures may stand before the samples.
pub const HEAD: usize = 1 << 20;

/// How a sample is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sample {
    U8,
    I16,
    I24,
    I32,
    F32,
    F64,
}

/// What a header says, as far as the file bears it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wav {
    pub channels: usize,
    pub rate: u32,
    pub sample: Sample,
    /// Bytes of the file that are samples, whole blocks of all channels.
    pub data: Range<u64>,
    /// Bytes of samples that the header promises and the file does not hold.
    pub missing: u64,
}

/// Why it cannot be read here.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum WavError {
    #[error("no RIFF/WAVE file")]
    NotWav,
    #[error("the header is damaged")]
    Damaged,
    #[error("samples are coded as format {0}")]
    Coding(u16),
    #[error(transparent)]
    Audio(#[from] AudioError),
}

impl Sample {
    fn of(tag: u16, bits: u16) -> Result<Self, WavError> {
        match (tag, bits) {
            (1, 8) => Ok(Sample::U8),
            (1, 16) => Ok(Sample::I16),
            (1, 24) => Ok(Sample::I24),
            (1, 32) => Ok(Sample::I32),
            (3, 32) => Ok(Sample::F32),
            (3, 64) => Ok(Sample::F64),
            (1 | 3, _) => Err(WavError::Damaged),
            _ => Err(WavError::Coding(tag)),
        }
    }

    /// Bytes of one.
    pub fn size(self) -> usize {
        match self {
            Sample::U8 => 1,
            Sample::I16 => 2,
            Sample::I24 => 3,
            Sample::I32 | Sample::F32 => 4,
            Sample::F64 => 8,
        }
    }

    /// Its value with full scale at ±1; `bytes` are [`Sample::size`] many.
    fn value(self, bytes: &[u8]) -> f32 {
        match (self, bytes) {
            (Sample::U8, &[a]) => (f32::from(a) - 128.0) / 128.0,
            (Sample::I16, &[a, b]) => f32::from(i16::from_le_bytes([a, b])) / 32_768.0,
            (Sample::I24, &[a, b, c]) => (i32::from_le_bytes([0, a, b, c]) >> 8) as f32 / 8_388_608.0,
            (Sample::I32, &[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]) as f32 / 2_147_483_648.0,
            (Sample::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            (Sample::F64, &[a, b, c, d, e, f, g, h]) => f64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32,
            _ => 0.0,
        }
    }
}

/// Reads the header of a file of `file_bytes` bytes that begins with `head`.
pub fn look(head: &[u8], file_bytes: u64) -> Result<Wav, WavError> {
    if head.get(..4) != Some(b"RIFF") || head.get(8..12) != Some(b"WAVE") {
        return Err(WavError::NotWav);
    }
    let (mut at, mut format) = (12, None);
    loop {
        let name = head.get(at..at + 4).ok_or(WavError::Damaged)?;
        let size = u32_at(head, at + 4).ok_or(WavError::Damaged)?;
        match (name, format) {
            (b"fmt ", _) => format = Some(coding(head.get(at + 8..).unwrap_or_default())?),
            (b"data", Some(format)) => return samples(format, (at + 8) as u64, size, file_bytes),
            (b"data", None) => return Err(WavError::Damaged),
            _ => {}
        }
        // chunks begin at even places
        at += 8 + size as usize + (size & 1) as usize;
    }
}

/// Channels, rate and coding.
fn coding(chunk: &[u8]) -> Result<(usize, u32, Sample), WavError> {
    let u16_at = |at| u16_at(chunk, at).ok_or(WavError::Damaged);
    let (mut tag, channels, bits) = (u16_at(0)?, usize::from(u16_at(2)?), u16_at(14)?);
    if tag == 0xFFFE {
        tag = u16_at(24)?;
    }
    let rate = u32_at(chunk, 4).ok_or(WavError::Damaged)?;
    if !(1..=audio::MAX_CHANNELS).contains(&channels) {
        return Err(AudioError::Channels(channels).into());
    }
    Ok((channels, rate, Sample::of(tag, bits)?))
}

fn samples(
    (channels, rate, sample): (usize, u32, Sample),
    start: u64,
    size: u32,
    file_bytes: u64,
) -> Result<Wav, WavError> {
    let there = file_bytes.saturating_sub(start);
    // Whoever wrote it as it came did not know the length.
    let promised = if size == 0 || size == u32::MAX { there } else { u64::from(size) };
    let block = (channels * sample.size()) as u64;
    let held = promised.min(there) / block * block;
    audio::check(rate, (held / block) as usize)?;
    Ok(Wav { channels, rate, sample, data: start..start + held, missing: promised.saturating_sub(there) })
}

impl Wav {
    /// Bytes of one sample of every channel.
    pub fn block(&self) -> usize {
        self.channels * self.sample.size()
    }

    /// Samples of each channel.
    pub fn frames(&self) -> usize {
        ((self.data.end - self.data.start) / self.block() as u64) as usize
    }

    /// Seconds that the header promises and the file does not hold.
    pub fn missing_seconds(&self) -> f64 {
        self.missing as f64 / self.block() as f64 / f64::from(self.rate)
    }

    /// The samples of a stretch of [`Wav::data`], one list a channel: `channels` has as many, which are emptied first.
    pub fn decode(&self, bytes: &[u8], channels: &mut [Vec<f32>]) {
        channels.iter_mut().for_each(Vec::clear);
        for block in bytes.chunks_exact(self.block()) {
            let values = block.chunks_exact(self.sample.size());
            channels
                .iter_mut()
                .zip(values)
                .for_each(|(channel, bytes)| channel.push(self.sample.value(bytes)));
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..at + 2).and_then(|two| two.try_into().ok()).map(u16::from_le_bytes)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file as writers make it; `size` is what its header says of the samples.
    fn file(tag: u16, channels: u16, rate: u32, bits: u16, data: &[u8], size: u32) -> Vec<u8> {
        let block = channels * bits / 8;
        let mut out = b"RIFF\0\0\0\0WAVELIST\x03\0\0\0abc\0fmt \x10\0\0\0".to_vec();
        for two in [tag, channels] {
            out.extend(two.to_le_bytes());
        }
        out.extend(rate.to_le_bytes());
        out.extend((rate * u32::from(block)).to_le_bytes());
        for two in [block, bits] {
            out.extend(two.to_le_bytes());
        }
        out.extend(b"data");
        out.extend(size.to_le_bytes());
        out.extend(data);
        out
    }

    fn read(file: &[u8]) -> Result<(Wav, Vec<Vec<f32>>), WavError> {
        let wav = look(file, file.len() as u64)?;
        let mut channels = vec![Vec::new(); wav.channels];
        wav.decode(&file[wav.data.start as usize..wav.data.end as usize], &mut channels);
        Ok((wav, channels))
    }

    #[test]
    fn every_coding_has_its_full_scale() {
        let one =
            |tag, bits, data: &[u8]| read(&file(tag, 1, 16_000, bits, data, data.len() as u32)).unwrap().1;
        assert_eq!(one(1, 8, &[0, 128, 192]), [[-1.0, 0.0, 0.5]]);
        assert_eq!(one(1, 16, &[0, 0x80, 0, 0x40]), [[-1.0, 0.5]]);
        assert_eq!(one(1, 24, &[0, 0, 0x80, 0, 0, 0x40]), [[-1.0, 0.5]]);
        assert_eq!(one(1, 32, &(1_i32 << 30).to_le_bytes()), [[0.5]]);
        assert_eq!(one(3, 32, &0.25_f32.to_le_bytes()), [[0.25]]);
        assert_eq!(one(3, 64, &(-0.25_f64).to_le_bytes()), [[-0.25]]);
    }

    #[test]
    fn channels_are_told_apart() {
        let (wav, channels) = read(&file(1, 2, 8_000, 16, &[0, 0x40, 0, 0x20, 0, 0x80, 0, 0], 8)).unwrap();
        assert_eq!((wav.channels, wav.rate, wav.frames()), (2, 8_000, 2));
        assert_eq!(channels, [[0.5, -1.0], [0.25, 0.0]]);
    }

    #[test]
    fn what_the_header_promises_is_not_believed() {
        let more = read(&file(1, 1, 16_000, 16, &[0; 8], 32_008)).unwrap().0;
        assert_eq!((more.frames(), more.missing_seconds()), (4, 1.0));
        // written as it came, or with half a sample at the end
        for (size, bytes) in [(u32::MAX, 8), (0, 8), (9, 9)] {
            let wav = read(&file(1, 1, 16_000, 16, &vec![0; bytes], size)).unwrap().0;
            assert_eq!((wav.frames(), wav.missing), (4, 0));
        }
    }

    #[test]
    fn bad_headers_have_names() {
        let error = |file: &[u8]| read(file).unwrap_err();
        let good = file(1, 1, 16_000, 16, &[0; 8], 8);
        for cut in [13, 30, 50] {
            assert_eq!(error(&good[..cut]), WavError::Damaged, "{cut}");
        }
        assert_eq!(error(b"RIFFxxxxAVI "), WavError::NotWav);
        assert_eq!(error(&file(1, 1, 16_000, 12, &[0; 8], 8)), WavError::Damaged);
        assert_eq!(error(&file(7, 1, 16_000, 8, &[0; 8], 8)), WavError::Coding(7));
        assert_eq!(error(&file(1, 0, 16_000, 16, &[0; 8], 8)), AudioError::Channels(0).into());
        assert_eq!(error(&file(1, 1, 0, 16, &[0; 8], 8)), AudioError::Rate(0).into());
        assert_eq!(error(&file(1, 1, 16_000, 16, &[], 8)), AudioError::Empty.into());
    }
}
