//! What can be wrong with a file that the reader brings: one sentence each.

use std::borrow::Cow;

/// They are told by the worker that reads the file to the page, hence the owned texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum OwnError {
    #[error("the file has {0} bytes, at most {limit} are read", limit = super::MAX_BYTES)]
    TooLarge(usize),
    #[error("the file is neither a tokenizer.json (line {line}: {why}) nor a .tiktoken file")]
    NotJson { line: usize, why: String },
    #[error("line {0} of the .tiktoken file is not a piece in base64 and its rank")]
    Line(usize),
    #[error("the file is empty")]
    Empty,
    #[error("the file has no “{0}”")]
    Missing(String),
    #[error("“{0}” of the file is not what it should be")]
    Wrong(String),
    #[error("{part} “{what}” is not one that can be shown here")]
    Unsupported { part: Cow<'static, str>, what: String },
    #[error("the pieces “{0}” and “{1}” share the id {2}")]
    DuplicateId(String, String, u32),
    #[error("the piece “{0}” has two ids, {1} and {2}")]
    DuplicatePiece(String, u32, u32),
    #[error("the id {0} of “{1}” is beyond the largest that is read, {limit}", limit = super::MAX_ID)]
    LargeId(u64, String),
    #[error("merge {number}, “{left}” and “{right}”: the vocabulary has no piece “{missing}”")]
    MissingPiece { number: usize, left: String, right: String, missing: String },
    #[error("merge {number}, “{left}” and “{right}”, makes a piece of itself")]
    Cyclic { number: usize, left: String, right: String },
    #[error("the piece “{0}” cannot be made by one merge of pieces before it")]
    NoMerge(String),
    #[error("the piece “{0}” holds a character that stands for no byte")]
    NotBytes(String),
    #[error(
        "the byte {0} has no piece of its own: byte-level BPE begins with all 256 (a trainer puts them in with initial_alphabet = ByteLevel.alphabet())"
    )]
    NoByte(u8),
    #[error("the vocabulary does not fit together: {0}")]
    Unfit(String),
}

impl OwnError {
    /// What a vocabulary's own check says.
    pub fn unfit(error: impl std::fmt::Display) -> Self {
        OwnError::Unfit(error.to_string())
    }
}
