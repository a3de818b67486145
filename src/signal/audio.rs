//! Sound as it arrives: decoded samples, mixed to one channel, checked and bounded.
//!
//! Samples are f32 with full scale at ±1. Several channels become one by their mean, x = (1/C) Σ_c x_c, as
//! openai-whisper's `load_audio` asks of ffmpeg (`-ac 1`) for stereo. ffmpeg weighs the channels of a surround
//! recording by their place; the mean weighs all alike.
//!
//! A recording may come in pieces ([`Mixdown`]): half an hour of 48 kHz stereo is 690 MB, but mixed and brought to
//! 16 kHz as it comes (`tokenize::audio::resample`) it is 115 MB.

/// Most channels of a recording: 7.1.
pub const MAX_CHANNELS: usize = 8;

/// Sampling rates that are accepted, in Hz.
pub const RATES: std::ops::RangeInclusive<u32> = 1_000..=384_000;

/// Longest recording, in seconds: half an hour and what encoders add to it.
pub const MAX_SECONDS: f64 = 31.0 * 60.0;

/// A sample beyond this is damage, not sound: its square must stay an f32.
pub const LARGEST: f32 = 1e6;

/// Below half a step of 16 bits nothing is to be heard.
const SILENCE: f32 = 0.5 / 32_768.0;

/// Why a recording is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AudioError {
    #[error("the recording has no samples")]
    Empty,
    #[error("the recording has {0} channels; 1 to {MAX_CHANNELS} can be mixed")]
    Channels(usize),
    #[error("channel {channel} has {found} samples where the first has {expected}")]
    Uneven { channel: usize, found: usize, expected: usize },
    #[error("a sampling rate of {0} Hz is not accepted")]
    Rate(u32),
    #[error("the recording lasts {seconds:.0} s; at most {MAX_SECONDS:.0} s are accepted")]
    TooLong { seconds: f64 },
}

/// One channel of sound: at least one sample, every one finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Audio {
    samples: Vec<f32>,
    rate: u32,
}

/// A recording after mixing, and what was done to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    pub audio: Audio,
    /// How many channels the mean was taken over.
    pub channels: usize,
    /// Samples that were NaN, infinite or beyond any sound, and count as 0.
    pub replaced: usize,
}

/// The lowest and highest sample of a stretch of the waveform.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    pub low: f32,
    pub high: f32,
}

impl Audio {
    /// One channel. Samples that are no number become 0 and are counted.
    pub fn mono(mut samples: Vec<f32>, rate: u32) -> Result<Mixed, AudioError> {
        check(rate, samples.len())?;
        let mut replaced = 0;
        for sample in &mut samples {
            *sample = repaired(*sample, &mut replaced);
        }
        Ok(Mixed { audio: Audio { samples, rate }, channels: 1, replaced })
    }

    /// Several channels of equal length, one slice each.
    pub fn from_channels(channels: &[&[f32]], rate: u32) -> Result<Mixed, AudioError> {
        check(rate, channels.first().map_or(0, |first| first.len()))?;
        let mut mixdown = Mixdown::new(channels.len())?;
        let mut samples = Vec::new();
        mixdown.mix(channels, &mut samples)?;
        Ok(Mixed { audio: Audio { samples, rate }, channels: mixdown.channels, replaced: mixdown.replaced })
    }

    pub fn samples(&self) -> &[f32] {
        &self.samples
    }

