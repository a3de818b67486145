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
/// `shared` = c ∈ [0, 1] is the correlation of W_K with W_Q: W_K = c·W_Q + √(1−c²)·W′.
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
            let shared = shared.min(1.0);
            query * shared as f32 + own * (1.0 - shared * shared).sqrt() as f32
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_heads_goes_with_every_width() {
        assert_eq!((head_dim(512, 8), head_dim(100, 3), head_dim(16, 32), head_dim(64, 0)), (64, 32, 2, 64));
        let w = |which| weights(which, 100, 3, 1, 0.0).dim();
        assert_eq!(w(Projection::Query), (100, 96));
        assert_eq!(w(Projection::Output), (96, 100));
    }

    #[test]
    fn the_shared_part_runs_from_independent_to_equal() {
        let key = |shared| weights(Projection::Key, 64, 4, 7, shared);
        let query = weights(Projection::Query, 64, 4, 7, 0.0);
        assert_eq!(key(1.0), query);
        assert_eq!((key(-1.0), key(2.0)), (key(0.0), query.clone()));
        // the variance stays 1/d_model whatever is shared
        for shared in [0.0, 0.3, 0.7, 1.0] {
            let mean_square = key(shared).mapv(|w| f64::from(w).powi(2)).mean().unwrap();
            assert!((mean_square * 64.0 - 1.0).abs() < 0.06, "{shared}: {mean_square}");
        }
        let alike = (&key(0.5) * &query).sum() / (&query * &query).sum();
        assert!((alike - 0.5).abs() < 0.05, "{alike}");
    }

    #[test]
    fn each_matrix_has_its_own_stream() {
        let all = [Projection::Query, Projection::Key, Projection::Value, Projection::Output];
        let made: Vec<_> = all.iter().map(|&which| weights(which, 32, 4, 3, 0.0)).collect();
        assert!((0..4).all(|a| (0..a).all(|b| made[a] != made[b])));
    }
}
