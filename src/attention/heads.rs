//! One multi-head pass with any kind of head: project, let each head do its work, put the heads together.

use crate::matrix::Matrix64;
use ndarray::{ArrayView2, Axis, concatenate, s};

/// O = concat_t(head_t(Q_t, K_t, V_t)) W_O with Q = X W_Q, K = X W_K, V = X W_V.
///
/// x is n × d_model, `w` is [W_Q, W_K, W_V, W_O]; head t owns columns t·head_dim … (t+1)·head_dim. `None` if the
/// shapes do not go together.
pub fn multi_head(
    x: &Matrix64,
    w: [&Matrix64; 4],
    n_heads: usize,
    head: impl Fn(ArrayView2<f64>, ArrayView2<f64>, ArrayView2<f64>) -> Matrix64,
) -> Option<Matrix64> {
    let [w_q, w_k, w_v, w_o] = w;
    let (d_model, inner) = (x.ncols(), w_o.nrows());
    let fits = |w: &Matrix64| w.dim() == (d_model, inner);
    if n_heads == 0 || inner == 0 || !inner.is_multiple_of(n_heads) || ![w_q, w_k, w_v].into_iter().all(fits)
    {
        return None;
    }
    let (q, k, v) = (x.dot(w_q), x.dot(w_k), x.dot(w_v));
    let width = inner / n_heads;
    let outputs: Vec<Matrix64> = (0..n_heads)
        .map(|t| s![.., t * width..(t + 1) * width])
        .map(|cols| head(q.slice(cols), k.slice(cols), v.slice(cols)))
        .collect();
    let views: Vec<_> = outputs.iter().map(|output| output.view()).collect();
    let concat = concatenate(Axis(1), &views).ok()?;
    (concat.ncols() == inner).then(|| concat.dot(w_o))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn each_head_sees_its_own_columns() {
        let eye = Matrix64::eye(4);
        let x = array![[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]];
        let by_first_key = |_: ArrayView2<f64>, k: ArrayView2<f64>, v: ArrayView2<f64>| &v * k[[0, 0]];
        let out = multi_head(&x, [&eye, &eye, &eye, &eye], 2, by_first_key).unwrap();
        assert_eq!(out, array![[1.0, 2.0, 9.0, 12.0], [5.0, 6.0, 21.0, 24.0]]);
    }

    #[test]
    fn shapes_that_do_not_fit_give_nothing() {
        let (eye, odd, x) = (Matrix64::eye(4), Matrix64::zeros((3, 4)), Matrix64::zeros((2, 4)));
        let run = |w: [&Matrix64; 4], n_heads| multi_head(&x, w, n_heads, |_, _, v| v.to_owned());
        assert!(run([&eye; 4], 4).is_some());
        assert!(run([&eye; 4], 3).is_none() && run([&eye; 4], 0).is_none());
        assert!(run([&eye, &odd, &eye, &eye], 2).is_none() && run([&eye, &eye, &eye, &odd], 2).is_none());
    }
}
