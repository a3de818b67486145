//! The compact packs that we ship, vocabularies above all: their format and its reader.
//!
//! A static host may send files as they are, so a pack is compressed inside: PPMd (variant H, as in 7z) packs
//! these texts smallest of all that was measured, and its decoder adds about 20 kB of wasm. All numbers are little-endian.
//!
//! ```text
//! 0   4  magic "LOCP"
//! 4   1  version, 1
//! 5   1  algorithm: 2 WordPiece, 3 Unigram, 4 byte-level BPE, 5 SentencePiece BPE
//! 6   1  flags of the SentencePiece normaliser: 1 add_dummy_prefix, 2 remove_extra_whitespaces, 4 escape_whitespaces;
//!        for byte-level BPE the pattern of the pre-tokeniser: 1 GPT-2, 2 cl100k, 3 o200k, 4 Qwen2, 5 Llama 3, 6 DeepSeek-V3
//! 7   1  number of sections
//! 8   4  number of pieces; for byte-level BPE of ids: those without a piece are not used
//! 12  8  FNV-1a (64 bits) of all other bytes of the file
//! 20     section headers, 12 bytes each: kind, PPMd order (0: not packed), log2 of PPMd memory, 0, plain bytes (4), packed bytes (4)
//!        the sections' packed bytes, in the order of the headers
//!
//! section 1  pieces: UTF-8, in id order, each ended by a newline
//! section 2  scores: the bits of each f32 as the wrapping difference to the one before, LEB128
//! section 3  kinds: one byte per piece, as in sentencepiece_model.proto
//! section 4  charsmap: unit count (4), the double array's units as four byte planes, its strings
//! section 5  merges of byte-level BPE, instead of pieces: see [`byte_bpe`]
//! section 6  special tokens of byte-level BPE: difference of ids (LEB128), kind (1), UTF-8, newline
//! ```
//!
//! The merges of SentencePiece BPE follow from its pieces: every two that make a third put together, ranked by the
//! id of what they make.
//!
//! A trained table of numbers has a pack of another kind, [`Table`], and word vectors a third, [`WordVectors`].
//!
//! `scripts/assets/build_packs.py`, `build_table.py` and `build_vectors.py` write packs. Nothing in a pack is trusted: every size is bounded before memory
//! is taken, and any damage ends in a [`PackError`].

mod byte_bpe;
mod columns;
mod format;
mod huffman;
mod pieces;
mod table;
mod word_vectors;

pub use byte_bpe::{ByteBpeTables, Special};
pub use columns::{Charsmap, Kind, SentencePieceTables};
pub use format::PackError;
pub use pieces::Pieces;
pub use table::Table;
pub use word_vectors::{MeasuredPair, WordVectors};

/// How a vocabulary cuts text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Byte-pair encoding over bytes.
    ByteBpe,
    /// Longest match first inside words; pieces that continue a word carry `##`.
    WordPiece,
    /// The most probable segmentation under independent pieces.
    Unigram,
    /// One token per Unicode scalar value. Needs no pack.
    Characters,
    /// Byte-pair encoding over characters; a character that is no piece becomes its bytes.
    SentencePieceBpe,
}

/// A decoded vocabulary.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    pub algorithm: Algorithm,
    /// The largest id + 1.
    pub n_ids: u32,
    /// The pieces in id order; none for byte-level BPE.
    pub pieces: Pieces,
    /// What each piece is for.
    pub kinds: Vec<Kind>,
    /// Present exactly where the algorithm is [`Algorithm::Unigram`] or [`Algorithm::SentencePieceBpe`].
    pub sentencepiece: Option<SentencePieceTables>,
    /// Present exactly where the algorithm is [`Algorithm::ByteBpe`].
    pub byte_bpe: Option<ByteBpeTables>,
}

impl Pack {
    /// The id of the piece that stands for everything the vocabulary does not have.
    pub fn unknown_id(&self) -> Option<u32> {
        self.kinds.iter().position(|kind| *kind == Kind::Unknown).map(|id| id as u32)
    }

    /// Reads a pack. Errors: everything that is wrong with the bytes, see [`PackError`].
    pub fn read(bytes: &[u8]) -> Result<Pack, PackError> {
        let file = format::parse(bytes)?;
        columns::decode(&file)
    }
}
