//! Principal components: the few directions in which the rows of a table differ most.
//!
//! ```text
//! X_c = X − 1 x̄ᵀ,  X_c = U S Vᵀ;  scores = X_c Vᵀ(first k) = U S,  explained_k = s_k² / Σ s²
//! ```
//!
//! The singular values come from the smaller of X_cᵀX_c (d × d) and X_cX_cᵀ (n × n): both have the eigenvalues
//! s². The sign of a component is arbitrary; here its loading of largest magnitude is positive (the first of
//! equals), so that a picture does not flip between two computers.

use super::eigen::{Eigen, symmetric};
use crate::matrix::{Matrix, Matrix64, to_f64};
use ndarray::Axis;

/// Directions with less than this share of the variance are rounding, not directions.
const NEGLIGIBLE: f64 = 1e-14;

/// The first components of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Pca {
    /// x̄, length d.
    pub mean: Vec<f64>,
    /// k × d, row = component, unit length, orthogonal: the loadings.
    pub components: Matrix64,
    /// n × k: where each row of the table lies along each component.
    pub scores: Matrix64,
    /// Share of the total variance of each component, 0 … 1, falling.
    pub explained: Vec<f64>,
}

/// The first `k` principal components of the rows of `x` (n × d). Fewer where the rows do not differ in so many
/// directions (identical rows have none).
pub fn pca(x: &Matrix, k: usize) -> Pca {
    pca_f64(to_f64(x), k)
}

/// The same of a table in double precision.
pub fn pca_f64(mut centred: Matrix64, k: usize) -> Pca {
    let mean = centred.mean_axis(Axis(0)).unwrap_or_else(|| ndarray::Array1::zeros(centred.ncols()));
    centred -= &mean;
    let (n, d) = centred.dim();
    let by_rows = n < d;
    let gram = if by_rows { centred.dot(&centred.t()) } else { centred.t().dot(&centred) };
    let total = gram.diag().sum();
    let Eigen { values, vectors } = symmetric(&gram);
    let kept = values.iter().take(k).take_while(|value| **value > NEGLIGIBLE * total).count();
    let vectors = vectors.select(Axis(0), &(0..kept).collect::<Vec<_>>());
    let mut components = if by_rows { vectors.dot(&centred) } else { vectors };
    for mut component in components.rows_mut() {
        let length = component.dot(&component).sqrt() * sign(component.view());
        component /= length;
    }
    Pca {
        mean: mean.to_vec(),
        scores: centred.dot(&components.t()),
        components,
        explained: values.iter().take(kept).map(|value| value / total).collect(),
    }
}

/// The sign of the entry of largest magnitude.
fn sign(component: ndarray::ArrayView1<f64>) -> f64 {
    component.iter().fold(0.0_f64, |best, &x| if x.abs() > best.abs() { x } else { best }).signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::max_abs_diff;
    use ndarray::array;

    fn seeded(n: usize, d: usize) -> Matrix {
        let mut x = Matrix::zeros((n, d));
        for (t, mut row) in x.rows_mut().into_iter().enumerate() {
            crate::embed::random::fill_row(row.as_slice_mut().unwrap(), 3, 1 << 41 | t as u64);
            row[0] *= 4.0; // one direction that stands out
        }
        x
    }

    #[test]
    fn points_on_a_line_have_one_component() {
        let pca = pca(&array![[1.0, 1.0], [2.0, -1.0], [3.0, -3.0], [4.0, -5.0]], 2);
        assert_eq!((pca.components.nrows(), pca.scores.dim()), (1, (4, 1)));
        assert!((pca.explained[0] - 1.0).abs() < 1e-15);
        // the direction is (1, −2)/√5; −2 is the larger, so the sign turns it round
        let expected = array![[-1.0, 2.0]] / 5.0_f64.sqrt();
        assert!(max_abs_diff(pca.components.view(), expected.view()).unwrap() < 1e-15);
        assert_eq!(pca.mean, [2.5, -2.0]);
    }

    /// X_c ≈ scores · components, exactly when all components are kept, whichever Gram matrix was used.
    #[test]
    fn all_components_give_the_table_back() {
        for (n, d) in [(9, 30), (30, 9), (12, 12)] {
            let x = seeded(n, d);
            let pca = pca(&x, d);
            let back = pca.scores.dot(&pca.components) + ndarray::Array1::from(pca.mean.clone());
            assert!(max_abs_diff(back.view(), to_f64(&x).view()).unwrap() < 1e-12);
            assert!((pca.explained.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert_eq!(pca.components.nrows(), d.min(n - 1));
            let gram = pca.components.dot(&pca.components.t());
            assert!(max_abs_diff(gram.view(), Matrix64::eye(gram.nrows()).view()).unwrap() < 1e-12);
        }
    }

    #[test]
    fn both_gram_matrices_give_the_same() {
        let x = seeded(20, 20);
        let wide = ndarray::concatenate![Axis(1), x, Matrix::zeros((20, 5))];
        let (square, wide) = (pca(&x, 3), pca(&wide, 3));
        assert!(max_abs_diff(square.scores.view(), wide.scores.view()).unwrap() < 1e-11);
        assert!(square.explained.iter().zip(&wide.explained).all(|(a, b)| (a - b).abs() < 1e-14));
    }

    /// A sinusoid of one frequency is a circle: two components of n/2 each over whole turns.
    #[test]
    fn a_circle_has_two_equal_components() {
        let x = Matrix::from_shape_fn((16, 2), |(p, c)| {
            let angle = std::f64::consts::TAU * p as f64 / 16.0;
            (if c == 0 { angle.sin() } else { angle.cos() }) as f32
        });
        let pca = pca(&x, 2);
        assert!(pca.explained.iter().all(|share| (share - 0.5).abs() < 1e-7));
    }

    #[test]
    fn nothing_to_see_is_no_panic() {
        for x in [Matrix::zeros((0, 4)), Matrix::zeros((1, 4)), Matrix::ones((5, 3)), Matrix::zeros((3, 0))] {
            let pca = pca(&x, 3);
            assert_eq!((pca.components.nrows(), pca.scores.dim()), (0, (x.nrows(), 0)));
        }
    }
}
