//! SentencePiece's BPE with byte fallback, as LLaMA 1 and 2 and Mistral have it (Kudo & Richardson 2018,
//! arXiv:1808.06226; sentencepiece, src/bpe_model.cc; Hugging Face `BPE` with `byte_fallback` and `fuse_unk`).
//!
//! ```text
//! normalise    ▁ before the text, every space becomes ▁ (and the model's character map, if it has one)
//! symbols      the characters; user-defined pieces as a whole, and those are never merged
//! merge        the adjacent pair that comes first (least rank, or largest score), of equal ones the leftmost; repeat
//! fall back    a character that is no piece becomes its UTF-8 bytes, <0xE7> <0x8B> <0x97>, where the vocabulary has
//!              them all; else it is unknown, and unknown characters side by side are one token
//! ```
//!
//! There is no pre-tokenizer: merges run over the whole text, and stop at words because no piece has ▁ inside. Which
//! pair comes first is said by scores (SentencePiece: −(merge number)) or by ranks of pairs (Hugging Face's list of
//! merges): the same for a vocabulary as it was trained. Pieces that are marked unused are left alone (SentencePiece
//! would make and undo them).

mod merge;
mod trace;

pub use merge::{Merge, Symbol};
pub use trace::Trace;

use super::Token;
use super::trie::Trie;
use super::unigram::normalizer::{Normalized, Normalizer};
use crate::pack::{Kind, PackError, Pieces, SentencePieceTables};
use std::collections::HashMap;
use std::ops::Range;

/// Which of two possible merges comes first.
pub enum MergeOrder {
    /// The one whose result has the larger score, by id; any two symbols whose text together is a piece may merge.
    Scores(Vec<f32>),
    /// The one that stands first in this list of pairs of ids; only these merge.
    Ranks(Vec<(u32, u32)>),
}

/// A vocabulary that is ready to encode.
pub struct Tracer {
    normalizer: Normalizer,
    /// The pieces that text may become: normal and user-defined ones.
    trie: Trie,
    order: Order,
    user_defined: Vec<bool>,
    /// The id of each byte's piece.
    bytes: Vec<Option<u32>>,
    pieces: Pieces,
    unknown_id: u32,
}

enum Order {
    Scores(Vec<f32>),
    Ranks(Ranks),
}

/// A pair of ids: its rank and what it becomes.
type Ranks = HashMap<(u32, u32), (u32, u32)>;

impl Tracer {
    /// `kinds` are by id; of the tables only the normaliser's are read. Errors if no piece stands for the unknown, or two pieces of a merge are
    /// none together.
    pub fn new(
        pieces: Pieces,
        kinds: &[Kind],
        tables: SentencePieceTables,
        order: MergeOrder,
    ) -> Result<Self, PackError> {
        let unknown = kinds.iter().position(|kind| *kind == Kind::Unknown);
        let unknown_id = unknown.ok_or(PackError::Corrupt("no piece stands for the unknown"))? as u32;
        let matched = |kind: &Kind| matches!(kind, Kind::Normal | Kind::UserDefined);
        let entries = || pieces.iter().zip(0..).zip(kinds);
        let trie = Trie::new(entries().filter(|(_, kind)| matched(kind)).map(|(entry, _)| entry));
        let order = match order {
            MergeOrder::Scores(scores) => Order::Scores(scores),
            MergeOrder::Ranks(pairs) => Order::Ranks(ranks(&pairs, &pieces, &trie)?),
        };
        let of_byte = |byte: u8| {
            let piece = format!("<0x{byte:02X}>");
            entries().find(|((text, _), kind)| **kind == Kind::Byte && *text == piece).map(|((_, id), _)| id)
        };
        let any_byte = kinds.contains(&Kind::Byte);
        let bytes = (0..=255).map(|byte| if any_byte { of_byte(byte) } else { None }).collect();
        let user = entries().filter(|(_, kind)| **kind == Kind::UserDefined);
        let normalizer = Normalizer::new(tables, user.map(|((piece, _), _)| piece.to_owned()).collect());
        let user_defined = kinds.iter().map(|kind| *kind == Kind::UserDefined).collect();
        Ok(Tracer { normalizer, trie, order, user_defined, bytes, pieces, unknown_id })
    }

    /// The tokens of a text. A token of one byte spans that byte where the character is the text's own.
    pub fn encode(&self, text: &str) -> Vec<Token> {
        let normalized = self.normalizer.normalize(text);
        let (symbols, _) = self.merged(self.symbols(&normalized.text), &normalized.text);
        self.tokens(&symbols, &normalized)
    }

    /// The same, every step kept.
    pub fn trace(&self, text: &str) -> Trace {
        let normalized = self.normalizer.normalize(text);
        let symbols = self.symbols(&normalized.text);
        let (last, merges) = self.merged(symbols.clone(), &normalized.text);
        let tokens = self.tokens(&last, &normalized);
        Trace { stages: self.normalizer.stages(text), symbols, merges, last, tokens }
    }

    /// The tokens of symbols that no longer merge.
    fn tokens(&self, symbols: &[Symbol], normalized: &Normalized) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        for symbol in symbols {
            let span = normalized.original(symbol.at.clone());
            match (symbol.id, self.byte_ids(normalized.text.get(symbol.at.clone()).unwrap_or_default())) {
                (Some(id), _) => tokens.push(self.token(id, span)),
                (None, Some(ids)) => {
                    let own = span.len() == ids.len();
                    let byte =
                        |nth: usize| if own { span.start + nth..span.start + nth + 1 } else { span.clone() };
                    tokens.extend(ids.iter().enumerate().map(|(nth, id)| self.token(*id, byte(nth))));
                }
                (None, None) => match tokens.last_mut() {
                    Some(before) if before.unknown => before.span.end = span.end,
                    _ => tokens.push(self.token(self.unknown_id, span)),
                },
            }
        }
        tokens
    }

    /// The pieces of the bytes of a text, if there is one for each.
    fn byte_ids(&self, text: &str) -> Option<Vec<u32>> {
        text.bytes().map(|byte| self.bytes.get(usize::from(byte)).copied().flatten()).collect()
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

fn ranks(pairs: &[(u32, u32)], pieces: &Pieces, trie: &Trie) -> Result<Ranks, PackError> {
    let mut ranks = HashMap::with_capacity(pairs.len());
    for (&(left, right), rank) in pairs.iter().zip(0..) {
        let together = pieces.get(left).zip(pieces.get(right)).map(|(left, right)| format!("{left}{right}"));
        let id =
            together.and_then(|text| trie.get(&text)).ok_or(PackError::Corrupt("a merge makes no piece"))?;
        ranks.entry((left, right)).or_insert((rank, id));
    }
    Ok(ranks)
}

#[cfg(test)]
mod tests;
