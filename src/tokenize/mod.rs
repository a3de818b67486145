//! Text becomes ids, on vocabularies from [`crate::pack`]; a picture becomes vectors or ids ([`image`]).
//!
//! BPE ([`bpe`], behind the pre-tokenisers of [`pre_tokenize`]), WordPiece ([`word_piece`]) and Unigram ([`unigram`]) are
//! our own, so that every step can be shown; the tests compare them with the reference libraries.
//! No special tokens are added or recognised: `[CLS]` typed by the reader is text like any other.

pub mod align;
pub mod audio;
pub mod bpe;
pub mod byte_bpe;
pub mod byte_level;
pub mod characters;
pub mod chat;
pub mod fertility;
pub mod groups;
pub mod image;
pub mod kmeans;
pub mod microscope;
pub mod nfc;
pub mod own;
pub mod pre_tokenize;
pub mod seeded;
pub mod sentencepiece_bpe;
pub mod sentencepiece_trace;
pub mod stage;
pub mod text_tokenizer;
pub mod train;
mod trie;
pub mod unigram;
pub mod visible;
pub mod vocabulary;
pub mod word_piece;

pub use groups::{Group, groups};
pub use text_tokenizer::{TextTokenizer, TokenizeError};
pub use visible::{shortened, visible};
pub use vocabulary::{VOCABULARIES, Vocabulary, by_id};

use std::ops::Range;

/// One token of an encoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub id: u32,
    /// The vocabulary's own spelling (`Ġdog`, `##ing`, `▁the`).
    pub piece: String,
    /// The bytes of the input text it covers, as a byte range. Empty for a token that covers no input. A byte-level
    /// token may begin or end inside a character.
    pub span: Range<usize>,
    /// Whether it stands for something the vocabulary does not have.
    pub unknown: bool,
}

/// The ids of [`VOCABULARIES`], in order.
pub fn ids() -> &'static [&'static str] {
    static IDS: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    IDS.get_or_init(|| VOCABULARIES.iter().map(|vocabulary| vocabulary.id).collect())
}

/// Graphemes of a token that a label shows.
const LABEL: usize = 24;

/// A short label of a token for axes and sentences: the beginning of its text, or the bytes of a part of a character as
/// `‹E7 8B›`.
pub fn label(text: &str, token: &Token) -> String {
    match text.get(token.span.clone()) {
        Some("") | None if token.span.is_empty() => shortened(&visible(&token.piece), LABEL),
        Some(part) => shortened(&visible(part), LABEL),
        None => {
            let bytes = text.as_bytes().get(token.span.clone()).unwrap_or_default();
            format!("‹{}›", hex(bytes))
        }
    }
}

/// Bytes as two-digit hexadecimal numbers.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02X}")).collect::<Vec<_>>().join(" ")
}
