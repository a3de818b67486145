//! One head's attention over tens of thousands of tokens, without an n × n array anywhere.
//!
//! ```text
//! z_ij  = scale · (q_i·k_j + q_i·Q[Δ] + k_j·K[Δ] + u·k_j) + B[Δ]
//! ln A_ij = z_ij − ln Σ_j exp z_ij
//! ```
//!
//! What is drawn of such a map is a rectangle at screen resolution ([`Raster`]). Each row of pixels is one query,
//! scored against *all* keys, so its normaliser is exact; each column shows the largest weight among the keys that
//! it covers, so that a thin line does not vanish between samples. Logarithms are kept, since weights of far keys
//! under a bias are smaller than the smallest f32.
//!
//! The text is repeated to the length wanted: position p holds token p mod t. Queries and keys are therefore
//! projected once per token of the text and only rotated per position. What a scheme adds to the embedding is
//! projected by itself: (x + P) W = x W + P W.
//!
//! The plain version is [`crate::attention::reference`], with which the tests compare every kind of scheme.
//!
//! [`Raster`]: crate::picture::viewport::Raster

mod keys;
mod map;
mod row;
mod terms;
#[cfg(test)]
mod tests;

pub use map::LongMap;
pub use row::{BLOCK, Cell, Scratch};

use crate::attention::Mask;
use crate::matrix::Matrix;
use crate::position::problem::Problem;
use crate::position::{Params, Scheme, Sizes};
use std::rc::Rc;

/// The longest map.
pub const MAX_LENGTH: usize = 32_768;

/// What a map is made of.
#[derive(Clone)]
pub struct Ask {
    /// The text's embedding, t × d_model, before any position.
    pub tokens: Rc<Matrix>,
    /// W_Q and W_K, d_model × (n_heads · head_dim).
    pub w_q: Rc<Matrix>,
    pub w_k: Rc<Matrix>,
    pub head: usize,
    /// n is the length of the map, not of the text.
    pub sizes: Sizes,
    pub scheme: &'static dyn Scheme,
    pub params: Params,
    pub mask: Mask,
}

/// Why there is no map of this length.
#[derive(Clone, Debug, PartialEq)]
pub enum Refused {
    /// The scheme's vectors per distance would take too much memory; up to `longest` tokens they do not.
    TooLong { longest: usize },
    /// The scheme itself objects.
    Problem(Problem),
    /// No text, or matrices that do not go together.
    Nothing,
}

impl Ask {
    /// Whether both ask for the same map. Matrices are the same if they are one.
    pub fn same(&self, other: &Ask) -> bool {
        let matrices = [(&self.tokens, &other.tokens), (&self.w_q, &other.w_q), (&self.w_k, &other.w_k)];
        matrices.iter().all(|(a, b)| Rc::ptr_eq(a, b))
            && (self.head, self.sizes, self.mask) == (other.head, other.sizes, other.mask)
            && self.scheme.info().id == other.scheme.info().id
            && self.params == other.params
    }
}
