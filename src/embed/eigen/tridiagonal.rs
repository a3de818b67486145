//! The fast eigensolver: Householder reflections make the matrix tridiagonal, implicit QL makes that diagonal.
//!
//! ```text
//! A = Q T Qᵀ, Q = H_0 H_1 …, H = I − β v vᵀ;  T = Z diag(λ) Zᵀ by plane rotations;  eigenvectors Q Z
//! ```
//!
//! Householder 1958; Martin, Reinsch and Wilkinson, Numer. Math. 11 (1968), `tred2`; Dubrulle, Martin and
//! Wilkinson, Numer. Math. 12 (1968), `imtql2`. About 5 n³ operations, all along rows.

use super::{Eigen, turn_rows};
use crate::matrix::Matrix64;
use ndarray::{Array1, ArrayView1, s};

/// Rotations that one eigenvalue may take; two or three are usual.
const MAX_STEPS: usize = 60;

/// The eigenvalues and eigenvectors of `a`, which must be symmetric; a matrix that is not square has none.
pub fn symmetric(a: &Matrix64) -> Eigen {
    let n = a.nrows();
    if n != a.ncols() {
        return Eigen::none();
    }
    let (mut diagonal, mut off, reflections) = tridiagonal(a);
    let mut vectors = Matrix64::eye(n);
    diagonalize(&mut diagonal, &mut off, &mut vectors);
    // row k of `vectors` is column k of Z; Q Z applies the last reflection first
    for (k, Reflection { v, beta }) in reflections.iter().enumerate().rev() {
        for mut row in vectors.rows_mut() {
            let mut tail = row.slice_mut(s![k + 1..]);
            let along = beta * tail.dot(v);
            tail.scaled_add(-along, v);
        }
    }
    Eigen::sorted(&diagonal, &vectors)
}

/// I − β v vᵀ on the coordinates from k + 1 on.
struct Reflection {
    v: Array1<f64>,
    beta: f64,
}

/// T's diagonal, its off-diagonal (one shorter, padded with a zero) and the reflections that made it.
fn tridiagonal(a: &Matrix64) -> (Vec<f64>, Vec<f64>, Vec<Reflection>) {
    let n = a.nrows();
    let mut a = a.as_standard_layout().into_owned();
    let mut off = vec![0.0; n];
    let mut reflections = Vec::with_capacity(n.saturating_sub(2));
    for (k, below) in off.iter_mut().enumerate().take(n.saturating_sub(2)) {
        let (reflection, alpha) = reflect(a.slice(s![k, k + 1..]));
        *below = alpha;
        // A ← H A H on the trailing block: A − v wᵀ − w vᵀ, w = p − (β/2)(vᵀp) v, p = β A v
        let Reflection { v, beta } = &reflection;
        let mut block = a.slice_mut(s![k + 1.., k + 1..]);
        let mut w = block.dot(v) * *beta;
        let along = 0.5 * beta * v.dot(&w);
        w.scaled_add(-along, v);
        for (i, mut row) in block.rows_mut().into_iter().enumerate() {
            row.scaled_add(-v[i], &w);
            row.scaled_add(-w[i], v);
        }
        reflections.push(reflection);
    }
    if n >= 2 {
        off[n - 2] = a[[n - 2, n - 1]];
    }
    (a.diag().to_vec(), off, reflections)
}

/// The reflection that carries `x` to (α, 0, 0 …), and α.
fn reflect(x: ArrayView1<f64>) -> (Reflection, f64) {
    let first = x.first().copied().unwrap_or(0.0);
    let alpha = -x.dot(&x).sqrt().copysign(first);
    let mut v = x.to_owned();
    if let Some(entry) = v.first_mut() {
        *entry -= alpha; // no cancellation: α has the other sign
    }
    let square = v.dot(&v);
    let beta = if square > 0.0 { 2.0 / square } else { 0.0 };
    (Reflection { v, beta }, alpha)
}

/// Implicit QL with Wilkinson's shift: `d` becomes λ, the rows of `z` turn with it. `e` is used up.
fn diagonalize(d: &mut [f64], e: &mut [f64], z: &mut Matrix64) {
    let n = d.len();
    for l in 0..n {
        for _ in 0..MAX_STEPS {
            // the first negligible coupling from l on splits the matrix
            let small = |m: &usize| e[*m].abs() <= f64::EPSILON * (d[*m].abs() + d[*m + 1].abs());
            let m = (l..n - 1).find(small).unwrap_or(n - 1);
            if m == l {
                break;
            }
            step(d, e, z, l, m);
        }
    }
}

/// One QL step on the block l … m.
fn step(d: &mut [f64], e: &mut [f64], z: &mut Matrix64, l: usize, m: usize) {
    let half = (d[l + 1] - d[l]) / (2.0 * e[l]);
    let mut g = d[m] - d[l] + e[l] / (half + half.hypot(1.0).copysign(half));
    let (mut s, mut c, mut p) = (1.0, 1.0, 0.0);
    for i in (l..m).rev() {
        let (f, b) = (s * e[i], c * e[i]);
        let r = f.hypot(g);
        e[i + 1] = r;
        if r == 0.0 {
            // the block has split by itself
            d[i + 1] -= p;
            e[m] = 0.0;
            return;
        }
        (s, c) = (f / r, g / r);
        g = d[i + 1] - p;
        let t = (d[i] - g) * s + 2.0 * c * b;
        p = s * t;
        d[i + 1] = g + p;
        g = c * t - b;
        turn_rows(z, i, i + 1, c, s);
    }
    d[l] -= p;
    e[l] = g;
    e[m] = 0.0;
}
