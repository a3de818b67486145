//! What the first bytes of a sound's file say, before anything is decoded: whether it is one, and at which rate, so that
//! the browser can be asked to decode at that rate and leave the resampling to us.
//!
//! FLAC: RFC 9639 §8.2 (STREAMINFO). MP3: ISO/IEC 11172-3 §2.4.2.3 and ID3v2.4 §3.1. Ogg: RFC 7845 §5.1 (Opus, always
//! 48 kHz) and the Vorbis I specification §4.2.2. MP4: ISO/IEC 14496-12 §12.1.2 (`vmhd`). Matroska: RFC 9559 §5.1.4.

use super::audio::RATES;
use super::wav::{self, Wav, WavError};

/// As much of a file as may be needed.
pub const HEAD: usize = wav::HEAD;

/// Largest compressed file that is tried: a browser decodes it whole.
pub const MAX_BYTES: u64 = 200 << 20;

/// What is to be done with it.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Read here, in pieces.
    Wav(Wav),
    /// Decoded by the browser. `rate` in Hz, if the header tells it; `whole`: samples are 16-bit integers, and nothing of
    /// them was lost.
    Other { rate: Option<u32>, whole: bool },
}

/// Why it is not even tried to decode it.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FileError {
    #[error("the file is empty")]
    Empty,
    #[error("no sound's file begins so")]
    NotSound,
    #[error("this is a video")]
    Video,
    #[error("{0} bytes are too many")]
    TooLarge(u64),
    #[error(transparent)]
    Wav(WavError),
}

/// Looks at the first [`HEAD`] bytes of a file of `bytes` bytes, or all if it is shorter.
pub fn look(head: &[u8], bytes: u64) -> Result<Kind, FileError> {
    if head.is_empty() {
        return Err(FileError::Empty);
    }
    match wav::look(head, bytes) {
        Ok(wav) => return Ok(Kind::Wav(wav)),
        Err(WavError::NotWav | WavError::Coding(_)) => {}
        Err(error) => return Err(FileError::Wav(error)),
    }
    if is_video(head) {
        return Err(FileError::Video);
    }
    if is_picture(head) {
        return Err(FileError::NotSound);
    }
    if bytes > MAX_BYTES {
        return Err(FileError::TooLarge(bytes));
    }
    let flac = flac(head);
    let rate = flac.map(|(rate, _)| rate).or_else(|| ogg_rate(head)).or_else(|| mp3_rate(head));
    let whole = flac.is_some_and(|(_, bits)| bits == 16);
    Ok(Kind::Other { rate: rate.filter(|rate| RATES.contains(rate)), whole })
}

/// Files larger than this may last so long that they are decoded at 16 kHz at once: two minutes at 128 kbit/s, a
/// quarter of an hour at 16.
const LONG: u64 = 2 << 20;

/// Rates at which every browser decodes (Web Audio API §1.1), in Hz.
const DECODERS: std::ops::RangeInclusive<u32> = 8_000..=96_000;

