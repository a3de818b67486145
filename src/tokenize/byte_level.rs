//! GPT-2's byte alphabet: every byte has a visible character, so that pieces can be printed.
//!
//! Bytes 33–126, 161–172 and 174–255 stand for the characters with the same number; the other 68, in increasing
//! order, for U+0100, U+0101 … (space → Ġ, newline → Ċ). Source: openai/gpt-2, src/encoder.py, `bytes_to_unicode`.

/// The 68 bytes without a visible character of their own are 0–32, 127–160 and 173.
const fn is_own_character(byte: u8) -> bool {
    matches!(byte, 33..=126 | 161..=172 | 174..=255)
}

/// The character of a byte.
pub fn char_of(byte: u8) -> char {
    if is_own_character(byte) {
        return char::from(byte);
    }
    let shifted = (0..byte).filter(|lower| !is_own_character(*lower)).count();
    char::from_u32(0x100 + shifted as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte of a character, if it is one of the 256.
pub fn byte_of(character: char) -> Option<u8> {
    let code = u32::from(character);
    match u8::try_from(code) {
        Ok(byte) => is_own_character(byte).then_some(byte),
        Err(_) => {
            (0..=u8::MAX).filter(|byte| !is_own_character(*byte)).nth(code.checked_sub(0x100)? as usize)
        }
    }
}

/// The 256 bytes in the order of their characters, which is that of their ids in every vocabulary that OpenAI made.
pub fn in_order() -> impl Iterator<Item = u8> {
    let of = |own: bool| (0..=u8::MAX).filter(move |byte| is_own_character(*byte) == own);
    of(true).chain(of(false))
}

/// The bytes that a piece stands for. None if it has a character outside the alphabet.
pub fn bytes(piece: &str) -> Option<Vec<u8>> {
    piece.chars().map(byte_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_its_own_character() {
        for byte in 0..=u8::MAX {
            assert_eq!(byte_of(char_of(byte)), Some(byte));
        }
        assert_eq!((char_of(b' '), char_of(b'\n'), char_of(0xAD)), ('Ġ', 'Ċ', '\u{143}'));
    }

    #[test]
    fn the_order_is_that_of_the_characters() {
        assert_eq!(in_order().count(), 256);
        assert!(in_order().map(char_of).is_sorted());
    }

    #[test]
    fn other_characters_have_no_byte() {
        for character in [' ', '\u{A0}', '\u{AD}', '\u{144}', '狗'] {
            assert_eq!(byte_of(character), None);
        }
        assert_eq!(bytes("Ġdog"), Some(b" dog".to_vec()));
        assert_eq!(bytes("a b"), None);
    }
}
