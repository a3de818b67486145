//! The embedding table W (V × d_model): row t is the vector of token id t. Looking a row up equals
//! one-hot(t) · W.
//!
//! The rows are seeded random numbers made on demand, so that any vocabulary works at any width without a
//! download. Trained tables carry meaning; this one only tells ids apart, and the page says so.

use super::random::{self, Stream, TOKEN_ROWS};
use crate::matrix::Matrix;

/// The rows of `ids`: n × d_model, entries N(0, 1).
///
/// row(t) = √common · μ + √(1 − common) · ε_t, with one μ for all tokens. Trained embeddings share such a
/// direction too (their cosines are far from zero on average: Ethayarajh 2019, arXiv 1909.00512); with
/// `common` = 0 the rows are independent.
pub fn lookup(ids: &[u32], d_model: usize, seed: u64, common: f64) -> Matrix {
    let mut x = Matrix::zeros((ids.len(), d_model));
    let mut mean = vec![0.0; d_model];
    random::fill_row(&mut mean, seed, Stream::Common as u64);
    let common = common.clamp(0.0, 1.0);
    let (a, b) = (common.sqrt() as f32, (1.0 - common).sqrt() as f32);
    let mut own = vec![0.0; d_model];
    for (mut row, &id) in x.rows_mut().into_iter().zip(ids) {
        random::fill_row(&mut own, seed, TOKEN_ROWS + u64::from(id));
        for ((entry, mu), eps) in row.iter_mut().zip(&mean).zip(&own) {
            *entry = a * mu + b * eps;
        }
    }
    x
}
