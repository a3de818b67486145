//! The rows nearest to a vector.

use super::WordTable;
use crate::matrix::Matrix;
use ndarray::{Array1, ArrayView1};
use std::ops::Range;

/// A row and how near it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    pub row: usize,
    /// Its cosine with the query, −1 … 1.
    pub cosine: f32,
}

/// The `k` rows of `among` nearest to `query` by cosine, nearest first, without those in `excluded`; equal ones in the order
/// of the rows. Empty for a query of another length than the rows, and for a zero query.
///
/// One product of the table with the query and a selection: O(words · columns).
pub fn nearest(
    table: &WordTable,
    query: &[f64],
    among: Range<usize>,
    excluded: &[usize],
    k: usize,
) -> Vec<Neighbour> {
    let Some(query) = unit(query, table.directions().ncols()) else { return Vec::new() };
    let cosines = product(table.directions(), query.view(), &among);
    let rows = among.zip(cosines).filter(|(row, _)| !excluded.contains(row));
    let mut found: Vec<Neighbour> = rows.map(|(row, cosine)| Neighbour { row, cosine }).collect();
    let order = |x: &Neighbour, y: &Neighbour| y.cosine.total_cmp(&x.cosine).then(x.row.cmp(&y.row));
    if k < found.len() {
        found.select_nth_unstable_by(k, order);
        found.truncate(k);
    }
    found.sort_unstable_by(order);
    found
}

/// The `k` nearest words to the word of a row, the word itself left out.
pub fn neighbours(table: &WordTable, row: usize, among: Range<usize>, k: usize) -> Vec<Neighbour> {
    nearest(table, &table.direction(row), among, &[row], k)
}

/// The query at length 1, rounded to f32 once.
fn unit(query: &[f64], columns: usize) -> Option<Array1<f32>> {
    let length = query.iter().map(|x| x * x).sum::<f64>().sqrt();
    let usable = query.len() == columns && length > 0.0 && length.is_finite();
    usable.then(|| query.iter().map(|x| (x / length) as f32).collect())
}

/// The dot product of each row of `among` with `query`.
fn product(rows: &Matrix, query: ArrayView1<f32>, among: &Range<usize>) -> Vec<f32> {
    let rows = rows.rows().into_iter().take(among.end).skip(among.start);
    rows.map(|row| row.dot(&query)).collect()
}
