//! Multi-head latent attention with decoupled RoPE: what is cached of a token is one short vector and one rotated key.
//!
//! ```text
//! c_j = x_j W_DKV                       cached, kv_lora_rank numbers          latent
//! k^R_j = RoPE_j(x_j W_KR)              cached, d_rope numbers                shared by all heads
//! [q^C_i | q^R_i] = x_i W_Q per head;   k^C_j = c_j W_UK,  v_j = c_j W_UV
//!
//! naive     score_ij = (q^C_i·(c_j W_UK) + RoPE_i(q^R_i)·k^R_j) / √(d_nope + d_rope)
//! absorbed  score_ij = ((q^C_i W_UKᵀ)·c_j + RoPE_i(q^R_i)·k^R_j) / √(d_nope + d_rope),   o_i = (Σ_j A_ij c_j) W_UV
//! ```
//!
//! DeepSeek-V2, arXiv 2405.04434, §2.1; the two forms are `naive` and `absorb` of DeepSeek-V3's inference/model.py, here
//! without the RMSNorm on the latent and without the low-rank query. RoPE is interleaved there.
//!
//! Why the rotary part is decoupled: with RoPE on k^C itself the score is q^C_i R_{j−i} W_UKᵀ c_jᵀ: a rotation stands
//! between q^C and W_UK and depends on the distance, so no one matrix can be absorbed ([`Mla::key_map`] shows it). The
//! rotary part is needed only if rotation is wanted: with d_rope = 0 this is MLA without position.

use super::Mask;
use super::reference::softmax_rows;
use crate::matrix::{Matrix64, max_abs_diff};
use crate::position::rope::{self, Pairing};
use crate::position::scaling::Frequencies;
use ndarray::{ArrayView2, Axis, concatenate, s};

/// The sizes; names as in DeepSeek-V3's config (`qk_nope_head_dim`, `qk_rope_head_dim`, `v_head_dim`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub d_model: usize,
    pub n_heads: usize,
    /// Width of the latent c.
    pub kv_lora_rank: usize,
    pub d_nope: usize,
    /// Even; 0 for MLA without position.
    pub d_rope: usize,
    pub d_v: usize,
}

impl Shape {
    /// Numbers cached per token and layer: the latent and one rotated key for all heads.
    pub fn cached_numbers(self) -> usize {
        self.kv_lora_rank + self.d_rope
    }

    /// Numbers that multi-head attention of these widths caches per token and layer: every head's key and value.
    pub fn uncompressed_numbers(self) -> usize {
        self.grouped_numbers(self.n_heads)
    }

    /// Numbers that so many key/value heads of these widths cache per token and layer, shared by groups of query heads.
    pub fn grouped_numbers(self, n_kv_heads: usize) -> usize {
        n_kv_heads * (self.d_nope + self.d_rope + self.d_v)
    }

    /// How many times smaller the cache is: 71 for DeepSeek-V3.
    pub fn saving(self) -> f64 {
        self.uncompressed_numbers() as f64 / self.cached_numbers() as f64
    }
}

/// One layer. W_Q: d_model × n_heads·(d_nope + d_rope), a head's d_nope columns before its d_rope; W_DKV: d_model ×
/// kv_lora_rank; W_KR: d_model × d_rope; W_UK: kv_lora_rank × n_heads·d_nope; W_UV: kv_lora_rank × n_heads·d_v;
/// W_O: n_heads·d_v × d_model.
#[derive(Clone, Debug)]
pub struct Mla {
    pub shape: Shape,
    pub w_q: Matrix64,
    pub w_dkv: Matrix64,
    pub w_kr: Matrix64,
    pub w_uk: Matrix64,
    pub w_uv: Matrix64,
    pub w_o: Matrix64,
    /// θ of the d_rope/2 pairs.
    pub freq: Frequencies,
    pub pairing: Pairing,
    pub mask: Mask,
}

/// A matrix of the wrong shape.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} has shape {got:?}, expected {want:?}")]
pub struct ShapeError {
    pub what: &'static str,
    pub got: (usize, usize),
    pub want: (usize, usize),
}

/// DeepSeek-V3's sizes (its config.json) …
pub const DEEPSEEK_V3: Shape =
    Shape { d_model: 7168, n_heads: 128, kv_lora_rank: 512, d_nope: 128, d_rope: 64, d_v: 128 };

/// … and its layers.
pub const DEEPSEEK_V3_LAYERS: usize = 61;

/// What one pass makes.
#[derive(Clone, Debug, PartialEq)]
pub struct Pass {
    /// One n × n matrix per head: the scores, −∞ where the mask forbids.
    pub logits: Vec<Matrix64>,
    /// One n × n matrix per head.
    pub weights: Vec<Matrix64>,
    /// n × d_model.
    pub output: Matrix64,
}

