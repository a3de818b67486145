//! Byte-pair encoding of our own (Sennrich et al. 2016, arXiv:1508.07909; over bytes: Radford et al. 2019).
//!
//! [`plain`] is the merge loop as it is written down, [`trace`] the same with every step kept, [`fast`] the encoder
//! that the page uses, [`dropout`] the loop that forgets merges at random. All work on one [`Bpe`]: pieces, merges
//! and how a word begins. `tests/bpe.rs` compares them with each other, with the `tokenizers` crate and with the
//! golden values.

pub mod dropout;
pub mod fast;
pub mod model;
pub mod plain;
pub mod recover;
pub mod special;
pub mod strings;
pub mod table;
pub mod trace;

pub use fast::Fast;
pub use model::{Bpe, BpeError, Start};
pub use recover::Merge;
pub use strings::ByteStrings;
pub use trace::Trace;

use std::ops::Range;

/// A piece in a word.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    pub id: u32,
    /// Its bytes of the word.
    pub span: Range<usize>,
}

/// By place, then by id.
impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |symbol: &Symbol| (symbol.span.start, symbol.span.end, symbol.id);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
