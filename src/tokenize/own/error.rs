//! What can be wrong with a file that the reader brings: one sentence each.

use std::fmt;

/// Where in a file something is wrong or absent.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Place {
    /// A field by its path, such as `model.vocab`.
    Field(String),
    /// The id of this piece in `model.vocab`.
    IdOf(String),
    /// The entry of `model.vocab` with this id.
    Entry(usize),
    /// One of `model.merges`, from 1.
    Merge(usize),
    /// A rank of a `.tiktoken` file.
    Rank(usize),
    /// The piece that `unk_token` names.
    Unknown(String),
}

/// Why a file is no JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Flaw {
    NoBrace,
    TooShort,
    /// Nothing that may stand there, in this column from 1.
    Column(usize),
}

/// What a file may ask for and is not had here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Feature {
    Model,
    Normaliser,
    NormaliserPattern,
    PreTokeniser,
    SplitBehaviour,
    SplitPattern,
    Replacement,
    PrependScheme,
    Dropout,
    ContinuingPrefix,
    MostCharacters,
    UnigramOption,
    LineEnd,
}

/// They are told by the worker that reads the file to the page, hence the owned texts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, serde::Serialize, serde::Deserialize)]
pub enum OwnError {
    #[error("the file has {0} bytes, at most {limit} are read", limit = super::MAX_BYTES)]
    TooLarge(usize),
    #[error("the file is neither a tokenizer.json (line {line}: {why}) nor a .tiktoken file")]
    NotJson { line: usize, why: Flaw },
    #[error("line {0} of the .tiktoken file is not a piece in base64 and its rank")]
    Line(usize),
    #[error("the file is empty")]
    Empty,
    #[error("the file has no {0}")]
    Missing(Place),
    #[error("in the file {0} is not what it should be")]
    Wrong(Place),
    #[error("{part} “{what}” is not one that can be shown here")]
    Unsupported { part: Feature, what: String },
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

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Field(path) => write!(f, "“{path}”"),
            Place::IdOf(piece) => write!(f, "the id of “{piece}” in model.vocab"),
            Place::Entry(id) => write!(f, "entry {id} of model.vocab"),
            Place::Merge(number) => write!(f, "merge {number} of model.merges"),
            Place::Rank(rank) => write!(f, "rank {rank}"),
            Place::Unknown(piece) => write!(f, "piece “{piece}”, which unk_token names"),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Flaw::NoBrace => f.write_str("no { at its beginning"),
            Flaw::TooShort => f.write_str("it ends too early"),
            Flaw::Column(column) => write!(f, "no JSON at column {column}"),
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Feature::Model => "the model",
            Feature::Normaliser => "the normaliser",
            Feature::NormaliserPattern => "the pattern of a normaliser",
            Feature::PreTokeniser => "the pre-tokeniser",
            Feature::SplitBehaviour => "the behaviour of a Split",
            Feature::SplitPattern => "the pattern of a Split",
            Feature::Replacement => "the replacement of Metaspace",
            Feature::PrependScheme => "the prepend_scheme",
            Feature::Dropout => "the dropout of the model",
            Feature::ContinuingPrefix => "the continuing_subword_prefix",
            Feature::MostCharacters => "max_input_chars_per_word",
            Feature::UnigramOption => "the option of Unigram",
            Feature::LineEnd => "the piece with a line end",
        })
    }
}
