//! Jacobi's rotations: the plain, slow eigensolver.
//!
//! ```text
//! Each rotation in a plane (p, q) makes A_pq zero; sweeps over all planes converge quadratically.
//! θ = (A_qq − A_pp) / (2 A_pq),  t = sgn θ / (|θ| + √(θ² + 1)),  c = 1/√(t² + 1),  s = t c
//! ```
//!
//! Jacobi 1846; the stable form of the angle is Rutishauser's (Numer. Math. 9, 1966).

use super::{Eigen, turn_rows};
use crate::matrix::Matrix64;

/// Sweeps after which it stops whatever is left; ten are enough for any size that memory holds.
const MAX_SWEEPS: usize = 60;

/// The eigenvalues and eigenvectors of `a`, which must be symmetric; a matrix that is not square has none.
pub fn symmetric(a: &Matrix64) -> Eigen {
    let n = a.nrows();
    if n != a.ncols() {
        return Eigen::none();
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
    Eigen::sorted(&a.diag().to_vec(), &v)
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
