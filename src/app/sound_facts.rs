//! What is to be told of a sound that came, or that did not: typed, so that each language of the page has words of its
//! own. Both ends of the worker's channel spell an error by [`SoundError::code`].

/// Why there is no new picture.
#[derive(Clone, Debug, PartialEq)]
pub enum SoundError {
    Empty,
    /// Nothing that begins so is a sound.
    NotSound,
    Video,
    /// The header contradicts itself or breaks off.
    Damaged,
    /// The browser cannot decode it.
    Undecodable,
    Channels(f64),
    Rate(f64),
    /// Seconds.
    TooLong(f64),
    /// Bytes.
    TooLarge(f64),
    /// Samples there are, and half a window, which they must exceed.
    TooShort(f64, f64),
    /// Hop and window: no sound can be made of frames that overlap so little.
    Overlap(f64, f64),
    /// The sample did not come.
    Network,
    /// A link names the reader's own sound, which it does not carry.
    OwnMissing,
    NoMicrophone,
    Refused,
    /// Nothing was recorded.
    NoneFound,
    /// The worker failed, in its own words.
    Worker(String),
}

impl SoundError {
    /// A name and up to two numbers, for the channel between page and worker.
    pub fn code(&self) -> (&'static str, [f64; 2]) {
        match *self {
            SoundError::Empty => ("empty", [0.0; 2]),
            SoundError::Channels(n) => ("channels", [n, 0.0]),
            SoundError::Rate(hz) => ("rate", [hz, 0.0]),
            SoundError::TooLong(seconds) => ("too_long", [seconds, 0.0]),
            SoundError::TooShort(found, half) => ("too_short", [found, half]),
            SoundError::Overlap(hop, window) => ("overlap", [hop, window]),
            _ => ("damaged", [0.0; 2]),
        }
    }

    /// The error of a code.
    pub fn of(code: &str, [a, b]: [f64; 2]) -> Self {
        match code {
            "empty" => SoundError::Empty,
            "channels" => SoundError::Channels(a),
            "rate" => SoundError::Rate(a),
            "too_long" => SoundError::TooLong(a),
            "too_short" => SoundError::TooShort(a, b),
            "overlap" => SoundError::Overlap(a, b),
            _ => SoundError::Damaged,
        }
    }
}

/// What a recording is and what was done to it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    pub seconds: f64,
    /// Before mixing.
    pub channels: usize,
    /// Before resampling, in Hz.
    pub rate: u32,
    /// Samples that were no numbers, or larger than any sound, and count as 0.
    pub replaced: usize,
    /// Seconds that the file's header promises and the file does not hold.
    pub missing: f64,
    pub silent: bool,
}

/// What the worker is busy with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    Reading,
    Frames,
    Codes,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_errors_are_inverse() {
        for error in [
            SoundError::Empty,
            SoundError::Channels(9.0),
            SoundError::Rate(1.0),
            SoundError::TooLong(1e4),
            SoundError::TooShort(3.0, 200.0),
            SoundError::Overlap(300.0, 400.0),
            SoundError::Damaged,
        ] {
            let (code, numbers) = error.code();
            assert_eq!(SoundError::of(code, numbers), error);
        }
    }
}
