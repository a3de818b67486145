//! The small structs that the shaders read, as the 32-bit words that they are. Twins of the structs at the
//! top of shaders/*.wgsl: keep in sync.

use super::super::{Attend, ComputeError, Qkv};
use crate::attention::{Mask, Stage};
use crate::position::rope::{Pairing, Rotation};

/// The sizes of one load: q, k and v are `[n_heads, n, head_dim]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub n_heads: usize,
    pub n: usize,
    pub head_dim: usize,
}

impl Shape {
    /// The common shape of q, k and v.
    pub fn of(qkv: &Qkv) -> Result<Self, ComputeError> {
        let (n_heads, n, head_dim) = qkv.q.dim();
        for (what, heads) in [("k", &qkv.k), ("v", &qkv.v)] {
            if heads.dim() != qkv.q.dim() {
                let (got, want) = (heads.shape().to_vec(), qkv.q.shape().to_vec());
                return Err(ComputeError::Shape { what, got, want });
            }
        }
        Ok(Shape { n_heads, n, head_dim })
    }

    /// vec4s in a row on the device: head_dim / 4, rounded up. The rest of the last one is zero.
    pub fn quads(self) -> usize {
        self.head_dim.div_ceil(4)
    }

    /// Entries of a row on the device.
    pub fn row(self) -> usize {
        4 * self.quads()
    }

    /// Entries of a table by distance: j − i from −(n − 1) to n − 1.
    pub fn distances(self) -> usize {
        (2 * self.n).saturating_sub(1)
    }

    pub fn is_empty(self) -> bool {
        self.n_heads == 0 || self.n == 0 || self.head_dim == 0
    }

    /// Rows and columns of one head's picture of `stage`.
    pub fn grid(self, stage: Stage) -> (usize, usize) {
        if stage == Stage::Output { (self.n, self.head_dim) } else { (self.n, self.n) }
    }

    /// How far apart the rows of `stage` are on the device, in entries.
    pub fn stored_row(self, stage: Stage) -> usize {
        if stage == Stage::Output { self.row() } else { self.n }
    }
}

/// The pairs whose q turns by one rotation, as the first and last i − j.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub low: i32,
    pub high: i32,
}

impl Reach {
    /// All pairs of `n` tokens.
    pub fn all(n: usize) -> Self {
        Reach { low: -(n as i32), high: n as i32 }
    }

    /// i − j ≥ `window`, i > j.
    pub fn back(n: usize, window: usize) -> Self {
        Reach { low: window.clamp(1, n.max(1)) as i32, ..Reach::all(n) }
    }

    /// j − i ≥ `window`.
    pub fn ahead(n: usize, window: usize) -> Self {
        Reach { high: -(window.min(n) as i32), ..Reach::all(n) }
    }
}

/// `Params` of shaders/common.wgsl for one rotation, padded to whole 16 bytes.
pub(super) fn params(shape: Shape, how: &Attend, rotation: Option<&Rotation>, reach: Reach) -> [u32; 16] {
    let half_split = rotation.is_some_and(|r| r.pairing == Pairing::HalfSplit);
    let terms = how.score_terms();
    let has_bias = match terms {
        Some(_) => 2,
        None => how.distance_bias.is_some().into(),
    };
    [
        shape.n as u32,
        shape.n_heads as u32,
        shape.head_dim as u32,
        shape.quads() as u32,
        rotation.map_or(0, |r| r.cos.ncols()) as u32,
        half_split.into(),
        (how.mask == Mask::Causal).into(),
        has_bias,
        how.scale.to_bits(),
        terms.is_some_and(|r| r.query.is_some()).into(),
        terms.is_some_and(|r| r.key.is_some() || r.key_vector.is_some()).into(),
        reach.low as u32,
        reach.high as u32,
        shape.n.saturating_sub(how.padding) as u32,
        how.memory as u32,
        0,
    ]
}

/// `Which` of shaders/top.wgsl, padded to whole 16 bytes.
pub(super) fn which(shape: Shape, stage: Stage) -> [u32; 4] {
    let (_, cols) = shape.grid(stage);
    [stage_code(stage), cols as u32, shape.stored_row(stage) as u32, 0]
}

/// The number of a stage in the shaders.
pub(super) fn stage_code(stage: Stage) -> u32 {
    match stage {
        Stage::Dot => 0,
        Stage::Scaled => 1,
        Stage::Biased => 2,
        Stage::Masked => 3,
        Stage::Weights => 4,
        Stage::Output => 5,
    }
}

/// How many stages there are.
pub(super) const STAGES: u64 = 6;
