//! BPE-dropout (Provilkov et al. 2020, arXiv:1910.13267, algorithm 1).
//!
//! ```text
//! at each step every pair that could merge is dropped with probability p, each place by itself;
//! the survivor of the lowest rank merges (the leftmost of equals); if none survives, the word is done
//! ```
//!
//! p = 0 is BPE, p = 1 leaves the first symbols. Each step draws anew, so what was dropped may come back;
//! implementations differ here (the `tokenizers` crate drops an entry of its queue until the next merge).

use super::plain::{Ranked, apply, candidates};
use super::{Bpe, Symbol};
use crate::tokenize::seeded::{Stream, nth_stream};
use rand::Rng;
use std::collections::BTreeMap;

/// What cannot be answered.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum DropoutError {
    #[error("the probability p must be between 0 and 1, not {0}")]
    Probability(f64),
    #[error("the exact distribution is made for words of at most {MAX_SYMBOLS} symbols, this one has {0}")]
    TooLong(usize),
}

/// A word of n symbols has at most 2ⁿ⁻¹ segmentations.
pub const MAX_SYMBOLS: usize = 14;

/// One segmentation drawn: sample `nth` of a seed, the same on every machine.
pub fn sample(model: &Bpe, word: &str, p: f64, seed: u64, nth: u64) -> Result<Vec<Symbol>, DropoutError> {
    check(p)?;
    let mut rng = nth_stream(seed, Stream::Dropout, nth);
    let ranked = |left, right| model.ranked(left, right);
    let mut symbols = model.symbols(word);
    loop {
        let survivors: Vec<(usize, Ranked)> =
            candidates(&symbols, &ranked).filter(|_| rng.random::<f64>() >= p).collect();
        let Some((at, found)) = survivors.into_iter().min_by_key(|(_, found)| found.rank) else {
            return Ok(symbols);
        };
        apply(&mut symbols, at, found.id);
    }
}

/// Every segmentation that can come about and its probability, the likeliest first, then by symbols.
///
/// Of the pairs by rank r₁ … rₙ the k-th merges with probability pᵏ⁻¹ (1 − p), none with pⁿ; states that several
/// ways lead to are visited once, the longest first.
pub fn distribution(model: &Bpe, word: &str, p: f64) -> Result<Vec<(Vec<Symbol>, f64)>, DropoutError> {
    check(p)?;
    let first = model.symbols(word);
    if first.len() > MAX_SYMBOLS {
        return Err(DropoutError::TooLong(first.len()));
    }
    let ranked = |left, right| model.ranked(left, right);
    let mut level = BTreeMap::from([(first, 1.0)]);
    let mut done = Vec::new();
    while !level.is_empty() {
        let mut shorter = BTreeMap::new();
        for (symbols, probability) in level {
            let mut pairs: Vec<(usize, Ranked)> = candidates(&symbols, &ranked).collect();
            pairs.sort_by_key(|(_, found)| found.rank);
            let mut left = probability;
            for (at, found) in pairs {
                let mut next = symbols.clone();
                apply(&mut next, at, found.id);
                *shorter.entry(next).or_insert(0.0) += left * (1.0 - p);
                left *= p;
            }
            done.push((symbols, left));
        }
        level = shorter;
    }
    done.sort_by(|(a, p), (b, q)| q.total_cmp(p).then_with(|| a.cmp(b)));
    Ok(done)
}

fn check(p: f64) -> Result<(), DropoutError> {
    if (0.0..=1.0).contains(&p) { Ok(()) } else { Err(DropoutError::Probability(p)) }
}