/// The rate to decode at: the file's own, so that nothing is resampled twice; 16 kHz where memory is dear.
pub fn decoding_rate(rate: Option<u32>, bytes: u64) -> u32 {
    match rate.filter(|rate| DECODERS.contains(rate)) {
        _ if bytes > LONG => 16_000,
        Some(rate) => rate,
        None => 48_000,
    }
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

fn is_video(head: &[u8]) -> bool {
    let starts = |at: usize, with: &[u8]| head.get(at..at + with.len()) == Some(with);
    let matroska = starts(0, &[0x1A, 0x45, 0xDF, 0xA3]);
    let codecs: [&[u8]; 3] = [b"V_VP", b"V_AV1", b"V_MPEG"];
    (starts(0, b"RIFF") && starts(8, b"AVI "))
        || (starts(4, b"ftyp") && contains(head, b"vmhd"))
        || (matroska && codecs.iter().any(|codec| contains(head, codec)))
}

fn is_picture(head: &[u8]) -> bool {
    let starts: [&[u8]; 5] = [b"\x89PNG", b"GIF8", b"\xFF\xD8\xFF", b"%PDF", b"PK\x03\x04"];
    starts.iter().any(|start| head.starts_with(start)) || head.get(8..12) == Some(b"WEBP")
}

/// Rate in Hz (20 bits) and bits of a sample (5 bits, after 3 of channels; one less is written).
fn flac(head: &[u8]) -> Option<(u32, u32)> {
    let told = match head.get(..22)? {
        [b'f', b'L', b'a', b'C', .., a, b, c, d] => u32::from_be_bytes([*a, *b, *c, *d]),
        _ => return None,
    };
    Some((told >> 12, (told >> 4 & 31) + 1))
}

fn ogg_rate(head: &[u8]) -> Option<u32> {
    // the first page's header and its one segment length are 28 bytes
    let packet = head.strip_prefix(b"OggS").and_then(|_| head.get(28..))?;
    if packet.starts_with(b"OpusHead") {
        return Some(48_000);
    }
    let vorbis = packet.strip_prefix(b"\x01vorbis")?;
    Some(u32::from_le_bytes(vorbis.get(5..9)?.try_into().ok()?))
}

fn mp3_rate(head: &[u8]) -> Option<u32> {
    let tag = match head.get(..10)? {
        // four times seven bits
        [b'I', b'D', b'3', _, _, _, size @ ..] => {
            10 + size.iter().fold(0, |n, &byte| n << 7 | usize::from(byte & 127))
        }
        _ => 0,
    };
    let &[0xFF, version, rate, ..] = head.get(tag..)? else { return None };
    let at = usize::from(rate >> 2 & 3);
    let rates = match version >> 3 & 3 {
        3 => [44_100, 48_000, 32_000],
        2 => [22_050, 24_000, 16_000],
        0 => [11_025, 12_000, 8_000],
        _ => return None,
    };
    (version & 0xE0 == 0xE0).then(|| rates.get(at).copied()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(head: &[u8]) -> Option<u32> {
        match look(head, head.len() as u64) {
            Ok(Kind::Other { rate, .. }) => rate,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rates_stand_in_the_header() {
        let mut flac = b"fLaC\0\0\0\x22".to_vec();
        flac.extend([16, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0x03, 0xE8, 0x00, 0xF0]);
        assert_eq!(rate(&flac), Some(16_000));
        let whole =
            |head: &[u8]| matches!(look(head, head.len() as u64), Ok(Kind::Other { whole: true, .. }));
        assert!(whole(&flac) && !whole(b"OggS"));
        let [.., bits] = flac.as_mut_slice() else { panic!("a header") };
        *bits = 0x70; // 8 bits
        assert!(!whole(&flac));
        assert_eq!(rate(&[0xFF, 0xFB, 0x90, 0x00, 0, 0, 0, 0, 0, 0]), Some(44_100));
        assert_eq!(rate(b"ID3\x04\0\0\0\0\0\x02??\xFF\xF3\x88\0"), Some(16_000));
        let ogg = |packet: &[u8]| [b"OggS", &[0; 24][..], packet].concat();
        assert_eq!(rate(&ogg(b"OpusHead")), Some(48_000));
        assert_eq!(rate(&ogg(b"\x01vorbis\0\0\0\0\x02\x44\xAC\0\0")), Some(44_100));
        assert_eq!(rate(b"something else"), None);
    }

    #[test]
    fn what_is_no_sound_has_a_name() {
        let error = |head: &[u8]| look(head, head.len() as u64).unwrap_err();
        assert_eq!(error(b""), FileError::Empty);
        assert_eq!(error(b"\x89PNG\r\n\x1a\n"), FileError::NotSound);
        assert_eq!(error(b"\0\0\0\x20ftypisom....moov....vmhd"), FileError::Video);
        assert_eq!(error(b"\x1A\x45\xDF\xA3....V_VP9"), FileError::Video);
        assert_eq!(error(b"RIFF....AVI LIST"), FileError::Video);
        assert_eq!(error(b"RIFF\0\0\0\0WAVEfmt "), FileError::Wav(WavError::Damaged));
        assert_eq!(look(b"ID3", 1 << 40), Err(FileError::TooLarge(1 << 40)));
        assert!(look(b"\0\0\0\x20ftypM4A ....smhd", 30).is_ok());
    }

    #[test]
    fn long_files_are_decoded_small() {
        assert_eq!(decoding_rate(Some(44_100), 100_000), 44_100);
        assert_eq!(decoding_rate(Some(192_000), 100_000), 48_000);
        assert_eq!(decoding_rate(None, 100_000), 48_000);
        assert_eq!(decoding_rate(Some(44_100), 30 << 20), 16_000);
    }
}
