//! What happens to attention when its tokens are reordered, in f64.
//!
//! Without position and without a mask, self-attention is permutation-**equivariant**: Attn(PX) = P·Attn(X).
//! The output rows move with the tokens and nothing else changes. Mean pooling over the rows then makes the
//! readout permutation-**invariant**. A positional scheme or a causal mask breaks both.

use super::Mask;
use super::reference::{self, How, Stages};
use crate::matrix::{Matrix64, max_abs_diff};
use crate::position::relative::Relative;
use crate::position::remap::Remapped;
use crate::position::rope::Angles;
use ndarray::{Axis, concatenate, s};
use std::rc::Rc;

/// One multi-head layer in f64: the four projections and how position enters.
///
/// W_Q, W_K, W_V are d_model × inner and W_O inner × d_model, inner = n_heads · head_dim.
#[derive(Clone, Debug)]
pub struct Layer {
    pub w_q: Rc<Matrix64>,
    pub w_k: Rc<Matrix64>,
    pub w_v: Rc<Matrix64>,
    pub w_o: Rc<Matrix64>,
    pub n_heads: usize,
    pub mask: Mask,
    /// n × d_model, added to row p of whatever stands at position p.
    pub added: Option<Matrix64>,
    pub rotate: Option<Angles>,
    pub remapped: Option<Remapped>,
    pub relative: Option<Relative>,
    /// One n × n matrix per head, added to the scaled scores; empty for none.
    pub bias: Vec<Matrix64>,
    /// What multiplies q·k; `None` for 1/√head_dim.
    pub scale: Option<f64>,
}

/// Why an experiment cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermutationError {
    #[error("{what} has shape {got:?}, expected {want:?}")]
    Shape { what: &'static str, got: (usize, usize), want: (usize, usize) },
    #[error("{inner} columns cannot be divided among {n_heads} heads")]
    Heads { inner: usize, n_heads: usize },
    #[error("the order is not a permutation of 0 … {n} − 1")]
    NotAPermutation { n: usize },
}

impl Layer {
    /// A layer without any position: heads of width w_q.ncols() / n_heads.
    pub fn plain(w: [Matrix64; 4], n_heads: usize, mask: Mask) -> Self {
        Layer::sharing(w.map(Rc::new), n_heads, mask)
    }

    /// [`Self::plain`] with projections that others use too.
    pub fn sharing(w: [Rc<Matrix64>; 4], n_heads: usize, mask: Mask) -> Self {
        let [w_q, w_k, w_v, w_o] = w;
        let (added, rotate, remapped, relative, bias, scale) = (None, None, None, None, Vec::new(), None);
        Layer { w_q, w_k, w_v, w_o, n_heads, mask, added, rotate, remapped, relative, bias, scale }
    }

    /// O = concat_t(A_t V_t) W_O, n × d_model, for embeddings x (n × d_model) standing at positions 0 … n − 1.
    pub fn forward(&self, x: &Matrix64) -> Result<Matrix64, PermutationError> {
        let heads = self.heads(x)?;
        let outputs: Vec<_> = heads.iter().map(|stages| stages.output.view()).collect();
        let fits = concatenate(Axis(1), &outputs).map(|concat| concat.dot(&*self.w_o));
        fits.map_err(|_| PermutationError::Heads { inner: self.w_q.ncols(), n_heads: self.n_heads })
    }

    /// Every stage of every head, in order.
    pub fn heads(&self, x: &Matrix64) -> Result<Vec<Stages>, PermutationError> {
        self.check(x)?;
        let x = match &self.added {
            Some(added) => x + added,
            None => x.clone(),
        };
        let (q, k, v) = (x.dot(&*self.w_q), x.dot(&*self.w_k), x.dot(&*self.w_v));
        let width = self.w_q.ncols() / self.n_heads;
        let head = |t: usize| {
            let cols = s![.., t * width..(t + 1) * width];
            let how = How {
                rotate: self.rotate.as_ref(),
                remapped: self.remapped.as_ref(),
                relative: self.relative.as_ref().map(|relative| (relative, t)),
                bias: self.bias.get(t),
                scale: self.scale.unwrap_or(1.0 / (width as f64).sqrt()),
                mask: self.mask,
                padding: 0,
                memory: 0,
            };
            reference::attend(q.slice(cols), k.slice(cols), v.slice(cols), &how)
        };
        Ok((0..self.n_heads).map(head).collect())
    }