    /// Samples per second.
    pub fn rate(&self) -> u32 {
        self.rate
    }

    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.rate)
    }

    /// Largest |x|; 1 is full scale.
    pub fn peak(&self) -> f32 {
        peak(&self.samples)
    }

    /// Whether nothing is to be heard: no sample reaches half a step of 16 bits.
    pub fn is_silent(&self) -> bool {
        self.peak() < SILENCE
    }

    /// The samples from `start` on for `seconds`, as far as there are any. Both in seconds.
    pub fn window(&self, start: f64, seconds: f64) -> &[f32] {
        // `as` sends NaN and negative numbers to 0 and saturates above
        let from = ((start * f64::from(self.rate)).round() as usize).min(self.samples.len());
        let length = (seconds * f64::from(self.rate)).round() as usize;
        let to = from.saturating_add(length).min(self.samples.len());
        self.samples.get(from..to).unwrap_or_default()
    }

    /// The waveform at the resolution of a picture: the extent of each of `buckets` equal stretches.
    pub fn overview(&self, buckets: usize) -> Vec<Extent> {
        let edge = |bucket: usize| (bucket as u128 * self.samples.len() as u128 / buckets as u128) as usize;
        let stretch = |bucket| {
            // a recording shorter than the picture is wide repeats its samples
            let (from, to) = (edge(bucket), edge(bucket + 1));
            extent(self.samples.get(from..to.max(from + 1)).unwrap_or_default())
        };
        (0..buckets).map(stretch).collect()
    }
}

/// Mixes a recording piece by piece, so that it need never be in memory whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mixdown {
    channels: usize,
    replaced: usize,
}

impl Mixdown {
    /// For recordings of so many channels.
    pub fn new(channels: usize) -> Result<Self, AudioError> {
        match channels {
            1..=MAX_CHANNELS => Ok(Mixdown { channels, replaced: 0 }),
            _ => Err(AudioError::Channels(channels)),
        }
    }

    /// Appends the mean of the channels of one piece to `out`.
    pub fn mix(&mut self, piece: &[&[f32]], out: &mut Vec<f32>) -> Result<(), AudioError> {
        let [first, others @ ..] = piece else { return Err(AudioError::Channels(0)) };
        if piece.len() != self.channels {
            return Err(AudioError::Channels(piece.len()));
        }
        if let Some((at, odd)) = others.iter().enumerate().find(|(_, other)| other.len() != first.len()) {
            return Err(AudioError::Uneven { channel: at + 1, found: odd.len(), expected: first.len() });
        }
        let start = out.len();
        out.reserve_exact(first.len());
        out.extend(first.iter().map(|&x| repaired(x, &mut self.replaced)));
        let mixed = out.get_mut(start..).unwrap_or_default();
        for other in others {
            for (sum, &x) in mixed.iter_mut().zip(*other) {
                *sum += repaired(x, &mut self.replaced);
            }
        }
        mixed.iter_mut().for_each(|sum| *sum /= self.channels as f32);
        Ok(())
    }

    /// Samples so far that were no sound and count as 0.
    pub fn replaced(&self) -> usize {
        self.replaced
    }
}

/// Whether a recording of `frames` samples per channel can be taken, before memory is.
pub fn check(rate: u32, frames: usize) -> Result<(), AudioError> {
    if !RATES.contains(&rate) {
        return Err(AudioError::Rate(rate));
    }
    let seconds = frames as f64 / f64::from(rate);
    match frames {
        0 => Err(AudioError::Empty),
        _ if seconds > MAX_SECONDS => Err(AudioError::TooLong { seconds }),
        _ => Ok(()),
    }
}

/// Largest |x|.
pub fn peak(samples: &[f32]) -> f32 {
    samples.iter().fold(0.0, |peak, x| x.abs().max(peak))
}

fn repaired(x: f32, replaced: &mut usize) -> f32 {
    // NaN is not in the range either
    if (-LARGEST..=LARGEST).contains(&x) {
        return x;
    }
    *replaced += 1;
    0.0
}

