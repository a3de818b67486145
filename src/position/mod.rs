//! Every way of telling attention where a token is: one file per scheme, one line in [`SCHEMES`] each.
//!
//! Where a scheme enters ([`Entry`]) is what distinguishes the families: added to the embedding, rotating
//! q and k, a bias on the logits, or nowhere.

pub mod alibi;
pub mod curves;
pub mod none;
pub mod rope;
pub mod rope_decay;
pub mod scaling;
pub mod sinusoidal;

use crate::matrix::Matrix;
use ndarray::Array2;
use rope::{Pairing, Rotation};
use scaling::RopeType;

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

/// The parameters of all schemes under their standard names. Every scheme reads only its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub rope_pairing: Pairing,
    /// b in θ_i = b^(−2i/d): RoPE's `rope_theta`. Sinusoidal tables use the paper's 10,000.
    pub base: f64,
    pub rope_type: RopeType,
    /// s = target length / training length, ≥ 1.
    pub factor: f64,
    /// L, the pre-training length.
    pub original_max_position_embeddings: f64,
    pub beta_fast: f64,
    pub beta_slow: f64,
    /// m, multiplies cos and sin; `None` takes YaRN's own 0.1 ln s + 1.
    pub attention_factor: Option<f64>,
    /// Multiplies every ALiBi slope.
    pub slope_scale: f64,
    /// Slopes that the reader has dragged: (head, slope before `slope_scale`).
    pub slope_edits: Vec<(usize, f64)>,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            rope_pairing: Pairing::HalfSplit,
            base: 10_000.0,
            rope_type: RopeType::Default,
            factor: 1.0,
            original_max_position_embeddings: 2048.0,
            beta_fast: 32.0,
            beta_slow: 1.0,
            attention_factor: None,
            slope_scale: 1.0,
            slope_edits: Vec::new(),
        }
    }
}

/// The sizes a scheme needs to know. Positions are 0 … n − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub n: usize,
    pub d_model: usize,
    pub n_heads: usize,
    pub head_dim: usize,
}

/// A positional scheme. Exactly the method that fits its [`Entry`] returns something.
pub trait Scheme: Sync {
    fn info(&self) -> &'static SchemeInfo;

    /// `n × d_model`, added to the embedding.
    fn added(&self, _sizes: Sizes, _params: &Params) -> Option<Matrix> {
        None
    }

    /// cos and sin for every position and pair, for rotating q and k.
    fn rotation(&self, _sizes: Sizes, _params: &Params) -> Option<Rotation> {
        None
    }

    /// `[n_heads, 2n − 1]`, entry `[h, j − i + n − 1]`, added to the logits.
    fn distance_bias(&self, _sizes: Sizes, _params: &Params) -> Option<Array2<f32>> {
        None
    }
}

/// The list from which every menu, comparison and test is made: one line a scheme.
pub const SCHEMES: &[&dyn Scheme] = &[&none::None, &sinusoidal::Sinusoidal, &rope::Rope, &alibi::Alibi];

/// The scheme whose id is `id`.
pub fn by_id(id: &str) -> Option<&'static dyn Scheme> {
    SCHEMES.iter().copied().find(|scheme| scheme.info().id == id)
}

/// The ids of [`SCHEMES`], in order.
pub fn ids() -> &'static [&'static str] {
    static IDS: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    IDS.get_or_init(|| SCHEMES.iter().map(|scheme| scheme.info().id).collect())
}