    /// Whether all shapes go together for an n × d_model input.
    fn check(&self, x: &Matrix64) -> Result<(), PermutationError> {
        let ((n, d_model), inner, n_heads) = (x.dim(), self.w_q.ncols(), self.n_heads);
        let is = |what, got: (usize, usize), want| match got == want {
            true => Ok(()),
            false => Err(PermutationError::Shape { what, got, want }),
        };
        is("W_Q", self.w_q.dim(), (d_model, inner))?;
        is("W_K", self.w_k.dim(), (d_model, inner))?;
        is("W_V", self.w_v.dim(), (d_model, inner))?;
        is("W_O", self.w_o.dim(), (inner, d_model))?;
        if inner == 0 || n_heads == 0 || !inner.is_multiple_of(n_heads) {
            return Err(PermutationError::Heads { inner, n_heads });
        }
        if !self.bias.is_empty() {
            is("the list of biases", (self.bias.len(), 1), (n_heads, 1))?;
        }
        self.bias.iter().try_for_each(|bias| is("a bias", bias.dim(), (n, n)))?;
        self.added.iter().try_for_each(|added| is("the position table", added.dim(), (n, d_model)))
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
    /// How many rows of Attn(PX) are not those of Attn(X) moved, beyond [`ROUNDING`].
    pub rows_changed: usize,
}

/// Below this gap two f64 results of this size count as equal: rounding, not position.
pub const ROUNDING: f64 = 1e-12;

/// Runs `layer` on x and on the permuted x. Row r of PX is row `order[r]` of x; `order` is a permutation of 0 … n − 1.
pub fn compare(layer: &Layer, x: &Matrix64, order: &[usize]) -> Result<Outcome, PermutationError> {
    compare_rows(|x| layer.forward(x), x, order)
}

/// The same for anything that makes one output row of each token.
pub fn compare_rows(
    forward: impl Fn(&Matrix64) -> Result<Matrix64, PermutationError>,
    x: &Matrix64,
    order: &[usize],
) -> Result<Outcome, PermutationError> {
    if !is_permutation(order, x.nrows()) {
        return Err(PermutationError::NotAPermutation { n: x.nrows() });
    }
    let output = forward(x)?;
    let permuted_output = forward(&x.select(Axis(0), order))?;
    let expected = output.select(Axis(0), order);
    let equivariance_gap = max_abs_diff(expected.view(), permuted_output.view()).unwrap_or(f64::NAN);
    let (a, b) = (reference::mean_pool(&output), reference::mean_pool(&permuted_output));
    let invariance_gap = max_abs_diff(a.view(), b.view()).unwrap_or(f64::NAN);
    let rows_changed = expected
        .rows()
        .into_iter()
        .zip(permuted_output.rows())
        .filter(|(a, b)| max_abs_diff(a.view(), b.view()).is_none_or(|gap| gap.is_nan() || gap >= ROUNDING))
        .count();
    Ok(Outcome { output, permuted_output, equivariance_gap, invariance_gap, rows_changed })
}

/// Whether `order` names each of 0 … n − 1 exactly once.
pub(super) fn is_permutation(order: &[usize], n: usize) -> bool {
    let mut seen = vec![false; n];
    let new = |&at: &usize| seen.get_mut(at).is_some_and(|seen| !std::mem::replace(seen, true));
    order.len() == n && order.iter().all(new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    /// One head of width 2, identity projections.
    fn plain() -> Layer {
        Layer::plain([(); 4].map(|()| Matrix64::eye(2)), 1, Mask::Full)
    }

    #[test]
    fn outputs_move_with_their_tokens() {
        let x = array![[1.0, 0.0], [0.0, 2.0], [3.0, 1.0]];
        let outcome = compare(&plain(), &x, &[2, 0, 1]).unwrap();
        assert!(outcome.equivariance_gap < ROUNDING && outcome.invariance_gap < ROUNDING);
        assert_ne!(outcome.output, outcome.permuted_output);
        let causal = Layer { mask: Mask::Causal, ..plain() };
        let outcome = compare(&causal, &x, &[2, 0, 1]).unwrap();
        assert!(outcome.equivariance_gap > 0.1 && outcome.invariance_gap > 0.1);
    }

    #[test]
    fn an_order_that_is_no_permutation_is_refused() {
        let x = Matrix64::zeros((3, 2));
        for order in [&[0, 1][..], &[0, 1, 1], &[0, 1, 3], &[0, 1, 2, 2]] {
            let refused = compare(&plain(), &x, order).unwrap_err();
            assert_eq!(refused, PermutationError::NotAPermutation { n: 3 });
        }
    }

    #[test]
    fn shapes_that_do_not_fit_are_named() {
        let x = Matrix64::zeros((3, 2));
        let error = |layer: Layer| layer.forward(&x).unwrap_err().to_string();
        let odd = Matrix64::zeros((5, 2));
        assert!(error(Layer { w_k: odd.clone().into(), ..plain() }).contains("W_K"));
        assert!(error(Layer { added: Some(odd.clone()), ..plain() }).contains("position table"));
        assert!(error(Layer { bias: vec![odd], ..plain() }).contains("a bias"));
        assert!(error(Layer { n_heads: 3, ..plain() }).contains("3 heads"));
        assert!(error(Layer { n_heads: 0, ..plain() }).contains("0 heads"));
    }

    #[test]
    fn no_tokens_give_no_rows() {
        let x = Matrix64::zeros((0, 2));
        assert_eq!(plain().forward(&x).unwrap().dim(), (0, 2));
        assert_eq!(compare(&plain(), &x, &[]).unwrap().equivariance_gap, 0.0);
    }
}