fn extent(samples: &[f32]) -> Extent {
    let Some(&first) = samples.first() else { return Extent::default() };
    let start = Extent { low: first, high: first };
    samples.iter().fold(start, |extent, &x| Extent { low: extent.low.min(x), high: extent.high.max(x) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channels_are_mixed_by_their_mean() {
        let mixed = Audio::from_channels(&[&[1.0, 0.5], &[0.0, -0.5], &[0.5, 0.75]], 8_000).unwrap();
        assert_eq!((mixed.audio.samples(), mixed.channels, mixed.replaced), (&[0.5, 0.25][..], 3, 0));
        let surround = [0.25_f32; 6];
        assert!(Audio::from_channels(&[&surround[..]; 8], 48_000).is_ok());
    }

    #[test]
    fn a_recording_in_pieces_is_the_recording() {
        let (left, right): (Vec<f32>, Vec<f32>) =
            (0..1000).map(|n| (n as f32 * 1e-3, -0.5 * n as f32 * 1e-3)).unzip();
        let whole = Audio::from_channels(&[&left, &right], 16_000).unwrap();
        let (mut mixdown, mut pieces) = (Mixdown::new(2).unwrap(), Vec::new());
        for (left, right) in left.chunks(300).zip(right.chunks(300)) {
            mixdown.mix(&[left, right], &mut pieces).unwrap();
        }
        assert_eq!(whole.audio.samples(), pieces);
    }

    #[test]
    fn what_is_no_number_becomes_zero_and_is_counted() {
        let mixed = Audio::mono(vec![0.5, f32::NAN, f32::INFINITY, -1e30, 2.0], 16_000).unwrap();
        assert_eq!((mixed.audio.samples(), mixed.replaced), (&[0.5, 0.0, 0.0, 0.0, 2.0][..], 3));
        let stereo = Audio::from_channels(&[&[0.5], &[f32::NEG_INFINITY]], 16_000).unwrap();
        assert_eq!((stereo.audio.samples(), stereo.replaced), (&[0.25][..], 1));
    }

    #[test]
    fn bad_recordings_have_names() {
        let error = |channels: &[&[f32]], rate| Audio::from_channels(channels, rate).unwrap_err();
        assert_eq!(error(&[], 16_000), AudioError::Empty);
        assert_eq!(error(&[&[]], 16_000), AudioError::Empty);
        assert_eq!(error(&[&[0.0][..]; 9], 16_000), AudioError::Channels(9));
        assert_eq!(error(&[&[0.0]], 0), AudioError::Rate(0));
        let uneven = AudioError::Uneven { channel: 1, found: 1, expected: 2 };
        assert_eq!(error(&[&[0.0, 0.0], &[0.0]], 16_000), uneven);
        assert!(matches!(check(16_000, 2 * 3600 * 16_000), Err(AudioError::TooLong { .. })));
        assert_eq!(check(48_000, 30 * 60 * 48_000), Ok(()));
    }

    #[test]
    fn silence_is_noticed() {
        let mono = |x| Audio::mono(vec![x; 100], 16_000).unwrap().audio;
        assert!(mono(0.0).is_silent() && mono(1e-6).is_silent() && !mono(-1e-3).is_silent());
        assert_eq!(mono(-0.25).peak(), 0.25);
    }

    #[test]
    fn a_window_is_cut_where_the_recording_ends() {
        let audio = Audio::mono((0..10_000).map(|n| n as f32).collect(), 1_000).unwrap().audio;
        assert_eq!(audio.window(2.0, 0.003), [2000.0, 2001.0, 2002.0]);
        assert_eq!(audio.window(9.999, 30.0), [9999.0]);
        assert!(audio.window(11.0, 1.0).is_empty() && audio.window(0.0, -1.0).is_empty());
        assert_eq!(audio.window(f64::NAN, 0.001), [0.0]);
    }

    #[test]
    fn the_overview_misses_no_sample() {
        let mut samples = vec![0.0; 9_973];
        (samples[17], samples[9_972]) = (0.9, -0.8);
        let audio = Audio::mono(samples, 16_000).unwrap().audio;
        for buckets in [1, 7, 1000, 9_973, 20_000] {
            let overview = audio.overview(buckets);
            let high = overview.iter().fold(0.0, |high: f32, e| high.max(e.high));
            let low = overview.iter().fold(0.0, |low: f32, e| low.min(e.low));
            assert_eq!((overview.len(), low, high), (buckets, -0.8, 0.9));
        }
        assert!(audio.overview(0).is_empty());
    }
}
