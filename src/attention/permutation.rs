//! What happens to attention when its tokens are reordered, in f64.
//!
//! Without position and without a mask, self-attention is permutation-**equivariant**: Attn(PX) = P·Attn(X).
//! The output rows move with the tokens and nothing else changes. Mean pooling over the rows then makes the
//! readout permutation-**invariant**. A positional scheme or a causal mask breaks both.

use super::Mask;
use super::projection::head_dim;
use super::reference::{self, How};
use crate::matrix::{Matrix64, max_abs_diff};
use crate::position::rope::Pairing;
use crate::position::scaling::Frequencies;
use ndarray::{Axis, s};

/// One multi-head layer in f64: the four projections and how position enters.
#[derive(Clone, Debug)]
pub struct Layer {
    pub w_q: Matrix64,
    pub w_k: Matrix64,
    pub w_v: Matrix64,
    pub w_o: Matrix64,
    pub n_heads: usize,
    pub mask: Mask,
    /// n × d_model, added to row p of whatever stands at position p.
    pub added: Option<Matrix64>,
    pub rotate: Option<(Frequencies, Pairing)>,
    /// One n × n bias per head; empty for none.
    pub bias: Vec<Matrix64>,
}

impl Layer {
    /// O = concat_t(A_t V_t) W_O for embeddings x (n × d_model) standing at positions 0 … n − 1.
    pub fn forward(&self, x: &Matrix64) -> Matrix64 {
        let x = match &self.added {
            Some(added) => x + added,
            None => x.clone(),
        };
        let (q, k, v) = (x.dot(&self.w_q), x.dot(&self.w_k), x.dot(&self.w_v));
        let width = head_dim(x.ncols(), self.n_heads);
        let mut concat = Matrix64::zeros(q.dim());
        for head in 0..self.n_heads {
            let cols = s![.., head * width..(head + 1) * width];
            let how = How {
                rotate: self.rotate.as_ref().map(|(freq, pairing)| (freq, *pairing)),
                bias: self.bias.get(head),
                scale: 1.0 / (width as f64).sqrt(),
                mask: self.mask,
            };
            let stages = reference::attend(q.slice(cols), k.slice(cols), v.slice(cols), &how);
            concat.slice_mut(cols).assign(&stages.output);
        }
        concat.dot(&self.w_o)
    }
}

/// The experiment's result.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Attn(X), n × d_model.
    pub output: Matrix64,
    /// Attn(PX), rows in the permuted order.
    pub permuted_output: Matrix64,
    /// max |P⁻¹·Attn(PX) − Attn(X)|: about 1e−15 means equivariant.
    pub equivariance_gap: f64,
    /// max |mean(Attn(PX)) − mean(Attn(X))|: about 1e−15 means the pooled readout is invariant.
    pub invariance_gap: f64,
}

/// Below this gap two f64 results of this size count as equal: rounding, not position.
pub const ROUNDING: f64 = 1e-12;

/// Runs `layer` on x and on the permuted x. Row r of PX is row `order[r]` of x; `order` is a permutation of 0 … n − 1.
pub fn compare(layer: &Layer, x: &Matrix64, order: &[usize]) -> Outcome {
    let output = layer.forward(x);
    let permuted_output = layer.forward(&x.select(Axis(0), order));
    let expected = output.select(Axis(0), order);
    let equivariance_gap = max_abs_diff(expected.view(), permuted_output.view()).unwrap_or(f64::NAN);
    let (a, b) = (reference::mean_pool(&output), reference::mean_pool(&permuted_output));
    let invariance_gap = max_abs_diff(a.view(), b.view()).unwrap_or(f64::NAN);
    Outcome { output, permuted_output, equivariance_gap, invariance_gap }
}
