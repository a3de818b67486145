//! One head of attention: rotate, scores, softmax, weights times values.
//!
//! The work goes by blocks of [`ROW_BLOCK`] queries, so that scores turn into weights and weights into output
//! while they are still in the cache. Under a causal mask, tiles above the diagonal are not computed.

use super::panel::{self, MR, NR};
use super::{HeadResult, Scratch, check, reshape, rotate, softmax};
use crate::attention::Mask;
use crate::compute::{Attend, ComputeError, Qkv};
use crate::matrix::Matrix;
use ndarray::{ArrayView2, Axis, s};

/// Queries per block, a multiple of MR: a panel of keys or values serves six tiles while it is in the fastest cache.
const ROW_BLOCK: usize = 6 * MR;

/// Terms of A V summed before a tile is written: 256 entries of a panel of V are 8 kB.
const KEY_BLOCK: usize = 256;

/// Computes head `head` of `qkv` into `out`. Where `out.dot` is `Some`, it receives every raw rotated q·k, also
/// of the pairs that the mask hides. Allocates nothing if `out` and `scratch` were last used for the same sizes.
///
/// # Errors
/// [`ComputeError::Shape`] if q, k, v, the rotation and the bias do not go together, or there is no such head.
pub fn attend_head(
    qkv: &Qkv,
    how: &Attend,
    head: usize,
    out: &mut HeadResult,
    scratch: &mut Scratch,
) -> Result<(), ComputeError> {
    let size = check::fits(qkv, how, head)?;
    reshape(&mut out.weights, (size.n, size.n));
    reshape(&mut out.output, (size.n, size.head_dim));
    scratch.pack_queries_and_keys(qkv, how, head);
    panel::pack_columns(qkv.v.index_axis(Axis(0), head), &mut scratch.values);
    if let Some(dot) = &mut out.dot {
        reshape(dot, (size.n, size.n));
        all_scores(scratch, size.head_dim, dot);
    }
    let bias = how.distance_bias.as_ref().map(|bias| bias.row(head));
    let row = RowRule { scale: how.scale, mask: how.mask, bias: bias.as_ref().and_then(|bias| bias.as_slice()) };
    for first in (0..size.n).step_by(ROW_BLOCK) {
        block(first, size.head_dim, &row, out, scratch);
    }
    Ok(())
}

/// Every raw rotated q·k of one head, n × n, into `dot`: what [`attend_head`] leaves in `out.dot`, alone.
///
/// # Errors
/// As [`attend_head`].
pub fn dot_head(
    qkv: &Qkv,
    how: &Attend,
    head: usize,
    dot: &mut Matrix,
    scratch: &mut Scratch,
) -> Result<(), ComputeError> {
    let size = check::fits(qkv, how, head)?;
    reshape(dot, (size.n, size.n));
    scratch.pack_queries_and_keys(qkv, how, head);
    all_scores(scratch, size.head_dim, dot);
    Ok(())
}

/// What turns a query's dot products into its weights, for one head.
struct RowRule<'a> {
    scale: f32,
    mask: Mask,
    /// Entry j − i + n − 1 belongs to query i and key j.
    bias: Option<&'a [f32]>,
}

impl RowRule<'_> {
    /// Replaces the dot products of query `i` by its weights; masked keys get exactly 0.
    fn weigh(&self, i: usize, row: &mut [f32]) {
        let n = row.len();
        let (seen, hidden) = row.split_at_mut(seen(self.mask, i, n));
        let bias = self.bias.and_then(|bias| bias.get(n - 1 - i..)?.get(..seen.len()));
        softmax::softmax(seen, self.scale, bias);
        hidden.fill(0.0);
    }
}

/// How many keys, from the first on, query `i` of `n` sees.
fn seen(mask: Mask, i: usize, n: usize) -> usize {
    match mask {
        Mask::Full => n,
        Mask::Causal => n.min(i + 1),
    }
}

