//! T5: one learned number per head and bucket of distance, added to the logits.
//!
//! ```text
//! z_ij = q_i·k_j + B[bucket(j − i), h]                       no 1/√d_k
//! ```
//!
//! Raffel et al. 2020, "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
//! arXiv 1910.10683, §2.1. The distance is r = j − i (Hugging Face: memory position − query position), opposite to
//! Δ = i − j. The scores are not scaled: T5 draws W_Q with a standard deviation smaller by √d_k instead. The table
//! belongs to the first layer and every later layer reuses it. The rule for buckets is in [`super::t5_buckets`].

use super::t5_buckets::Buckets;
use crate::matrix::Matrix64;
use ndarray::{ArrayView1, ArrayView2};

/// The terms of one head's logits, each n × n. Their sum is z.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// q_i·k_j, not scaled
    pub content: Matrix64,
    /// B[bucket(j − i)]
    pub position: Matrix64,
}

impl Terms {
    /// Each term under its name, in the order of the equation.
    pub fn named(self) -> Vec<(&'static str, Matrix64)> {
        vec![("content · content", self.content), ("position", self.position)]
    }
}

/// The terms of one head from q, k (n × d_k) and its column of the table, one number a bucket; a bucket beyond the
/// table adds 0.
pub fn terms(q: ArrayView2<f64>, k: ArrayView2<f64>, column: ArrayView1<f64>, buckets: &Buckets) -> Terms {
    let bias = |(i, j): (usize, usize)| {
        let bucket = buckets.of(j as i64 - i as i64);
        column.get(bucket).copied().unwrap_or(0.0)
    };
    Terms { content: q.dot(&k.t()), position: Matrix64::from_shape_fn((q.nrows(), k.nrows()), bias) }
}
