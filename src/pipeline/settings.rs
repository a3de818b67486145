//! What the numbers depend on besides the ids.

use crate::attention::Mask;
use crate::attention::projection;
use crate::compute::{Attend, RemappedRotation};
use crate::position::rope::Rotation;
use crate::position::{Params, Scheme, Sizes};
use std::rc::Rc;

/// At most this many tokens are embedded and attended to; the page says what was left out.
pub const MAX_TOKENS: usize = 512;

/// Everything but the ids that the numbers depend on.
#[derive(Clone)]
pub struct Settings {
    pub seed: u64,
    pub d_model: usize,
    pub n_heads: usize,
    /// Expected cosine of any two embeddings, and correlation of W_K with W_Q.
    pub common: f64,
    pub scheme: &'static dyn Scheme,
    pub params: Params,
    pub mask: Mask,
    /// How many tokens, the last ones, are [PAD]. The pipeline takes it from its sequence.
    pub padding: usize,
}

impl Settings {
    /// The sizes for `n` tokens.
    pub fn sizes(&self, n: usize) -> Sizes {
        Sizes {
            n,
            d_model: self.d_model,
            n_heads: self.n_heads,
            head_dim: projection::head_dim(self.d_model, self.n_heads),
        }
    }

    /// How position, scale and mask enter.
    pub(super) fn attend(&self, sizes: Sizes) -> Attend {
        let (scheme, params) = (self.scheme, &self.params);
        Attend {
            rotation: scheme.angles(sizes, params).map(|angles| Rc::new(Rotation::of(&angles))),
            remapped: scheme.remapped(sizes, params).map(|remapped| Rc::new(RemappedRotation::of(&remapped))),
            relative: scheme.relative(sizes, params).map(Rc::new),
            distance_bias: scheme.distance_bias(sizes, params).map(Rc::new),
            row_shift: scheme.row_shift(sizes, params).map(Rc::new),
            scale: scheme.scale(sizes.head_dim, params) as f32,
            mask: self.mask,
            padding: self.padding.min(sizes.n.saturating_sub(1)),
            memory: scheme.memory(sizes.n, params),
        }
    }

    /// Whether both make the same embedding rows.
    pub(super) fn same_embedding(&self, other: &Settings) -> bool {
        (self.seed, self.d_model) == (other.seed, other.d_model) && self.common == other.common
    }

    /// Whether both make the same four projections.
    pub(super) fn same_projections(&self, other: &Settings) -> bool {
        self.same_embedding(other) && self.n_heads == other.n_heads
    }

    /// Whether token `i` of `n` asks at all: memory does not.
    pub fn asks(&self, i: usize, n: usize) -> bool {
        i >= self.scheme.memory(n, &self.params)
    }

    /// How many of `n` keys, from the first on, query `i` sees.
    pub fn seen(&self, i: usize, n: usize) -> usize {
        if self.asks(i, n) { self.mask.seen(i, n.saturating_sub(self.padding)) } else { 0 }
    }

    /// Whether the scheme must answer both alike: it reads nothing but the parameters that it declares, the seed, and the
    /// trained table, which comes later than the reader's choice.
    pub(super) fn same_answers(&self, other: &Settings) -> bool {
        let mut parameters = self.scheme.parameters().iter().copied().flatten();
        self.scheme.info().id == other.scheme.info().id
            && self.params.seed == other.params.seed
            && self.params.layout == other.params.layout
            && self.params.learned.trained == other.params.learned.trained
            && parameters.all(|parameter| (parameter.get)(&self.params) == (parameter.get)(&other.params))
    }

    /// Whether both ask the same scheme with the same parameters. Where they do not, what the scheme answers may
    /// still be the same: it reads a few of them only.
    pub(super) fn same_position(&self, other: &Settings) -> bool {
        self.scheme.info().id == other.scheme.info().id && self.params == other.params
    }
}
