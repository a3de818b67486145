//! RoPE: rotary position embedding. Pairs of q and k turn by (position × θ_i); the score then depends on
//! the distance only.
//!
//! ```text
//! (a, b) → (a cos pθ_i − b sin pθ_i,  a sin pθ_i + b cos pθ_i)
//! (R_m q)·(R_n k) = Σ_i (q_a k_a + q_b k_b) cos((m−n)θ_i) + (q_a k_b − q_b k_a) sin((m−n)θ_i)
//! ```
//!
//! Su et al. 2021, RoFormer, arXiv 2104.09864, §3.4.2. Two pairings are in use: *interleaved* (2i, 2i+1)
//! (RoFormer, GPT-J, Meta's LLaMA code) and *half-split* (i, i + d/2) (GPT-NeoX, Hugging Face). They give
//! the same scores once the rows of W_Q and W_K are permuted; mixing them without that does not.

use super::{Entry, Params, Scheme, SchemeInfo, Sizes, scaling};
use crate::matrix::Matrix;
use ndarray::ArrayViewMut1;

/// Which two dimensions form pair i of a head of width d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// (2i, 2i + 1)
    Interleaved,
    /// (i, i + d/2)
    HalfSplit,
}

impl Pairing {
    /// The two dimensions of pair `i` when `rotary_dim` dimensions rotate.
    pub fn dims(self, i: usize, rotary_dim: usize) -> (usize, usize) {
        match self {
            Pairing::Interleaved => (2 * i, 2 * i + 1),
            Pairing::HalfSplit => (i, i + rotary_dim / 2),
        }
    }
}

/// The rotation of every position: cos(p θ_i) and sin(p θ_i), each n × rotary_dim/2, times the attention factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Rotation {
    pub cos: Matrix,
    pub sin: Matrix,
    pub pairing: Pairing,
}

impl Rotation {
    /// The table for positions 0 … n − 1. Angles are formed in f64 and only cos and sin are rounded to f32.
    pub fn table(n: usize, freq: &scaling::Frequencies, pairing: Pairing) -> Self {
        let pairs = freq.inv_freq.len();
        let at = |p: usize, i: usize| p as f64 * freq.inv_freq.get(i).copied().unwrap_or(0.0);
        let m = freq.attention_factor;
        Rotation {
            cos: Matrix::from_shape_fn((n, pairs), |(p, i)| (at(p, i).cos() * m) as f32),
            sin: Matrix::from_shape_fn((n, pairs), |(p, i)| (at(p, i).sin() * m) as f32),
            pairing,
        }
    }

    /// Rotates row p of `x` (n × head_dim) by position p, in f32.
    pub fn apply(&self, x: &mut Matrix) {
        for (p, mut row) in x.rows_mut().into_iter().enumerate() {
            if let Some(row) = row.as_slice_mut() {
                self.apply_row(p, row);
            }
        }
    }

    /// Rotates one vector (head_dim) by position p, in f32. Positions past the table leave it.
    pub fn apply_row(&self, p: usize, row: &mut [f32]) {
        if p >= self.cos.nrows() {
            return;
        }
        let rotary_dim = 2 * self.cos.ncols();
        for (i, (cos, sin)) in self.cos.row(p).iter().zip(self.sin.row(p)).enumerate() {
            let (first, second) = self.pairing.dims(i, rotary_dim);
            if let (Some(&a), Some(&b)) = (row.get(first), row.get(second)) {
                row[first] = a * cos - b * sin;
                row[second] = a * sin + b * cos;
            }
        }
    }
}

/// Rotates one head's vector `x` at `position`, in f64: the plain function every fast one is tested against.
///
/// Only the first 2 · inv_freq.len() dimensions rotate (partial rotary); the others stay.
pub fn rotate(mut x: ArrayViewMut1<f64>, position: f64, freq: &scaling::Frequencies, pairing: Pairing) {
    let rotary_dim = 2 * freq.inv_freq.len();
    for (i, theta) in freq.inv_freq.iter().enumerate() {
        let (sin, cos) = (position * theta).sin_cos();
        let (sin, cos) = (sin * freq.attention_factor, cos * freq.attention_factor);
        let (first, second) = pairing.dims(i, rotary_dim);
        let (a, b) = (x[first], x[second]);
        x[first] = a * cos - b * sin;
        x[second] = a * sin + b * cos;
    }
}

/// The scheme: rotates q and k with the frequencies of `rope_type`.
pub struct Rope;

impl Scheme for Rope {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn rotation(&self, sizes: Sizes, params: &Params) -> Option<Rotation> {
        let freq = scaling::frequencies(sizes.head_dim, params);
        Some(Rotation::table(sizes.n, &freq, params.rope_pairing))
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "rope",
    name: "RoPE",
    entry: Entry::RotatesQueryKey,
    citation: "Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding, 2021, arXiv 2104.09864",
    year: 2021,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><mo>(</mo><msub><mi>R</mi><mi>i</mi></msub><msub><mi>q</mi><mi>i</mi></msub><mo>)</mo><mo>·</mo><mo>(</mo><msub><mi>R</mi><mi>j</mi></msub><msub><mi>k</mi><mi>j</mi></msub><mo>)</mo></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac>",
    convention: "pair i turns by position × θ_i; half-split pairs (i, i + d/2) as in Hugging Face, or interleaved (2i, 2i + 1) as in RoFormer",
};
