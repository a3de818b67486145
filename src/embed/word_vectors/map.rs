//! A map of some words: their first two principal components.

use super::WordTable;
use crate::embed::pca::pca;
use crate::matrix::Matrix;
use ndarray::s;

/// Where each word lies.
#[derive(Clone, Debug, PartialEq)]
pub struct WordMap {
    /// Along the first and second principal component, one per word; 0 along one that there is not.
    pub points: Vec<[f64; 2]>,
    /// The share of the words' variance that each axis shows, 0 … 1. What is near on the map need not be near in the table.
    pub explained: [f64; 2],
}

/// The words of `rows` on their first two principal components: of their directions, so that a frequent word's length does
/// not stretch the map. Rows that the table has not are left at the origin.
pub fn map(table: &WordTable, rows: &[usize]) -> WordMap {
    let mut x = Matrix::zeros((rows.len(), table.directions().ncols()));
    for (mut to, &row) in x.rows_mut().into_iter().zip(rows) {
        if row < table.len() {
            to.assign(&table.directions().slice(s![row, ..]));
        }
    }
    let pca = pca(&x, 2);
    let along = |score: ndarray::ArrayView1<f64>| [0, 1].map(|k| score.get(k).copied().unwrap_or_default());
    WordMap {
        points: pca.scores.rows().into_iter().map(along).collect(),
        explained: [0, 1].map(|k| pca.explained.get(k).copied().unwrap_or_default()),
    }
}
