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

/// −Σ_j A_ij ln A_ij of every row, in nats: how widely each query attends. 0 on one key, ln m when spread evenly over m.
///
/// Under a causal mask without position it grows with i, up to ln(i + 1): the width alone tells a later layer roughly where it
/// stands (Haviv et al. 2022, arXiv 2203.16634).
pub fn entropy_by_query(weights: &Matrix) -> Vec<f64> {
    let term = |&a: &f32| if a > 0.0 { -f64::from(a) * f64::from(a).ln() } else { 0.0 };
    weights.rows().into_iter().map(|row| row.iter().map(term).sum()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn entropy_is_the_log_of_the_number_of_equal_keys() {
        let weights = array![[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0], [0.25, 0.25, 0.25, 0.25]];
        let expected = [0.0, 2.0_f64.ln(), 4.0_f64.ln()];
        let gaps = entropy_by_query(&weights).into_iter().zip(expected).map(|(a, b)| (a - b).abs());
        assert!(gaps.fold(0.0, f64::max) < 1e-15);
    }
}
