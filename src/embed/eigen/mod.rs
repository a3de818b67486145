//! Eigenvalues and eigenvectors of symmetric matrices.
//!
//! [`jacobi`] is the plain function: one line of algebra, repeated. [`symmetric`] is some forty times faster at
//! the sizes we need (512 × 384 tables) and is tested against it.

pub mod jacobi;
mod tridiagonal;

pub use tridiagonal::symmetric;

use crate::matrix::Matrix64;

/// λ, largest first, and V with the eigenvector of λ_k in *row* k (unit length, sign arbitrary): A = Vᵀ diag(λ) V.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigen {
    pub values: Vec<f64>,
    pub vectors: Matrix64,
}

impl Eigen {
    /// Of a matrix that is not square.
    fn none() -> Self {
        Eigen { values: Vec::new(), vectors: Matrix64::zeros((0, 0)) }
    }

    /// Values in any order with their vectors by rows, put in order.
    fn sorted(values: &[f64], vectors: &Matrix64) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&x, &y| values[y].total_cmp(&values[x]));
        Eigen {
            values: order.iter().map(|&k| values[k]).collect(),
            vectors: vectors.select(ndarray::Axis(0), &order),
        }
    }
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
    use ndarray::{Array1, array};

    type Solver = fn(&Matrix64) -> Eigen;
    const SOLVERS: [Solver; 2] = [jacobi::symmetric, symmetric];

    fn seeded_symmetric(n: usize) -> Matrix64 {
        let mut row = vec![0.0_f32; n * n];
        crate::embed::random::fill_row(&mut row, 7, 1 << 40);
        let m = Matrix64::from_shape_fn((n, n), |(i, j)| f64::from(row[i * n + j]));
        &m + &m.t()
    }

    #[test]
    fn two_by_two_by_hand() {
        for solve in SOLVERS {
            let eigen = solve(&array![[2.0, 1.0], [1.0, 2.0]]);
            assert!((eigen.values[0] - 3.0).abs() < 1e-15 && (eigen.values[1] - 1.0).abs() < 1e-15);
            let (x, y) = (eigen.vectors[[0, 0]], eigen.vectors[[0, 1]]);
            assert!((x - y).abs() < 1e-15 && (x.abs() - 0.5_f64.sqrt()).abs() < 1e-15);
        }
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
        let angle = |k: usize| k as f64 * std::f64::consts::PI / (n as f64 + 1.0);
        for solve in SOLVERS {
            let values = solve(&a).values;
            assert_eq!(values.len(), n);
            for (k, value) in values.iter().rev().enumerate() {
                assert!((value - (2.0 - 2.0 * angle(k + 1).cos())).abs() < 1e-13, "λ_{k}");
            }
        }
    }

    #[test]
    fn the_parts_put_together_are_the_matrix() {
        for (solve, n) in SOLVERS.into_iter().flat_map(|s| [1, 2, 3, 5, 40].map(|n| (s, n))) {
            let a = seeded_symmetric(n);
            let Eigen { values, vectors } = solve(&a);
            let diagonal = Matrix64::from_diag(&Array1::from(values.clone()));
            let back = vectors.t().dot(&diagonal.dot(&vectors));
            assert!(max_abs_diff(back.view(), a.view()).unwrap() < 1e-12, "n = {n}");
            let gram = vectors.dot(&vectors.t());
            assert!(max_abs_diff(gram.view(), Matrix64::eye(n).view()).unwrap() < 1e-13);
            assert!(values.windows(2).all(|pair| pair[0] >= pair[1]));
        }
    }

    #[test]
    fn the_fast_one_equals_the_plain_one() {
        let a = seeded_symmetric(60);
        let (plain, fast) = (jacobi::symmetric(&a), symmetric(&a));
        assert!(plain.values.iter().zip(&fast.values).all(|(a, b)| (a - b).abs() < 1e-12));
        for (a, b) in plain.vectors.rows().into_iter().zip(fast.vectors.rows()) {
            assert!((a.dot(&b).abs() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn degenerate_matrices_are_no_trouble() {
        for solve in SOLVERS {
            assert!(solve(&Matrix64::zeros((0, 0))).values.is_empty());
            assert!(solve(&Matrix64::zeros((2, 3))).values.is_empty());
            assert_eq!(solve(&Matrix64::zeros((3, 3))).values, [0.0; 3]);
            assert_eq!(solve(&Matrix64::eye(3)).values, [1.0; 3]);
            assert_eq!(
                solve(&Matrix64::from_diag(&array![1.0, 5.0, -2.0, 5.0])).values,
                [5.0, 5.0, 1.0, -2.0]
            );
            // a matrix of rank one: all but one eigenvalue are zero
            let ones = solve(&Matrix64::ones((6, 6))).values;
            assert!((ones[0] - 6.0).abs() < 1e-14 && ones[1..].iter().all(|x| x.abs() < 1e-14));
        }
    }

    #[test]
    fn what_is_not_a_number_ends() {
        let a = Matrix64::from_elem((4, 4), f64::NAN);
        assert!(symmetric(&a).values.iter().all(|x| x.is_nan()));
    }
}
