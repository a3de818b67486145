//! Byte-level BPE (Radford et al. 2019; Sennrich et al. 2016, arXiv:1508.07909), by the `tokenizers` crate.
//!
//! Text is cut by GPT-2's pattern, each part is written in the byte alphabet of [`super::byte_level`], and merges
//! are applied inside parts, lowest rank first.

use super::{Token, TokenizeError, merges};
use crate::pack::{Pack, PackError};
use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::{Model, Tokenizer};

pub struct ByteBpe(Tokenizer);

impl ByteBpe {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        let vocab: Vocab = pack.pieces.iter().map(str::to_owned).zip(0..).collect();
        let merges = merges::recover(&pack, &vocab)?;
        let model = BPE::builder().vocab_and_merges(vocab, merges).build();
        let mut tokenizer = Tokenizer::new(model.map_err(|_| PackError::Corrupt("the merges do not fit"))?);
        let (add_prefix_space, trim_offsets, use_regex) = (false, false, true);
        tokenizer.with_pre_tokenizer(Some(ByteLevel::new(add_prefix_space, trim_offsets, use_regex)));
        Ok(ByteBpe(tokenizer))
    }

    /// Spans come from the pieces' own bytes: the crate widens them to whole characters.
    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        let encoding = self.0.encode_fast(text, false)?;
        let mut tokens = Vec::with_capacity(encoding.len());
        let mut start = 0;
        for id in encoding.get_ids() {
            let piece = self.piece(*id).unwrap_or_default();
            // Every character of the alphabet is one byte.
            let end = start + piece.chars().count();
            tokens.push(Token { id: *id, piece, span: start..end, unknown: false });
            start = end;
        }
        if start == text.len() {
            Ok(tokens)
        } else {
            Err(TokenizeError::Uncovered { covered: start, len: text.len() })
        }
    }

    pub fn piece(&self, id: u32) -> Option<String> {
        self.0.get_model().id_to_token(id)
    }
}
