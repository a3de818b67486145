//! Hundreds of tokens become dozens: M learned queries, each of which takes a weighted mean of all N tokens.
//!
//! ```text
//! A = softmax(Q (X W_K)ᵀ / √d),   Y = A (X W_V),     Q M × d, X N × d, A M × N, Y M × d
//! ```
//!
//! The Perceiver's cross-attention (Jaegle et al. 2021, arXiv 2103.03206); Flamingo's resampler keeps 64 tokens
//! (Alayrac et al. 2022, arXiv 2204.14198), BLIP-2's Q-Former 32, Qwen-VL's 256. Theirs are trained, have several heads
//! or layers and (Flamingo) let queries see queries; here is one head of one layer with seeded random Q, W_K, W_V: what
//! it shows is the shape and the mixing, not what a trained one would look at.

use super::random;
use crate::matrix::{Matrix, Matrix64, to_f64};

/// Streams of the queries' rows; W_K and W_V follow, a row a stream.
const QUERIES: u64 = 13 << 34;
const KEY: u64 = QUERIES + (1 << 32);
const VALUE: u64 = QUERIES + (2 << 32);

/// Q, W_K and W_V.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampler {
    /// M × d.
    pub queries: Matrix,
    /// d × d.
    pub key: Matrix,
    /// d × d.
    pub value: Matrix,
}

/// What a resampler makes of N tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Resampled {
    /// A, M × N; rows sum to 1.
    pub weights: Matrix64,
    /// Y, M × d.
    pub tokens: Matrix,
}

impl Resampler {
    /// Seeded: queries N(0, 1), W_K and W_V N(0, 1/d). More queries leave the first ones as they are.
    pub fn seeded(queries: usize, d: usize, seed: u64) -> Self {
        let scale = 1.0 / (d.max(1) as f32).sqrt();
        Resampler {
            queries: rows(queries, d, seed, QUERIES),
            key: rows(d, d, seed, KEY) * scale,
            value: rows(d, d, seed, VALUE) * scale,
        }
    }

    /// Resamples `x` (N × d, N ≥ 1); scores and softmax in f64. `None` if the widths differ or there is no token.
    pub fn apply(&self, x: &Matrix) -> Option<Resampled> {
        if x.ncols() != self.queries.ncols() || x.nrows() == 0 {
            return None;
        }
        let (keys, values) = (to_f64(&x.dot(&self.key)), to_f64(&x.dot(&self.value)));
        let scale = 1.0 / (x.ncols().max(1) as f64).sqrt();
        let mut weights = to_f64(&self.queries).dot(&keys.t()) * scale;
        for mut row in weights.rows_mut() {
            let largest = row.fold(f64::NEG_INFINITY, |a, &b| a.max(b));
            row.mapv_inplace(|z| (z - largest).exp());
            let sum = row.sum();
            row.mapv_inplace(|e| e / sum);
        }
        let tokens = weights.dot(&values).mapv(|y| y as f32);
        Some(Resampled { weights, tokens })
    }
}

/// n × d, N(0, 1), a stream a row.
fn rows(n: usize, d: usize, seed: u64, first: u64) -> Matrix {
    let mut matrix = Matrix::zeros((n, d));
    for (r, mut row) in matrix.rows_mut().into_iter().enumerate() {
        if let Some(row) = row.as_slice_mut() {
            random::fill_row(row, seed, first + r as u64);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Axis, array, s};

    fn tokens(n: usize) -> Matrix {
        Matrix::from_shape_fn((n, 8), |(i, j)| ((i * 5 + j * 3) % 13) as f32 / 6.0 - 1.0)
    }

    #[test]
    fn rows_of_weights_sum_to_one_and_mix_the_values() {
        let out = Resampler::seeded(4, 8, 1).apply(&tokens(30)).unwrap();
        assert_eq!((out.weights.dim(), out.tokens.dim()), ((4, 30), (4, 8)));
        assert!(out.weights.sum_axis(Axis(1)).iter().all(|sum| (sum - 1.0).abs() < 1e-12));
    }

    /// One dimension by hand: keys and values are the tokens, the query is ln 3.
    #[test]
    fn weights_by_hand() {
        let query = 3.0_f32.ln();
        let plain = Resampler { queries: array![[query]], key: array![[1.0]], value: array![[1.0]] };
        let out = plain.apply(&array![[0.0], [1.0]]).unwrap();
        assert!((out.weights[[0, 1]] - 0.75).abs() < 1e-7 && (out.tokens[[0, 0]] - 0.75).abs() < 1e-6);
    }

    /// It does not know where a token stood: positions must be in the tokens.
    #[test]
    fn the_order_of_the_tokens_does_not_matter() {
        let resampler = Resampler::seeded(3, 8, 2);
        let x = tokens(9);
        let reversed = x.slice(s![..;-1, ..]).to_owned();
        let gap = &resampler.apply(&x).unwrap().tokens - &resampler.apply(&reversed).unwrap().tokens;
        assert!(gap.iter().all(|d| d.abs() < 1e-5));
    }

    #[test]
    fn more_queries_keep_the_first_and_odd_sizes_are_answered() {
        let few = Resampler::seeded(2, 8, 1).apply(&tokens(5)).unwrap();
        let many = Resampler::seeded(6, 8, 1).apply(&tokens(5)).unwrap();
        assert_eq!(few.tokens, many.tokens.slice(s![..2, ..]));
        assert_eq!(Resampler::seeded(2, 4, 1).apply(&tokens(5)), None);
        assert_eq!(Resampler::seeded(2, 8, 1).apply(&tokens(0)), None);
        assert_eq!(Resampler::seeded(0, 8, 1).apply(&tokens(5)).unwrap().tokens.dim(), (0, 8));
    }
}
