//! The merge loop as the papers write it (Sennrich et al. 2016, arXiv:1508.07909, algorithm 1, encoding).
//!
//! ```text
//! repeat: among all adjacent pairs that have a rank take the one of the lowest, the leftmost of equals;
//!         put its merge in its place;  until no pair has a rank
//! ```
//!
//! Hugging Face ranks pairs, tiktoken ranks the bytes of the result. They agree wherever each piece is the last merge
//! of its own encoding ([`super::recover`]): what happens inside a piece's bytes, as long as nothing merges across
//! their ends, is what happens when they are encoded alone.

use super::Symbol;

/// What a pair becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ranked {
    pub rank: u32,
    /// The id of the merged piece.
    pub id: u32,
}

/// All pairs of the symbols that can merge now: index of the left one, rank and result, from left to right.
pub fn candidates<'a>(
    symbols: &'a [Symbol],
    ranked: &'a dyn Fn(u32, u32) -> Option<Ranked>,
) -> impl Iterator<Item = (usize, Ranked)> + 'a {
    let pairs = symbols.iter().zip(symbols.iter().skip(1)).enumerate();
    pairs.filter_map(move |(at, (left, right))| Some((at, ranked(left.id, right.id)?)))
}

/// Puts the merge of symbols `at` and `at + 1` in their place.
pub fn apply(symbols: &mut Vec<Symbol>, at: usize, id: u32) {
    let Some(end) = symbols.get(at + 1).map(|right| right.span.end) else { return };
    symbols.remove(at + 1);
    if let Some(left) = symbols.get_mut(at) {
        left.id = id;
        left.span.end = end;
    }
}

/// The whole loop, O(n²).
pub fn merge(mut symbols: Vec<Symbol>, ranked: &dyn Fn(u32, u32) -> Option<Ranked>) -> Vec<Symbol> {
    while let Some((at, found)) = candidates(&symbols, ranked).min_by_key(|(_, found)| found.rank) {
        apply(&mut symbols, at, found.id);
    }
    symbols
}
