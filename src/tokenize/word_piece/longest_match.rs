//! WordPiece inside one word: greedy longest match (google-research/bert, tokenization.py, `WordpieceTokenizer`).
//!
//! ```text
//! at position p take the longest piece of the vocabulary that begins there, written ##piece if p > 0; go on behind it
//! the whole word is [UNK] if some position has no piece, or if the word has more than 100 characters
//! ```

use crate::pack::Pieces;
use crate::tokenize::trie::Trie;
use std::ops::Range;

/// A longer word is unknown as a whole.
pub const MAX_CHARS_PER_WORD: usize = 100;

/// What is written before a piece that continues a word.
pub const CONTINUING: &str = "##";

/// The pieces, ready to be matched.
pub struct LongestMatch {
    /// All pieces as they are written: what a word may begin with.
    initial: Trie,
    /// The pieces that carry `##`, without it.
    continuing: Trie,
}

/// How a word was cut, with all that was tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordTrace {
    /// One per position from which a piece was looked for, up to the position where none was found.
    pub positions: Vec<Position>,
    pub outcome: Outcome,
}

/// The search for a piece at one position of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Byte of the word; beyond 0 candidates are written with `##`.
    pub start: usize,
    /// Where each candidate ended that was looked up, the longest first. Only the last can have been found.
    pub tried: Vec<usize>,
    /// The piece that was found, the last candidate tried.
    pub found: Option<u32>,
}

/// What becomes of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The pieces: id and bytes of the word.
    Pieces(Vec<(u32, Range<usize>)>),
    /// \[UNK\]: no piece begins at this byte of the word.
    NoPiece { at: usize },
    /// \[UNK\]: more than [`MAX_CHARS_PER_WORD`] characters. Nothing was tried.
    TooLong { chars: usize },
}

impl LongestMatch {
    pub fn new(pieces: &Pieces) -> Self {
        let ids = || pieces.iter().zip(0..);
        let continuing = ids().filter_map(|(piece, id)| Some((piece.strip_prefix(CONTINUING)?, id)));
        LongestMatch { initial: Trie::new(ids()), continuing: Trie::new(continuing) }
    }

    /// The pieces of a word as (id, bytes of the word); `None` where the word is \[UNK\].
    pub fn cut(&self, word: &str) -> Option<Vec<(u32, Range<usize>)>> {
        // no word of 100 bytes has more characters
        if word.len() > MAX_CHARS_PER_WORD && word.chars().nth(MAX_CHARS_PER_WORD).is_some() {
            return None;
        }
        let mut pieces = Vec::new();
        let mut at = 0;
        while at < word.len() {
            let rest = word.as_bytes().get(at..)?;
            let (length, id) = self.from(at).prefixes(rest).last()?;
            pieces.push((id, at..at + length));
            at += length;
        }
        Some(pieces)
    }

    /// The same by looking up every candidate, the longest first, and all of it kept.
    pub fn trace(&self, word: &str) -> WordTrace {
        let chars = word.chars().count();
        if chars > MAX_CHARS_PER_WORD {
            return WordTrace { positions: Vec::new(), outcome: Outcome::TooLong { chars } };
        }
        let (mut positions, mut pieces) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < word.len() {
            let position = self.search(word, at);
            let found = position.found.zip(position.tried.last().copied());
            positions.push(position);
            let Some((id, end)) = found else {
                return WordTrace { positions, outcome: Outcome::NoPiece { at } };
            };
            pieces.push((id, at..end));
            at = end;
        }
        WordTrace { positions, outcome: Outcome::Pieces(pieces) }
    }

    fn search(&self, word: &str, start: usize) -> Position {
        let mut position = Position { start, tried: Vec::new(), found: None };
        let rest = word.get(start..).unwrap_or_default();
        for (last, char) in rest.char_indices().rev() {
            let end = start + last + char.len_utf8();
            position.tried.push(end);
            let candidate = word.get(start..end).unwrap_or_default();
            position.found = self.from(start).get(candidate);
            if position.found.is_some() {
                break;
            }
        }
        position
    }

    /// The pieces that may stand at this byte of a word.
    fn from(&self, at: usize) -> &Trie {
        if at == 0 { &self.initial } else { &self.continuing }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn model(pieces: &[&str]) -> LongestMatch {
        let lines: String = pieces.iter().map(|piece| format!("{piece}\n")).collect();
        LongestMatch::new(&Pieces::from_lines(lines.into(), pieces.len() as u32).unwrap())
    }

    #[test]
    fn every_candidate_is_told() {
        let model = model(&["un", "##aff", "##able", "##a"]);
        let trace = model.trace("unaffable");
        let tried: Vec<&[usize]> = trace.positions.iter().map(|position| position.tried.as_slice()).collect();
        assert_eq!(tried, [&[9, 8, 7, 6, 5, 4, 3, 2][..], &[9, 8, 7, 6, 5], &[9]]);
        assert_eq!(trace.outcome, Outcome::Pieces(vec![(0, 0..2), (1, 2..5), (2, 5..9)]));
    }

    #[test]
    fn a_word_is_unknown_as_a_whole() {
        let model = model(&["low", "##a", "a"]);
        assert_eq!(model.trace("lowaz").outcome, Outcome::NoPiece { at: 4 });
        assert_eq!(model.cut("lowaz"), None);
        let (hundred, more) = ("a".repeat(100), "a".repeat(101));
        assert_eq!(model.cut(&hundred).map(|pieces| pieces.len()), Some(100));
        assert_eq!(model.trace(&more).outcome, Outcome::TooLong { chars: 101 });
        assert_eq!(model.cut(&more), None);
        assert_eq!(model.trace("").outcome, Outcome::Pieces(Vec::new()));
    }

    proptest! {
        #[test]
        fn the_fast_search_finds_what_looking_up_finds(pieces in prop::collection::btree_set("(##)?[abé]{1,3}", 0..20), word in "[abé#]{0,8}") {
            let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
            let model = model(&pieces);
            let plain = match model.trace(&word).outcome {
                Outcome::Pieces(pieces) => Some(pieces),
                _ => None,
            };
            prop_assert_eq!(model.cut(&word), plain);
        }
    }
}
