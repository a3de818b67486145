//! The matrix product that attention, convolutions and nearest codes are made of, on packed columns.
//!
//! C = A B is cut into tiles of [`MR`] rows × [`NR`] columns. A tile reads MR rows of A as they lie, and NR
//! columns of B that were *packed* so that it reads memory in order: a **panel** holds, for each k, the NR
//! numbers of row k side by side. A tile's 4 × 8 sums live in eight 128-bit registers; with two for B and four
//! for A that is 14 of the 15 that a browser's compiler has on x86-64.
//!
//! Fastest runs in Chromium (x86-64, one run of all): this 36 GFLOP/s; rows of A packed as well 27; 6 × 8 tiles,
//! which read less memory but run out of registers, 24; the crates `gemm` 26 and `matrixmultiply` 24.
//!
//! K. Goto and R. van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008.

use super::{F32x4, LANES};
use core::ops::Range;
use ndarray::{ArrayView2, Axis};

/// Rows of a tile.
pub const MR: usize = 4;

/// Columns of a tile: two registers.
pub const NR: usize = 8;

/// A packed panel of columns of B: entry k holds row k of NR columns.
pub type Panel = [[f32; NR]];

/// The sums of one tile.
pub type Tile = [[F32x4; NR / LANES]; MR];

/// Packs the rows of `a` (n × k), which become the columns of B = aᵀ, into ⌈n/NR⌉ panels of k entries each;
/// missing columns are 0.
pub fn pack_transposed(a: ArrayView2<f32>, packed: &mut Vec<[f32; NR]>) {
    let (n, k) = a.dim();
    packed.clear();
    packed.resize(n.div_ceil(NR) * k, [0.0; NR]);
    for (j, row) in a.rows().into_iter().enumerate() {
        let entries = packed.iter_mut().skip(j / NR * k);
        entries.zip(row).for_each(|(entry, &x)| entry[j % NR] = x);
    }
}

/// Packs the columns of `b` (k × n) into ⌈n/NR⌉ panels of k entries each; missing columns are 0.
pub fn pack(b: ArrayView2<f32>, packed: &mut Vec<[f32; NR]>) {
    let (k, n) = b.dim();
    packed.clear();
    packed.resize(n.div_ceil(NR) * k, [0.0; NR]);
    for (at, row) in b.rows().into_iter().enumerate() {
        let entries = packed.iter_mut().skip(at).step_by(k);
        match row.as_slice() {
            Some(row) => entries.zip(row.chunks(NR)).for_each(|(entry, part)| copy_part(part, entry)),
            None => entries.zip(row.axis_chunks_iter(Axis(0), NR)).for_each(|(entry, part)| {
                entry.iter_mut().zip(part).for_each(|(slot, &x)| *slot = x);
            }),
        }
    }
}

/// Copies `part`, of at most NR numbers, to the front of `entry`.
#[inline(always)]
fn copy_part(part: &[f32], entry: &mut [f32; NR]) {
    match <&[f32; NR]>::try_from(part) {
        Ok(whole) => *entry = *whole,
        Err(_) => entry.iter_mut().zip(part).for_each(|(slot, &x)| *slot = x),
    }
}

/// The first MR rows of `a` (rows of `width`), each from `terms`. Where there are fewer, the first stands in
/// for the missing; `None` if there is none.
#[inline(always)]
pub fn rows(a: &[f32], width: usize, terms: Range<usize>) -> Option<[&[f32]; MR]> {
    let mut rows = a.chunks_exact(width).filter_map(|row| row.get(terms.clone()));
    let first = rows.next()?;
    let [second, third, fourth] = [(); MR - 1].map(|()| rows.next().unwrap_or(first));
    Some([first, second, third, fourth])
}

/// The product of four rows and one panel: Σ_k a_k b_kᵀ, over as many k as all of them have.
#[inline(always)]
pub fn multiply([a0, a1, a2, a3]: [&[f32]; MR], b: &Panel) -> Tile {
    let zero = F32x4::splat(0.0);
    let mut sums = [[zero; NR / LANES]; MR];
    for ((((b, &a0), &a1), &a2), &a3) in b.iter().zip(a0).zip(a1).zip(a2).zip(a3) {
        let [b0, b1, b2, b3, b4, b5, b6, b7] = *b;
        let (low, high) = (F32x4::load(&[b0, b1, b2, b3]), F32x4::load(&[b4, b5, b6, b7]));
        for (sum, a) in sums.iter_mut().zip([a0, a1, a2, a3]) {
            let a = F32x4::splat(a);
            sum[0] = sum[0] + a * low;
            sum[1] = sum[1] + a * high;
        }
    }
    sums
}

/// The sums as numbers, row by row.
#[inline(always)]
pub fn numbers(tile: &Tile) -> [[f32; NR]; MR] {
    tile.map(|[low, high]| {
        let ([a, b, c, d], [e, f, g, h]) = (low.to_array(), high.to_array());
        [a, b, c, d, e, f, g, h]
    })
}

/// Writes the part of `tile` that lies inside the matrix: row r of the tile to the r-th of `rows`, from column
/// `column` on. `rows` may be fewer than [`MR`], and the columns may end within the tile.
#[inline(always)]
pub fn store<'a>(tile: &Tile, rows: impl Iterator<Item = &'a mut [f32]>, column: usize) {
    for (sums, row) in tile.iter().zip(rows) {
        if let Some(slots) = row.get_mut(column..) {
            write(sums, slots, |_, sum| sum);
        }
    }
}

/// Like [`store`], but adds to what is there.
#[inline(always)]
pub fn accumulate<'a>(tile: &Tile, rows: impl Iterator<Item = &'a mut [f32]>, column: usize) {
    for (sums, row) in tile.iter().zip(rows) {
        if let Some(slots) = row.get_mut(column..) {
            write(sums, slots, |old, sum| old + sum);
        }
    }
}

/// Sets the first NR of `slots` (fewer if there are fewer) to `combine(old, sum)`.
#[inline(always)]
fn write(sums: &[F32x4; NR / LANES], slots: &mut [f32], combine: impl Fn(F32x4, F32x4) -> F32x4) {
    let (whole, _) = slots.as_chunks_mut::<LANES>();
    if let [low, high, ..] = whole {
        *low = combine(F32x4::load(low), sums[0]).to_array();
        *high = combine(F32x4::load(high), sums[1]).to_array();
        return;
    }
    for (part, sum) in slots.chunks_mut(LANES).zip(sums) {
        let mut lanes = [0.0; LANES];
        lanes.iter_mut().zip(part.iter()).for_each(|(lane, &x)| *lane = x);
        let result = combine(F32x4::load(&lanes), *sum).to_array();
        part.iter_mut().zip(result).for_each(|(slot, x)| *slot = x);
    }
}
