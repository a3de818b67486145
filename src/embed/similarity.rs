//! How alike vectors are: cos(u, v) = u·v / (‖u‖‖v‖), formed in f64; 0 where one of them is zero.

use crate::matrix::{Matrix, Matrix64, to_f64};
use ndarray::ArrayView1;

/// cos(u, v), −1 … 1 up to rounding. Vectors of different lengths are compared over the shorter one.
pub fn cosine(u: ArrayView1<f64>, v: ArrayView1<f64>) -> f64 {
    let dot = |a: ArrayView1<f64>, b: ArrayView1<f64>| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let lengths = dot(u, u).sqrt() * dot(v, v).sqrt();
    if lengths > 0.0 { dot(u, v) / lengths } else { 0.0 }
}

/// n × n: the cosine of every two rows of `x` (n × d).
pub fn cosine_matrix(x: &Matrix) -> Matrix64 {
    let mut unit = to_f64(x);
    for mut row in unit.rows_mut() {
        let length = row.dot(&row).sqrt();
        if length > 0.0 {
            row /= length;
        }
    }
    unit.dot(&unit.t())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn right_angles_and_opposites() {
        let cosines = cosine_matrix(&array![[3.0, 0.0], [0.0, 0.5], [-1.0, 0.0], [0.0, 0.0]]);
        let expected =
            array![[1.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [-1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]];
        assert_eq!(cosines, expected);
    }

    #[test]
    fn the_matrix_is_made_of_cosines() {
        let x = Matrix::from_shape_fn((7, 5), |(i, j)| ((i * 5 + j) as f32).sin());
        let (cosines, x) = (cosine_matrix(&x), to_f64(&x));
        for (i, j) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
            assert!((cosines[[i, j]] - cosine(x.row(i), x.row(j))).abs() < 1e-15);
        }
    }
}
