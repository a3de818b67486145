//! The seeded projections W_Q, W_K, W_V, W_O.
//!
//! Shapes: W_Q, W_K, W_V are d_model × (n_heads · head_dim), W_O is (n_heads · head_dim) × d_model; head t
//! owns columns t·head_dim … (t+1)·head_dim. head_dim is the largest even number not above
//! d_model/n_heads (at least 2), so that every number of heads goes with every width; real models choose
//! it freely too (Qwen3-0.6B: d = 1024, 16 heads, head_dim 128).

use crate::embed::random;
use crate::matrix::Matrix;

/// Which of the four matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Projection {
    Query,
    Key,
    Value,
    Output,
}

/// The largest even number not above `d_model / n_heads`, at least 2.
pub fn head_dim(d_model: usize, n_heads: usize) -> usize {
    (d_model / n_heads.max(1) / 2 * 2).max(2)
}

/// One projection, entries N(0, 1/fan_in), so that q and k have entries of order 1.
///
/// `shared` ∈ [0, 1] is the share of W_K's variance taken from W_Q: W_K = √shared·W_Q + √(1−shared)·W′.
/// In trained models queries and keys are not independent either; with `shared` = 0 they are here.
pub fn weights(which: Projection, d_model: usize, n_heads: usize, seed: u64, shared: f64) -> Matrix {
    let inner = n_heads * head_dim(d_model, n_heads);
    match which {
        Projection::Query => random::normal(d_model, inner, seed, random::Stream::Query),
        Projection::Value => random::normal(d_model, inner, seed, random::Stream::Value),
        Projection::Output => random::normal(inner, d_model, seed, random::Stream::Output),
        Projection::Key => {
            let own = random::normal(d_model, inner, seed, random::Stream::Key);
            if shared <= 0.0 {
                return own;
            }
            let query = random::normal(d_model, inner, seed, random::Stream::Query);
            let (a, b) = ((shared.min(1.0)).sqrt() as f32, (1.0 - shared.min(1.0)).sqrt() as f32);
            query * a + own * b
        }
    }
}
