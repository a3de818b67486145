//! The cosine of two words with the arithmetic that makes it.

use super::WordTable;
use crate::embed::similarity;

/// cos(u, v) = u·v / (‖u‖‖v‖), every part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The rows of u and v.
    pub rows: [usize; 2],
    /// u·v of the vectors as trained.
    pub dot: f64,
    /// ‖u‖ and ‖v‖.
    pub lengths: [f64; 2],
    pub cosine: f64,
    /// What each column adds to the cosine: û_c · v̂_c of the vectors at length 1. They sum up to it.
    pub products: Vec<f64>,
}

/// Compares two rows.
pub fn compare(table: &WordTable, rows: [usize; 2]) -> Comparison {
    let [u, v] = rows.map(|row| table.vector(row));
    let [unit_u, unit_v] = rows.map(|row| table.direction(row));
    let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
    Comparison {
        rows,
        dot: dot(&u, &v),
        lengths: [dot(&u, &u).sqrt(), dot(&v, &v).sqrt()],
        cosine: similarity::cosine(u.as_slice().into(), v.as_slice().into()),
        products: unit_u.iter().zip(&unit_v).map(|(x, y)| x * y).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::small;
    use super::*;

    /// (3, 4) at length 10 and (4, 3) at length 5: 24/25.
    #[test]
    fn the_parts_make_the_cosine() {
        let c = compare(&small(), [0, 1]);
        assert!((c.dot - 48.0).abs() < 1e-5 && (c.lengths[0] - 10.0).abs() < 1e-6);
        assert!((c.cosine - 0.96).abs() < 1e-7);
        assert!((c.products.iter().sum::<f64>() - c.cosine).abs() < 1e-6);
        assert!((c.dot / (c.lengths[0] * c.lengths[1]) - c.cosine).abs() < 1e-12);
        assert_eq!(compare(&small(), [0, 99]).cosine, 0.0);
    }
}
