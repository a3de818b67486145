//! BERT's uncased WordPiece (Devlin et al. 2019), by the `tokenizers` library; and, step by step, by ourselves.
//!
//! The normaliser removes control characters, puts spaces around CJK characters, strips accents and lowercases
//! ([`normalise`]); words are split at spaces and punctuation ([`words`]); inside a word the longest piece wins
//! ([`longest_match`]). A word of more than 100 characters, or with a place where nothing matches, is `[UNK]` as a whole.

pub mod longest_match;
mod normalise;
pub mod trace;
pub mod unicode;
mod words;

use super::{Encoder, Library, Token, TokenizeError};
use crate::pack::{Pack, PackError};
use trace::Tracer;

pub struct WordPiece {
    tracer: Tracer,
    encoder: Box<dyn Encoder>,
}

impl WordPiece {
    pub fn from_pack(pack: Pack, library: &dyn Library) -> Result<Self, PackError> {
        let unknown_id = pack.unknown_id().ok_or(PackError::Corrupt("no piece stands for the unknown"))?;
        let encoder = library.word_piece(&pack.pieces, unknown_id)?;
        Ok(WordPiece { tracer: Tracer::new(pack.pieces, unknown_id), encoder })
    }

    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        let encoded = self.encoder.encode(text)?;
        let (spans, _) = encoded.offsets.as_chunks::<2>();
        let pairs = encoded.ids.iter().zip(spans);
        Ok(pairs.map(|(id, [start, end])| self.tracer.token(*id, *start as usize..*end as usize)).collect())
    }

    /// What shows every step of it.
    pub fn tracer(&self) -> &Tracer {
        &self.tracer
    }

    pub fn piece(&self, id: u32) -> Option<&str> {
        self.tracer.piece(id)
    }
}
