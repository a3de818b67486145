//! Queries against all keys: logits, their exact normaliser, and the largest weight of every column of a picture.

use super::keys::{KeySet, Reach};
use super::map::LongMap;
use crate::compute::cpu::exp::exp;
use crate::simd::panel::{self, MR, NR};
use crate::simd::{F32x4, LANES};
use core::ops::Range;

/// Queries at a time, a multiple of MR: a panel of keys serves four tiles while it is in the fastest cache.
pub const BLOCK: usize = 4 * MR;

/// Exponentials summed in f32 before the sum goes on in f64.
const SUM_BLOCK: usize = 64;

/// One cell, as the page tells it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// z_ij; −∞ where the mask forbids.
    pub logit: f32,
    /// ln Σ_j exp z_ij over all keys that the query sees.
    pub ln_sum: f64,
    /// A_ij = exp(z_ij − ln Σ_j exp z_ij), in f64.
    pub weight: f64,
}

/// Working memory, the same for any map.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Turned queries of one reach, BLOCK × head_dim.
    queries: Vec<f32>,
    /// Logits, BLOCK rows as wide as the keys asked for.
    z: Vec<f32>,
    /// q·Q of one query.
    products: Vec<f32>,
    wide: Vec<f64>,
    row: Vec<f32>,
}

/// Some queries and the keys that they are scored against, from a multiple of NR on.
struct Batch<'a> {
    queries: &'a [usize],
    keys: Range<usize>,
}

/// The keys of the four queries of a tile: of any of them, of all, and of each.
struct Covered {
    any: Range<usize>,
    all: Range<usize>,
    each: Vec<Range<usize>>,
}

impl LongMap {
    /// For each of at most [`BLOCK`] queries a row of `out`: the largest ln A among the keys of every column; column c
    /// has the keys `edges[c]` … `edges[c + 1]` − 1. −∞ where the mask hides them all.
    pub fn rows(&mut self, queries: &[usize], edges: &[usize], out: &mut [f32], scratch: &mut Scratch) {
        let known = queries.iter().all(|&i| self.ln_sums.get(i).is_some_and(|sum| !sum.is_nan()));
        let (Some(&first), Some(&last)) = (edges.first(), edges.last()) else { return };
        let keys = if known { first..last } else { 0..self.n };
        let batch = self.score(queries, keys, scratch);
        let (width, start, mask, n) = (batch.keys.len(), batch.keys.start, self.mask, self.n);
        let rows = scratch.z.chunks_exact(width.max(1)).zip(out.chunks_exact_mut(edges.len() - 1));
        for (&i, (z, out)) in queries.iter().zip(rows) {
            let Some(ln_sum) = self.ln_sums.get_mut(i) else { continue };
            if !known {
                let seen = z.get(..mask.seen(i, n)).unwrap_or(z);
                *ln_sum = log_sum_exp(seen);
                self.lowest = self.lowest.min((f64::from(row_bottom(seen)) - *ln_sum) as f32);
            }
            for (out, edge) in out.iter_mut().zip(edges.array_windows::<2>()) {
                let [from, to] = *edge;
                let top = largest(z.get(from - start..to - start).unwrap_or_default());
                *out = (f64::from(top) - *ln_sum) as f32;
            }
        }
    }

    /// The number under the cursor: one logit, against the normaliser of its whole row.
    pub fn cell(&mut self, i: usize, j: usize, scratch: &mut Scratch) -> Option<Cell> {
        if i >= self.n || j >= self.n {
            return None;
        }
        self.rows(&[i], &[j, j + 1], &mut [0.0], scratch);
        let from = self.score(&[i], j..j + 1, scratch).keys.start;
        let logit = *scratch.z.get(j - from)?;
        let ln_sum = *self.ln_sums.get(i)?;
        Some(Cell { logit, ln_sum, weight: (f64::from(logit) - ln_sum).exp() })
    }

    /// The normaliser of query `i`, where it is known.
    pub fn ln_sum(&self, i: usize) -> Option<f64> {
        self.ln_sums.get(i).copied().filter(|sum| !sum.is_nan())
    }

