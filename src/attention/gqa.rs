//! Grouped-query attention: h query heads share h_kv key and value heads.
//!
//! ```text
//! query head t reads key/value head ⌊t / (h/h_kv)⌋        h_kv = h: multi-head; h_kv = 1: multi-query
//! parameters (no bias) = d·h·d_k + 2·d·h_kv·d_k + h·d_k·d
//! KV cache bytes       = 2 · layers · h_kv · d_k · n · batch · bytes per number
//! ```
//!
//! Ainslie et al. 2023, arXiv 2305.13245; Shazeer 2019, arXiv 1911.02150 (multi-query). Consecutive query heads share, as
//! `repeat_kv` of Hugging Face and Meta's LLaMA code have it.

use crate::matrix::Matrix64;

/// The key/value head that query head `t` reads; `None` unless n_kv_heads divides n_heads and t < n_heads.
pub fn kv_head(t: usize, n_heads: usize, n_kv_heads: usize) -> Option<usize> {
    let divides = n_kv_heads > 0 && n_heads.is_multiple_of(n_kv_heads) && t < n_heads;
    divides.then(|| t / (n_heads / n_kv_heads))
}

/// The largest number of key/value heads not above `wanted` that divides `n_heads`; 1 where there is no smaller one.
pub fn nearest_divisor(n_heads: usize, wanted: usize) -> usize {
    (1..=wanted.min(n_heads)).rev().find(|n| n_heads.is_multiple_of(*n)).unwrap_or(1)
}

/// W_K or W_V of h_kv heads (d_model × h_kv·head_dim) as the equivalent matrix of all h query heads, each head's columns
/// repeated for its group. Attention with it is grouped-query attention, at the price of the memory that grouping saves.
///
/// `None` if n_kv_heads does not divide n_heads or the columns.
pub fn repeat_kv(w: &Matrix64, n_heads: usize, n_kv_heads: usize) -> Option<Matrix64> {
    kv_head(0, n_heads, n_kv_heads)?;
    if !w.ncols().is_multiple_of(n_kv_heads) {
        return None;
    }
    let width = w.ncols() / n_kv_heads;
    let group = n_heads / n_kv_heads;
    Some(Matrix64::from_shape_fn((w.nrows(), n_heads * width), |(row, col)| {
        let (t, dim) = (col / width, col % width);
        w[[row, t / group * width + dim]]
    }))
}

/// The sizes of one attention layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub d_model: usize,
    pub n_heads: usize,
    pub n_kv_heads: usize,
    pub head_dim: usize,
}

impl Shape {
    /// How many query heads share a key/value head, and how many times smaller that makes the cache; 1 for multi-head.
    pub fn saving(self) -> usize {
        self.n_heads / self.n_kv_heads.max(1)
    }

    /// The entries of W_Q, W_K and W_V, without W_O.
    pub fn qkv_parameters(self) -> u64 {
        self.d_model as u64 * self.qkv_biases()
    }

    /// The columns of W_Q, W_K and W_V: what biases would add.
    pub fn qkv_biases(self) -> u64 {
        (self.n_heads as u64 + 2 * self.n_kv_heads as u64) * self.head_dim as u64
    }

    /// The entries of W_Q, W_K, W_V and W_O, no biases.
    pub fn parameters(self) -> u64 {
        self.qkv_parameters() + self.n_heads as u64 * self.head_dim as u64 * self.d_model as u64
    }
}

/// The keys and values of a token in one layer, in numbers: 2 · h_kv · d_k.
pub fn cached_numbers(n_kv_heads: usize, head_dim: usize) -> usize {
    2 * n_kv_heads * head_dim
}

/// Llama 3 8B at its full length in bfloat16: 32 query heads, 8 key/value heads (its config.json).
pub const LLAMA_3_8B: Cache =
    Cache { layers: 32, n_kv_heads: 8, head_dim: 128, n: 8192, batch: 1, bytes_per_number: 2 };

/// Its query heads.
pub const LLAMA_3_8B_HEADS: usize = 32;

/// What a cache of all keys and values holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    pub layers: usize,
    pub n_kv_heads: usize,
    pub head_dim: usize,
    /// Tokens of each sequence.
    pub n: usize,
    pub batch: usize,
    /// 2 for bfloat16 and float16, 4 for float32.
    pub bytes_per_number: usize,
}

impl Cache {
    /// Keys and values of all layers, in bytes; saturates instead of overflowing.
    pub fn bytes(self) -> u64 {
        let numbers = cached_numbers(self.n_kv_heads, self.head_dim);
        bytes(numbers, [self.layers, self.n, self.batch, self.bytes_per_number])
    }
}

/// `numbers` per token and layer, times all that a cache repeats them for (layers, tokens, batch, bytes of each); saturates
/// instead of overflowing.
pub fn bytes(numbers: usize, times: [usize; 4]) -> u64 {
    times.into_iter().fold(numbers as u64, |bytes, factor| bytes.saturating_mul(factor as u64))
}

/// Bytes in GiB, 2³⁰ of them each.
pub fn gibibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn consecutive_query_heads_share() {
        let heads = |n_kv| (0..6).filter_map(|t| kv_head(t, 6, n_kv)).collect::<Vec<_>>();
        assert_eq!(heads(6), [0, 1, 2, 3, 4, 5]);
        assert_eq!(heads(2), [0, 0, 0, 1, 1, 1]);
        assert_eq!(heads(1), [0; 6]);
        assert!(heads(4).is_empty() && heads(0).is_empty() && kv_head(6, 6, 2).is_none());
    }

    #[test]
    fn a_number_that_does_not_divide_gives_way_to_the_next_below() {
        let nearest = |wanted| nearest_divisor(12, wanted);
        assert_eq!([0, 1, 5, 6, 11, 12, 99].map(nearest), [1, 1, 4, 6, 6, 12, 12]);
        assert_eq!((nearest_divisor(7, 6), nearest_divisor(0, 3)), (1, 1));
    }

    #[test]
    fn weights_repeat_for_their_group() {
        let w = array![[1.0, 2.0], [3.0, 4.0]];
        let repeated = array![[1.0, 1.0, 2.0, 2.0], [3.0, 3.0, 4.0, 4.0]];
        assert_eq!(repeat_kv(&w, 4, 2), Some(repeated));
        assert_eq!(repeat_kv(&w, 2, 1), Some(array![[1.0, 2.0, 1.0, 2.0], [3.0, 4.0, 3.0, 4.0]]));
        assert!(repeat_kv(&w, 4, 3).is_none() && repeat_kv(&Matrix64::zeros((2, 3)), 4, 2).is_none());
    }

    /// Llama 3 8B at 8,192 tokens in bfloat16: one gibibyte, a quarter of what 32 heads of their own would take.
    #[test]
    fn grouping_saves_cache_and_parameters() {
        assert_eq!(LLAMA_3_8B.bytes(), 1 << 30);
        assert_eq!(Cache { n_kv_heads: LLAMA_3_8B_HEADS, ..LLAMA_3_8B }.bytes(), 4 << 30);
        assert_eq!(Cache { n: usize::MAX, ..LLAMA_3_8B }.bytes(), u64::MAX);
        let shape = Shape { d_model: 512, n_heads: 8, n_kv_heads: 8, head_dim: 64 };
        assert_eq!(shape.parameters(), 4 * 512 * 512);
        assert_eq!(Shape { n_kv_heads: 1, ..shape }.qkv_parameters(), 512 * 512 + 2 * 512 * 64);
    }
}
