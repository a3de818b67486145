//! Shaw: a learned vector per clipped distance joins every key and every value.
//!
//! ```text
//! r    = clip(j − i, −k, k) + k                              row of the tables, 0 … 2k
//! e_ij = q_i·(k_j + a^K_r) / √d_k                            = (content + position) / √d_k
//! z_i  = Σ_j α_ij (v_j + a^V_r),  α_i = softmax(e_i)
//! ```
//!
//! Shaw, Uszkoreit and Vaswani 2018, "Self-Attention with Relative Position Representations", arXiv 1803.02155,
//! eqs. 3–5. The distance is r = j − i, positive for a key to the right (opposite to Δ = i − j). The two tables
//! are shared by the heads of a layer (§3.3); the value table is often left out (Hugging Face's `relative_key`).

use crate::matrix::Matrix64;
use ndarray::ArrayView2;

/// The row of a table for the distance r = j − i: clip(r, −k, k) + k, in 0 … 2k.
pub fn row(r: i64, clip: usize) -> usize {
    let clip = i64::try_from(clip).unwrap_or(i64::MAX / 2);
    (r.clamp(-clip, clip) + clip) as usize
}

/// r = j − i.
pub fn distance(i: usize, j: usize) -> i64 {
    j as i64 - i as i64
}

/// The unscaled terms of one head's scores, each n × n. Their sum times 1/√d_k is e.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// q_i·k_j
    pub content: Matrix64,
    /// q_i·a^K_r
    pub position: Matrix64,
}

impl Terms {
    /// Each term under its name, in the order of the equation.
    pub fn named(self) -> Vec<(&'static str, Matrix64)> {
        vec![("content · content", self.content), ("content · position", self.position)]
    }
}

/// The terms of e_ij from q, k (n × d_k) and a^K (2k + 1 rows of d_k; its height says what k is).
pub fn terms(q: ArrayView2<f64>, k: ArrayView2<f64>, a_k: ArrayView2<f64>) -> Terms {
    let clip = a_k.nrows() / 2;
    let position = Matrix64::from_shape_fn((q.nrows(), k.nrows()), |(i, j)| {
        q.row(i).dot(&a_k.row(row(distance(i, j), clip)))
    });
    Terms { content: q.dot(&k.t()), position }
}

/// What the value table adds to z: Σ_j α_ij a^V_r, n × d_k. The rest of z is α·v as everywhere.
pub fn value_term(weights: ArrayView2<f64>, a_v: ArrayView2<f64>) -> Matrix64 {
    let clip = a_v.nrows() / 2;
    Matrix64::from_shape_fn((weights.nrows(), a_v.ncols()), |(i, c)| {
        let at = |j| a_v[[row(distance(i, j), clip), c]];
        weights.row(i).iter().enumerate().map(|(j, alpha)| alpha * at(j)).sum()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn rows_run_from_0_to_2k_and_stay_there() {
        assert_eq!([-9, -2, -1, 0, 1, 2, 9].map(|r| row(r, 2)), [0, 0, 1, 2, 3, 4, 4]);
        assert_eq!([-9, 0, 9].map(|r| row(r, 0)), [0, 0, 0]);
    }

    /// Two tokens by hand: token 0 sees token 1 at r = +1 (row 2), token 1 sees token 0 at r = −1 (row 0).
    #[test]
    fn terms_and_values_by_hand() {
        let (q, k) = (array![[1.0, 0.0], [0.0, 2.0]], array![[3.0, 4.0], [5.0, 6.0]]);
        let a = array![[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]];
        let got = terms(q.view(), k.view(), a.view());
        assert_eq!(got.content, array![[3.0, 5.0], [8.0, 12.0]]);
        assert_eq!(got.position, array![[30.0, 50.0], [40.0, 80.0]]);
        let weights = array![[0.5, 0.5], [1.0, 0.0]];
        assert_eq!(value_term(weights.view(), a.view()), array![[40.0, 50.0], [10.0, 20.0]]);
    }
}
