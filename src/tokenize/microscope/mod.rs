//! A text under the microscope: what the normaliser changed, the words that are cut apart one by one, and of each word
//! every step of its tokenizer, as numbers that a picture can be drawn of.
//!
//! Words are what cannot influence each other: pre-tokens, where the tokenizer has them; else the stretches before each
//! ▁. A word that is too long to be drawn comes in parts, cut where two of its tokens meet: BPE's merges inside a part
//! are the same as in the whole, because none crosses the ends of a token, and a lattice may be cut at any node that no
//! piece spans ([`words`]). The steps are those of the tracers; nothing here decides anything.

mod lattice;
mod longest;
mod merges;
mod words;

pub use lattice::{Drawn, Ways};
pub use longest::{Lookup, Lookups};
pub use merges::{Block, MAX_SYMBOLS, Merges, spell};
pub use words::{Survey, Word, survey};

use super::bpe::Bpe;
use super::byte_bpe::ByteBpe;
use super::own::OwnBpe;
use super::sentencepiece_bpe::SentencePieceBpe;
use super::unigram::Unigram;
use super::word_piece::WordPiece;

/// A tokenizer that can be looked into.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    ByteBpe(&'a ByteBpe),
    SentencePieceBpe(&'a SentencePieceBpe),
    WordPiece(&'a WordPiece),
    Unigram(&'a Unigram),
    /// BPE of the reader's own file.
    OwnBpe(&'a OwnBpe),
    Characters,
}

/// Every step of one word.
#[derive(Clone, Debug, PartialEq)]
pub enum Slide {
    Merges(Merges),
    Lookups(Lookups),
    Ways(Box<Ways>),
    /// A character is its own token; the id is its code point.
    Character(char),
    /// A control token, found as a whole; its id.
    Control(u32),
    /// A word of so many symbols that cannot be drawn.
    TooLong(usize),
}

impl<'a> Source<'a> {
    /// The merges, where there are any.
    pub fn bpe(self) -> Option<&'a Bpe> {
        match self {
            Source::ByteBpe(model) => Some(model.model()),
            Source::SentencePieceBpe(model) => Some(model.model()),
            Source::OwnBpe(model) => Some(model.model()),
            Source::WordPiece(_) | Source::Unigram(_) | Source::Characters => None,
        }
    }

    /// How the vocabulary writes an id.
    pub fn piece(self, id: u32) -> String {
        match self {
            Source::WordPiece(model) => model.piece(id).unwrap_or_default().to_owned(),
            Source::Unigram(model) => model.piece(id).unwrap_or_default(),
            Source::Characters => super::characters::piece(id).unwrap_or_default(),
            _ => self.bpe().map(|model| spell(model, id)).unwrap_or_default(),
        }
    }

    /// Every step of a word of `survey`.
    pub fn slide(self, survey: &Survey, word: &Word) -> Slide {
        match word.ids.first() {
            Some(id) if word.control => Slide::Control(*id),
            _ => self.cut(survey.text(word)),
        }
    }

    /// Every step of `word`, a word of [`Survey::prepared`].
    pub fn cut(self, word: &str) -> Slide {
        if let Some(model) = self.bpe() {
            return Merges::new(model, word);
        }
        match self {
            Source::WordPiece(model) => Slide::Lookups(Lookups::new(model.tracer(), word)),
            Source::Unigram(model) => match word.chars().count() {
                many if many > MAX_SYMBOLS => Slide::TooLong(many),
                _ => Slide::Ways(Box::new(Ways::new(model.lattice(word)))),
            },
            _ => word.chars().next().map_or(Slide::TooLong(0), Slide::Character),
        }
    }
}

impl Slide {
    /// How many steps there are to go through.
    pub fn steps(&self) -> usize {
        match self {
            Slide::Merges(merges) => merges.trace.steps.len(),
            Slide::Lookups(lookups) => lookups.tries.len(),
            Slide::Ways(ways) => ways.lattice.nodes.len().saturating_sub(1),
            Slide::Character(_) | Slide::Control(_) | Slide::TooLong(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests;
