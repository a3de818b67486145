//! T5's buckets: near distances have one each, far ones share them, wider and wider.
//!
//! ```text
//! r = j − i
//! bidirectional: nb = ⌊num_buckets/2⌋, base = nb if r > 0 else 0, x = |r|
//! causal:        nb = num_buckets,     base = 0,                  x = max(−r, 0)
//! me = ⌊nb/2⌋
//! x < me:  base + x
//! else:    base + min(nb − 1, me + trunc(ln(x/me) / ln(max_distance/me) · (nb − me)))
//! ```
//!
//! Raffel et al. 2020, arXiv 1910.10683, §2.1; the rule is `_relative_position_bucket` of the authors' mesh
//! code and of Hugging Face. Logarithm, quotient and product are f32 there, and here in the same order: at the edge
//! of a bucket f64 could truncate to the other side. An odd number of buckets leaves the last row of a
//! bidirectional table unused.

use crate::choices;

choices! {
    /// Which keys have a bucket of their own.
    pub enum Direction {
        /// Encoders: half of the buckets for keys to the right.
        Bidirectional = "bidirectional",
        /// Decoders: every key to the right shares bucket 0 with the query itself; the mask hides it.
        Causal = "causal",
    }
}

/// Why there are no buckets. In both cases the formula divides by zero or takes the logarithm of 0, and libraries
/// return whatever their conversion of NaN or ∞ to an integer gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    /// me = 0: no distance has a bucket of its own.
    #[error("at least {needed} buckets are needed")]
    TooFewBuckets { needed: usize },
    /// ln(max_distance/me) ≤ 0.
    #[error("max_distance must exceed the {exact} distances that have a bucket each")]
    MaxDistanceTooSmall { exact: usize },
}

/// The rule for one choice of numbers, known to be defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Buckets {
    direction: Direction,
    /// nb: the buckets of one side.
    side: usize,
    /// me: how many of them hold one distance each.
    exact: usize,
    max_distance: usize,
}

impl Buckets {
    /// `num_buckets` and `max_distance` are Hugging Face's `relative_attention_num_buckets` (T5: 32) and
    /// `relative_attention_max_distance` (128).
    pub fn new(num_buckets: usize, max_distance: usize, direction: Direction) -> Result<Self, Undefined> {
        let (side, needed) = match direction {
            Direction::Bidirectional => (num_buckets / 2, 4),
            Direction::Causal => (num_buckets, 2),
        };
        let exact = side / 2;
        if exact == 0 {
            return Err(Undefined::TooFewBuckets { needed });
        }
        if max_distance <= exact {
            return Err(Undefined::MaxDistanceTooSmall { exact });
        }
        Ok(Buckets { direction, side, exact, max_distance })
    }

    /// The bucket of distance r = j − i, below `num_buckets`.
    pub fn of(&self, r: i64) -> usize {
        let (base, x) = match self.direction {
            Direction::Bidirectional if r > 0 => (self.side, r.unsigned_abs()),
            Direction::Bidirectional => (0, r.unsigned_abs()),
            Direction::Causal => (0, r.min(0).unsigned_abs()),
        };
        let x = usize::try_from(x).unwrap_or(usize::MAX);
        base + if x < self.exact { x } else { self.shared(x).min(self.side - 1) }
    }

    /// me + trunc(ln(x/me) / ln(max_distance/me) · (nb − me)), for x ≥ me.
    ///
    /// The logarithms are f64 ones rounded to f32, which is what an exact f32 logarithm gives on every machine.
    fn shared(&self, x: usize) -> usize {
        let exact = self.exact as f32;
        let ln = f64::from(x as f32 / exact).ln() as f32;
        let whole = (self.max_distance as f64 / self.exact as f64).ln() as f32;
        self.exact + (ln / whole * (self.side - self.exact) as f32) as usize
    }

    /// The smallest |r| of a key to the left that falls in its side's last bucket: farther ones are told apart
    /// from it no more. At most `max_distance`.
    pub fn last_from(&self) -> usize {
        let is_last = |&x: &usize| self.of(-(x as i64)) == self.side - 1;
        (0..self.max_distance).find(is_last).unwrap_or(self.max_distance)
    }

    /// A name for a bucket that stays when others are added: its place on its side, positive to the right.
    pub fn label(&self, bucket: usize) -> i64 {
        if bucket < self.side { -(bucket as i64) } else { (bucket - self.side) as i64 }
    }

    /// (r, bucket) for r = −(n − 1) … n − 1: the staircase.
    pub fn staircase(&self, n: usize) -> Vec<(i64, usize)> {
        super::relative::distances(n).map(|r| (r, self.of(r))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t5(direction: Direction) -> Buckets {
        Buckets::new(32, 128, direction).unwrap()
    }

    #[test]
    fn near_distances_have_a_bucket_each_and_far_ones_share() {
        let encoder = t5(Direction::Bidirectional);
        assert_eq!([0, -1, -7, -8, -11, -12, -128, -9999].map(|r| encoder.of(r)), [0, 1, 7, 8, 8, 9, 15, 15]);
        assert_eq!([1, 7, 8, 12, 9999].map(|r| encoder.of(r)), [17, 23, 24, 25, 31]);
        let decoder = t5(Direction::Causal);
        assert_eq!([5, 0, -1, -15, -16, -9999].map(|r| decoder.of(r)), [0, 0, 1, 15, 16, 31]);
    }

    /// 91 and 113: the last bucket begins well before `max_distance`.
    #[test]
    fn the_last_bucket_begins_before_max_distance() {
        assert_eq!(t5(Direction::Bidirectional).last_from(), 91);
        assert_eq!(t5(Direction::Causal).last_from(), 113);
    }

    #[test]
    fn what_is_undefined_is_named() {
        let new = |num, max, direction| Buckets::new(num, max, direction).unwrap_err();
        use Direction::{Bidirectional, Causal};
        use Undefined::{MaxDistanceTooSmall, TooFewBuckets};
        assert_eq!(new(3, 128, Bidirectional), TooFewBuckets { needed: 4 });
        assert_eq!(new(1, 128, Causal), TooFewBuckets { needed: 2 });
        assert_eq!(new(0, 0, Causal), TooFewBuckets { needed: 2 });
        assert_eq!(new(32, 8, Bidirectional), MaxDistanceTooSmall { exact: 8 });
        assert_eq!(new(32, 16, Causal), MaxDistanceTooSmall { exact: 16 });
        assert!(Buckets::new(4, 2, Bidirectional).is_ok() && Buckets::new(2, 2, Causal).is_ok());
    }

    /// ln 2 / ln 32 · 5 is 1 exactly; f64 has a little less and would keep −8 in bucket 4.
    #[test]
    fn the_order_of_operations_in_f32_decides_at_an_edge() {
        assert_eq!(Buckets::new(9, 128, Direction::Causal).unwrap().of(-8), 5);
        assert!((8.0_f64 / 4.0).ln() / (128.0_f64 / 4.0).ln() * 5.0 < 1.0);
    }

    #[test]
    fn the_staircase_has_a_step_per_distance() {
        let steps = Buckets::new(8, 20, Direction::Causal).unwrap().staircase(3);
        assert_eq!(steps, [(-2, 2), (-1, 1), (0, 0), (1, 0), (2, 0)]);
        assert!(t5(Direction::Causal).staircase(0).is_empty());
    }
}
