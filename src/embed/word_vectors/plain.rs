//! Neighbours and analogies in f64 over all rows, one line of algebra each: what the fast functions are tested against.

use crate::embed::similarity::cosine;
use crate::matrix::Matrix64;
use ndarray::{Array1, ArrayView1};

/// cos(query, row) for every row of `rows` (n × d).
pub fn cosines(rows: &Matrix64, query: ArrayView1<f64>) -> Vec<f64> {
    rows.rows().into_iter().map(|row| cosine(row, query)).collect()
}

/// The indices of `cosines` from the largest value on, without those in `excluded`; equal values in the order of the rows.
pub fn ranking(cosines: &[f64], excluded: &[usize]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cosines.len()).filter(|row| !excluded.contains(row)).collect();
    let value = |row: &usize| cosines.get(*row).copied().unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|x, y| value(y).total_cmp(&value(x)));
    order
}

/// a − b + c, the vector that "b is to a as c is to …" points to (Mikolov et al. 2013, NAACL, §4: "king − man + woman").
/// `None` where a row is missing.
pub fn target(rows: &Matrix64, [a, b, c]: [usize; 3]) -> Option<Array1<f64>> {
    if [a, b, c].into_iter().any(|row| row >= rows.nrows()) {
        return None;
    }
    Some(&rows.row(a) - &rows.row(b) + rows.row(c))
}
