//! DeBERTa's index: from a distance to a row of the table, in v2 and v3 by way of log buckets, which leave near
//! distances as they are and round far ones up on a log scale.
//!
//! ```text
//! δ          = clip(bucket(Δ) + k, 0, 2k − 1),  Δ = i − j
//! bucket(Δ)  = Δ                                                       v1
//! v2, v3:      k = position_buckets,  mid = ⌊k/2⌋
//! |Δ| ≤ mid:   Δ
//! else:        sign(Δ) · (⌈ln(|Δ|/mid) / ln((max − 1)/mid) · (mid − 1)⌉ + mid)
//! ```
//!
//! He et al. 2021, microsoft/DeBERTa `make_log_bucket_position` (f64) and Hugging Face `deberta_v2` (f32; the order
//! of operations here). `max` is `max_relative_positions`; |Δ| = max − 1 gets the bucket 2·mid − 1, and
//! greater distances greater ones, which the clip of the table's index then ends.

use crate::choices;

choices! {
    /// Which row of Q^r the p2c term of query i and key j takes.
    pub enum P2cIndexing {
        /// δ(i, j): as for c2p.
        Code = "code",
        /// δ(j, i): the position of the query as the key sees it.
        Paper = "paper",
    }
}

/// Why there are no buckets: the formula would divide by zero or by a negative logarithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Undefined {
    #[error("at least 2 position buckets are needed")]
    TooFewBuckets,
    #[error("max_relative_positions must be at least {needed}")]
    MaxTooSmall { needed: usize },
}

/// The rule for one choice of numbers, known to be defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogBuckets {
    mid: usize,
    max: usize,
}

impl LogBuckets {
    /// Hugging Face's `position_buckets` (v3: 256) and `max_relative_positions` (v3: 512).
    pub fn new(position_buckets: usize, max_relative_positions: usize) -> Result<Self, Undefined> {
        let (mid, max) = (position_buckets / 2, max_relative_positions);
        if mid == 0 {
            return Err(Undefined::TooFewBuckets);
        }
        if max <= mid + 1 {
            return Err(Undefined::MaxTooSmall { needed: mid + 2 });
        }
        Ok(LogBuckets { mid, max })
    }

    /// The bucket of Δ = i − j; odd, so that −Δ has the opposite one.
    pub fn of(&self, delta: i64) -> i64 {
        let far = usize::try_from(delta.unsigned_abs()).unwrap_or(usize::MAX);
        if far <= self.mid {
            return delta;
        }
        let mid = self.mid as f32;
        let ln = |x: f32| f64::from(x).ln() as f32;
        let whole = ln(((self.max - 1) as f64 / self.mid as f64) as f32);
        let steps = (ln(far as f32 / mid) / whole * (mid - 1.0)).ceil();
        delta.signum() * (steps as i64 + self.mid as i64)
    }
}

/// From a distance to a row of the table P of 2k rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// k.
    pub span: usize,
    /// v2, v3: distances are bucketed before they are clipped.
    pub buckets: Option<LogBuckets>,
}

impl Index {
    /// clip(Δ + k, 0, 2k − 1) for Δ = i − j, bucketed first if there are buckets; 0 if there are no rows.
    pub fn row(&self, delta: i64) -> usize {
        let span = i64::try_from(self.span).unwrap_or(i64::MAX / 2);
        let delta = self.buckets.map_or(delta, |buckets| buckets.of(delta));
        delta.saturating_add(span).clamp(0, (2 * span - 1).max(0)) as usize
    }

    /// The row that p2c takes for Δ = i − j.
    pub fn p2c_row(&self, delta: i64, indexing: P2cIndexing) -> usize {
        match indexing {
            P2cIndexing::Code => self.row(delta),
            P2cIndexing::Paper => self.row(-delta),
        }
    }

    /// The index into the middle rows that `n` tokens reach: the effective span is one more than their largest bucket,
    /// without buckets min(n, k). No row changes its vector, since the distances of fewer tokens are not clipped.
    pub fn shortened(self, n: usize) -> Index {
        let far = (n as i64 - 1).max(0);
        let reached = self.buckets.map_or(far, |buckets| buckets.of(far)) + 1;
        Index { span: self.span.min(reached as usize), ..self }
    }

