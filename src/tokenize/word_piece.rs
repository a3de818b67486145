//! BERT's uncased WordPiece (Devlin et al. 2019), by the `tokenizers` library.
//!
//! The normaliser removes control characters, puts spaces around CJK characters, strips accents and lowercases;
//! words are split at spaces and punctuation; inside a word the longest piece wins. A word of more than 100
//! characters, or with a place where nothing matches, is `[UNK]` as a whole.

pub mod unicode;

use super::{Encoder, Library, Token, TokenizeError};
use crate::pack::{Pack, PackError, Pieces};

pub struct WordPiece {
    pieces: Pieces,
    encoder: Box<dyn Encoder>,
    unknown_id: u32,
}

impl WordPiece {
    pub fn from_pack(pack: Pack, library: &dyn Library) -> Result<Self, PackError> {
        let unknown_id = pack.unknown_id().ok_or(PackError::Corrupt("no piece stands for the unknown"))?;
        let encoder = library.word_piece(&pack.pieces, unknown_id)?;
        Ok(WordPiece { pieces: pack.pieces, encoder, unknown_id })
    }

    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        let encoded = self.encoder.encode(text)?;
        let (spans, _) = encoded.offsets.as_chunks::<2>();
        let token = |(id, [start, end]): (&u32, &[u32; 2])| Token {
            id: *id,
            piece: self.piece(*id).unwrap_or_default().to_owned(),
            span: *start as usize..*end as usize,
            unknown: *id == self.unknown_id,
        };
        Ok(encoded.ids.iter().zip(spans).map(token).collect())
    }

    pub fn piece(&self, id: u32) -> Option<&str> {
        self.pieces.get(id)
    }
}
