//! Transformer-XL: the dot product of two positioned vectors, taken apart, with every absolute position replaced
//! by a distance, so that keys of an earlier segment can be reused.
//!
//! ```text
//! Δ        = (i + m) − j                   keys j over memory ⊕ current, m = mem_len; query i over current
//! score_ij = (a + b + c + d) / √d_k
//!   a = q_i·k_j            content · content
//!   b = q_i·(R_Δ W_R)      content · position
//!   c = u·k_j              u · content:  one u a head, for every query alike
//!   d = v·(R_Δ W_R)        v · position: one v a head
//! R_Δ = [sin Δω_0 … sin Δω_{d/2−1} ‖ cos Δω_0 … cos Δω_{d/2−1}],  ω_i = 10000^(−2i/d),  d = d_model
//! ```
//!
//! Dai et al. 2019, "Transformer-XL: Attentive Language Models Beyond a Fixed-Length Context", arXiv 1901.02860,
//! §3.3; kimiyoung/transformer-xl, `RelPartialLearnableMultiHeadAttn` (there u is `r_w_bias`, v `r_r_bias`).
//! The distance is Δ = i − j, positive for a key to the left (opposite to r = j − i). The sinusoid is the
//! concatenated layout. The paper's models are causal (Δ ≥ 0); Δ < 0 is what XLNet adds, by the same formula.

use super::sinusoidal;
use crate::matrix::Matrix64;
use ndarray::{Array1, ArrayView1, ArrayView2};

/// R_Δ, `d_model` wide: all sines, then all cosines. An odd width lacks the last cosine.
pub fn sinusoid(delta: i64, d_model: usize) -> Array1<f64> {
    let pairs = d_model.div_ceil(2);
    Array1::from_shape_fn(d_model, |dim| {
        let omega = sinusoidal::omega(dim % pairs, d_model, sinusoidal::BASE);
        let angle = delta as f64 * omega;
        if dim < pairs { angle.sin() } else { angle.cos() }
    })
}

/// Δ = (i + m) − j, where j counts from the start of the memory.
pub fn distance(i: usize, j: usize, mem_len: usize) -> i64 {
    (i + mem_len) as i64 - j as i64
}

/// What one head of Transformer-XL learns beside its projections of content.
#[derive(Clone, Copy, Debug)]
pub struct Learned<'a> {
    /// The head's columns of W_R: d_model × d_k.
    pub w_r: ArrayView2<'a, f64>,
    /// d_k, the query of the c term.
    pub u: ArrayView1<'a, f64>,
    /// d_k, the query of the d term.
    pub v: ArrayView1<'a, f64>,
}

/// The four unscaled terms of one head, each n × (m + n). Their sum times 1/√d_k is the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// a: q_i·k_j
    pub content_content: Matrix64,
    /// b: q_i·(R_Δ W_R)
    pub content_position: Matrix64,
    /// c: u·k_j
    pub u_content: Matrix64,
    /// d: v·(R_Δ W_R)
    pub v_position: Matrix64,
}

impl Terms {
    /// Each term under its name, in the paper's order a, b, c, d.
    pub fn named(self) -> Vec<(&'static str, Matrix64)> {
        vec![
            ("content · content", self.content_content),
            ("content · position", self.content_position),
            ("u · content", self.u_content),
            ("v · position", self.v_position),
        ]
    }
}

/// The terms from q (n × d_k) and the keys of memory ⊕ current ((m + n) × d_k). Fewer keys than queries leave no
/// memory.
pub fn terms(q: ArrayView2<f64>, k: ArrayView2<f64>, learned: Learned) -> Terms {
    let mem_len = k.nrows().saturating_sub(q.nrows());
    let shape = (q.nrows(), k.nrows());
    let position = |i, j| sinusoid(distance(i, j, mem_len), learned.w_r.nrows()).dot(&learned.w_r);
    Terms {
        content_content: q.dot(&k.t()),
        content_position: Matrix64::from_shape_fn(shape, |(i, j)| q.row(i).dot(&position(i, j))),
        u_content: Matrix64::from_shape_fn(shape, |(_, j)| learned.u.dot(&k.row(j))),
        v_position: Matrix64::from_shape_fn(shape, |(i, j)| learned.v.dot(&position(i, j))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn the_sinusoid_is_sines_then_cosines() {
        let r = sinusoid(2, 4);
        let slow = 0.02_f64; // 2 · 10000^(−2/4)
        let want = [2.0_f64.sin(), slow.sin(), 2.0_f64.cos(), slow.cos()];
        assert!(r.iter().zip(want).all(|(x, y)| (x - y).abs() < 1e-15), "{r}");
        assert_eq!(sinusoid(3, 0).len(), 0);
        assert_eq!(sinusoid(-1, 3)[2], 1.0_f64.cos());
    }

    /// One query after one token of memory: the memory is at Δ = 1, itself at Δ = 0.
    #[test]
    fn the_terms_by_hand() {
        let (q, k) = (array![[2.0]], array![[3.0], [5.0]]);
        let w_r = array![[1.0], [10.0]]; // R_Δ = [sin Δ, cos Δ]
        let (u, v) = (array![7.0], array![0.5]);
        let got = terms(q.view(), k.view(), Learned { w_r: w_r.view(), u: u.view(), v: v.view() });
        let far = 1.0_f64.sin() + 10.0 * 1.0_f64.cos();
        assert_eq!(got.content_content, array![[6.0, 10.0]]);
        assert_eq!(got.content_position, array![[2.0 * far, 20.0]]);
        assert_eq!(got.u_content, array![[21.0, 35.0]]);
        assert_eq!(got.v_position, array![[0.5 * far, 5.0]]);
    }
}
