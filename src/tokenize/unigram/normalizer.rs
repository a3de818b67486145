//! SentencePiece's normaliser (sentencepiece, src/normalizer.cc, `Normalizer::Normalize`), keeping for each byte of
//! the result the bytes of the original that it comes from.

use crate::pack::{Charsmap, SentencePieceTables};
use crate::tokenize::stage::{Change, Stage, StageKind};
use std::ops::Range;

/// How a space is written, U+2581.
const SPACE_SYMBOL: &str = "▁";

pub struct Normalizer {
    charsmap: Charsmap,
    /// Pieces that are taken from the text as they are.
    user_defined: Vec<String>,
    pub(super) add_dummy_prefix: bool,
    pub(super) remove_extra_whitespaces: bool,
    pub(super) space: &'static str,
}

/// A normalised text that knows where it comes from.
#[derive(Clone, Debug, Default)]
pub struct Normalized {
    pub text: String,
    /// For each byte of `text`: the original bytes it stands for, as start and end.
    origins: Vec<(u32, u32)>,
}

impl Normalized {
    /// A text that nothing has changed yet.
    pub fn identity(text: &str) -> Self {
        let mut out = Normalized::default();
        for (at, character) in text.char_indices() {
            let end = at + character.len_utf8();
            out.push(character.encode_utf8(&mut [0; 4]), (at as u32, end as u32));
        }
        out
    }

    /// With something before it that stands for nothing.
    pub fn prepended(&self, prefix: &str) -> Self {
        let mut out = Normalized::default();
        let first = self.origins.first().map_or(0, |(start, _)| *start);
        out.push(prefix, (first, first));
        out.text.push_str(&self.text);
        out.origins.extend_from_slice(&self.origins);
        out
    }

    /// Each `from`, which is not empty, as `to`.
    pub fn replaced(&self, from: &str, to: &str) -> Self {
        let mut out = Normalized::default();
        let mut at = 0;
        for (start, _) in self.text.match_indices(from) {
            out.copy(self, at..start);
            let origin = self.original(start..start + from.len());
            out.push(to, (origin.start as u32, origin.end as u32));
            at = start + from.len();
        }
        out.copy(self, at..self.text.len());
        out
    }

    /// Each character as others.
    pub fn mapped<I: Iterator<Item = char>>(&self, map: impl Fn(char) -> I) -> Self {
        let mut out = Normalized::default();
        for (at, character) in self.text.char_indices() {
            let origin = self.origins.get(at).copied().unwrap_or_default();
            map(character).for_each(|mapped| out.push(mapped.encode_utf8(&mut [0; 4]), origin));
        }
        out
    }

    /// This as a stage, for a text that was made of `before`.
    pub fn stage(self, kind: StageKind, before: &str) -> Stage {
        let mut changes = Vec::new();
        let mut change = |from: Range<usize>, to: Range<usize>| {
            if before.get(from.clone()) != self.text.get(to.clone()) {
                changes.push(Change { from, to });
            }
        };
        let (mut read, mut at) = (0, 0);
        for run in self.origins.chunk_by(|a, b| a == b) {
            let (start, end) = run.first().map_or((0, 0), |(start, end)| (*start as usize, *end as usize));
            let (start, end) = (start.max(read), end.max(read));
            change(read..start, at..at);
            change(start..end, at..at + run.len());
            (read, at) = (end, at + run.len());
        }
        change(read..before.len(), at..at);
        Stage { kind, text: self.text, changes }
    }

    fn copy(&mut self, from: &Normalized, part: Range<usize>) {
        self.text.push_str(from.text.get(part.clone()).unwrap_or_default());
        self.origins.extend_from_slice(from.origins.get(part).unwrap_or_default());
    }

    /// The original bytes of a part of `text`; empty if it has none.
    pub fn original(&self, part: Range<usize>) -> Range<usize> {
        let origins = self.origins.get(part).unwrap_or_default();
        let start = origins.first().map_or(0, |(start, _)| *start);
        let end = origins.last().map_or(0, |(_, end)| *end);
        start as usize..end as usize
    }

    pub(crate) fn push(&mut self, text: &str, origin: (u32, u32)) {
        self.text.push_str(text);
        self.origins.resize(self.text.len(), origin);
    }

