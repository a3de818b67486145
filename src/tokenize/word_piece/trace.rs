//! Every step from a text to BERT's ids.

use super::longest_match::{LongestMatch, Outcome, WordTrace};
use super::normalise::{Aligned, normalise, stages};
use super::unicode::Unicode;
use super::words::words;
use crate::pack::Pieces;
use crate::tokenize::Token;
use crate::tokenize::stage::Stage;
use std::ops::Range;

/// A vocabulary and all that its steps need.
pub struct Tracer {
    unicode: Unicode,
    model: LongestMatch,
    pieces: Pieces,
    unknown_id: u32,
}

/// Every step of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// What the normaliser did; the text of the last stage is cut into words.
    pub stages: Vec<Stage>,
    pub words: Vec<Word>,
}

/// One word of the normalised text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    /// Bytes of the normalised text.
    pub at: Range<usize>,
    /// Bytes of the reader's text that it comes from.
    pub span: Range<usize>,
    /// How it was cut.
    pub cut: WordTrace,
    /// What it became: its pieces, or one \[UNK\].
    pub tokens: Vec<Token>,
}

impl Trace {
    /// The tokens of all words.
    pub fn tokens(&self) -> impl Iterator<Item = &Token> {
        self.words.iter().flat_map(|word| &word.tokens)
    }
}

impl Tracer {
    pub fn new(pieces: Pieces, unknown_id: u32) -> Self {
        let (unicode, model) = (Unicode::default(), LongestMatch::new(&pieces));
        Tracer { unicode, model, pieces, unknown_id }
    }

    /// The tokens of a text, without the steps.
    pub fn encode(&self, text: &str) -> Vec<Token> {
        let chars = normalise(&self.unicode, text);
        let mut tokens = Vec::new();
        let mut word = String::new();
        for range in words(&self.unicode, &chars) {
            let chars = chars.get(range).unwrap_or_default();
            word.clear();
            word.extend(chars.iter().map(|aligned| aligned.char));
            self.push_tokens(self.model.cut(&word), &word, chars, &mut tokens);
        }
        tokens
    }

    /// How one word of the normalised text is cut.
    pub fn cut(&self, word: &str) -> WordTrace {
        self.model.trace(word)
    }

    /// The same, every step kept.
    pub fn trace(&self, text: &str) -> Trace {
        let (chars, stages) = stages(&self.unicode, text);
        // where each character of the normalised text begins
        let starts: Vec<usize> = stages.last().map_or_else(Vec::new, |stage| {
            stage.text.char_indices().map(|(at, _)| at).chain([stage.text.len()]).collect()
        });
        let words = words(&self.unicode, &chars).into_iter().map(|range| {
            let at = |end: usize| starts.get(end).copied().unwrap_or_default();
            self.word(at(range.start)..at(range.end), chars.get(range).unwrap_or_default())
        });
        let words = words.collect();
        Trace { stages, words }
    }

    fn word(&self, at: Range<usize>, chars: &[Aligned]) -> Word {
        let text: String = chars.iter().map(|aligned| aligned.char).collect();
        let cut = self.model.trace(&text);
        let pieces = match &cut.outcome {
            Outcome::Pieces(pieces) => Some(pieces.clone()),
            Outcome::NoPiece { .. } | Outcome::TooLong { .. } => None,
        };
        let mut tokens = Vec::new();
        self.push_tokens(pieces, &text, chars, &mut tokens);
        Word { span: span(chars), text, at, cut, tokens }
    }

    /// The tokens of a word whose characters are `chars`: its pieces, or \[UNK\].
    fn push_tokens(
        &self,
        pieces: Option<Vec<(u32, Range<usize>)>>,
        word: &str,
        chars: &[Aligned],
        tokens: &mut Vec<Token>,
    ) {
        let Some(pieces) = pieces else {
            return tokens.push(self.token(self.unknown_id, span(chars)));
        };
        let mut rest = chars;
        for (id, bytes) in pieces {
            let length = word.get(bytes).map_or(0, |part| part.chars().count());
            let (own, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            tokens.push(self.token(id, span(own)));
            rest = after;
        }
    }

    fn token(&self, id: u32, span: Range<usize>) -> Token {
        let piece = self.piece(id).unwrap_or_default().to_owned();
        Token { id, piece, span, unknown: id == self.unknown_id }
    }

    /// The vocabulary's spelling of an id.
    pub fn piece(&self, id: u32) -> Option<&str> {
        self.pieces.get(id)
    }
}

/// The bytes of the original text that characters side by side come from.
fn span(chars: &[Aligned]) -> Range<usize> {
    let start = chars.first().map_or(0, |first| first.origin.0);
    let end = chars.last().map_or(0, |last| last.origin.1);
    start as usize..end as usize
}