    /// Logits of `queries` to `scratch.z`, a row each; hidden keys get −∞. The keys begin at a multiple of NR.
    fn score<'a>(&self, queries: &'a [usize], keys: Range<usize>, scratch: &mut Scratch) -> Batch<'a> {
        let queries = queries.get(..queries.len().min(BLOCK)).unwrap_or_default();
        let batch = Batch { queries, keys: keys.start / NR * NR..keys.end.min(self.n) };
        let width = batch.keys.len();
        scratch.z.clear();
        scratch.z.resize(queries.len() * width, f32::NEG_INFINITY);
        for set in &self.sets {
            self.turn_queries(queries, set.reach, scratch);
            self.tiles(set, &batch, scratch);
        }
        let mut z = std::mem::take(&mut scratch.z);
        for (&i, z) in queries.iter().zip(z.chunks_exact_mut(width.max(1))) {
            self.finish(i, batch.keys.start, z, scratch);
        }
        scratch.z = z;
        batch
    }

    fn turn_queries(&self, queries: &[usize], reach: Reach, scratch: &mut Scratch) {
        let width = self.head_dim();
        scratch.queries.clear();
        scratch.queries.resize(queries.len() * width, 0.0);
        for (&i, out) in queries.iter().zip(scratch.queries.chunks_exact_mut(width)) {
            self.query(i, reach, &mut scratch.wide, out);
        }
    }

    /// Dot products of the pairs within one reach.
    #[inline(never)]
    fn tiles(&self, set: &KeySet, batch: &Batch, scratch: &mut Scratch) {
        let (width, n_keys, start) = (self.head_dim(), batch.keys.len(), batch.keys.start);
        let Scratch { queries, z, .. } = scratch;
        let covered: Vec<Covered> =
            batch.queries.chunks(MR).map(|queries| self.covered(set.reach, queries, &batch.keys)).collect();
        let rows: Vec<_> =
            queries.chunks(MR * width).filter_map(|rows| panel::rows(rows, width, 0..width)).collect();
        let from = covered.iter().map(|tile| tile.any.start).min().unwrap_or(0);
        let to = covered.iter().map(|tile| tile.any.end).max().unwrap_or(0);
        for at in from / NR..to.div_ceil(NR) {
            let Some(keys) = set.packed.get(at * width..(at + 1) * width) else { continue };
            let columns = at * NR..(at + 1) * NR;
            for ((rows, z), tile) in rows.iter().zip(z.chunks_mut(MR * n_keys)).zip(&covered) {
                if tile.any.end <= columns.start || tile.any.start >= columns.end {
                    continue;
                }
                let sums = panel::multiply(*rows, keys);
                let z = z.chunks_exact_mut(n_keys);
                if tile.all.start <= columns.start && columns.end <= tile.all.end {
                    panel::store(&sums, z, columns.start - start);
                } else {
                    store_within(&sums, z.zip(&tile.each), &columns, start);
                }
            }
        }
    }

    /// Which of `keys` the queries of one tile take from a set.
    fn covered(&self, reach: Reach, queries: &[usize], keys: &Range<usize>) -> Covered {
        let each: Vec<Range<usize>> = queries
            .iter()
            .map(|&i| {
                let own = reach.keys(i, self.window(), self.seen(i));
                own.start.max(keys.start)..own.end.min(keys.end)
            })
            .collect();
        let ends = |pick: fn(&Range<usize>) -> usize| each.iter().map(pick);
        let (starts, stops) = (|| ends(|keys| keys.start), || ends(|keys| keys.end));
        Covered {
            any: starts().min().unwrap_or(0)..stops().max().unwrap_or(0),
            all: starts().max().unwrap_or(0)..stops().min().unwrap_or(0),
            each,
        }
    }

    /// Makes the logits of query `i` from its dot products with the keys from `first` on.
    fn finish(&self, i: usize, first: usize, z: &mut [f32], scratch: &mut Scratch) {
        let seen = self.seen(i).saturating_sub(first).min(z.len());
        let Some(z) = z.get_mut(..seen) else { return };
        self.add_terms(i, first, z, scratch);
        let offset = first + self.n - 1 - i;
        match self.bias.as_ref().and_then(|bias| bias.get(offset..offset + seen)) {
            Some(bias) => z.iter_mut().zip(bias).for_each(|(z, bias)| *z = *z * self.scale + bias),
            None => z.iter_mut().for_each(|z| *z *= self.scale),
        }
    }

    /// Adds q_i·Q[Δ] + k_j·K[Δ] + u·k_j, before the scale.
    fn add_terms(&self, i: usize, first: usize, z: &mut [f32], scratch: &mut Scratch) {
        let offset = first + self.n - 1 - i;
        let distances = offset..offset + z.len();
        if let Some(table) = &self.terms.query {
            let Some(index) = table.index.get(distances.clone()) else { return };
            scratch.row.resize(self.head_dim(), 0.0);
            self.q.row(i, &mut scratch.row);
            scratch.products.resize(table.rows, 0.0);
            let (from, to) = ends(index);
            table.products(&scratch.row, from..to, &mut scratch.products);
            for (z, &row) in z.iter_mut().zip(index) {
                *z += scratch.products.get(row).copied().unwrap_or(0.0);
            }
        }
        if let Some(table) = &self.terms.key {
            let Some(index) = table.index.get(distances) else { return };
            for (at, (z, &row)) in z.iter_mut().zip(index).enumerate() {
                *z += table.products.get([self.k.which(first + at), row]).copied().unwrap_or(0.0);
            }
        }
        if let Some(products) = &self.terms.vector {
            for (at, z) in z.iter_mut().enumerate() {
                *z += products.get(self.k.which(first + at)).copied().unwrap_or(0.0);
            }
        }
    }
}

