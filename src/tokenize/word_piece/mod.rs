//! BERT's uncased WordPiece (Devlin et al. 2019).
//!
//! The normaliser removes control characters, puts spaces around CJK characters, strips accents and lowercases
//! ([`normalise`]); words are split at spaces and punctuation ([`words`]); inside a word the longest piece wins
//! ([`longest_match`]). A word of more than 100 characters, or with a place where nothing matches, is `[UNK]` as a whole.
//!
//! This is our own, so that every step can be shown ([`trace`]); ids and spans are those of the `tokenizers` crate for
//! every text (`tests/word_piece.rs`).

pub mod longest_match;
mod normalise;
pub mod trace;
pub mod unicode;
mod words;

use super::Token;
use crate::pack::{Pack, PackError};
use trace::Tracer;

pub struct WordPiece {
    tracer: Tracer,
}

impl WordPiece {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        let unknown_id = pack.unknown_id().ok_or(PackError::Corrupt("no piece stands for the unknown"))?;
        Ok(WordPiece { tracer: Tracer::new(pack.pieces, unknown_id) })
    }

    pub fn encode(&self, text: &str) -> Vec<Token> {
        self.tracer.encode(text)
    }

    /// What shows every step of it.
    pub fn tracer(&self) -> &Tracer {
        &self.tracer
    }

    pub fn piece(&self, id: u32) -> Option<&str> {
        self.tracer.piece(id)
    }
}
