//! The product of two matrices on packed panels: the projections X W_Q, X W_K, X W_V and O W_O.

use super::panel::{self, ColumnPanel, MR, NR, RowPanel};
use crate::matrix::Matrix;
use ndarray::{ArrayView2, s};

/// Terms summed before a tile is written: a panel of B this long (8 kB) and one of A (4 kB) stay in the
/// fastest cache together.
const K_BLOCK: usize = 256;

/// Rows of A packed at a time (a multiple of MR): 96 kB, which stays in the second cache while B passes.
const M_BLOCK: usize = 24 * MR;

/// Reusable memory for [`matmul_into`].
#[derive(Debug, Default)]
pub struct Packed {
    rows: Vec<[f32; MR]>,
    columns: Vec<[f32; NR]>,
}

/// A B for A of m × k and B of k × n, in any memory layout. Where A's columns are not as many as B's rows,
/// the surplus is left out, as if the shorter one went on with zeros.
pub fn matmul(a: ArrayView2<f32>, b: ArrayView2<f32>) -> Matrix {
    let mut out = Matrix::zeros((a.nrows(), b.ncols()));
    matmul_into(a, b, &mut out, &mut Packed::default());
    out
}

/// [`matmul`] into `out`, which takes the shape m × n if it has another; allocates nothing if all fits.
pub fn matmul_into(a: ArrayView2<f32>, b: ArrayView2<f32>, out: &mut Matrix, packed: &mut Packed) {
    let (m, k, n) = (a.nrows(), a.ncols().min(b.nrows()), b.ncols());
    if out.dim() == (m, n) && out.is_standard_layout() {
        out.fill(0.0);
    } else {
        *out = Matrix::zeros((m, n));
    }
    let Some(out) = out.as_slice_mut().filter(|out| !out.is_empty()) else { return };
    for k0 in (0..k).step_by(K_BLOCK) {
        let terms = k0..k.min(k0 + K_BLOCK);
        panel::pack_columns(b.slice(s![terms.clone(), ..]), &mut packed.columns);
        for (block, rows) in out.chunks_mut(M_BLOCK * n).enumerate() {
            let (first, count) = (block * M_BLOCK, rows.len() / n);
            panel::pack_rows(a.slice(s![first..first + count, terms.clone()]), &mut packed.rows);
            add_product(&packed.rows, &packed.columns, terms.len(), rows, n);
        }
    }
}

/// Adds the product of packed rows and packed columns, `k` terms each, to `out` (rows of `n`).
fn add_product(rows: &RowPanel, columns: &ColumnPanel, k: usize, out: &mut [f32], n: usize) {
    for (at, b) in columns.chunks_exact(k).enumerate() {
        for (a, out) in rows.chunks_exact(k).zip(out.chunks_mut(MR * n)) {
            panel::accumulate(&panel::multiply(a, b), out.chunks_exact_mut(n), at * NR);
        }
    }
}
