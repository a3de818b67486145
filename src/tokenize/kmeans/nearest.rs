//! The nearest code of many points: argmin_k ‖c_k‖² − 2 x·c_k, eight codes and four points at a time.
//!
//! The products are tiles of [`panel`]; every sum runs over the dimensions in order.

use crate::simd::panel::{self, MR, NR};
use crate::simd::{F32x4, LANES};
use ndarray::{ArrayView1, ArrayView2};

/// k × dim codes, packed as the columns of a product.
pub struct Codes {
    dim: usize,
    /// Panel by panel, `dim` rows each.
    rows: Vec<[f32; NR]>,
    /// ‖c‖² a panel; infinite where the last panel has no code.
    norms: Vec<[f32; NR]>,
}

impl Codes {
    /// Packs k × dim codes.
    pub fn pack(centroids: ArrayView2<f32>) -> Self {
        let mut norms = vec![[f32::INFINITY; NR]; centroids.nrows().div_ceil(NR)];
        for (c, row) in centroids.rows().into_iter().enumerate() {
            norms[c / NR][c % NR] = row.iter().map(|x| x * x).sum();
        }
        let mut rows = Vec::new();
        panel::pack_transposed(centroids, &mut rows);
        Codes { dim: centroids.ncols(), rows, norms }
    }

    /// The nearest code of every point (n × dim), the first on ties. Nothing if there is no code or the widths differ.
    pub fn nearest(&self, points: ArrayView2<f32>) -> Vec<u32> {
        let (n, dim) = points.dim();
        if self.norms.is_empty() || dim != self.dim {
            return Vec::new();
        }
        if dim == 0 {
            return vec![0; n];
        }
        let points = points.as_standard_layout();
        let groups = points.as_slice().unwrap_or_default().chunks(MR * dim);
        let groups = groups.filter_map(|rows| panel::rows(rows, dim, 0..dim));
        let mut nearest: Vec<u32> = groups.flat_map(|group| self.nearest_of(group)).collect();
        nearest.truncate(n);
        nearest
    }

    /// The nearest code of four points.
    fn nearest_of(&self, group: [&[f32]; MR]) -> [u32; MR] {
        // per point and lane: the best score so far and its panel
        let mut best = [[f32::INFINITY; NR]; MR];
        let mut at = [[0_u32; NR]; MR];
        for (panel, (rows, norms)) in self.rows.chunks_exact(self.dim).zip(&self.norms).enumerate() {
            let products = panel::numbers(&panel::multiply(group, rows));
            for p in 0..MR {
                for c in 0..NR {
                    let score = norms[c] - 2.0 * products[p][c];
                    let better = score < best[p][c];
                    best[p][c] = if better { score } else { best[p][c] };
                    at[p][c] = if better { panel as u32 } else { at[p][c] };
                }
            }
        }
        std::array::from_fn(|p| first_smallest(&best[p], &at[p]))
    }
}

/// The code with the smallest score; of equals the one that comes first.
fn first_smallest(scores: &[f32; NR], panels: &[u32; NR]) -> u32 {
    let code = |lane: usize| panels[lane] * NR as u32 + lane as u32;
    let mut winner = 0;
    for lane in 1..NR {
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