    /// (Δ, row) for Δ = −(n − 1) … n − 1: the staircase.
    pub fn staircase(&self, n: usize) -> Vec<(i64, usize)> {
        super::relative::distances(n).map(|delta| (delta, self.row(delta))).collect()
    }

    /// The smallest Δ ≥ 0 from which on all take one row: the last one, wherever the index reaches it.
    pub fn last_from(&self) -> usize {
        // rows never fall, so halving the stretch in which the last one begins finds it
        let (mut before, mut from) = (-1, 1 << 40);
        let last = self.row(from);
        while from - before > 1 {
            let middle = before + (from - before) / 2;
            if self.row(middle) < last { before = middle } else { from = middle }
        }
        from as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_clipped_to_the_table() {
        let index = Index { span: 3, buckets: None };
        assert_eq!([-9, -3, -2, 0, 2, 3, 9].map(|delta| index.row(delta)), [0, 0, 1, 3, 5, 5, 5]);
        assert_eq!(index.p2c_row(2, P2cIndexing::Code), 5);
        assert_eq!(index.p2c_row(2, P2cIndexing::Paper), 1);
        assert_eq!(Index { span: 0, buckets: None }.row(5), 0);
        assert_eq!(index.staircase(3), [(-2, 1), (-1, 2), (0, 3), (1, 4), (2, 5)]);
        assert!(index.staircase(0).is_empty());
    }

    /// For every length the middle rows, indexed with the effective span, are the rows of the full table; without
    /// buckets that span is Hugging Face's `att_span`, min(n, k).
    #[test]
    fn a_shorter_table_is_the_middle_of_the_full_one() {
        let bucketed = |span, max| Index { span, buckets: LogBuckets::new(span, max).ok() };
        let plain = |span| Index { span, buckets: None };
        for full in [plain(1), plain(4), plain(100), bucketed(8, 32), bucketed(5, 9), bucketed(2, 3)] {
            for n in [1, 2, 3, 4, 5, 9, 70] {
                let short = full.shortened(n);
                assert!(full.buckets.is_some() || short.span == n.min(full.span));
                for delta in 1 - n as i64..n as i64 {
                    let middle = short.row(delta) + full.span - short.span;
                    assert_eq!(middle, full.row(delta), "{full:?}, n {n}, Δ {delta}");
                }
            }
        }
        assert_eq!(plain(4).shortened(0).span, 1);
    }

    #[test]
    fn the_last_row_begins_at_k_minus_1_or_later_with_buckets() {
        let v1 = |span| Index { span, buckets: None };
        assert_eq!([1, 2, 3, 512].map(|k| v1(k).last_from()), [0, 1, 2, 511]);
        let v3 = Index { span: 256, buckets: LogBuckets::new(256, 512).ok() };
        assert!(v3.row(v3.last_from() as i64) == 511 && v3.row(v3.last_from() as i64 - 1) == 510);
        assert_eq!(v3.last_from(), 506);
        // mid = 1: all that is far is ±1, which never reaches the last of 6 rows
        let odd = Index { span: 3, buckets: LogBuckets::new(3, 9).ok() };
        assert_eq!((odd.last_from(), odd.row(1), odd.row(999)), (1, 4, 4));
    }

    #[test]
    fn near_distances_stay_and_far_ones_are_rounded_up() {
        let v3 = LogBuckets::new(256, 512).unwrap();
        assert_eq!([0, 1, -5, 128, -128].map(|delta| v3.of(delta)), [0, 1, -5, 128, -128]);
        assert_eq!([129, 511, -511, 512].map(|delta| v3.of(delta)), [129, 255, -255, 256]);
    }

    #[test]
    fn what_is_undefined_is_named() {
        assert_eq!(LogBuckets::new(1, 512), Err(Undefined::TooFewBuckets));
        assert_eq!(LogBuckets::new(0, 0), Err(Undefined::TooFewBuckets));
        assert_eq!(LogBuckets::new(256, 129), Err(Undefined::MaxTooSmall { needed: 130 }));
        // one step past mid, and no room between mid and max: everything far is ±mid
        assert_eq!(LogBuckets::new(2, 3).unwrap().of(-9), -1);
    }
}