impl Scratch {
    /// Rotates q and k of one head and packs them.
    fn pack_queries_and_keys(&mut self, qkv: &Qkv, how: &Attend, head: usize) {
        let rotation = how.rotation.as_deref();
        rotate::rotate_into(qkv.q.index_axis(Axis(0), head), rotation, &mut self.rotated);
        panel::pack_rows(self.rotated.view(), &mut self.queries);
        rotate::rotate_into(qkv.k.index_axis(Axis(0), head), rotation, &mut self.rotated);
        panel::pack_rows(self.rotated.view(), &mut self.keys);
    }
}

/// Dot products of all pairs.
fn all_scores(scratch: &Scratch, head_dim: usize, dot: &mut Matrix) {
    let n = dot.ncols();
    let Some(dot) = dot.as_slice_mut() else { return };
    for (at, rows) in dot.chunks_mut(ROW_BLOCK * n.max(1)).enumerate() {
        scores(at * ROW_BLOCK, Mask::Full, scratch, head_dim, rows, n);
    }
}

/// Dot products of the queries from `first` on with the keys they see, to `rows` of `n`. What lies above the
/// diagonal of a causal mask is left as it was, or set, as the tiles fall.
fn scores(first: usize, mask: Mask, scratch: &Scratch, head_dim: usize, rows: &mut [f32], n: usize) {
    let queries = scratch.queries.get(first / MR * head_dim..).unwrap_or_default();
    for (at, keys) in scratch.keys.chunks_exact(head_dim).enumerate() {
        for (tile, (queries, rows)) in queries.chunks_exact(head_dim).zip(rows.chunks_mut(MR * n)).enumerate() {
            if at * NR < seen(mask, first + tile * MR + MR - 1, n) {
                panel::store(&panel::multiply(queries, keys), rows.chunks_exact_mut(n), at * NR);
            }
        }
    }
}

/// Weights and output of the queries `first` … `first` + [`ROW_BLOCK`] − 1.
fn block(first: usize, head_dim: usize, rule: &RowRule, out: &mut HeadResult, scratch: &mut Scratch) {
    let n = out.weights.ncols();
    let last = n.min(first + ROW_BLOCK);
    let mut rows = out.weights.slice_mut(s![first..last, ..]);
    match &out.dot {
        Some(dot) => rows.assign(&dot.slice(s![first..last, ..])),
        None => {
            let Some(rows) = rows.as_slice_mut() else { return };
            scores(first, rule.mask, scratch, head_dim, rows, n);
        }
    }
    for (i, mut row) in (first..last).zip(rows.rows_mut()) {
        if let Some(row) = row.as_slice_mut() {
            rule.weigh(i, row);
        }
    }
    let keys = seen(rule.mask, last - 1, n);
    weighted_values(first, rule.mask, out.weights.slice(s![first..last, ..keys]), &mut out.output, scratch);
}

/// The output rows from `first` on: `weights` (rows × the keys that any of them sees) times the values.
fn weighted_values(first: usize, mask: Mask, weights: ArrayView2<f32>, output: &mut Matrix, scratch: &mut Scratch) {
    let ((count, keys), (n, head_dim)) = (weights.dim(), output.dim());
    panel::pack_rows(weights, &mut scratch.weights);
    let mut rows = output.slice_mut(s![first..first + count, ..]);
    let Some(rows) = rows.as_slice_mut() else { return };
    for from in (0..keys).step_by(KEY_BLOCK) {
        for (at, values) in scratch.values.chunks_exact(n).enumerate() {
            for (tile, (weights, rows)) in scratch.weights.chunks_exact(keys).zip(rows.chunks_mut(MR * head_dim)).enumerate() {
                let to = seen(mask, first + tile * MR + MR - 1, keys).min(from + KEY_BLOCK);
                let (Some(weights), Some(values)) = (weights.get(from..to), values.get(from..to)) else { continue };
                let (sums, rows) = (panel::multiply(weights, values), rows.chunks_exact_mut(head_dim));
                if from == 0 {
                    panel::store(&sums, rows, at * NR);
                } else {
                    panel::accumulate(&sums, rows, at * NR);
                }
            }
        }
    }
}
