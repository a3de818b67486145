//! `\w+|[^\w\s]+`: runs of word characters and runs of signs, the white space between them left out, as the
//! pre-tokeniser `Whitespace` of the `tokenizers` crate cuts.
//!
//! `\w` is what is alphabetic, a mark, a decimal digit, a connector or a joiner (Unicode TR 18, annex C). Other
//! numbers, such as ² and ½, are signs here.

use super::class::{Class, Classes};
use std::ops::Range;

/// What each decimal digit zero of Unicode 16 is; its nine fellows stand behind it.
const ZEROS: [u32; 76] = [
    0x30, 0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50,
    0xED0, 0xF20, 0x1040, 0x1090, 0x17E0, 0x1810, 0x1946, 0x19D0, 0x1A80, 0x1A90, 0x1B50, 0x1BB0, 0x1C40,
    0x1C50, 0xA620, 0xA8D0, 0xA900, 0xA9D0, 0xA9F0, 0xAA50, 0xABF0, 0xFF10, 0x104A0, 0x10D30, 0x10D40,
    0x11066, 0x110F0, 0x11136, 0x111D0, 0x112F0, 0x11450, 0x114D0, 0x11650, 0x116C0, 0x116D0, 0x116DA,
    0x11730, 0x118E0, 0x11950, 0x11BF0, 0x11C50, 0x11D50, 0x11DA0, 0x11F50, 0x16130, 0x16A60, 0x16AC0,
    0x16B50, 0x16D70, 0x1CCF0, 0x1D7CE, 0x1D7D8, 0x1D7E2, 0x1D7EC, 0x1D7F6, 0x1E140, 0x1E2F0, 0x1E4F0,
    0x1E5F1, 0x1E950, 0x1FBF0,
];

/// `\p{Pc}`
const CONNECTORS: [char; 10] = [
    '_', '\u{203F}', '\u{2040}', '\u{2054}', '\u{FE33}', '\u{FE34}', '\u{FE4D}', '\u{FE4E}', '\u{FE4F}',
    '\u{FF3F}',
];
/// The property Join_Control.
const JOINERS: [char; 2] = ['\u{200C}', '\u{200D}'];

fn is_digit(character: char) -> bool {
    let code = u32::from(character);
    let behind = ZEROS.partition_point(|zero| *zero <= code);
    behind.checked_sub(1).and_then(|at| ZEROS.get(at)).is_some_and(|zero| code - zero < 10)
}

/// `\w`
fn is_word(character: char, class: Class) -> bool {
    if class.meets(Class::LETTER.or(Class::MARK)) {
        return true;
    }
    if class.meets(Class::NUMBER.or(Class::SYMBOL)) {
        // Roman numerals and circled letters are alphabetic and no letters
        return character.is_alphabetic() || is_digit(character);
    }
    CONNECTORS.contains(&character) || JOINERS.contains(&character)
}

/// The words of a text, as bytes of it.
pub fn words(text: &str) -> Vec<Range<usize>> {
    let classes = Classes::load();
    let kind = |character: char| {
        let class = classes.of(character);
        if class.meets(Class::SPACE) { None } else { Some(is_word(character, class)) }
    };
    runs(text, kind)
}

/// The stretches between white space.
pub fn between_spaces(text: &str) -> Vec<Range<usize>> {
    let classes = Classes::load();
    runs(text, |character| (!classes.of(character).meets(Class::SPACE)).then_some(()))
}

/// Runs of one kind; what is of none is left out.
fn runs<K: PartialEq + Copy>(text: &str, kind: impl Fn(char) -> Option<K>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut before = None;
    for (at, character) in text.char_indices() {
        let own = kind(character);
        let end = at + character.len_utf8();
        match (own, runs.last_mut()) {
            (None, _) => {}
            (Some(_), Some(run)) if own == before => run.end = end,
            (Some(_), _) => runs.push(at..end),
        }
        before = own;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<&str> {
        words(text).into_iter().map(|word| &text[word]).collect()
    }

    #[test]
    fn words_and_signs_part_and_spaces_go() {
        assert_eq!(cut(" It's  a_b, 12.5!!\n狗"), ["It", "'", "s", "a_b", ",", "12", ".", "5", "!!", "狗"]);
        assert_eq!(cut("x²½ Ⅷ① Ⓐ ٣"), ["x", "²½", "Ⅷ", "①", "Ⓐ", "٣"]);
        assert_eq!(cut("e\u{301} a\u{200D}b"), ["e\u{301}", "a\u{200D}b"]);
        assert!(cut(" \t\u{3000}").is_empty() && cut("").is_empty());
    }

    #[test]
    fn only_white_space_parts() {
        let text = " a,b  c!";
        assert_eq!(between_spaces(text), [1..4, 6..8]);
    }
}
