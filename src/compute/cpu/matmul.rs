//! The product of two matrices on packed panels: the projections X W_Q, X W_K, X W_V and O W_O.

use crate::matrix::Matrix;
use crate::simd::panel::{self, MR, NR};
use ndarray::{ArrayView2, s};

/// Terms summed before a tile is written: a panel of B this long (8 kB) stays in the fastest cache.
const K_BLOCK: usize = 256;

/// Rows of A per block, a multiple of MR: each panel serves four tiles while it is in the fastest cache.
const ROW_BLOCK: usize = 4 * MR;

/// Reusable memory for [`matmul_into`].
#[derive(Clone, Debug, Default)]
pub struct Packed(Vec<[f32; NR]>);

/// A B for A of m × k and B of k × n, in any memory layout. Where A's columns are not as many as B's rows,
/// the surplus is left out, as if the shorter one went on with zeros.
pub fn matmul(a: ArrayView2<f32>, b: ArrayView2<f32>) -> Matrix {
    let mut out = Matrix::zeros((a.nrows(), b.ncols()));
    matmul_into(a, b, &mut out, &mut Packed::default());
    out
}

/// [`matmul`] into `out`, which takes the shape m × n if it has another. Allocates nothing where `out` and
/// `packed` were last used for the same sizes and A is row-major.
pub fn matmul_into(a: ArrayView2<f32>, b: ArrayView2<f32>, out: &mut Matrix, packed: &mut Packed) {
    let (m, k, n) = (a.nrows(), a.ncols().min(b.nrows()), b.ncols());
    if out.dim() == (m, n) && out.is_standard_layout() {
        out.fill(0.0);
    } else {
        *out = Matrix::zeros((m, n));
    }
    let a = a.as_standard_layout();
    let (Some(a), Some(out)) = (a.as_slice(), out.as_slice_mut()) else { return };
    if out.is_empty() || k == 0 {
        return;
    }
    let width = a.len() / m;
    for from in (0..k).step_by(K_BLOCK) {
        let terms = from..k.min(from + K_BLOCK);
        panel::pack(b.slice(s![terms.clone(), ..]), &mut packed.0);
        for (a, out) in a.chunks(ROW_BLOCK * width).zip(out.chunks_mut(ROW_BLOCK * n)) {
            for (at, panel) in packed.0.chunks_exact(terms.len()).enumerate() {
                for (a, out) in a.chunks(MR * width).zip(out.chunks_mut(MR * n)) {
                    let Some(rows) = panel::rows(a, width, terms.clone()) else { continue };
                    panel::accumulate(&panel::multiply(rows, panel), out.chunks_exact_mut(n), at * NR);
                }
            }
        }
    }
}
