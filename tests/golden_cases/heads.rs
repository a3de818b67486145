//! Matrices of several heads: cut apart, stacked, and put side by side.

use locus::attention::Mask;
use locus::matrix::Matrix64;
use ndarray::{ArrayD, ArrayView2, Axis, concatenate, s};

/// Head t's columns of a matrix whose heads stand side by side.
pub fn columns(matrix: &Matrix64, t: usize, width: usize) -> ArrayView2<'_, f64> {
    matrix.slice(s![.., t * width..(t + 1) * width])
}

/// (heads, rows, columns).
pub fn stack(heads: &[Matrix64]) -> ArrayD<f64> {
    let views: Vec<_> = heads.iter().map(|head| head.view()).collect();
    ndarray::stack(Axis(0), &views).unwrap_or_default().into_dyn()
}

/// Side by side: rows × (heads · columns).
pub fn beside(heads: &[Matrix64]) -> Matrix64 {
    let views: Vec<_> = heads.iter().map(|head| head.view()).collect();
    concatenate(Axis(1), &views).unwrap_or_default()
}

/// −∞ where a query may not see a key; the first query stands `before` tokens after the first key.
pub fn masked(scores: &Matrix64, mask: Mask, before: usize) -> Matrix64 {
    let entry = |((i, j), &z)| if mask.allows(i + before, j) { z } else { f64::NEG_INFINITY };
    let entries = scores.indexed_iter().map(entry).collect();
    Matrix64::from_shape_vec(scores.dim(), entries).unwrap_or_default()
}
