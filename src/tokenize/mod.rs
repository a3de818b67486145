//! Text becomes ids. The tokenizers run through the `tokenizers` crate, on vocabularies from [`crate::pack`].

use std::ops::Range;

/// One token of an encoded text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub id: u32,
    /// The vocabulary's own spelling (`Ġdog`, `##ing`, `▁the`).
    pub piece: String,
    /// The bytes of the input text it covers, as a byte range. Empty for a token that covers no input.
    pub span: Range<usize>,
    /// Whether it stands for something the vocabulary does not have.
    pub unknown: bool,
}

/// The ids of all vocabularies.
pub fn ids() -> &'static [&'static str] {
    &["gpt2", "bert", "unigram"]
}
