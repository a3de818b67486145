//! A score taken apart: its terms one by one, and its mean by distance.

use crate::matrix::Matrix;

/// q_c · k_c for every dimension c: their sum is the dot product.
pub fn terms(q: &[f32], k: &[f32]) -> Vec<f32> {
    q.iter().zip(k).map(|(a, b)| a * b).collect()
}

/// The mean of an n × n matrix over all cells at distance Δ = i − j, for Δ = 0 … n − 1.
pub fn mean_by_distance(scores: &Matrix) -> Vec<f64> {
    let n = scores.nrows().min(scores.ncols());
    (0..n)
        .map(|delta| {
            let sum: f64 = (delta..n).map(|i| f64::from(scores[[i, i - delta]])).sum();
            sum / (n - delta) as f64
        })
        .collect()
}
