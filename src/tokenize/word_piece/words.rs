//! BERT's pre-tokenizer: words end at white space, every punctuation mark is a word of its own.

use super::normalise::Aligned;
use super::unicode::Unicode;
use std::ops::Range;

/// The words of a normalised text, as ranges of its characters.
pub fn words(unicode: &Unicode, text: &[Aligned]) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut open = false;
    for (at, Aligned { char, .. }) in text.iter().enumerate() {
        let alone = is_punctuation(unicode, *char);
        if char.is_whitespace() {
            open = false;
        } else if open && !alone {
            words.last_mut().into_iter().for_each(|word| word.end = at + 1);
        } else {
            words.push(at..at + 1);
            open = !alone;
        }
    }
    words
}

/// What Unicode calls punctuation, and all signs of ASCII ($, +, <, …).
pub fn is_punctuation(unicode: &Unicode, c: char) -> bool {
    if c.is_ascii() { c.is_ascii_punctuation() } else { unicode.is_punctuation(c) }
}
