//! The CPU backend: one thread, 128-bit SIMD in the browser.

use super::{Attend, Qkv};
use crate::matrix::Matrix;
use ndarray::{ArrayView2, Axis};

/// One head's results.
#[derive(Clone, Debug, Default)]
pub struct HeadResult {
    pub dot: Option<Matrix>,
    pub weights: Matrix,
    pub output: Matrix,
}

/// Buffers.
#[derive(Default)]
pub struct Scratch;

pub fn matmul(a: ArrayView2<f32>, b: ArrayView2<f32>) -> Matrix {
    a.dot(&b)
}

pub fn attend_head(qkv: &Qkv, how: &Attend, head: usize, out: &mut HeadResult, _scratch: &mut Scratch) {
    let q = qkv.q.index_axis(Axis(0), head).to_owned();
    let k = qkv.k.index_axis(Axis(0), head).to_owned();
    let v = qkv.v.index_axis(Axis(0), head);
    let rot = |mut x: Matrix| {
        if let Some(r) = &how.rotation {
            let rd = 2 * r.cos.ncols();
            for (p, mut row) in x.rows_mut().into_iter().enumerate() {
                for i in 0..r.cos.ncols() {
                    let (f, s) = r.pairing.dims(i, rd);
                    let (a, b) = (row[f], row[s]);
                    row[f] = a * r.cos[[p, i]] - b * r.sin[[p, i]];
                    row[s] = a * r.sin[[p, i]] + b * r.cos[[p, i]];
                }
            }
        }
        x
    };
    let dot = rot(q).dot(&rot(k).t());
    let n = dot.nrows();
    let mut w = &dot * how.scale;
    for i in 0..n {
        for j in 0..n {
            if let Some(b) = &how.distance_bias {
                w[[i, j]] += b[[head, j + n - 1 - i]];
            }
            if !how.mask.allows(i, j) {
                w[[i, j]] = f32::NEG_INFINITY;
            }
        }
        let top = w.row(i).fold(f32::NEG_INFINITY, |a, &b| a.max(b));
        let mut row = w.row_mut(i);
        row.mapv_inplace(|z| (z - top).exp());
        let sum = row.sum();
        row.mapv_inplace(|e| e / sum);
    }
    out.output = w.dot(&v);
    out.weights = w;
    out.dot = Some(dot);
}
