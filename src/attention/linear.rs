//! Linear attention: the softmax's exp(q·k) replaced by φ(q)·φ(k), so that keys and values can be summed once.
//!
//! ```text
//! φ(x) = elu(x) + 1 = x + 1 for x > 0, else e^x                     (positive, applied to each dimension)
//! o_i  = φ(q_i) (Σ_j φ(k_j)ᵀ v_j) / (φ(q_i)·Σ_j φ(k_j) + ε)         full: the two sums over all j
//! S_i  = S_{i−1} + φ(k_i)ᵀ v_i,  z_i = z_{i−1} + φ(k_i)             causal: running sums, a recurrence
//! ```
//!
//! Katharopoulos et al. 2020, "Transformers are RNNs", arXiv 2006.16236, eqs. 4–7 and 18–20; ε = 1e−6 added to the
//! denominator as in the authors' code (idiap/fast-transformers). No 1/√d_k. φ carries no position: without a
//! mask the layer is permutation-equivariant, exactly as softmax attention is.

use super::Mask;
use crate::matrix::Matrix64;
use ndarray::{Array1, ArrayView1, ArrayView2};

/// ε of the authors' code.
pub const EPSILON: f64 = 1e-6;

/// φ(x) = elu(x) + 1, always positive.
pub fn feature(x: f64) -> f64 {
    if x > 0.0 { x + 1.0 } else { x.exp() }
}

/// A_ij = φ(q_i)·φ(k_j) / (Σ_j φ(q_i)·φ(k_j) + ε) over the keys that `mask` allows: the n × n map that the layer
/// never makes, for looking at, and the oracle of [`attend`]. Its rows sum to one but for ε.
pub fn weights(q: ArrayView2<f64>, k: ArrayView2<f64>, mask: Mask, epsilon: f64) -> Matrix64 {
    let products = q.mapv(feature).dot(&k.mapv(feature).t());
    let mut weights = products;
    for (i, mut row) in weights.rows_mut().into_iter().enumerate() {
        row.indexed_iter_mut().filter(|(j, _)| !mask.allows(i, *j)).for_each(|(_, a)| *a = 0.0);
        let sum = row.sum() + epsilon;
        row.mapv_inplace(|a| a / sum);
    }
    weights
}

/// o, n × the width of v, with work linear in n: the sums are kept, never an n × n map.
pub fn attend(
    q: ArrayView2<f64>,
    k: ArrayView2<f64>,
    v: ArrayView2<f64>,
    mask: Mask,
    epsilon: f64,
) -> Matrix64 {
    let mut sums = Sums::new(k.ncols(), v.ncols());
    let mut output = Matrix64::zeros((q.nrows(), v.ncols()));
    if mask == Mask::Full {
        k.rows().into_iter().zip(v.rows()).for_each(|(k, v)| sums.add(k, v));
    }
    for (i, mut o) in output.rows_mut().into_iter().enumerate() {
        if mask == Mask::Causal {
            sums.add(k.row(i), v.row(i));
        }
        o.assign(&sums.read(q.row(i), epsilon));
    }
    output
}

/// All that is kept of the keys and values seen so far, whatever their number: d_k · d_v + d_k numbers a head. It is
/// the state of an RNN, and what a softmax layer needs its whole cache for.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// S = Σ_j φ(k_j)ᵀ v_j, d_k × d_v.
    pub key_value: Matrix64,
    /// z = Σ_j φ(k_j), d_k.
    pub key: Array1<f64>,
}

impl Sums {
    /// Nothing seen yet.
    pub fn new(d_k: usize, d_v: usize) -> Self {
        Sums { key_value: Matrix64::zeros((d_k, d_v)), key: Array1::zeros(d_k) }
    }

    /// Takes in one key and its value. The order of the calls does not matter: a sum forgets it.
    pub fn add(&mut self, k: ArrayView1<f64>, v: ArrayView1<f64>) {
        let key = k.mapv(feature);
        for (mut row, &f) in self.key_value.rows_mut().into_iter().zip(&key) {
            row.scaled_add(f, &v);
        }
        self.key += &key;
    }

    /// φ(q) S / (φ(q)·z + ε).
    pub fn read(&self, q: ArrayView1<f64>, epsilon: f64) -> Array1<f64> {
        let query = q.mapv(feature);
        query.dot(&self.key_value) / (query.dot(&self.key) + epsilon)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn the_feature_is_positive_and_continuous() {
        assert_eq!((feature(2.0), feature(0.0), feature(-1.0)), (3.0, 1.0, (-1.0_f64).exp()));
        assert!((feature(1e-9) - feature(-1e-9)).abs() < 3e-9 && feature(-700.0) > 0.0);
    }

    /// Two tokens by hand: φ(1) = 2, φ(0) = 1.
    #[test]
    fn two_tokens_by_hand() {
        let (q, k, v) = (array![[1.0], [0.0]], array![[0.0], [1.0]], array![[3.0], [9.0]]);
        let run = |mask| attend(q.view(), k.view(), v.view(), mask, 0.0);
        assert_eq!(run(Mask::Full), array![[7.0], [7.0]]);
        assert_eq!(run(Mask::Causal), array![[3.0], [7.0]]);
        assert_eq!(
            weights(q.view(), k.view(), Mask::Causal, 0.0),
            array![[1.0, 0.0], [1.0 / 3.0, 2.0 / 3.0]]
        );
        // ε takes its share of the first row: 6/(2 + ε)
        assert_eq!(attend(q.view(), k.view(), v.view(), Mask::Causal, 1.0)[[0, 0]], 2.0);
    }
}
