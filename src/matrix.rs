//! The one matrix type of the whole pipeline, row-major, and the few things every stage needs of it.

use ndarray::{Array2, Array3, ArrayView, Dimension};

/// n × d: row = token (or query), column = dimension (or key).
pub type Matrix = Array2<f32>;

/// heads × rows × columns: one matrix per attention head.
pub type Heads = Array3<f32>;

/// The same in double precision: reference functions and the permutation panel.
pub type Matrix64 = Array2<f64>;

/// Largest absolute difference of two arrays of one shape, in f64; `None` if the shapes differ.
///
/// Two infinities of one sign count as equal (masked logits); a NaN on either side makes the result NaN.
pub fn max_abs_diff<D: Dimension>(a: ArrayView<f64, D>, b: ArrayView<f64, D>) -> Option<f64> {
    (a.shape() == b.shape()).then(|| {
        a.iter().zip(b.iter()).fold(0.0_f64, |worst, (&x, &y)| {
            let gap = if x == y { 0.0 } else { (x - y).abs() };
            if gap.is_nan() || worst.is_nan() { f64::NAN } else { worst.max(gap) }
        })
    })
}

/// A double-precision copy of a matrix.
pub fn to_f64(m: &Matrix) -> Matrix64 {
    m.mapv(f64::from)
}
