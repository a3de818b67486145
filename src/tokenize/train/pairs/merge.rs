//! One merge: only what stands beside a replaced pair is counted anew.

use super::{Candidate, Marks, Rule, Trainer, Word};
use std::cmp::Ordering;

pub const END_OF_WORD: &str = "</w>";
pub const CONTINUING: &str = "##";

impl Candidate {
    /// Whether it is merged before another one.
    pub(super) fn goes_before(&self, other: &Candidate, rule: Rule) -> bool {
        let by_rule = match rule {
            Rule::Count => Ordering::Equal,
            Rule::Score => self.compare_scores(other),
        };
        let by_ids = || (other.left, other.right).cmp(&(self.left, self.right));
        by_rule.then_with(|| self.count.cmp(&other.count)).then_with(by_ids).is_gt()
    }

    /// Compares f(a, b) / (f(a) f(b)) without rounding where products are exact in u128, as they are for any corpus
    /// that is taken.
    fn compare_scores(&self, other: &Candidate) -> Ordering {
        let product = |count: u64, of: &Candidate| {
            u128::from(count).saturating_mul(u128::from(of.left_count)).saturating_mul(of.right_count.into())
        };
        product(self.count, other).cmp(&product(other.count, self))
    }
}

impl Trainer {
    /// Replaces a pair everywhere: the id of what it became, whether that is new, and how many were replaced.
    pub(super) fn merge(&mut self, left: u32, right: u32) -> (u32, bool, u64) {
        let (made, new) = self.joined(left, right);
        let mut words = std::mem::take(&mut self.words);
        let mut replaced = 0;
        for at in self.pairs.words((left, right)) {
            if let Some(word) = words.get_mut(at as usize) {
                replaced += self.merge_in_word(word, at, (left, right), made);
            }
        }
        self.words = words;
        let mut change = |id: u32, by: fn(u64, u64) -> u64| {
            self.counts.get_mut(id as usize).into_iter().for_each(|count| *count = by(*count, replaced));
        };
        change(left, u64::saturating_sub);
        change(right, u64::saturating_sub);
        change(made, u64::saturating_add);
        (made, new, replaced)
    }

    /// What two symbols become together.
    pub fn joined_text(&self, left: u32, right: u32) -> String {
        let text = |id: u32| self.symbols.get(id as usize).map_or("", String::as_str);
        let tail = match self.settings.marks {
            Marks::Continuing => text(right).strip_prefix(CONTINUING).unwrap_or(text(right)),
            Marks::None | Marks::EndOfWord => text(right),
        };
        format!("{}{tail}", text(left))
    }

    /// The id of the two symbols together, and whether it is new.
    fn joined(&mut self, left: u32, right: u32) -> (u32, bool) {
        let joined = self.joined_text(left, right);
        if let Some(&known) = self.ids.get(&joined) {
            return (known, false);
        }
        let id = self.symbols.len() as u32;
        self.symbols.push(joined.clone());
        self.ids.insert(joined, id);
        self.counts.push(0);
        (id, true)
    }

    /// Replaces a pair in one word. Pairs with a replaced symbol go, pairs with a new one come.
    fn merge_in_word(&mut self, word: &mut Word, at: u32, pair: (u32, u32), made: u32) -> u64 {
        let merged = places(&word.symbols, pair);
        if merged.is_empty() {
            return 0; // the pair has gone from this word since
        }
        let replaced = word.count * merged.len() as u64;
        let symbols = replace(&word.symbols, &merged, made);
        for (nth, &place) in merged.iter().enumerate() {
            // between two replaced pairs side by side there is one pair, not two
            let before = nth.checked_sub(1).and_then(|nth| merged.get(nth));
            let behind_another = before.is_some_and(|&before| before + 2 == place);
            // every replaced pair before this one has moved it one to the left
            let moved = place - nth;
            let gone = [place.checked_sub(1).filter(|_| !behind_another), Some(place), Some(place + 1)];
            let come = [moved.checked_sub(1).filter(|_| !behind_another), Some(moved)];
            let gone = gone.into_iter().flatten().filter_map(|at| pair_at(&word.symbols, at));
            gone.for_each(|pair| self.pairs.remove(pair, word.count));
            let come = come.into_iter().flatten().filter_map(|at| pair_at(&symbols, at));
            come.for_each(|pair| self.pairs.add(pair, word.count, at));
        }
        word.symbols = symbols;
        replaced
    }
}

/// The pair that begins at a place.
fn pair_at(symbols: &[u32], at: usize) -> Option<(u32, u32)> {
    Some((*symbols.get(at)?, *symbols.get(at + 1)?))
}

/// The pairs of a word, from left to right.
pub(super) fn pairs(symbols: &[u32]) -> impl Iterator<Item = (u32, u32)> {
    symbols.iter().copied().zip(symbols.iter().copied().skip(1))
}

/// Where a pair stands, from left to right and without overlap.
fn places(symbols: &[u32], pair: (u32, u32)) -> Vec<usize> {
    let mut places: Vec<usize> = Vec::new();
    for (at, here) in pairs(symbols).enumerate() {
        if here == pair && places.last().is_none_or(|last| at > last + 1) {
            places.push(at);
        }
    }
    places
}

/// The symbols with `made` in place of each pair that begins at one of `places`.
fn replace(symbols: &[u32], places: &[usize], made: u32) -> Vec<u32> {
    let mut out = Vec::with_capacity(symbols.len() - places.len());
    let mut at = 0;
    for &place in places {
        out.extend_from_slice(symbols.get(at..place).unwrap_or_default());
        out.push(made);
        at = place + 2;
    }
    out.extend_from_slice(symbols.get(at..).unwrap_or_default());
    out
}

/// The symbols with every occurrence of a pair replaced.
pub(super) fn replaced(symbols: Vec<u32>, pair: (u32, u32), made: u32) -> Vec<u32> {
    let places = places(&symbols, pair);
    if places.is_empty() { symbols } else { replace(&symbols, &places, made) }
}