/// The smallest entry and one past the largest.
fn ends(index: &[usize]) -> (usize, usize) {
    index.iter().fold((usize::MAX, 0), |(from, to), &row| (from.min(row), to.max(row + 1)))
}

/// Stores the part of a tile that each row covers; `start` is the key of the rows' first entry.
fn store_within<'a>(
    tile: &panel::Tile,
    rows: impl Iterator<Item = (&'a mut [f32], &'a Range<usize>)>,
    columns: &Range<usize>,
    start: usize,
) {
    for (sums, (row, covered)) in tile.iter().zip(rows) {
        let sums = sums.iter().flat_map(|sum| sum.to_array());
        for (key, sum) in columns.clone().zip(sums) {
            if let (true, Some(slot)) = (covered.contains(&key), row.get_mut(key.wrapping_sub(start))) {
                *slot = sum;
            }
        }
    }
}

/// The largest entry; −∞ of none. Four at a time, the last four of them perhaps for the second time.
#[inline(always)]
fn largest(z: &[f32]) -> f32 {
    let Some(last) = z.last_chunk::<LANES>() else { return largest_of(z) };
    let (whole, _) = z.as_chunks::<LANES>();
    let top = whole.iter().fold(F32x4::load(last), |top, z| top.max(F32x4::load(z)));
    largest_of(&top.to_array())
}

/// [`largest`] one by one. By comparison: `f32::max` knows NaN and is a call.
#[inline(always)]
fn largest_of(z: &[f32]) -> f32 {
    z.iter().fold(f32::NEG_INFINITY, |top, &z| if z > top { z } else { top })
}

/// ln Σ exp z in f32 terms and f64 sums, the largest taken out first; −∞ of a row that sees nothing.
#[inline(never)]
fn log_sum_exp(z: &[f32]) -> f64 {
    let top = largest(z);
    if top == f32::NEG_INFINITY {
        return f64::NEG_INFINITY;
    }
    let shift = F32x4::splat(top);
    let sum: f64 = z
        .chunks(SUM_BLOCK)
        .map(|block| {
            let (whole, rest) = block.as_chunks::<LANES>();
            let mut last = [f32::NEG_INFINITY; LANES];
            last.iter_mut().zip(rest).for_each(|(lane, z)| *lane = *z);
            let sum = whole.iter().fold(F32x4::splat(0.0), |sum, z| sum + exp(F32x4::load(z) - shift));
            (sum + exp(F32x4::load(&last) - shift)).sum()
        })
        .sum();
    f64::from(top) + sum.ln()
}

/// The smallest entry; ∞ of none.
fn row_bottom(z: &[f32]) -> f32 {
    let (whole, rest) = z.as_chunks::<LANES>();
    let bottom = whole.iter().fold(F32x4::splat(f32::INFINITY), |bottom, z| bottom.min(F32x4::load(z)));
    bottom.to_array().iter().chain(rest).fold(f32::INFINITY, |bottom, &z| if z < bottom { z } else { bottom })
}
