//! The nearest code of many points: argmin_k ‖c_k‖² − 2 x·c_k, eight codes and four points at a time.
//!
//! Both sides are packed so that the innermost loop reads them in order and its 32 sums stay in registers. Every sum
//! runs over the dimensions in order.

use crate::simd::{F32x4, LANES, Tile};
use ndarray::{ArrayView1, ArrayView2};

/// Codes side by side.
const CODES: usize = Tile::COLUMNS;
/// Points that share what is loaded of the codes.
const POINTS: usize = Tile::ROWS;

/// k × dim codes in panels of [`CODES`].
pub struct Codes {
    dim: usize,
    /// Panel by panel, `dim` rows each.
    rows: Vec<[f32; CODES]>,
    /// ‖c‖² a panel; infinite where the last panel has no code.
    norms: Vec<[f32; CODES]>,
}

/// n × dim points in groups of [`POINTS`].
pub struct Points {
    n: usize,
    dim: usize,
    /// Group by group, `dim` rows each; zeros where the last group has no point.
    rows: Vec<[f32; POINTS]>,
}

/// `size` rows at a time, transposed: for each group `dim` arrays of one entry a row, padded with zeros.
fn interleave<const SIZE: usize>(m: ArrayView2<f32>) -> Vec<[f32; SIZE]> {
    let (groups, dim) = (m.nrows().div_ceil(SIZE), m.ncols());
    let mut packed = vec![[0.0; SIZE]; groups * dim];
    for (r, row) in m.rows().into_iter().enumerate() {
        let group = packed.iter_mut().skip(r / SIZE * dim);
        group.zip(row).for_each(|(entries, &x)| entries[r % SIZE] = x);
    }
    packed
}

impl Codes {
    /// Packs k × dim codes.
    pub fn pack(centroids: ArrayView2<f32>) -> Self {
        let mut norms = vec![[f32::INFINITY; CODES]; centroids.nrows().div_ceil(CODES)];
        for (c, row) in centroids.rows().into_iter().enumerate() {
            norms[c / CODES][c % CODES] = row.iter().map(|x| x * x).sum();
        }
        Codes { dim: centroids.ncols(), rows: interleave(centroids), norms }
    }
}

impl Points {
    /// Packs n × dim points.
    pub fn pack(points: ArrayView2<f32>) -> Self {
        Points { n: points.nrows(), dim: points.ncols(), rows: interleave(points) }
    }

    /// The nearest code of every point, the first on ties. Nothing if there is no code or the widths differ.
    pub fn nearest(&self, codes: &Codes) -> Vec<u32> {
        if codes.norms.is_empty() || self.dim != codes.dim {
            return Vec::new();
        }
        if self.dim == 0 {
            return vec![0; self.n];
        }
        let mut nearest = Vec::with_capacity(self.n + POINTS);
        for group in self.rows.chunks_exact(self.dim) {
            nearest.extend(nearest_of(group, codes));
        }
        nearest.truncate(self.n);
        nearest
    }
}

/// The nearest code of four points.
fn nearest_of(group: &[[f32; POINTS]], codes: &Codes) -> [u32; POINTS] {
    // per point and lane: the best score so far and its panel
    let mut best = [[f32::INFINITY; CODES]; POINTS];
    let mut at = [[0_u32; CODES]; POINTS];
    for (panel, (rows, norms)) in codes.rows.chunks_exact(codes.dim).zip(&codes.norms).enumerate() {
        let products = products(group, rows);
        for p in 0..POINTS {
            for c in 0..CODES {
                let score = norms[c] - 2.0 * products[p][c];
                let better = score < best[p][c];
                best[p][c] = if better { score } else { best[p][c] };
                at[p][c] = if better { panel as u32 } else { at[p][c] };
            }
        }
    }
    std::array::from_fn(|p| first_smallest(&best[p], &at[p]))
}

/// x·c of four points with eight codes.
#[inline(always)]
fn products(group: &[[f32; POINTS]], codes: &[[f32; CODES]]) -> [[f32; CODES]; POINTS] {
    let mut tile = Tile::zero();
    for (x, codes) in group.iter().zip(codes) {
        tile.add(*x, codes);
    }
    tile.to_arrays()
}

/// The code with the smallest score; of equals the one that comes first.
fn first_smallest(scores: &[f32; CODES], panels: &[u32; CODES]) -> u32 {
    let code = |lane: usize| panels[lane] * CODES as u32 + lane as u32;
    let mut winner = 0;
    for lane in 1..CODES {
        let smaller = scores[lane] < scores[winner];
        if smaller || (scores[lane] == scores[winner] && code(lane) < code(winner)) {
            winner = lane;
        }
    }
    code(winner)
}

/// ‖x − c‖² in eight running sums, side by side.
pub fn squared_distance(x: ArrayView1<f32>, c: ArrayView1<f32>) -> f64 {
    let (Some(x), Some(c)) = (x.to_slice(), c.to_slice()) else {
        return x.iter().zip(c).map(|(x, c)| f64::from((x - c) * (x - c))).sum();
    };
    let ((xs, x_rest), (cs, c_rest)) = (x.as_chunks::<LANES>(), c.as_chunks::<LANES>());
    let rest: f32 = x_rest.iter().zip(c_rest).map(|(x, c)| (x - c) * (x - c)).sum();
    let mut sums = [F32x4::splat(0.0); 2];
    for (x, c) in xs.chunks(2).zip(cs.chunks(2)) {
        for (sum, (x, c)) in sums.iter_mut().zip(x.iter().zip(c)) {
            let gap = F32x4::load(x) - F32x4::load(c);
            *sum = *sum + gap * gap;
        }
    }
    sums.map(F32x4::sum).iter().sum::<f64>() + f64::from(rest)
}