impl Mla {
    /// Whether all matrices have the shapes that `shape` says, and x is n × d_model.
    pub fn check(&self, x: &Matrix64) -> Result<(), ShapeError> {
        let Shape { d_model, n_heads, kv_lora_rank, d_nope, d_rope, d_v } = self.shape;
        let expected = [
            ("X", x, (x.nrows(), d_model)),
            ("W_Q", &self.w_q, (d_model, n_heads * (d_nope + d_rope))),
            ("W_DKV", &self.w_dkv, (d_model, kv_lora_rank)),
            ("W_KR", &self.w_kr, (d_model, d_rope)),
            ("W_UK", &self.w_uk, (kv_lora_rank, n_heads * d_nope)),
            ("W_UV", &self.w_uv, (kv_lora_rank, n_heads * d_v)),
            ("W_O", &self.w_o, (n_heads * d_v, d_model)),
        ];
        match expected.into_iter().find(|(_, matrix, want)| matrix.dim() != *want) {
            Some((what, matrix, want)) => Err(ShapeError { what, got: matrix.dim(), want }),
            None => Ok(()),
        }
    }

    /// c, n × kv_lora_rank: the part of the cache that every key and value is made from.
    pub fn latent(&self, x: &Matrix64) -> Matrix64 {
        x.dot(&self.w_dkv)
    }

    /// k^R, n × d_rope, rotated: the other part of the cache.
    pub fn rotated_key(&self, x: &Matrix64) -> Matrix64 {
        self.rotated(x.dot(&self.w_kr))
    }

    /// q^C W_UKᵀ of one head, n × kv_lora_rank: what meets the latent in the absorbed form.
    pub fn absorbed_query(&self, x: &Matrix64, head: usize) -> Matrix64 {
        self.content_query(x, head).dot(&self.head_w_uk(head).t())
    }

    /// Keys and values are made from the latent first.
    pub fn naive(&self, x: &Matrix64) -> Result<Pass, ShapeError> {
        self.check(x)?;
        let (c, k_rope) = (self.latent(x), self.rotated_key(x));
        Ok(self.pass(x, &k_rope, |head| {
            let key = c.dot(&self.head_w_uk(head));
            (self.content_query(x, head).dot(&key.t()), c.dot(&self.head_w_uv(head)))
        }))
    }

    /// The queries go to the latent; no key or value of any head is made. The value matrix comes after the weighted sum,
    /// which by associativity is the same.
    pub fn absorbed(&self, x: &Matrix64) -> Result<Pass, ShapeError> {
        self.check(x)?;
        let (c, k_rope) = (self.latent(x), self.rotated_key(x));
        let heads = 0..self.shape.n_heads;
        let logits: Vec<_> = heads.map(|t| self.logits(x, t, self.absorbed_scores(x, t), &k_rope)).collect();
        let weights: Vec<_> = logits.iter().map(softmax_rows).collect();
        let outputs = weights.iter().enumerate().map(|(t, a)| a.dot(&c).dot(&self.head_w_uv(t)));
        let output = self.joined(outputs.collect(), x.nrows());
        Ok(Pass { logits, weights, output })
    }

    /// The content scores of one head, n × n, unscaled, in the absorbed form: (q^C W_UKᵀ)·c.
    pub fn absorbed_scores(&self, x: &Matrix64, head: usize) -> Matrix64 {
        self.absorbed_query(x, head).dot(&self.latent(x).t())
    }

    /// The matrix M_r, d_nope × kv_lora_rank, for which the content score of one head is q^C M_r cᵀ if q^C and k^C were
    /// rotated at all their dimensions (frequencies `freq`, d_nope/2 of them), for key j at r = j − i from query i.
    ///
    /// M_r = R_r W_UKᵀ acting on column vectors, so it changes with r: absorbing would need one matrix per distance.
    /// M_0 is the W_UKᵀ that is absorbed when k^C is not rotated.
    pub fn key_map(&self, head: usize, r: f64, freq: &Frequencies) -> Matrix64 {
        // each row of W_UK is one latent dimension's key direction; rotating it by r is what the score sees
        let mut rows = self.head_w_uk(head).to_owned();
        rows.rows_mut().into_iter().for_each(|row| rope::rotate(row, r, freq, self.pairing));
        rows.reversed_axes()
    }

