//! Terms of the score that depend on a distance *and* on what stands there: what Shaw, Transformer-XL and DeBERTa add.
//!
//! ```text
//! logit_ij = scale · (q_i·k_j + q_i·Q[Δ] + k_j·K[Δ] + u·k_j) + B[Δ]
//! o_i      = Σ_j A_ij (v_j + V[Δ])
//! ```
//!
//! Each of Q, K, V is a [`DistanceTable`]: a vector for every distance, by way of an index that clips, buckets or
//! enumerates distances as the scheme says.

use crate::matrix::{Heads, Matrix};

/// A vector per distance and head.
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceTable {
    /// `[n_heads, R, head_dim]`, or `[1, R, head_dim]` where all heads share it.
    pub rows: Heads,
    /// The row for a pair: entry j − i + n − 1 of 2n − 1 entries, each below R.
    pub index: Vec<usize>,
}

impl DistanceTable {
    /// The table for `n` tokens, in which distance r = j − i uses row `row(r)` of `rows`.
    pub fn new(rows: Heads, n: usize, row: impl Fn(i64) -> usize) -> Self {
        DistanceTable { rows, index: distances(n).map(row).collect() }
    }

    /// The head whose rows `head` uses.
    pub fn head(&self, head: usize) -> usize {
        if self.rows.dim().0 == 1 { 0 } else { head }
    }

    /// The row for query `i` and key `j` of `n`.
    pub fn row(&self, i: usize, j: usize, n: usize) -> Option<usize> {
        self.index.get((j + n).checked_sub(i + 1)?).copied()
    }
}

/// r = j − i of all pairs of `n` tokens, −(n − 1) … n − 1, in the order of every index and bias by distance.
pub fn distances(n: usize) -> std::ops::Range<i64> {
    let n = n as i64;
    (1 - n).min(n)..n
}

/// n × n: the row of a table that query i and key j take, by the rule `row` of their distance r = j − i.
pub fn index_matrix(n: usize, row: impl Fn(i64) -> usize) -> Matrix {
    Matrix::from_shape_fn((n, n), |(i, j)| row(j as i64 - i as i64) as f32)
}

/// A matrix whose heads stand side by side as `[n_heads, rows, head_dim]`; columns beyond its own are 0.
pub fn split_heads(matrix: &Matrix, n_heads: usize, head_dim: usize) -> Heads {
    Heads::from_shape_fn((n_heads, matrix.nrows(), head_dim), |(h, r, c)| {
        matrix.get((r, h * head_dim + c)).copied().unwrap_or_default()
    })
}

/// What a scheme adds to the scores and values; see the top of this file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Relative {
    /// Q: multiplied by the query.
    pub query: Option<DistanceTable>,
    /// K: multiplied by the key.
    pub key: Option<DistanceTable>,
    /// u, `[n_heads, head_dim]`: multiplied by every key, whatever the distance.
    pub key_vector: Option<Matrix>,
    /// V: weighted and added to the output.
    pub value: Option<DistanceTable>,
}
