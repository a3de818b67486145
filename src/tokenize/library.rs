//! What we ask of the `tokenizers` library, wherever it runs.
//!
//! Its regular expressions and normalisers are a sixth of a megabyte that the first picture does not need, so the
//! page loads it as a module of its own, with the first vocabulary that asks for it. Everything else calls it
//! directly: [`super::Crate`].

use super::TokenizeError;
use crate::pack::{PackError, Pieces};

/// An encoded text as the library tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    pub ids: Vec<u32>,
    /// The bytes of the text that each token covers: `[start, end)` one after the other, widened to whole characters.
    pub offsets: Vec<u32>,
}

/// A model of the library that is ready to encode.
pub trait Encoder {
    fn encode(&self, text: &str) -> Result<Encoded, TokenizeError>;
}

/// The library: makes encoders of vocabularies. Errors if the vocabulary cannot be one of that kind.
pub trait Library {
    /// Byte-level BPE with GPT-2's pattern; the merges follow from the order of the pieces that are `normal`.
    fn byte_bpe(&self, pieces: &Pieces, normal: &[bool]) -> Result<Box<dyn Encoder>, PackError>;

    /// BERT's uncased WordPiece, with which ours is compared; `unknown` is the id of the piece for words that cannot be cut.
    fn word_piece(&self, pieces: &Pieces, unknown: u32) -> Result<Box<dyn Encoder>, PackError>;
}
