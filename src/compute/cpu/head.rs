//! One head of attention: rotate, scores, softmax, weights times values.
//!
//! The work goes by blocks of [`ROW_BLOCK`] queries, so that scores turn into weights and weights into output
//! while they are still in the cache. Under a causal mask, tiles above the diagonal are not computed.

use super::panel::{self, MR, NR};
use super::{HeadResult, Scratch, check, reshape, rotate, softmax};
use crate::attention::Mask;
use crate::compute::{Attend, ComputeError, Qkv};
use crate::matrix::Matrix;
use core::ops::Range;
use ndarray::Axis;

/// Queries per block, a multiple of MR: a panel of keys or values serves four tiles while it is in the fastest cache.
const ROW_BLOCK: usize = 4 * MR;

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
    scratch.prepare_queries_and_keys(qkv, how, head);
    panel::pack(qkv.v.index_axis(Axis(0), head), &mut scratch.packed_values);
    if let Some(dot) = &mut out.dot {
        reshape(dot, (size.n, size.n));
        all_scores(scratch, dot);
    }
    let bias = how.distance_bias.as_ref().map(|bias| bias.row(head));
    let bias = bias.as_ref().map(|bias| bias.as_standard_layout());
    let bias = bias.as_ref().and_then(|bias| bias.as_slice());
    let rule = RowRule { scale: how.scale, mask: how.mask, bias };
    for first in (0..size.n).step_by(ROW_BLOCK) {
        block(first, &rule, out, scratch);
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
    scratch.prepare_queries_and_keys(qkv, how, head);
    all_scores(scratch, dot);
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
    /// Rotates q and k of one head and packs the keys.
    fn prepare_queries_and_keys(&mut self, qkv: &Qkv, how: &Attend, head: usize) {
        let rotation = how.rotation.as_deref();
        rotate::rotate_into(qkv.k.index_axis(Axis(0), head), rotation, &mut self.keys);
        panel::pack_transposed(self.keys.view(), &mut self.packed_keys);
        rotate::rotate_into(qkv.q.index_axis(Axis(0), head), rotation, &mut self.queries);
    }
}

/// Dot products of all pairs.
fn all_scores(scratch: &Scratch, dot: &mut Matrix) {
    let n = dot.ncols();
    let Some(dot) = dot.as_slice_mut() else { return };
    for (at, rows) in dot.chunks_mut(ROW_BLOCK * n.max(1)).enumerate() {
        scores(at * ROW_BLOCK, Mask::Full, scratch, rows, n);
    }
}

/// Dot products of the queries from `first` on with the keys they see, to `rows` of `n`. What lies above the
/// diagonal of a causal mask is left as it was, or set, as the tiles fall.
#[inline(never)]
fn scores(first: usize, mask: Mask, scratch: &Scratch, rows: &mut [f32], n: usize) {
    let head_dim = scratch.queries.ncols();
    let queries = scratch.queries.as_slice().unwrap_or_default();
    let queries = queries.get(first * head_dim..).unwrap_or_default();
    for (at, keys) in scratch.packed_keys.chunks_exact(head_dim).enumerate() {
        let tiles = queries.chunks(MR * head_dim).zip(rows.chunks_mut(MR * n));
        for (tile, (queries, rows)) in tiles.enumerate() {
            let Some(queries) = panel::rows(queries, head_dim, 0..head_dim) else { continue };
            if at * NR < seen(mask, first + tile * MR + MR - 1, n) {
                panel::store(&panel::multiply(queries, keys), rows.chunks_exact_mut(n), at * NR);
            }
        }
    }
}

/// Weights and output of the queries `first` … `first` + [`ROW_BLOCK`] − 1.
#[inline(never)]
fn block(first: usize, rule: &RowRule, out: &mut HeadResult, scratch: &Scratch) {
    let n = out.weights.ncols();
    let last = n.min(first + ROW_BLOCK);
    let (Some(weights), Some(output)) =
        (rows(&mut out.weights, first..last), rows(&mut out.output, first..last))
    else {
        return;
    };
    match out.dot.as_ref().and_then(|dot| dot.as_slice()?.get(first * n..last * n)) {
        Some(dot) => weights.copy_from_slice(dot),
        None => scores(first, rule.mask, scratch, weights, n),
    }
    for (i, row) in (first..last).zip(weights.chunks_exact_mut(n)) {
        rule.weigh(i, row);
    }
    weighted_values(first, rule.mask, weights, scratch, output);
}

/// Some rows of a row-major matrix, one after the other.
fn rows(matrix: &mut Matrix, rows: Range<usize>) -> Option<&mut [f32]> {
    let width = matrix.ncols();
    matrix.as_slice_mut()?.get_mut(rows.start * width..rows.end * width)
}

/// The output rows from `first` on: `weights` (rows of n) times the values.
#[inline(never)]
fn weighted_values(first: usize, mask: Mask, weights: &[f32], scratch: &Scratch, output: &mut [f32]) {
    let (n, head_dim) = scratch.keys.dim();
    for from in (0..seen(mask, first + ROW_BLOCK - 1, n)).step_by(KEY_BLOCK) {
        for (at, values) in scratch.packed_values.chunks_exact(n).enumerate() {
            let tiles = weights.chunks(MR * n).zip(output.chunks_mut(MR * head_dim));
            for (tile, (weights, output)) in tiles.enumerate() {
                let keys = from..seen(mask, first + tile * MR + MR - 1, n).min(from + KEY_BLOCK);
                let Some(values) = values.get(keys.clone()) else { continue };
                let Some(weights) = panel::rows(weights, n, keys) else { continue };
                let (sums, output) = (panel::multiply(weights, values), output.chunks_exact_mut(head_dim));
                match from {
                    0 => panel::store(&sums, output, at * NR),
                    _ => panel::accumulate(&sums, output, at * NR),
                }
            }
        }
    }
}
