//! Position re-mapping: RoPE whose far distances are replaced by smaller ones, without any training.
//!
//! Pairs nearer than a window are scored as ever. For the others q and k are rotated as if they stood elsewhere,
//! so that the relative position g(Δ) stays within what the model has seen.

use super::rope::Angles;

/// The second set of rotations: for i − j ≥ `window`, q turns by `q` and k by `k`. For j − i ≥ `window` (a full
/// mask) the two change places: g(−Δ) = −g(Δ).
#[derive(Clone, Debug, PartialEq)]
pub struct Remapped {
    pub window: usize,
    pub q: Angles,
    pub k: Angles,
}
