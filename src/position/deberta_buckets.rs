//! DeBERTa-v2's and v3's log buckets: near distances as they are, far ones rounded up on a log scale.
//!
//! ```text
//! Δ = i − j,  mid = ⌊position_buckets/2⌋
//! |Δ| ≤ mid:  Δ
//! else:       sign(Δ) · (⌈ln(|Δ|/mid) / ln((max − 1)/mid) · (mid − 1)⌉ + mid)
//! ```
//!
//! He et al. 2021, microsoft/DeBERTa `make_log_bucket_position` (f64) and Hugging Face `deberta_v2` (f32; the order
//! of operations here). `max` is `max_relative_positions`; |Δ| = max − 1 gets the bucket 2·mid − 1, and
//! greater distances greater ones, which the clip of the table's index then ends.

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

#[cfg(test)]
mod tests {
    use super::*;

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
