//! The permutation experiment on the pipeline's own tokens, in f64, small enough to follow a drag.

use super::{Pipeline, Settings};
use crate::attention::permutation::{self, Layer, Outcome};
use crate::matrix::{Matrix64, to_f64};
use ndarray::s;
use std::rc::Rc;

impl Pipeline {
    /// How many of its tokens the experiment uses; [PAD] is none of them.
    pub fn experiment_size(&self) -> usize {
        experiment_size(self.sequence.len().saturating_sub(self.settings.padding), self.settings.d_model)
    }

    /// The first tokens' embeddings in f64.
    pub fn experiment_input(&self) -> Option<Matrix64> {
        let n = self.experiment_size();
        let x = self.embedding.as_ref()?;
        (x.nrows() >= n).then(|| to_f64(&x.slice(s![..n, ..]).to_owned()))
    }

    /// One layer in f64 with the pipeline's projections, under the scheme and mask of `how` (the pipeline's own
    /// settings, or a variation of them).
    pub fn experiment_layer(&self, how: &Settings) -> Option<Layer> {
        let sizes = how.sizes(self.experiment_size());
        let (n, scheme, params) = (sizes.n, how.scheme, &how.params);
        let bias = |table: &ndarray::Array2<f32>, head: usize| {
            Matrix64::from_shape_fn((n, n), |(i, j)| f64::from(table[[head, j + n - 1 - i]]))
        };
        let table = scheme.distance_bias(sizes, params);
        Some(Layer {
            added: scheme.added(sizes, params).map(|added| to_f64(&added)),
            rotate: scheme.angles(sizes, params),
            remapped: scheme.remapped(sizes, params),
            relative: scheme.relative(sizes, params),
            bias: table.map_or_else(Vec::new, |t| (0..how.n_heads).map(|h| bias(&t, h)).collect()),
            scale: Some(scheme.scale(sizes.head_dim, params)),
            ..Layer::sharing(self.wide_projections()?, how.n_heads, how.mask)
        })
    }

    /// W_Q, W_K, W_V, W_O in f64. Converting a million numbers takes longer than the experiment, so they are kept.
    fn wide_projections(&self) -> Option<[Rc<Matrix64>; 4]> {
        let mut kept = self.wide.borrow_mut();
        for (slot, w) in kept.iter_mut().zip(&self.projections) {
            let w = w.as_ref()?;
            if !slot.as_ref().is_some_and(|(of, _)| Rc::ptr_eq(of, w)) {
                *slot = Some((Rc::clone(w), Rc::new(to_f64(w))));
            }
        }
        let [Some(q), Some(k), Some(v), Some(o)] = &*kept else { return None };
        Some([q, k, v, o].map(|(_, wide)| Rc::clone(wide)))
    }

    /// Reorders the tokens under `how` and compares. `order` lists token indices; one that is no permutation of
    /// the experiment's tokens counts as the text's own order.
    pub fn experiment(&self, how: &Settings, order: &[usize]) -> Option<Outcome> {
        let x = self.experiment_input()?;
        let layer = self.experiment_layer(how)?;
        permutation::compare(&layer, &x, &whole_order(order, x.nrows())).ok()
    }
}

/// How many of `n` tokens the experiment uses: all of them, up to what f64 can do within a frame at this width (the
/// work grows with n·d²).
pub fn experiment_size(n: usize, d_model: usize) -> usize {
    let affordable = 24.0 * (160.0 / d_model.max(1) as f64).powi(2);
    n.min(affordable.clamp(6.0, 24.0) as usize)
}

/// `order` if it is a permutation of 0 … n − 1, else that range.
pub fn whole_order(order: &[usize], n: usize) -> Vec<usize> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if sorted.iter().copied().eq(0..n) { order.to_vec() } else { (0..n).collect() }
}

/// The first token moved to the end. Not a reversal: |i − j| is the same read from the right, so the symmetric
/// ALiBi of a full mask cannot tell one.
pub fn rotated(n: usize) -> Vec<usize> {
    (1..n).chain(std::iter::once(0)).take(n).collect()
}