    /// The last character also stands for the original up to `end`.
    fn extend_last(&mut self, end: u32) {
        let width = self.text.chars().next_back().map_or(0, char::len_utf8);
        self.origins.iter_mut().rev().take(width).for_each(|origin| origin.1 = end);
    }

    fn pop(&mut self, width: usize) {
        let length = self.text.len().saturating_sub(width);
        self.text.truncate(length);
        self.origins.truncate(length);
    }
}

impl Normalizer {
    pub fn new(tables: SentencePieceTables, user_defined: Vec<String>) -> Self {
        Normalizer {
            charsmap: tables.charsmap,
            user_defined,
            add_dummy_prefix: tables.add_dummy_prefix,
            remove_extra_whitespaces: tables.remove_extra_whitespaces,
            space: if tables.escape_whitespaces { SPACE_SYMBOL } else { " " },
        }
    }

    /// Whether no character is mapped to another.
    pub(super) fn has_no_map(&self) -> bool {
        self.charsmap.units.is_empty()
    }

    pub fn normalize(&self, text: &str) -> Normalized {
        let mut out = Normalized::default();
        let mut at = if self.remove_extra_whitespaces { self.leading_spaces(text) } else { 0 };
        if at == text.len() {
            return out;
        }
        if self.add_dummy_prefix {
            out.push(self.space, (at as u32, at as u32));
        }
        let mut after_space = self.remove_extra_whitespaces;
        while let Some((length, replacement)) = text.get(at..).and_then(|rest| self.prefix(rest)) {
            let end = at + length;
            let kept = if after_space { replacement.trim_start_matches(' ') } else { replacement };
            for character in kept.chars() {
                let origin = (at as u32, end as u32);
                match character {
                    ' ' => out.push(self.space, origin),
                    _ => out.push(character.encode_utf8(&mut [0; 4]), origin),
                }
            }
            // A space that joins the one before it is that one's; so is a rule that replaces by nothing.
            if kept.is_empty() {
                out.extend_last(end as u32);
            } else {
                after_space = self.remove_extra_whitespaces && kept.ends_with(' ');
            }
            at = end;
        }
        if self.remove_extra_whitespaces {
            while out.text.ends_with(self.space) {
                out.pop(self.space.len());
            }
        }
        out
    }

    /// The bytes at the start that normalise to one space each.
    fn leading_spaces(&self, text: &str) -> usize {
        let mut at = 0;
        while let Some((length, " ")) = text.get(at..).and_then(|rest| self.prefix(rest)) {
            at += length;
        }
        at
    }

    /// The next step at the start of `text`: how many bytes it takes and what they become. None at the end.
    pub(super) fn prefix<'a>(&'a self, text: &'a str) -> Option<(usize, &'a str)> {
        if let Some(piece) =
            self.user_defined.iter().filter(|piece| text.starts_with(*piece)).max_by_key(|p| p.len())
        {
            return Some((piece.len(), piece));
        }
        self.charsmap.longest_match(text).or_else(|| {
            let length = text.chars().next()?.len_utf8();
            Some((length, text.get(..length)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normalizer(remove_extra_whitespaces: bool) -> Normalizer {
        let tables = SentencePieceTables {
            scores: Vec::new(),
            charsmap: Charsmap { units: Vec::new(), strings: String::new() },
            add_dummy_prefix: true,
            remove_extra_whitespaces,
            escape_whitespaces: true,
        };
        Normalizer::new(tables, vec!["<x>".into()])
    }

    #[test]
    fn spaces_are_joined_and_point_at_what_they_stand_for() {
        let normalized = normalizer(true).normalize("  a   狗 ");
        assert_eq!(normalized.text, "▁a▁狗");
        assert_eq!(normalized.original(0..3), 2..2);
        assert_eq!(normalized.original(0..4), 2..3);
        assert_eq!(normalized.original(4..7), 3..6);
        assert_eq!(normalized.original(4..10), 3..9);
    }

    #[test]
    fn spaces_are_kept_where_the_model_says_so() {
        assert_eq!(normalizer(false).normalize(" a  b ").text, "▁▁a▁▁b▁");
        assert_eq!(normalizer(true).normalize("   ").text, "");
        assert_eq!(normalizer(true).normalize("").text, "");
    }
}
