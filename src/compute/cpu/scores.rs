//! q·k of one head, by blocks of queries. Pairs that are far apart are scored under other rotations, if the
//! scheme has them: each block is then made up of three, whose tiles are computed only where they count.

use super::rotate;
use crate::attention::Mask;
use crate::compute::{Attend, Qkv};
use crate::matrix::Matrix;
use crate::position::rope::Rotation;
use crate::simd::panel::{self, MR, NR};
use ndarray::Axis;

/// Queries per block, a multiple of MR: a panel of keys or values serves four tiles while it is in the fastest cache.
pub const ROW_BLOCK: usize = 4 * MR;

/// q and k of one head, rotated, and working memory.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// As pairs meet that are not far apart.
    near: Rotated,
    /// |i − j| from which on pairs are far apart; `None` where none is.
    window: Option<usize>,
    /// As far pairs meet: i > j, and i ≤ j.
    back: Rotated,
    ahead: Rotated,
    /// The far scores of one block.
    far: Vec<f32>,
}

/// Queries and keys of one head, each under one rotation.
#[derive(Clone, Debug, Default)]
struct Rotated {
    /// n × head_dim.
    queries: Matrix,
    /// n × head_dim.
    keys: Matrix,
    packed_keys: Vec<[f32; NR]>,
}

/// How many keys, from the first on, query `i` of `n` sees.
pub fn seen(mask: Mask, i: usize, n: usize) -> usize {
    match mask {
        Mask::Full => n,
        Mask::Causal => n.min(i + 1),
    }
}

impl Scores {
    /// Takes q and k of one head. Allocates nothing if the sizes are those of the last time.
    pub fn prepare(&mut self, qkv: &Qkv, how: &Attend, head: usize) {
        let rotation = how.rotation.as_deref();
        self.near.set(qkv, head, rotation, rotation);
        self.window = how.remapped.as_ref().map(|far| far.window);
        if let Some(far) = &how.remapped {
            self.back.set(qkv, head, Some(&far.q), Some(&far.k));
            self.ahead.set(qkv, head, Some(&far.k), Some(&far.q));
        }
    }

    /// Dot products of all pairs, n × n.
    pub fn all(&mut self, dot: &mut Matrix) {
        let n = dot.ncols();
        let Some(dot) = dot.as_slice_mut() else { return };
        for (at, rows) in dot.chunks_mut(ROW_BLOCK * n.max(1)).enumerate() {
            self.block(at * ROW_BLOCK, Mask::Full, rows, n);
        }
    }

    /// Dot products of the queries from `first` on with the keys they see, to `rows` of `n`, at most [`ROW_BLOCK`]
    /// of them. What lies above the diagonal of a causal mask is left as it was, or set, as the tiles fall.
    pub fn block(&mut self, first: usize, mask: Mask, rows: &mut [f32], n: usize) {
        let reach = self.window.unwrap_or(usize::MAX);
        // Whether the tile has a pair that is not far, so that it need not be computed twice.
        let has_near = |query: usize, key: usize| {
            query < reach.saturating_add(key + NR - 1) && key < reach.saturating_add(query + MR - 1)
        };
        let wanted = |query, key| key < seen(mask, query + MR - 1, n) && has_near(query, key);
        self.near.dots(first, wanted, rows, n);
        if let Some(window) = self.window {
            self.far_pairs(first, window, mask, rows, n);
        }
    }

    /// Overwrites the scores of a block where |i − j| ≥ `window`. Plain rule: [`Attend::rotations`].
    fn far_pairs(&mut self, first: usize, window: usize, mask: Mask, rows: &mut [f32], n: usize) {
        self.far.resize(rows.len(), 0.0);
        let far = &mut self.far[..];
        // No pair is behind itself, whatever the window.
        let behind = window.max(1);
        self.back.dots(first, |query, key| behind.saturating_add(key) < query + MR, far, n);
        for (i, (row, far)) in (first..).zip(rows.chunks_exact_mut(n).zip(far.chunks_exact(n))) {
            copy(far, row, 0, (i + 1).saturating_sub(behind));
        }
        let wanted = |query: usize, key: usize| {
            key < seen(mask, query + MR - 1, n) && key + NR > window.saturating_add(query)
        };
        self.ahead.dots(first, wanted, far, n);
        for (i, (row, far)) in (first..).zip(rows.chunks_exact_mut(n).zip(far.chunks_exact(n))) {
            copy(far, row, window.saturating_add(i), n);
        }
    }
}

/// Copies the entries `start` … `end` − 1, if there are any.
fn copy(from: &[f32], to: &mut [f32], start: usize, end: usize) {
    if let (Some(from), Some(to)) = (from.get(start..end), to.get_mut(start..end)) {
        to.copy_from_slice(from);
    }
}

impl Rotated {
    fn set(&mut self, qkv: &Qkv, head: usize, of_q: Option<&Rotation>, of_k: Option<&Rotation>) {
        rotate::rotate_into(qkv.k.index_axis(Axis(0), head), of_k, &mut self.keys);
        panel::pack_transposed(self.keys.view(), &mut self.packed_keys);
        rotate::rotate_into(qkv.q.index_axis(Axis(0), head), of_q, &mut self.queries);
    }

    /// Dot products of the queries from `first` on with all keys, to `rows` of `n`: of those tiles that `wanted`
    /// names when it is given their first query and key. The others are left as they were.
    #[inline(never)]
    fn dots(&self, first: usize, wanted: impl Fn(usize, usize) -> bool, rows: &mut [f32], n: usize) {
        let head_dim = self.queries.ncols();
        let queries = self.queries.as_slice().unwrap_or_default();
        let queries = queries.get(first * head_dim..).unwrap_or_default();
        for (at, keys) in self.packed_keys.chunks_exact(head_dim).enumerate() {
            let tiles = queries.chunks(MR * head_dim).zip(rows.chunks_mut(MR * n));
            for (tile, (queries, rows)) in tiles.enumerate() {
                let Some(queries) = panel::rows(queries, head_dim, 0..head_dim) else { continue };
                if wanted(first + tile * MR, at * NR) {
                    panel::store(&panel::multiply(queries, keys), rows.chunks_exact_mut(n), at * NR);
                }
            }
        }
    }
}
