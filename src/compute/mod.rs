//! Attention, fast: one trait, two backends.
//!
//! A backend takes the projected queries, keys and values of all heads and a description of how position
//! enters ([`Attend`]), and keeps every stage of softmax(Q Kᵀ · scale + B + M) V. [`cpu`] is SIMD on one
//! thread and can run a single head at a time, so that the page can show one head at once and the others in
//! the following frames. [`gpu`] runs all heads in compute shaders and draws without read-back.
//! Both are tested against [`crate::attention::reference`], the plain f64 version.

mod check;
pub mod cpu;
#[cfg(target_arch = "wasm32")]
pub mod gpu;
pub mod long;

use crate::attention::{Mask, Stage};
use crate::matrix::Heads;
use crate::position::relative::{DistanceTable, Relative};
use crate::position::remap::Remapped;
use crate::position::rope::Rotation;
use ndarray::Array2;
use std::rc::Rc;

/// Which backend computed a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendKind {
    Cpu,
    Gpu,
}

/// Projected queries, keys and values before any rotation. Shape of each: `[n_heads, n, head_dim]`, standard layout.
#[derive(Clone, Debug)]
pub struct Qkv {
    pub q: Heads,
    pub k: Heads,
    pub v: Heads,
}

/// How position, scale and mask enter one attention pass. Equal ones make equal pictures of the same projections.
#[derive(Clone, Debug, PartialEq)]
pub struct Attend {
    /// Rotates q and k (RoPE); `None` leaves them.
    pub rotation: Option<Rc<Rotation>>,
    /// Rotates q and k of far pairs instead (ReRoPE, Self-Extend).
    pub remapped: Option<Rc<RemappedRotation>>,
    /// Terms of content and distance, multiplied by the scale (Shaw, Transformer-XL, DeBERTa).
    pub relative: Option<Rc<Relative>>,
    /// Added to the logits by distance: shape `[n_heads, 2n − 1]`, entry `[h, j − i + n − 1]` (ALiBi, T5 …).
    pub distance_bias: Option<Rc<Array2<f32>>>,
    /// Added to every logit of a row besides: shape `[n_heads, n]` (ALiBi as BLOOM and MPT write it). The softmax does not
    /// see it, so neither do kernels and shaders: it belongs to the logits as they are read and shown.
    pub row_shift: Option<Rc<Array2<f32>>>,
    /// Multiplies q·k; 1/√head_dim in nearly every model.
    pub scale: f32,
    pub mask: Mask,
    /// How many keys, the last ones, are [PAD]: no query sees them. Fewer than n; queries that are padding themselves
    /// see what the others do, and their rows mean nothing.
    pub padding: usize,
    /// How many queries, the first ones, are memory: they see nothing, and their rows are zeros.
    pub memory: usize,
}

impl Attend {
    /// No position at all.
    pub const fn plain(scale: f32, mask: Mask) -> Self {
        let (rotation, remapped, relative, distance_bias, row_shift) = (None, None, None, None, None);
        Attend { rotation, remapped, relative, distance_bias, row_shift, scale, mask, padding: 0, memory: 0 }
    }

    /// Whether query `i` may see key `j` of `n`.
    pub fn allows(&self, i: usize, j: usize, n: usize) -> bool {
        j < self.seen(i, n)
    }

    /// How many of `n` keys, from the first on, query `i` may see.
    pub fn seen(&self, i: usize, n: usize) -> usize {
        if i < self.memory { 0 } else { self.mask.seen(i, n.saturating_sub(self.padding)) }
    }

    /// By what query `i` and key `j` turn when they meet: far pairs as [`RemappedRotation`] says.
    pub fn rotations(&self, i: usize, j: usize) -> [Option<&Rotation>; 2] {
        match self.remapped.as_deref().filter(|far| i.abs_diff(j) >= far.window) {
            Some(RemappedRotation { q, k, .. }) if i > j => [Some(q), Some(k)],
            Some(RemappedRotation { q, k, .. }) => [Some(k), Some(q)],
            None => [self.rotation.as_deref(); 2],
        }
    }

    /// The terms of content and distance, if any of them enters the score.
    pub fn score_terms(&self) -> Option<&Relative> {
        let enters = |r: &&Relative| r.query.is_some() || r.key.is_some() || r.key_vector.is_some();
        self.relative.as_deref().filter(enters)
    }

    /// The vectors per distance that the weights are multiplied with besides the values.
    pub fn value_table(&self) -> Option<&DistanceTable> {
        self.relative.as_deref()?.value.as_ref()
    }
}

/// [`Remapped`] as tables of cos and sin.
#[derive(Clone, Debug, PartialEq)]
pub struct RemappedRotation {
    /// For |i − j| from here on.
    pub window: usize,
    /// Turns q where i > j, and k where i < j.
    pub q: Rotation,
    /// Turns k where i > j, and q where i < j.
    pub k: Rotation,
}

impl RemappedRotation {
    pub fn of(remapped: &Remapped) -> Self {
        let (q, k) = (Rotation::of(&remapped.q), Rotation::of(&remapped.k));
        RemappedRotation { window: remapped.window, q, k }
    }
}

/// Why there is no GPU to compute on. Each has a sentence of its own in every language of the page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoGpu {
    #[error("this page was not loaded over https or from this machine, and browsers offer WebGPU only then")]
    InsecurePage,
    #[error("this browser does not have it")]
    NoWebGpu,
    #[error("this browser has WebGPU but found no graphics adapter for it")]
    NoAdapter,
    /// With the browser's own words.
    #[error("the graphics adapter gave no device ({0})")]
    NoDevice(String),
    #[error("the graphics adapter did not answer within {seconds} seconds")]
    Silent { seconds: u64 },
}

/// How a device went away.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Loss {
    /// The browser's own words.
    #[error("{0}")]
    Said(String),
    /// It stopped in the middle of work, and the browser has not said why.
    #[error("it stopped while {0}")]
    Stopped(&'static str),
    /// We gave it back.
    #[error("it was closed")]
    Closed,
}

/// What can go wrong in a backend. The page turns each into one sentence and falls back to the CPU.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ComputeError {
    #[error("WebGPU is not available: {0}")]
    NoAdapter(NoGpu),
    #[error("the WebGPU device was lost: {0}")]
    DeviceLost(Loss),
    #[error("{what} has shape {got:?}, expected {want:?}")]
    Shape { what: &'static str, got: Vec<usize>, want: Vec<usize> },
    /// WebGPU refused something without the device being lost: a shader, a canvas, an allocation.
    #[error("WebGPU reported an error: {0}")]
    Gpu(String),
    #[error("nothing has been computed yet")]
    NothingYet,
    #[error("{what} needs {bytes} bytes, more than this device offers ({limit})")]
    TooLarge { what: &'static str, bytes: u64, limit: u64 },
}

/// One attention pass over all heads, with every stage readable afterwards.
#[allow(async_fn_in_trait)] // used with static dispatch, on one thread
pub trait AttentionBackend {
    fn kind(&self) -> BackendKind;

    /// Takes new projections. Done when the text, the width, the seed or the heads change, not while a position slider moves.
    fn load(&mut self, qkv: Rc<Qkv>) -> Result<(), ComputeError>;

    /// Computes all heads. On the GPU this only submits the work.
    fn attend(&mut self, how: &Attend) -> Result<(), ComputeError>;

    /// The values of one stage of the last pass, all heads: `[n_heads, n, n]`, for [`Stage::Output`] `[n_heads, n, head_dim]`.
    async fn read(&mut self, stage: Stage) -> Result<Heads, ComputeError>;
}
