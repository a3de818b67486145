//! What a merge leaves behind: the candidates, the one that was chosen, and why there is no further one.

use super::{Point, Rule};

/// A pair that could be merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Ids of a and b.
    pub left: u32,
    pub right: u32,
    /// f(a, b).
    pub count: u64,
    /// f(a) and f(b).
    pub left_count: u64,
    pub right_count: u64,
}

impl Candidate {
    /// f(a, b) / (f(a) f(b)): up to a constant factor, exp of the pointwise mutual information.
    pub fn score(&self) -> f64 {
        self.count as f64 / (self.left_count as f64 * self.right_count as f64)
    }

    /// f(a) + f(b): what f(ab) is not.
    pub fn sum_of_parts(&self) -> u64 {
        self.left_count.saturating_add(self.right_count)
    }
}

/// One merge, as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The first candidates by the rule; the first of them was merged.
    pub candidates: Vec<Candidate>,
    /// The first candidates by the other rule, if they were asked for.
    pub beside: Vec<Candidate>,
    pub chosen: Candidate,
    /// Id of the symbol that the pair became.
    pub made: u32,
    /// Whether that symbol is new: `ab`+`c` may give what `a`+`bc` gave before.
    pub new: bool,
    /// How many pairs of the corpus were replaced.
    pub replaced: u64,
    /// What came of it.
    pub point: Point,
}

impl Step {
    /// f(a) and f(b) after the merge: each falls by what was replaced, twice where a = b.
    pub fn counts_after(&self) -> (u64, u64) {
        let Candidate { left, right, left_count, right_count, .. } = self.chosen;
        let fall = if left == right { self.replaced.saturating_mul(2) } else { self.replaced };
        (left_count.saturating_sub(fall), right_count.saturating_sub(fall))
    }

    /// Whether another pair was as good by the rule, so that the order of ids decided.
    pub fn tied(&self, rule: Rule) -> bool {
        let second = self.candidates.get(1);
        second.is_some_and(|second| match rule {
            Rule::Count => second.count == self.chosen.count,
            Rule::Score => second.score() == self.chosen.score(),
        })
    }
}

/// Why no further pair is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Every word is one symbol. So it is from the beginning in a corpus whose words have one character each.
    NoPair,
    /// The most frequent pair occurs less often than the settings demand.
    BelowMinFrequency { best: u64 },
    /// The vocabulary has the size that the settings name.
    VocabularyFull,
}
