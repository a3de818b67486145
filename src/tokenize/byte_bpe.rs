//! Byte-level BPE (Radford et al. 2019; Sennrich et al. 2016, arXiv:1508.07909), by the `tokenizers` library.
//!
//! Text is cut by GPT-2's pattern, each part is written in the byte alphabet of [`super::byte_level`], and merges
//! are applied inside parts, lowest rank first.

use super::{Encoder, Library, Token, TokenizeError};
use crate::pack::{Kind, Pack, PackError, Pieces};

pub struct ByteBpe {
    pieces: Pieces,
    encoder: Box<dyn Encoder>,
}

impl ByteBpe {
    pub fn from_pack(pack: Pack, library: &dyn Library) -> Result<Self, PackError> {
        let normal: Vec<bool> = pack.kinds.iter().map(|kind| *kind == Kind::Normal).collect();
        let encoder = library.byte_bpe(&pack.pieces, &normal)?;
        Ok(ByteBpe { pieces: pack.pieces, encoder })
    }

    /// Spans come from the pieces' own bytes: the library widens them to whole characters.
    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        let ids = self.encoder.encode(text)?.ids;
        let mut tokens = Vec::with_capacity(ids.len());
        let mut start = 0;
        for id in ids {
            let piece = self.piece(id).unwrap_or_default().to_owned();
            // Every character of the alphabet is one byte.
            let end = start + piece.chars().count();
            tokens.push(Token { id, piece, span: start..end, unknown: false });
            start = end;
        }
        if start == text.len() {
            Ok(tokens)
        } else {
            Err(TokenizeError::Uncovered { covered: start, len: text.len() })
        }
    }

    pub fn piece(&self, id: u32) -> Option<&str> {
        self.pieces.get(id)
    }
}