    /// How much of the matrix to absorb is another at distance r: ‖M_r − M_0‖ / ‖M_0‖ (Frobenius). 0 for r = 0, at most 2,
    /// since M_r is M_0 with its columns turned.
    pub fn key_map_change(&self, head: usize, r: f64, freq: &Frequencies) -> f64 {
        let (at_zero, at_r) = (self.key_map(head, 0.0, freq), self.key_map(head, r, freq));
        let norm = |m: &Matrix64| m.mapv(|x| x * x).sum().sqrt();
        let whole = norm(&at_zero);
        if whole > 0.0 { norm(&(at_r - &at_zero)) / whole } else { 0.0 }
    }

    /// The content scores of one head, n × n, if q^C and k^C were rotated at all their dimensions.
    pub fn fully_rotated_scores(&self, x: &Matrix64, head: usize, freq: &Frequencies) -> Matrix64 {
        let rotated = |mut rows: Matrix64| {
            for (p, row) in rows.rows_mut().into_iter().enumerate() {
                rope::rotate(row, p as f64, freq, self.pairing);
            }
            rows
        };
        let key = self.latent(x).dot(&self.head_w_uk(head));
        rotated(self.content_query(x, head).to_owned()).dot(&rotated(key).t())
    }

    /// What goes wrong when M_0 is absorbed all the same: the largest difference of any content score from
    /// [`Mla::fully_rotated_scores`], over all heads. Zero without rotation, and on the diagonal.
    pub fn full_rope_gap(&self, x: &Matrix64, freq: &Frequencies) -> Result<f64, ShapeError> {
        self.check(x)?;
        let gap = |head| {
            let absorbed = self.absorbed_scores(x, head);
            let exact = self.fully_rotated_scores(x, head, freq);
            max_abs_diff(absorbed.view(), exact.view()).unwrap_or(f64::NAN)
        };
        Ok((0..self.shape.n_heads).map(gap).fold(0.0, f64::max))
    }

    /// The rotary part, softmax and values, for content scores and values given per head.
    fn pass(
        &self,
        x: &Matrix64,
        k_rope: &Matrix64,
        content_and_value: impl Fn(usize) -> (Matrix64, Matrix64),
    ) -> Pass {
        let (mut logits, mut weights, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
        for head in 0..self.shape.n_heads {
            let (content, value) = content_and_value(head);
            let z = self.logits(x, head, content, k_rope);
            let a = softmax_rows(&z);
            outputs.push(a.dot(&value));
            weights.push(a);
            logits.push(z);
        }
        Pass { logits, weights, output: self.joined(outputs, x.nrows()) }
    }

    /// (content + RoPE(q^R)·k^R)/√(d_nope + d_rope) under the mask.
    fn logits(&self, x: &Matrix64, head: usize, content: Matrix64, k_rope: &Matrix64) -> Matrix64 {
        let Shape { d_nope, d_rope, .. } = self.shape;
        let first = head * (d_nope + d_rope) + d_nope;
        let q_rope = self.rotated(x.dot(&self.w_q.slice(s![.., first..first + d_rope])));
        let scale = 1.0 / ((d_nope + d_rope) as f64).sqrt();
        let mut logits = (content + q_rope.dot(&k_rope.t())) * scale;
        for ((i, j), z) in logits.indexed_iter_mut() {
            if !self.mask.allows(i, j) {
                *z = f64::NEG_INFINITY;
            }
        }
        logits
    }

    /// concat of the heads' outputs times W_O.
    fn joined(&self, outputs: Vec<Matrix64>, n: usize) -> Matrix64 {
        let views: Vec<_> = outputs.iter().map(|output| output.view()).collect();
        let concat = concatenate(Axis(1), &views).unwrap_or_else(|_| Matrix64::zeros((n, self.w_o.nrows())));
        concat.dot(&self.w_o)
    }

    /// q^C of one head, n × d_nope.
    fn content_query(&self, x: &Matrix64, head: usize) -> Matrix64 {
        let Shape { d_nope, d_rope, .. } = self.shape;
        let first = head * (d_nope + d_rope);
        x.dot(&self.w_q.slice(s![.., first..first + d_nope]))
    }

    fn head_w_uk(&self, head: usize) -> ArrayView2<'_, f64> {
        let width = self.shape.d_nope;
        self.w_uk.slice(s![.., head * width..(head + 1) * width])
    }

    fn head_w_uv(&self, head: usize) -> ArrayView2<'_, f64> {
        let width = self.shape.d_v;
        self.w_uv.slice(s![.., head * width..(head + 1) * width])
    }

    /// Row p rotated by position p.
    fn rotated(&self, mut rows: Matrix64) -> Matrix64 {
        for (p, row) in rows.rows_mut().into_iter().enumerate() {
            rope::rotate(row, p as f64, &self.freq, self.pairing);
        }
        rows
    }
}
