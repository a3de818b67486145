//! The packed matrix product that everything here is made of.
//!
//! C = A B is cut into tiles of [`MR`] rows × [`NR`] columns. A tile needs MR rows of A and NR columns of B;
//! both are first *packed*, so that the tile reads memory in order: a **panel** holds, for each k, the MR
//! (or NR) numbers side by side. A tile's 4 × 8 sums live in eight 128-bit registers; with two for B and four
//! for A that is 14 of the 15 that a browser's compiler has on x86-64. (6 × 8 would read less memory, but the
//! compiler keeps all six numbers of A at hand at once, runs out of registers and is a quarter slower; the
//! crates `gemm` and `matrixmultiply` were 15 and 25 % slower too, in Chromium.)
//!
//! K. Goto and R. van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008.

use super::simd::{F32x4, LANES};
use ndarray::ArrayView2;

/// Rows of a tile.
pub const MR: usize = 4;

/// Columns of a tile: two registers.
pub const NR: usize = 8;

/// A packed panel of rows of A: entry k holds column k of MR rows.
pub type RowPanel = [[f32; MR]];

/// A packed panel of columns of B: entry k holds row k of NR columns.
pub type ColumnPanel = [[f32; NR]];

/// The sums of one tile.
pub type Tile = [[F32x4; NR / LANES]; MR];

/// Number of panels of width `W` that cover `count` rows or columns.
pub fn panels<const W: usize>(count: usize) -> usize {
    count.div_ceil(W)
}

/// Packs the rows of `a` (m × k) into ⌈m/W⌉ panels of k entries each; missing rows are 0.
///
/// With W = MR these are rows of A. With W = NR the rows of `a` become the columns of B = aᵀ.
pub fn pack_rows<const W: usize>(a: ArrayView2<f32>, packed: &mut Vec<[f32; W]>) {
    let (m, k) = a.dim();
    packed.clear();
    packed.resize(panels::<W>(m) * k, [0.0; W]);
    for (i, row) in a.rows().into_iter().enumerate() {
        let (panel, lane) = (i / W, i % W);
        let entries = packed.iter_mut().skip(panel * k);
        for (entry, &x) in entries.zip(row) {
            entry[lane] = x;
        }
    }
}

/// Packs the columns of `b` (k × n) into ⌈n/NR⌉ panels of k entries each; missing columns are 0.
pub fn pack_columns(b: ArrayView2<f32>, packed: &mut Vec<[f32; NR]>) {
    let (k, n) = b.dim();
    packed.clear();
    packed.resize(panels::<NR>(n) * k, [0.0; NR]);
    for (at, row) in b.rows().into_iter().enumerate() {
        let entries = packed.iter_mut().skip(at).step_by(k.max(1));
        match row.as_slice() {
            Some(row) => entries.zip(row.chunks(NR)).for_each(|(entry, part)| copy_part(part, entry)),
            None => (row.iter().enumerate()).for_each(|(j, &x)| {
                if let Some(entry) = packed.get_mut(j / NR * k + at) {
                    entry[j % NR] = x;
                }
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

/// The product of one row panel and one column panel: Σ_k a_k b_kᵀ.
#[inline(always)]
pub fn multiply(a: &RowPanel, b: &ColumnPanel) -> Tile {
    let zero = F32x4::splat(0.0);
    let mut sums = [[zero; NR / LANES]; MR];
    for (a, b) in a.iter().zip(b) {
        let [b0, b1, b2, b3, b4, b5, b6, b7] = *b;
        let (low, high) = (F32x4::load(&[b0, b1, b2, b3]), F32x4::load(&[b4, b5, b6, b7]));
        for (sum, &a) in sums.iter_mut().zip(a) {
            let a = F32x4::splat(a);
            sum[0] = sum[0] + a * low;
            sum[1] = sum[1] + a * high;
        }
    }
    sums
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
