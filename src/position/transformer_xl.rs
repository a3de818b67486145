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

use super::parameter::Parameter;
use super::property::{Limit, UsedBy, whole};
use super::reach::{self, Reach};
use super::relative::{DistanceTable, Relative, distances, split_heads};
use super::seeded::{self, Table};
use super::{Entry, Scheme, SchemeInfo, Sizes, sinusoidal};
use crate::matrix::{Heads, Matrix, Matrix64};
use crate::parameter;
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, s};

/// What Transformer-XL can be told.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    /// m: this many tokens at the beginning of the text are the memory. They are keys and values, but ask nothing.
    pub mem_len: usize,
}

const PARAMETERS: &[Parameter] = &[parameter!(
    transformer_xl.mem_len: integer 0..511,
    "Transformer-XL: tokens at the beginning that are memory, keys but no queries; at least one query stays"
)];

/// The first token that is a query, 0 … n − 1: the tokens before it are memory.
///
/// Memory is the earlier part of the same text: with a causal mask the rows from here on are what the layer computes
/// with that memory. (A trained model's memory holds the layer's own earlier inputs, which here are the embeddings.)
pub fn first_query(n: usize, params: &Params) -> usize {
    params.mem_len.min(n.saturating_sub(1))
}

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

/// What all heads would learn: W_R (d_model × n_heads·head_dim), u and v (n_heads × head_dim).
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub w_r: Matrix,
    pub u: Matrix,
    pub v: Matrix,
}

/// Seeded weights. u and v are N(0, 1) as the entries of q nearly are. W_R is N(0, 2/d_model): the square of R_Δ has
/// mean 1/2, so that the entries of R_Δ W_R have variance 1 like those of k, and all four terms are of one size.
pub fn weights(sizes: Sizes, seed: u64) -> Weights {
    let Sizes { d_model, n_heads, head_dim, .. } = sizes;
    let std = (2.0 / d_model.max(1) as f64).sqrt();
    let of = |table, shape, std| seeded::matrix(table, shape, std, seed);
    Weights {
        w_r: of(Table::TransformerXlPosition, (d_model, n_heads * head_dim), std),
        u: of(Table::TransformerXlU, (n_heads, head_dim), 1.0),
        v: of(Table::TransformerXlV, (n_heads, head_dim), 1.0),
    }
}

/// R_Δ · `w` (d_model × c) for the distances of n tokens: (2n − 1) × c, row j − i + n − 1.
///
/// Only Δ ≥ 0 is multiplied out, sines and cosines apart: R_{−Δ} has the sines with the other sign.
fn times_sinusoid(w: &Matrix, n: usize) -> Matrix {
    let d_model = w.nrows();
    let pairs = d_model.div_ceil(2);
    let omega: Vec<f64> = (0..pairs).map(|i| sinusoidal::omega(i, d_model, sinusoidal::BASE)).collect();
    let part = |of: fn(f64) -> f64, dims: std::ops::Range<usize>| {
        let table = Matrix::from_shape_fn((n, dims.len()), |(delta, i)| of(delta as f64 * omega[i]) as f32);
        table.dot(&w.slice(s![dims, ..]))
    };
    let (sines, cosines) = (part(f64::sin, 0..pairs), part(f64::cos, pairs..d_model));
    Matrix::from_shape_fn((distances(n).count(), w.ncols()), |(row, c)| {
        // Δ falls from n − 1 to 1 − n
        let (delta, left) = (row.abs_diff(n - 1), row < n);
        cosines[[delta, c]] + if left { sines[[delta, c]] } else { -sines[[delta, c]] }
    })
}

/// R_Δ W_R of all heads, `[n_heads, 2n − 1, head_dim]`, row j − i + n − 1.
pub fn position_keys(w_r: &Matrix, sizes: Sizes) -> Heads {
    split_heads(&times_sinusoid(w_r, sizes.n), sizes.n_heads, sizes.head_dim)
}

/// v·(R_Δ W_R) of all heads, `[n_heads, 2n − 1]`, as R_Δ·(W_R v): one column a head instead of head_dim.
pub fn position_biases(w_r: &Matrix, v: &Matrix, n: usize) -> Matrix {
    let head_dim = v.ncols();
    let mut columns = Matrix::zeros((w_r.nrows(), v.nrows()));
    for (h, (mut column, v)) in columns.columns_mut().into_iter().zip(v.rows()).enumerate() {
        column.assign(&w_r.slice(s![.., h * head_dim..(h + 1) * head_dim]).dot(&v));
    }
    times_sinusoid(&columns, n).reversed_axes().as_standard_layout().into_owned()
}

