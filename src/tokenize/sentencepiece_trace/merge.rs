//! The merges of one text: first come, first served.

use super::{Order, Tracer};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A part of the normalised text on its way to a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Bytes of the normalised text.
    pub at: Range<usize>,
    /// The piece that it is; `None` for a character that the vocabulary does not have.
    pub id: Option<u32>,
}

/// One merge.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    /// Bytes of the normalised text that the left symbol covers, and the right one.
    pub left: Range<usize>,
    pub right: Range<usize>,
    /// The piece that they become.
    pub id: u32,
    /// Its place in the order: the rank of the pair, or minus the score of the piece. The least is merged first.
    pub rank: f64,
}

/// A merge that is possible, or was when it was found.
struct Candidate {
    rank: f64,
    left: usize,
    right: usize,
    /// Bytes of both together: tells whether either has changed since.
    length: usize,
    id: u32,
}

/// Neighbours in a list from which symbols vanish.
struct Link {
    before: Option<usize>,
    after: Option<usize>,
}

impl Tracer {
    /// The characters of a normalised text, and its user-defined pieces.
    pub(super) fn symbols(&self, text: &str) -> Vec<Symbol> {
        let mut symbols = Vec::new();
        let mut at = 0;
        while let Some(first) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            let whole = self.trie.prefixes(rest).filter(|(_, id)| self.is_user_defined(*id)).last();
            let length = whole.map_or(first.len_utf8(), |(length, _)| length);
            let id = whole.map(|(_, id)| id).or_else(|| self.trie.get(text.get(at..at + length)?));
            symbols.push(Symbol { at: at..at + length, id });
            at += length;
        }
        symbols
    }

    fn is_user_defined(&self, id: u32) -> bool {
        self.user_defined.get(id as usize).copied().unwrap_or_default()
    }

    /// The rank and the result of merging two symbols side by side.
    pub(super) fn merge(&self, text: &str, left: &Symbol, right: &Symbol) -> Option<(f64, u32)> {
        if [left, right].iter().any(|symbol| symbol.id.is_some_and(|id| self.is_user_defined(id))) {
            return None;
        }
        match &self.order {
            Order::Ranks(ranks) => ranks.get(&(left.id?, right.id?)).map(|&(rank, id)| (f64::from(rank), id)),
            Order::Scores(scores) => {
                let id = self.trie.get(text.get(left.at.start..right.at.end)?)?;
                scores.get(id as usize).map(|&score| (-f64::from(score), id))
            }
        }
    }

    /// Merges until nothing merges: what is left, and the merges in the order in which they were made.
    pub(super) fn merged(&self, mut symbols: Vec<Symbol>, text: &str) -> (Vec<Symbol>, Vec<Merge>) {
        let last = symbols.len().saturating_sub(1);
        let link = |at: usize| Link { before: at.checked_sub(1), after: Some(at + 1).filter(|_| at < last) };
        let mut links: Vec<Link> = (0..symbols.len()).map(link).collect();
        let mut heap = BinaryHeap::new();
        for right in 1..symbols.len() {
            heap.extend(self.candidate(text, &symbols, right - 1, right));
        }
        let mut merges = Vec::new();
        while let Some(next) = heap.pop() {
            let Some(merge) = still_there(&next, &symbols) else { continue };
            symbols.get_mut(next.right).into_iter().for_each(|gone| gone.at.start = gone.at.end);
            let whole = Symbol { at: merge.left.start..merge.right.end, id: Some(next.id) };
            symbols.get_mut(next.left).into_iter().for_each(|left| *left = whole.clone());
            merges.push(merge);
            let after = links.get(next.right).and_then(|link| link.after);
            links.get_mut(next.left).into_iter().for_each(|link| link.after = after);
            if let Some(after) = after {
                links.get_mut(after).into_iter().for_each(|link| link.before = Some(next.left));
                heap.extend(self.candidate(text, &symbols, next.left, after));
            }
            if let Some(before) = links.get(next.left).and_then(|link| link.before) {
                heap.extend(self.candidate(text, &symbols, before, next.left));
            }
        }
        symbols.retain(|symbol| !symbol.at.is_empty());
        (symbols, merges)
    }

    fn candidate(&self, text: &str, symbols: &[Symbol], left: usize, right: usize) -> Option<Candidate> {
        let (a, b) = (symbols.get(left)?, symbols.get(right)?);
        let (rank, id) = self.merge(text, a, b)?;
        Some(Candidate { rank, left, right, length: a.at.len() + b.at.len(), id })
    }
}

/// The merge, if both its symbols are what they were when it was found.
fn still_there(candidate: &Candidate, symbols: &[Symbol]) -> Option<Merge> {
    let (left, right) = (symbols.get(candidate.left)?, symbols.get(candidate.right)?);
    let same = !left.at.is_empty()
        && !right.at.is_empty()
        && left.at.len() + right.at.len() == candidate.length
        && left.at.end == right.at.start;
    let Candidate { id, rank, .. } = *candidate;
    same.then(|| Merge { left: left.at.clone(), right: right.at.clone(), id, rank })
}

impl Ord for Candidate {
    /// The heap gives the largest: the least rank, of equal ones the leftmost.
    fn cmp(&self, other: &Self) -> Ordering {
        other.rank.total_cmp(&self.rank).then_with(|| other.left.cmp(&self.left))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Candidate {}
