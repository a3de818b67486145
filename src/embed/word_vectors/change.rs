//! What the projection changed in the numbers.
//!
//! Keeping 128 of 512 columns drops small differences that every two words have, so cosines move away from 0, all of them
//! upwards for words that are alike: an order may survive, the numbers do not. The build measured chosen pairs in the original
//! columns and in the kept ones, before rounding; the third number is ours.

use super::WordTable;

/// One pair of words in three versions of its table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The rows.
    pub words: [usize; 2],
    /// The cosine in all columns of the published table.
    pub original: f64,
    /// After the projection.
    pub projected: f64,
    /// After the projection and the rounding to 8 bits: what [`WordTable::cosine`] says.
    pub packed: f64,
}

impl Change {
    /// How many of `all` the projection moved upwards.
    pub fn risen(all: &[Change]) -> usize {
        all.iter().filter(|change| change.projected > change.original).count()
    }

    /// The most that the rounding to 8 bits moved any of `all`.
    pub fn most_rounded(all: &[Change]) -> f64 {
        all.iter().map(|change| (change.packed - change.projected).abs()).fold(0.0, f64::max)
    }
}

/// The pairs that the build measured, in its order.
pub fn changes(table: &WordTable) -> Vec<Change> {
    let change = |pair: &crate::pack::MeasuredPair| {
        let [a, b] = pair.words;
        Change {
            words: pair.words,
            original: pair.original.into(),
            projected: pair.projected.into(),
            packed: table.cosine_of_rows(a, b),
        }
    };
    table.vectors().pairs.iter().map(change).collect()
}
