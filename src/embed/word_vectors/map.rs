//! A map of some words: their first two principal components.

use super::WordTable;
use crate::embed::pca::pca;
use crate::embed::similarity::cosine_matrix;
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

impl WordMap {
    /// The share of the words' variance that both axes show, 0 … 1.
    pub fn explained_together(&self) -> f64 {
        self.explained.iter().sum()
    }
}

/// The words of `rows` on their first two principal components: of their directions, so that a frequent word's length does
/// not stretch the map. Rows that the table has not are left at the origin.
pub fn map(table: &WordTable, rows: &[usize]) -> WordMap {
    let pca = pca(&selected(table, rows), 2);
    let along = |score: ndarray::ArrayView1<f64>| [0, 1].map(|k| score.get(k).copied().unwrap_or_default());
    WordMap {
        points: pca.scores.rows().into_iter().map(along).collect(),
        explained: [0, 1].map(|k| pca.explained.get(k).copied().unwrap_or_default()),
    }
}

/// The other word of a list that is nearest to a word of it: on the map, and in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// By the distance on the map; an index into the list.
    pub on_map: usize,
    /// By the cosine in all columns.
    pub in_table: usize,
    /// That cosine.
    pub cosine: f64,
}

impl Near {
    /// Whether the map shows another neighbour than the table has.
    pub fn misleads(&self) -> bool {
        self.on_map != self.in_table
    }
}

/// [`Near`] of every word; equally near ones in the order of the list. Empty where there are not two.
pub fn nearest_of_each(table: &WordTable, rows: &[usize], map: &WordMap) -> Vec<Near> {
    let cosines = cosine_matrix(&selected(table, rows));
    let near = |(at, cosines): (usize, ndarray::ArrayView1<f64>)| {
        let [x, y] = *map.points.get(at)?;
        let others = |best: fn(f64, f64) -> bool, value: &dyn Fn(usize) -> f64| {
            let all = (0..rows.len()).filter(|other| *other != at);
            all.reduce(|first, next| if best(value(next), value(first)) { next } else { first })
        };
        let gap = |other: usize| map.points.get(other).map_or(f64::INFINITY, |p| (p[0] - x).hypot(p[1] - y));
        let cosine = |other: usize| cosines.get(other).copied().unwrap_or_default();
        let in_table = others(|next, first| next > first, &cosine)?;
        Some(Near { on_map: others(|next, first| next < first, &gap)?, in_table, cosine: cosine(in_table) })
    };
    cosines.rows().into_iter().enumerate().filter_map(near).collect()
}

/// The directions of `rows`; zeros for those that the table has not.
fn selected(table: &WordTable, rows: &[usize]) -> Matrix {
    let mut x = Matrix::zeros((rows.len(), table.directions().ncols()));
    for (mut to, &row) in x.rows_mut().into_iter().zip(rows) {
        if row < table.len() {
            to.assign(&table.directions().slice(s![row, ..]));
        }
    }
    x
}
