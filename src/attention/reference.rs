//! Attention as the equation says it, in f64, every intermediate kept: the oracle for both backends.
//!
//! ```text
//! dot_ij    = (R_i q_i)·(R_j k_j)
//! scaled_ij = dot_ij · scale
//! biased_ij = scaled_ij + B_ij
//! masked_ij = biased_ij, or −∞ where the mask forbids
//! A_ij      = exp(masked_ij − max_j) / Σ_j exp(masked_ij − max_j)
//! o_i       = Σ_j A_ij v_j
//! ```
//!
//! Vaswani et al. 2017, arXiv 1706.03762, §3.2.1.

use super::Mask;
use crate::matrix::Matrix64;
use crate::position::rope::{self, Pairing};
use crate::position::scaling::Frequencies;
use ndarray::{Array1, ArrayView2};

/// How position, scale and mask enter, for one head.
#[derive(Clone, Debug)]
pub struct How<'a> {
    /// Rotates q and k at positions 0 … n − 1.
    pub rotate: Option<(&'a Frequencies, Pairing)>,
    /// n × n, added to the scaled scores.
    pub bias: Option<&'a Matrix64>,
    pub scale: f64,
    pub mask: Mask,
}

/// Every stage of one head. All n × n but `output`, which is n × head_dim.
#[derive(Clone, Debug)]
pub struct Stages {
    pub dot: Matrix64,
    pub scaled: Matrix64,
    pub biased: Matrix64,
    pub masked: Matrix64,
    pub weights: Matrix64,
    pub output: Matrix64,
}

/// One head: q, k, v are n × head_dim and the bias, if any, n × n. The caller sees to the shapes, as for any
/// matrix product.
pub fn attend(q: ArrayView2<f64>, k: ArrayView2<f64>, v: ArrayView2<f64>, how: &How) -> Stages {
    let (q, k) = (rotated(q, how), rotated(k, how));
    let dot = q.dot(&k.t());
    let scaled = &dot * how.scale;
    let biased = match how.bias {
        Some(bias) => &scaled + bias,
        None => scaled.clone(),
    };
    let masked = Matrix64::from_shape_fn(biased.dim(), |(i, j)| {
        if how.mask.allows(i, j) { biased[[i, j]] } else { f64::NEG_INFINITY }
    });
    let weights = softmax_rows(&masked);
    let output = weights.dot(&v);
    Stages { dot, scaled, biased, masked, weights, output }
}

/// x with row p rotated by position p, if the scheme rotates.
fn rotated(x: ArrayView2<f64>, how: &How) -> Matrix64 {
    let mut x = x.to_owned();
    if let Some((freq, pairing)) = how.rotate {
        for (p, row) in x.rows_mut().into_iter().enumerate() {
            rope::rotate(row, p as f64, freq, pairing);
        }
    }
    x
}

/// softmax over each row, exp(z − max z)/Σ. A row of −∞ only is undefined; it becomes zeros.
pub fn softmax_rows(logits: &Matrix64) -> Matrix64 {
    let mut weights = logits.clone();
    for mut row in weights.rows_mut() {
        let top = row.fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        if top == f64::NEG_INFINITY {
            row.fill(0.0);
            continue;
        }
        row.mapv_inplace(|z| (z - top).exp());
        let sum = row.sum();
        row.mapv_inplace(|e| e / sum);
    }
    weights
}

/// The mean of all rows: the pooled readout that makes attention permutation-*invariant*.
pub fn mean_pool(x: &Matrix64) -> Array1<f64> {
    x.sum_axis(ndarray::Axis(0)) / x.nrows().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn softmax_of_equal_logits_is_even_and_of_masked_ones_zero() {
        let logits = array![[0.0, 0.0], [1000.0, 1000.0], [3.0_f64.ln(), 0.0], [5.0, -INF], [-INF, -INF]];
        let expected = array![[0.5, 0.5], [0.5, 0.5], [0.75, 0.25], [1.0, 0.0], [0.0, 0.0]];
        let gap = &softmax_rows(&logits) - &expected;
        assert!(gap.iter().all(|gap| gap.abs() < 1e-15), "{gap}");
    }

    /// Every stage by hand, for two tokens.
    #[test]
    fn each_stage_follows_from_the_one_before() {
        let (q, k, v) =
            (array![[1.0, 2.0], [3.0, 4.0]], array![[5.0, 6.0], [7.0, 8.0]], array![[1.0], [9.0]]);
        let bias = array![[0.0, 1.0], [2.0, 0.0]];
        let how = How { rotate: None, bias: Some(&bias), scale: 0.5, mask: Mask::Causal };
        let got = attend(q.view(), k.view(), v.view(), &how);
        assert_eq!(got.dot, array![[17.0, 23.0], [39.0, 53.0]]);
        assert_eq!(got.scaled, array![[8.5, 11.5], [19.5, 26.5]]);
        assert_eq!(got.biased, array![[8.5, 12.5], [21.5, 26.5]]);
        assert_eq!(got.masked, array![[8.5, -INF], [21.5, 26.5]]);
        let second = 1.0 / (1.0 + (-5.0_f64).exp());
        assert_eq!(got.weights.row(0).to_vec(), [1.0, 0.0]);
        assert!((got.weights[[1, 1]] - second).abs() < 1e-15);
        assert!((got.output[[1, 0]] - (1.0 + 8.0 * second)).abs() < 1e-14);
    }

    #[test]
    fn the_mean_of_no_rows_is_zero() {
        assert_eq!(mean_pool(&array![[1.0, 2.0], [3.0, 6.0]]), array![2.0, 4.0]);
        assert_eq!(mean_pool(&Matrix64::zeros((0, 2))), array![0.0, 0.0]);
    }
}
