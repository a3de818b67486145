//! Eigenvalues and eigenvectors of a symmetric matrix by Jacobi's rotations.
//!
//! ```text
//! A = V diag(λ) Vᵀ.  Each rotation in a plane (p, q) makes A_pq zero; sweeps over all planes converge quadratically.
//! θ = (A_qq − A_pp) / (2 A_pq),  t = sgn θ / (|θ| + √(θ² + 1)),  c = 1/√(t² + 1),  s = t c
//! ```
//!
//! Jacobi 1846; the stable form of the angle is Rutishauser's (Numer. Math. 9, 1966). Chosen because it is short
//! and finds small eigenvalues as exactly as large ones.

use crate::matrix::Matrix64;

/// Sweeps after which it stops whatever is left; ten are enough for any size that memory holds.
const MAX_SWEEPS: usize = 60;

/// λ, largest first, and V with the eigenvector of λ_k in *row* k (unit length, sign arbitrary).
pub struct Eigen {
    pub values: Vec<f64>,
    pub vectors: Matrix64,
}

/// The eigenvalues and eigenvectors of `a`, which must be square and symmetric; a matrix that is not square has none.
pub fn symmetric(a: &Matrix64) -> Eigen {
    let (n, columns) = a.dim();
    if n != columns {
        return Eigen { values: Vec::new(), vectors: Matrix64::zeros((0, 0)) };
    }
    let mut a = a.as_standard_layout().into_owned();
    let mut v = Matrix64::eye(n);
    let total: f64 = a.iter().map(|x| x * x).sum();
    for _ in 0..MAX_SWEEPS {
        let off: f64 = (0..n).map(|p| (0..p).map(|q| a[[p, q]].powi(2)).sum::<f64>()).sum();
        if off <= total * f64::EPSILON.powi(2) {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut v, p, q);
            }
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&x, &y| a[[y, y]].total_cmp(&a[[x, x]]));
    Eigen { values: order.iter().map(|&k| a[[k, k]]).collect(), vectors: v.select(ndarray::Axis(0), &order) }
}

/// One rotation in the plane (p, q), p < q: A ← RᵀAR with A_pq = 0, V ← RᵀV (V by rows).
fn rotate(a: &mut Matrix64, v: &mut Matrix64, p: usize, q: usize) {
    let (app, aqq, apq) = (a[[p, p]], a[[q, q]], a[[p, q]]);
    if apq == 0.0 {
        return;
    }
    let theta = (aqq - app) / (2.0 * apq);
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    turn_rows(a, p, q, c, s);
    // A stays symmetric: the columns are the rows just made, but for the four entries of the plane itself
    for k in 0..a.nrows() {
        a[[k, p]] = a[[p, k]];
        a[[k, q]] = a[[q, k]];
    }
    a[[p, p]] = app - t * apq;
    a[[q, q]] = aqq + t * apq;
    a[[p, q]] = 0.0;
    a[[q, p]] = 0.0;
    turn_rows(v, p, q, c, s);
}

/// Rows p and q of `m` turned into each other: (p, q) ← (c p − s q, s p + c q).
fn turn_rows(m: &mut Matrix64, p: usize, q: usize, c: f64, s: f64) {
    let (mut row_p, mut row_q) = m.multi_slice_mut((ndarray::s![p, ..], ndarray::s![q, ..]));
    for (x, y) in row_p.iter_mut().zip(row_q.iter_mut()) {
        (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::max_abs_diff;
    use ndarray::array;

    fn seeded_symmetric(n: usize) -> Matrix64 {
        let mut row = vec![0.0_f32; n * n];
        crate::embed::random::fill_row(&mut row, 7, 1 << 40);
        let m = Matrix64::from_shape_fn((n, n), |(i, j)| f64::from(row[i * n + j]));
        &m + &m.t()
    }

    #[test]
    fn two_by_two_by_hand() {
        let eigen = symmetric(&array![[2.0, 1.0], [1.0, 2.0]]);
        assert!((eigen.values[0] - 3.0).abs() < 1e-15 && (eigen.values[1] - 1.0).abs() < 1e-15);
        let (x, y) = (eigen.vectors[[0, 0]], eigen.vectors[[0, 1]]);
        assert!((x - y).abs() < 1e-15 && (x.abs() - 0.5_f64.sqrt()).abs() < 1e-15);
    }

    /// The second difference matrix has λ_k = 2 − 2 cos(kπ/(n + 1)).
    #[test]
    fn the_second_difference_has_its_known_spectrum() {
        let n = 30;
        let a = Matrix64::from_shape_fn((n, n), |(i, j)| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let mut known: Vec<f64> =
            (1..=n).map(|k| 2.0 - 2.0 * (k as f64 * std::f64::consts::PI / (n as f64 + 1.0)).cos()).collect();
        known.reverse();
        let eigen = symmetric(&a);
        assert!(eigen.values.iter().zip(&known).all(|(got, want)| (got - want).abs() < 1e-13));
    }

    #[test]
    fn the_parts_put_together_are_the_matrix() {
        for n in [1, 2, 5, 40] {
            let a = seeded_symmetric(n);
            let Eigen { values, vectors } = symmetric(&a);
            let back =
                vectors.t().dot(&(Matrix64::from_diag(&ndarray::Array1::from(values.clone()))).dot(&vectors));
            assert!(max_abs_diff(back.view(), a.view()).unwrap() < 1e-12, "n = {n}");
            let gram = vectors.dot(&vectors.t());
            assert!(max_abs_diff(gram.view(), Matrix64::eye(n).view()).unwrap() < 1e-13);
            assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
        }
    }

    #[test]
    fn degenerate_matrices_are_no_trouble() {
        assert!(symmetric(&Matrix64::zeros((0, 0))).values.is_empty());
        assert!(symmetric(&Matrix64::zeros((2, 3))).values.is_empty());
        assert_eq!(symmetric(&Matrix64::zeros((3, 3))).values, [0.0; 3]);
        assert_eq!(symmetric(&Matrix64::eye(3)).values, [1.0; 3]);
    }
}
