//! WordPiece's look-ups in one word, in the order in which they are made.

use crate::tokenize::word_piece::longest_match::{CONTINUING, Outcome};
use crate::tokenize::word_piece::trace::Tracer;
use std::ops::Range;

/// All that was tried of one word.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookups {
    pub characters: Vec<char>,
    pub tries: Vec<Lookup>,
    pub outcome: Outcome,
}

/// One candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// Its characters.
    pub columns: Range<usize>,
    /// As it was looked for: `##` before what continues a word.
    pub candidate: String,
    pub found: Option<u32>,
}

impl Lookups {
    pub fn new(tracer: &Tracer, word: &str) -> Self {
        let cut = tracer.cut(word);
        let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        let column = |byte: usize| starts.binary_search(&byte).unwrap_or_default();
        let mut tries = Vec::new();
        for position in &cut.positions {
            let last = position.tried.len().saturating_sub(1);
            let prefix = if position.start > 0 { CONTINUING } else { "" };
            tries.extend(position.tried.iter().enumerate().map(|(nth, end)| Lookup {
                columns: column(position.start)..column(*end),
                candidate: format!("{prefix}{}", word.get(position.start..*end).unwrap_or_default()),
                found: position.found.filter(|_| nth == last),
            }));
        }
        Lookups { characters: word.chars().collect(), tries, outcome: cut.outcome }
    }

    /// The pieces in the end; none where the word is \[UNK\].
    pub fn pieces(&self) -> &[(u32, Range<usize>)] {
        if let Outcome::Pieces(pieces) = &self.outcome { pieces } else { &[] }
    }
}
