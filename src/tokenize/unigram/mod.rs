//! SentencePiece's Unigram tokenizer (Kudo 2018, arXiv:1804.10959; Kudo & Richardson 2018, arXiv:1808.06226).
//!
//! This is our own and not the `tokenizers` crate's, because it must give SentencePiece's ids: the crate's
//! normaliser takes the shortest rule of a whole grapheme where SentencePiece takes the longest rule anywhere, its
//! Viterbi sums in f64 where SentencePiece rounds to f32 (equal sums fall differently), it knows no user-defined
//! pieces, and its trie of hash maps takes 103 MB on the host for this vocabulary, all of ours 7 MB.
//!
//! Text is normalised ([`normalizer`]), then cut into the most probable pieces ([`viterbi`]).

mod charsmap;
pub mod normalizer;
mod trie;
mod viterbi;

use super::Token;
use crate::pack::{Kind, Pack, PackError, Pieces};
use normalizer::Normalizer;
use viterbi::Viterbi;

pub struct Unigram {
    normalizer: Normalizer,
    viterbi: Viterbi,
    pieces: Pieces,
    unknown_id: u32,
}

impl Unigram {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        let unknown_id = pack.unknown_id().ok_or(PackError::Corrupt("no piece stands for the unknown"))?;
        let user_defined =
            pack.pieces.iter().zip(&pack.kinds).filter(|(_, kind)| **kind == Kind::UserDefined);
        let user_defined = user_defined.map(|(piece, _)| piece.to_owned()).collect();
        let tables = pack.sentencepiece.ok_or(PackError::Corrupt("a section is missing"))?;
        let viterbi = Viterbi::new(&pack.pieces, tables.scores.clone(), pack.kinds, unknown_id);
        let normalizer = Normalizer::new(tables, user_defined);
        Ok(Unigram { normalizer, viterbi, pieces: pack.pieces, unknown_id })
    }

    /// A token's span is the original bytes that its normalised characters come from. A space that the normaliser
    /// put before the text has no bytes of its own; spaces that it removed at the ends belong to no token.
    pub fn encode(&self, text: &str) -> Vec<Token> {
        let normalized = self.normalizer.normalize(text);
        let token = |(id, part)| Token {
            id,
            piece: self.pieces.get(id).unwrap_or_default().to_owned(),
            span: normalized.original(part),
            unknown: id == self.unknown_id,
        };
        self.viterbi.cut(&normalized.text).into_iter().map(token).collect()
    }

    pub fn piece(&self, id: u32) -> Option<String> {
        self.pieces.get(id).map(str::to_owned)
    }
}
