//! Long text in a link: zlib (RFC 1950: deflate with a checksum, by which a cut or damaged link is known), spelled in
//! the letters that every program leaves alone in a link (base64url without padding, RFC 4648 §5).

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};
use std::cell::RefCell;

/// No packed text is unpacked to more bytes: several times what all texts of a state can hold.
pub const MAX_BYTES: usize = 1 << 20;

/// deflate's middle way between speed and size.
const LEVEL: u8 = 7;

/// The last letter of a text that was cut may carry bits that lead nowhere.
const LETTERS: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);

/// Why a packed text could not be had.
#[derive(Clone, Debug, PartialEq)]
pub enum Damage {
    /// Its end is missing; this is what came before.
    Cut(String),
    /// It is no packed text, or too long a one.
    Broken,
}

thread_local! {
    /// What was packed last, and how: one text stands in the address and in every link of the rail.
    static LAST: RefCell<(String, String)> = RefCell::default();
}

/// `text`, packed.
pub fn pack(text: &str) -> String {
    LAST.with_borrow_mut(|(last, packed)| {
        if last != text || packed.is_empty() {
            *packed = LETTERS.encode(compress_to_vec_zlib(text.as_bytes(), LEVEL));
            *last = text.to_string();
        }
        packed.clone()
    })
}

/// What [`pack`] made `packed` of.
pub fn unpack(packed: &str) -> Result<String, Damage> {
    // A single letter of the last four is no byte.
    let whole = if packed.len() % 4 == 1 { packed.len() - 1 } else { packed.len() };
    let letters = packed.get(..whole).ok_or(Damage::Broken)?;
    let bytes = LETTERS.decode(letters).map_err(|_| Damage::Broken)?;
    match inflate(&bytes) {
        (TINFLStatus::Done, text) => String::from_utf8(text).map_err(|_| Damage::Broken),
        (TINFLStatus::FailedCannotMakeProgress, text) => Err(Damage::Cut(beginning(text))),
        _ => Err(Damage::Broken),
    }
}

/// What `bytes` hold, as far as it goes, and why it ended. The crate's own function for this does not tell how much of
/// its buffer was written when the input ends early.
fn inflate(bytes: &[u8]) -> (TINFLStatus, Vec<u8>) {
    let flags =
        inflate_flags::TINFL_FLAG_PARSE_ZLIB_HEADER | inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut machine = Box::<DecompressorOxide>::default();
    let mut out = vec![0; (4 * bytes.len()).clamp(64, MAX_BYTES)];
    let (mut read, mut written) = (0, 0);
    loop {
        let left = bytes.get(read..).unwrap_or_default();
        let (status, taken, made) = decompress(&mut machine, left, &mut out, written, flags);
        (read, written) = (read + taken, written + made);
        if status != TINFLStatus::HasMoreOutput || out.len() >= MAX_BYTES {
            out.truncate(written);
            return (status, out);
        }
        out.resize((2 * out.len()).min(MAX_BYTES), 0);
    }
}

/// The whole characters at the beginning.
fn beginning(bytes: Vec<u8>) -> String {
    let whole = match std::str::from_utf8(&bytes) {
        Ok(text) => text.len(),
        Err(error) => error.valid_up_to(),
    };
    String::from_utf8_lossy(bytes.get(..whole).unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn long() -> String {
        (0..4_000).map(|i| format!("{}狗咬人 ", i * i % 977)).collect()
    }

    #[test]
    fn what_is_packed_comes_back_and_is_shorter() {
        for text in ["", "a", "狗咬人", long().as_str()] {
            assert_eq!(unpack(&pack(text)).as_deref(), Ok(text));
        }
        assert!(pack(&long()).len() < long().len() / 3);
    }

    #[test]
    fn a_cut_text_gives_its_beginning_and_never_a_broken_character() {
        let (text, packed) = (long(), pack(&long()));
        for at in (1..packed.len()).step_by(7) {
            match unpack(&packed[..at]) {
                Err(Damage::Cut(found)) => assert!(text.starts_with(&found), "cut at {at}"),
                Err(Damage::Broken) => assert!(at < 8, "cut at {at}"),
                Ok(found) => assert_eq!(found, text),
            }
        }
    }

    #[test]
    fn what_is_changed_is_not_believed() {
        let packed = pack(&long());
        let mut believed = 0;
        for at in (0..packed.len()).step_by(11) {
            let mut letters: Vec<char> = packed.chars().collect();
            letters[at] = if letters[at] == 'A' { 'B' } else { 'A' };
            believed += usize::from(unpack(&letters.into_iter().collect::<String>()).is_ok());
        }
        // The last letter alone may hold bits that mean nothing.
        assert!(believed <= 1, "{believed}");
        for text in ["~", "é", "!!!!", "狗", "AAAA", "a b"] {
            assert!(unpack(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_fills_the_memory() {
        let bomb = LETTERS.encode(compress_to_vec_zlib(&vec![b'a'; 64 * MAX_BYTES], 9));
        assert!(bomb.len() < MAX_BYTES / 4);
        assert_eq!(unpack(&bomb), Err(Damage::Broken));
    }
}
