//! The tables that a model would learn, as seeded random numbers.
//!
//! A row is known by a label, such as the distance it stands for, and has a ChaCha8 stream of its own: it stays the
//! same whatever else a slider adds to the table or takes away, and a narrower row is the beginning of a wider one.

use crate::embed::random;
use crate::matrix::Matrix;

/// Which table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Table {
    ShawKey = 1,
    ShawValue = 2,
    /// W_R of Transformer-XL.
    TransformerXlPosition = 3,
    /// u of Transformer-XL, a row a head.
    TransformerXlU = 4,
    /// v of Transformer-XL, a row a head.
    TransformerXlV = 5,
    /// B of T5, a row a bucket.
    T5Bias = 6,
    /// P of DeBERTa.
    DebertaPosition = 7,
    /// W_{k,r} of DeBERTa.
    DebertaKey = 8,
    /// W_{q,r} of DeBERTa.
    DebertaQuery = 9,
    /// A row of logits for the context-extension lab.
    LabLogits = 64,
}

/// The rows that `labels` name, `cols` wide, entries N(0, std²).
pub fn rows(table: Table, labels: impl IntoIterator<Item = i64>, cols: usize, std: f64, seed: u64) -> Matrix {
    let labels: Vec<i64> = labels.into_iter().collect();
    let mut matrix = Matrix::zeros((labels.len(), cols));
    let mut own = vec![0.0; cols];
    for (mut row, label) in matrix.rows_mut().into_iter().zip(labels) {
        random::fill_row(&mut own, seed, stream(table, label));
        row.iter_mut().zip(&own).for_each(|(entry, z)| *entry = z * std as f32);
    }
    matrix
}

/// Labels 0 … n − 1: a matrix whose rows are merely counted.
pub fn matrix(table: Table, (n, cols): (usize, usize), std: f64, seed: u64) -> Matrix {
    rows(table, 0..n as i64, cols, std, seed)
}

/// 2³⁴ streams a table, behind those of `embed::random`; labels 0, −1, 1, −2 … use the first ones.
fn stream(table: Table, label: i64) -> u64 {
    let folded = if label < 0 { 2 * (label.unsigned_abs() - 1) + 1 } else { 2 * label.unsigned_abs() };
    ((table as u64) << 34) + folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_depends_on_its_label_only() {
        let (few, many) = (rows(Table::ShawKey, -1..2, 4, 1.0, 7), rows(Table::ShawKey, -3..4, 6, 1.0, 7));
        for (r, row) in few.rows().into_iter().enumerate() {
            assert_eq!(row, many.slice(ndarray::s![r + 2, ..4]));
        }
        assert_ne!(few.row(0), few.row(2));
    }

    #[test]
    fn tables_and_seeds_differ_and_have_the_deviation_asked_for() {
        let of = |table, seed| matrix(table, (100, 100), 0.5, seed);
        let one = of(Table::T5Bias, 1);
        assert_ne!(one, of(Table::T5Bias, 2));
        assert_ne!(one, of(Table::ShawKey, 1));
        let std = one.mapv(|x| f64::from(x).powi(2)).mean().unwrap().sqrt();
        assert!((std - 0.5).abs() < 0.02, "{std}");
    }
}
