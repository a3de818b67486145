//! Every way of telling attention where a token is: one file per scheme, one line in [`SCHEMES`] each.
//!
//! Where a scheme enters ([`Entry`]) is what distinguishes the families: added to the embedding, rotating
//! q and k, a bias on the logits, or nowhere.

pub mod alibi;
pub mod curves;
pub mod deberta;
pub mod deberta_index;
pub mod geodesic;
pub mod grid;
pub mod learned;
pub mod mrope;
pub mod none;
pub mod parameter;
pub mod problem;
pub mod property;
pub mod reach;
pub mod relative;
pub mod remap;
pub mod resize;
pub mod rope;
pub mod rope_axes;
pub mod rope_decay;
pub mod rope_dims;
pub mod rope_hands;
pub mod rope_ids;
pub mod rope_mixed;
pub mod scaling;
pub mod seeded;
pub mod shaw;
pub mod sinusoidal;
pub mod sinusoidal_2d;
pub mod t5;
pub mod t5_buckets;
pub mod transformer_xl;
pub mod variants;

use crate::matrix::Matrix;
use ndarray::Array2;
use parameter::Parameter;
use problem::Problem;
use property::{Limit, UsedBy};
use reach::{Learned, Reach};
use relative::Relative;
use remap::Remapped;
use rope::Angles;
use std::sync::Arc;

/// Where a scheme enters the computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing is added anywhere; only the mask (if causal) knows an order.
    Nowhere,
    /// A vector per position is added to the embedding, once, before the first layer.
    AddedToEmbedding,
    /// q and k are rotated in every layer.
    RotatesQueryKey,
    /// A number per head and distance is added to the logits in every layer.
    BiasOnLogits,
    /// q or k is multiplied by a vector per distance, and the product added to the score in every layer.
    TermOfScore,
}

/// What the reader is told of a scheme. Menus, comparisons and tests are made from these.
#[derive(Clone, Copy, Debug)]
pub struct SchemeInfo {
    /// The value of the state key `scheme`.
    pub id: &'static str,
    /// The name in its paper.
    pub name: &'static str,
    pub entry: Entry,
    /// Authors, short title, year and arXiv id or venue.
    pub citation: &'static str,
    pub year: u16,
    /// The equation as MathML (contents of a `<math>` element).
    pub mathml: &'static str,
    /// The convention chosen where sources differ: pairing, sign of the distance, index base.
    pub convention: &'static str,
}

/// The parameters of all schemes, each scheme's in a struct of its own file. A scheme reads only its own and the seed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    /// Seeds the tables that a model would learn.
    pub seed: u64,
    /// What stands where, for schemes that know of grids. Empty for a text that is laid out as the parameters say.
    pub layout: Arc<[mrope::Segment]>,
    pub sinusoidal: sinusoidal::Params,
    pub learned: learned::Params,
    pub rope: rope::Params,
    pub axes: rope_axes::Params,
    pub remap: remap::Params,
    pub alibi: alibi::Params,
    pub shaw: shaw::Params,
    pub transformer_xl: transformer_xl::Params,
    pub t5: t5::Params,
    pub deberta: deberta::Params,
}

/// The sizes a scheme needs to know. Positions are 0 … n − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub n: usize,
    pub d_model: usize,
    pub n_heads: usize,
    pub head_dim: usize,
}

/// A positional scheme: what it adds, and where. Methods that do not apply return nothing.
pub trait Scheme: Sync {
    fn info(&self) -> &'static SchemeInfo;

    /// What the reader can set, in groups, in the order of the controls.
    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[]
    }

    /// Why these parameters cannot be computed.
    fn problem(&self, _sizes: Sizes, _params: &Params) -> Option<Problem> {
        None
    }

    /// `n × d_model`, added to the embedding.
    fn added(&self, _sizes: Sizes, _params: &Params) -> Option<Matrix> {
        None
    }

    /// By how much every pair of q and k turns at every position.
    fn angles(&self, _sizes: Sizes, _params: &Params) -> Option<Angles> {
        None
    }

    /// Other turns for pairs that are far apart.
    fn remapped(&self, _sizes: Sizes, _params: &Params) -> Option<Remapped> {
        None
    }

    /// `[n_heads, 2n − 1]`, entry `[h, j − i + n − 1]`, added to the logits as it is.
    fn distance_bias(&self, _sizes: Sizes, _params: &Params) -> Option<Array2<f32>> {
        None
    }

    /// `[n_heads, n]`, added to every logit of a row besides [`Scheme::distance_bias`]: the softmax does not see it, but
    /// the raw logits of some libraries have it.
    fn row_shift(&self, _sizes: Sizes, _params: &Params) -> Option<Array2<f32>> {
        None
    }

    /// Terms of q or k with a vector per distance; multiplied by the scale like q·k.
    fn relative(&self, _sizes: Sizes, _params: &Params) -> Option<Relative> {
        None
    }

    /// How many of `n` tokens, the first ones, are memory: keys for those behind them, but no queries.
    fn memory(&self, _n: usize, _params: &Params) -> usize {
        0
    }

    /// What multiplies q·k: 1/√head_dim in nearly every model.
    fn scale(&self, head_dim: usize, _params: &Params) -> f64 {
        1.0 / (head_dim as f64).sqrt()
    }

    /// How many numbers a model of these sizes learns for its positions; `sizes.n` is the training length. A scheme with
    /// tables made from the seed states them here.
    fn learned(&self, _sizes: Sizes, _params: &Params) -> Learned {
        Learned::default()
    }

    /// Which distances its formula tells apart, if that is a matter of distances and the parameters are defined.
    fn reach(&self, _params: &Params) -> Option<Reach> {
        None
    }

    /// What stands in the way of a text longer than those of training.
    fn limit(&self, _sizes: Sizes, params: &Params) -> Limit {
        match self.reach(params) {
            Some(Reach::AlikeFrom(distance)) => Limit::Clipped(distance),
            Some(Reach::Every) | None => Limit::Nothing,
        }
    }

    /// Models that use it, each looked up in its paper, code or configuration.
    fn models(&self) -> &'static [UsedBy] {
        &[]
    }
}

/// The list from which every menu, comparison and test is made: one line a scheme.
pub const SCHEMES: &[&dyn Scheme] = &[
    &none::None,
    &sinusoidal::Sinusoidal,
    &sinusoidal_2d::Sinusoidal2d,
    &learned::Learned,
    &shaw::Shaw,
    &transformer_xl::TransformerXl,
    &t5::T5,
    &deberta::Deberta,
    &rope::Rope,
    &alibi::Alibi,
];

/// The scheme whose id is `id`.
pub fn by_id(id: &str) -> Option<&'static dyn Scheme> {
    SCHEMES.iter().copied().find(|scheme| scheme.info().id == id)
}

/// The ids of [`SCHEMES`], in order.
pub fn ids() -> &'static [&'static str] {
    static IDS: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    IDS.get_or_init(|| SCHEMES.iter().map(|scheme| scheme.info().id).collect())
}
