//! One head of attention: rotate, scores, softmax, weights times values.
//!
//! The work goes by blocks of [`ROW_BLOCK`] queries, so that scores turn into weights and weights into output
//! while they are still in the cache. Under a causal mask, tiles above the diagonal are not computed.

use super::check::Size;
use super::scores::{ROW_BLOCK, Scores, seen};
use super::shift::Shift;
use super::{HeadResult, Scratch, check, reshape, softmax};
use crate::attention::Mask;
use crate::compute::{Attend, ComputeError, Qkv};
use crate::matrix::Matrix;
use crate::simd::panel::{self, MR, NR};
use core::ops::Range;
use ndarray::Axis;

/// Terms of A V summed before a tile is written: 256 entries of a panel of V are 8 kB.
const KEY_BLOCK: usize = 256;

/// Computes head `head` of `qkv` into `out`. Where `out.dot` is `Some`, it receives every raw rotated q·k, also
/// of the pairs that the mask hides. Allocates nothing if `out` and `scratch` were last used for the same sizes.
///
/// # Errors
/// [`ComputeError::Shape`] if q, k, v and the tables of `how` do not go together, or there is no such head.
pub fn attend_head(
    qkv: &Qkv,
    how: &Attend,
    head: usize,
    out: &mut HeadResult,
    scratch: &mut Scratch,
) -> Result<(), ComputeError> {
    let size = check::fits(qkv, how, head)?;
    let Scratch { scores, packed_values, terms } = scratch;
    reshape(&mut out.weights, (size.n, size.n));
    reshape(&mut out.output, (size.n, size.head_dim));
    scores.prepare(qkv, how, head);
    panel::pack(qkv.v.index_axis(Axis(0), head), packed_values);
    if let Some(dot) = &mut out.dot {
        reshape(dot, (size.n, size.n));
        scores.all(dot);
    }
    let shift = Shift::of(qkv, how, head, terms);
    let real = size.n.saturating_sub(how.padding);
    let rule = RowRule { size, scale: how.scale, mask: how.mask, real, memory: how.memory, shift };
    for first in (0..size.n).step_by(ROW_BLOCK) {
        block(first, &rule, out, scores, packed_values);
    }
    if let Some(table) = how.value_table() {
        terms.add_values(&out.weights, table, head, &mut out.output);
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
    scratch.scores.prepare(qkv, how, head);
    scratch.scores.all(dot);
    Ok(())
}

/// What turns a query's dot products into its weights, and those into its output, for one head.
struct RowRule<'a> {
    size: Size,
    scale: f32,
    mask: Mask,
    /// Keys that are not padding.
    real: usize,
    /// Queries that see nothing.
    memory: usize,
    shift: Shift<'a>,
}

impl RowRule<'_> {
    /// Replaces the dot products of query `i` by its weights; masked keys get exactly 0.
    fn weigh(&self, i: usize, row: &mut [f32]) {
        let n = row.len();
        let seen = if i < self.memory { 0 } else { seen(self.mask, i, self.real) };
        let (seen, hidden) = row.split_at_mut(seen);
        let shift = self.shift.row(i, n).and_then(|shift| shift.get(..seen.len()));
        softmax::softmax(seen, self.scale, shift);
        hidden.fill(0.0);
    }
}

/// Weights and output of the queries `first` … `first` + [`ROW_BLOCK`] − 1.
#[inline(never)]
fn block(first: usize, rule: &RowRule, out: &mut HeadResult, scores: &mut Scores, values: &[[f32; NR]]) {
    let n = rule.size.n;
    let last = n.min(first + ROW_BLOCK);
    let (Some(weights), Some(output)) =
        (rows(&mut out.weights, first..last), rows(&mut out.output, first..last))
    else {
        return;
    };
    match out.dot.as_ref().and_then(|dot| dot.as_slice()?.get(first * n..last * n)) {
        Some(dot) => weights.copy_from_slice(dot),
        None => scores.block(first, rule.mask, weights, n),
    }
    for (i, row) in (first..last).zip(weights.chunks_exact_mut(n)) {
        rule.weigh(i, row);
    }
    weighted_values(first, rule, weights, values, output);
}

/// Some rows of a row-major matrix, one after the other.
fn rows(matrix: &mut Matrix, rows: Range<usize>) -> Option<&mut [f32]> {
    let width = matrix.ncols();
    matrix.as_slice_mut()?.get_mut(rows.start * width..rows.end * width)
}

/// The output rows from `first` on: `weights` (rows of n) times the values.
#[inline(never)]
fn weighted_values(first: usize, rule: &RowRule, weights: &[f32], values: &[[f32; NR]], output: &mut [f32]) {
    let (mask, real, Size { n, head_dim }) = (rule.mask, rule.real, rule.size);
    for from in (0..seen(mask, first + ROW_BLOCK - 1, real)).step_by(KEY_BLOCK) {
        for (at, values) in values.chunks_exact(n).enumerate() {
            let tiles = weights.chunks(MR * n).zip(output.chunks_mut(MR * head_dim));
            for (tile, (weights, output)) in tiles.enumerate() {
                let keys = from..seen(mask, first + tile * MR + MR - 1, real).min(from + KEY_BLOCK);
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