/// The scheme: b as a term of the query, c as one vector a head, d as a bias by distance.
pub struct TransformerXl;

impl Scheme for TransformerXl {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn memory(&self, n: usize, params: &super::Params) -> usize {
        first_query(n, &params.transformer_xl)
    }

    fn relative(&self, sizes: Sizes, params: &super::Params) -> Option<Relative> {
        let Weights { w_r, u, .. } = weights(sizes, params.seed);
        let n = sizes.n;
        let row = |r: i64| (r + n as i64 - 1) as usize;
        let query = DistanceTable::new(position_keys(&w_r, sizes), n, row);
        Some(Relative { query: Some(query), key_vector: Some(u), ..Relative::default() })
    }

    /// v·(R_Δ W_R) / √d_k.
    fn distance_bias(&self, sizes: Sizes, params: &super::Params) -> Option<Array2<f32>> {
        let Weights { w_r, v, .. } = weights(sizes, params.seed);
        let scale = self.scale(sizes.head_dim, params) as f32;
        Some(position_biases(&w_r, &v, sizes.n) * scale)
    }

    /// W_R in every layer; u and v once, as in the authors' code (`untie_r` gives each layer its own).
    fn learned(&self, sizes: Sizes, _params: &super::Params) -> reach::Learned {
        let inner = sizes.n_heads * sizes.head_dim;
        reach::Learned { per_layer: sizes.d_model * inner, once: 2 * inner }
    }

    fn reach(&self, _params: &super::Params) -> Option<Reach> {
        Some(Reach::Every)
    }

    fn limit(&self, _: Sizes, _: &super::Params) -> Limit {
        Limit::UnseenValues
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("Transformer-XL"), whole("XLNet")];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "transformer_xl",
    name: "Transformer-XL",
    entry: Entry::TermOfScore,
    citation: "Dai et al., Transformer-XL: Attentive Language Models Beyond a Fixed-Length Context, ACL 2019, arXiv 1901.02860",
    year: 2019,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub><mo>+</mo><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msub><mi>R</mi><mi>Δ</mi></msub><msub><mi>W</mi><mi>R</mi></msub><mo>+</mo><mi>u</mi><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub><mo>+</mo><mi>v</mi><mo>·</mo><msub><mi>R</mi><mi>Δ</mi></msub><msub><mi>W</mi><mi>R</mi></msub></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac>",
    convention: "Δ = i − j, counted through the memory; R_Δ is all sines, then all cosines; u and v per head",
};

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

    /// The halves put together are R_Δ W_R of every distance, odd widths and single tokens included.
    #[test]
    fn the_table_is_the_sinusoid_times_w_r() {
        for (n, d_model, n_heads, head_dim) in [(7, 16, 2, 4), (1, 16, 1, 4), (0, 16, 1, 4), (5, 7, 3, 2)] {
            let sizes = Sizes { n, d_model, n_heads, head_dim };
            let w_r = weights(sizes, 3).w_r;
            let table = position_keys(&w_r, sizes);
            assert_eq!(table.dim(), (n_heads, (2 * n).saturating_sub(1), head_dim));
            let exact = w_r.mapv(f64::from);
            for ((h, row, c), x) in table.indexed_iter() {
                let delta = n as i64 - 1 - row as i64;
                let want = sinusoid(delta, d_model).dot(&exact.column(h * head_dim + c));
                assert!((f64::from(*x) - want).abs() < 1e-5, "head {h}, Δ {delta}, dimension {c}");
            }
        }
    }

    #[test]
    fn one_query_stays_whatever_the_memory() {
        let of = |n, mem_len| first_query(n, &Params { mem_len });
        assert_eq!([of(5, 0), of(5, 3), of(5, 5), of(5, 99), of(1, 4), of(0, 4)], [0, 3, 4, 4, 0, 0]);
    }

    #[test]
    fn w_r_is_learned_per_layer_and_u_and_v_once() {
        let sizes = Sizes { n: 9, d_model: 410, n_heads: 10, head_dim: 41 };
        let want = reach::Learned { per_layer: 410 * 410, once: 2 * 410 };
        assert_eq!(TransformerXl.learned(sizes, &Default::default()), want);
    }
}
