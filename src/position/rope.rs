//! RoPE: rotary position embedding. Pairs of q and k turn by (position × θ_i); the score then depends on
//! the distance only.
//!
//! ```text
//! (a, b) → (a cos pθ_i − b sin pθ_i,  a sin pθ_i + b cos pθ_i)
//! (R_m q)·(R_n k) = Σ_i (q_a k_a + q_b k_b) cos((m−n)θ_i) + (q_a k_b − q_b k_a) sin((m−n)θ_i)
//! ```
//!
//! Su et al. 2021, RoFormer, arXiv 2104.09864, §3.4.2. Two pairings are in use: *interleaved* (2i, 2i+1)
//! (RoFormer, GPT-J, Meta's LLaMA code) and *half-split* (i, i + d/2) (GPT-NeoX, Hugging Face). They give
//! the same scores once the columns of W_Q and W_K are permuted within each head ([`half_split_order`]);
//! mixing them without that does not. Values are never rotated.

use super::parameter::Parameter;
use super::problem::Problem;
use super::property::{Limit, Scope, UsedBy, partly, whole};
use super::remap::{self, Remapped};
use super::scaling::yarn::{Truncate, YarnRamp};
use super::scaling::{self, RopeType};
use super::{Entry, Scheme, SchemeInfo, Sizes, rope_axes};
use crate::matrix::{Matrix, Matrix64};
use crate::{choices, parameter};
use ndarray::ArrayViewMut1;

choices! {
    /// Which two dimensions form pair i of a head of width d.
    pub enum Pairing {
        /// (i, i + d/2)
        HalfSplit = "half_split",
        /// (2i, 2i + 1)
        Interleaved = "interleaved",
    }
}

/// What RoPE and its extensions can be told, under the names of Hugging Face's `rope_parameters`.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub rope_pairing: Pairing,
    /// b in θ_i = b^(−2i/d): `rope_theta`.
    pub base: f64,
    pub rope_type: RopeType,
    /// s = target length / training length, ≥ 1.
    pub factor: f64,
    /// L, the pre-training length.
    pub original_max_position_embeddings: f64,
    /// n, the tokens at hand: dynamic NTK's base follows it, LongRoPE changes lists at n > L. `None`: the text's own.
    pub seq_len: Option<f64>,
    /// YaRN: β, pairs that turn more often within L are kept.
    pub beta_fast: f64,
    /// YaRN: α, pairs that turn less often within L are divided by s.
    pub beta_slow: f64,
    pub yarn_ramp: YarnRamp,
    pub truncate: Truncate,
    /// YaRN: μ of the attention factor's numerator; read only together with `mscale_all_dim`, 0 is none.
    pub mscale: Option<f64>,
    /// YaRN: μ of its denominator. DeepSeek puts m(s, μ)² into the softmax scale instead.
    pub mscale_all_dim: Option<f64>,
    /// m, multiplies cos and sin; `None` takes the rule's own (YaRN, LongRoPE).
    pub attention_factor: Option<f64>,
    /// Llama 3: wavelengths above L / this are divided by s.
    pub low_freq_factor: f64,
    /// Llama 3: wavelengths below L / this are kept.
    pub high_freq_factor: f64,
    /// LongRoPE: λ_i for n ≤ L, one per pair; empty for an illustration.
    pub short_factor: Vec<f64>,
    /// LongRoPE: λ_i for n > L, one per pair; empty for an illustration.
    pub long_factor: Vec<f64>,
}

impl Params {
    /// The same for a text of `n` tokens: `seq_len` is n unless the reader set it.
    pub fn for_length(&self, n: usize) -> Self {
        Params { seq_len: self.seq_len.or(Some(n as f64)), ..self.clone() }
    }
}

impl Default for Params {
    fn default() -> Self {
        Params {
            rope_pairing: Pairing::HalfSplit,
            base: 10_000.0,
            rope_type: RopeType::Default,
            factor: 1.0,
            original_max_position_embeddings: 2048.0,
            seq_len: None,
            beta_fast: 32.0,
            beta_slow: 1.0,
            yarn_ramp: YarnRamp::Code,
            truncate: Truncate::True,
            mscale: None,
            mscale_all_dim: None,
            attention_factor: None,
            low_freq_factor: 1.0,
            high_freq_factor: 4.0,
            short_factor: Vec::new(),
            long_factor: Vec::new(),
        }
    }
}

const PAIRING: &[Parameter] =
    &[parameter!(rope.rope_pairing: choice Pairing, "which dimensions form a RoPE pair")];

impl Pairing {
    /// The two dimensions of pair `i` when `rotary_dim` dimensions rotate.
    pub fn dims(self, i: usize, rotary_dim: usize) -> (usize, usize) {
        match self {
            Pairing::Interleaved => (2 * i, 2 * i + 1),
            Pairing::HalfSplit => (i, i + rotary_dim / 2),
        }
    }
}

/// The rotation of every position: cos(p θ_i) and sin(p θ_i), each n × rotary_dim/2, times the attention factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Rotation {
    pub cos: Matrix,
    pub sin: Matrix,
    pub pairing: Pairing,
}

/// By how much every pair turns at every position, in f64: what every rotation is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Angles {
    /// Radians, n × pairs. The first 2 · pairs dimensions turn; the others stay (partial rotary).
    pub angle: Matrix64,
    /// m, multiplies cos and sin, so logits by m².
    pub attention_factor: f64,
    pub pairing: Pairing,
}

impl Angles {
    /// p · θ_i for positions p = 0 … n − 1.
    pub fn new(n: usize, freq: &scaling::Frequencies, pairing: Pairing) -> Self {
        Angles::at((0..n).map(|p| p as f64), freq, pairing)
    }

    /// p · θ_i for any positions p, one per row.
    pub fn at(
        positions: impl ExactSizeIterator<Item = f64>,
        freq: &scaling::Frequencies,
        pairing: Pairing,
    ) -> Self {
        let mut angle = Matrix64::zeros((positions.len(), freq.inv_freq.len()));
        for (mut row, p) in angle.rows_mut().into_iter().zip(positions) {
            row.iter_mut().zip(&freq.inv_freq).for_each(|(angle, theta)| *angle = p * theta);
        }
        Angles { angle, attention_factor: freq.attention_factor, pairing }
    }

    /// Turns one vector (head_dim) as position `p` does, in f64: the plain function every fast one is tested against.
    /// Pairs that reach beyond `x` are left out, and so are positions past the last.
    pub fn turn(&self, p: usize, mut x: ArrayViewMut1<f64>) {
        if p >= self.angle.nrows() {
            return;
        }
        let rotary_dim = 2 * self.angle.ncols();
        for (i, angle) in self.angle.row(p).iter().enumerate() {
            let (sin, cos) = angle.sin_cos();
            let (sin, cos) = (sin * self.attention_factor, cos * self.attention_factor);
            let (first, second) = self.pairing.dims(i, rotary_dim);
            if let (Some(&a), Some(&b)) = (x.get(first), x.get(second)) {
                x[first] = a * cos - b * sin;
                x[second] = a * sin + b * cos;
            }
        }
    }
}

impl Rotation {
    /// cos and sin of `angles`, rounded to f32 only at the end.
    pub fn of(angles: &Angles) -> Self {
        let m = angles.attention_factor;
        Rotation {
            cos: angles.angle.mapv(|angle| (angle.cos() * m) as f32),
            sin: angles.angle.mapv(|angle| (angle.sin() * m) as f32),
            pairing: angles.pairing,
        }
    }

    /// The table for positions 0 … n − 1.
    pub fn table(n: usize, freq: &scaling::Frequencies, pairing: Pairing) -> Self {
        Rotation::of(&Angles::new(n, freq, pairing))
    }

    /// Rotates row p of `x` (n × head_dim) by position p, in f32.
    pub fn apply(&self, x: &mut Matrix) {
        for (p, mut row) in x.rows_mut().into_iter().enumerate() {
            if let Some(row) = row.as_slice_mut() {
                self.apply_row(p, row);
            }
        }
    }

    /// Rotates one vector (head_dim) by position p, in f32. Positions past the table leave it.
    pub fn apply_row(&self, p: usize, row: &mut [f32]) {
        if p >= self.cos.nrows() {
            return;
        }
        let rotary_dim = 2 * self.cos.ncols();
        for (i, (cos, sin)) in self.cos.row(p).iter().zip(self.sin.row(p)).enumerate() {
            let (first, second) = self.pairing.dims(i, rotary_dim);
            if let (Some(&a), Some(&b)) = (row.get(first), row.get(second)) {
                row[first] = a * cos - b * sin;
                row[second] = a * sin + b * cos;
            }
        }
    }
}

/// The order in which the dimensions of an interleaved vector stand in a half-split one:
/// x_half[j] = x_interleaved[order[j]], order = [0, 2, 4, … 1, 3, 5, …], for `rotary_dim` (even) dimensions.
///
/// rotate_half_split(x[order]) = rotate_interleaved(x)[order]. This is what converts Meta's LLaMA weights to
/// Hugging Face's: permute the columns of W_Q and W_K (row-vector convention) in each head, nothing else.
pub fn half_split_order(rotary_dim: usize) -> Vec<usize> {
    (0..rotary_dim).step_by(2).chain((1..rotary_dim).step_by(2)).collect()
}

/// Rotates one head's vector `x` at `position`, in f64.
///
/// Only the first 2 · inv_freq.len() dimensions rotate (partial rotary: GPT-NeoX half-split, GPT-J
/// interleaved); the others stay. Pairs that reach beyond `x` are left out.
pub fn rotate(x: ArrayViewMut1<f64>, position: f64, freq: &scaling::Frequencies, pairing: Pairing) {
    Angles::at(std::iter::once(position), freq, pairing).turn(0, x);
}

/// The scheme: rotates q and k with the frequencies of `rope_type`.
pub struct Rope;

impl Scheme for Rope {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[scaling::PARAMETERS, PAIRING, rope_axes::PARAMETERS, remap::PARAMETERS]
    }

    fn problem(&self, sizes: Sizes, params: &super::Params) -> Option<Problem> {
        let of_rule = || {
            let turning = rope_axes::rule_dim(sizes.head_dim, &params.axes);
            // With nothing to turn there is no rule to break.
            let problem = scaling::problem(params.rope.rope_type, turning, &params.rope);
            problem.filter(|_| turning > 0).map(Problem::from)
        };
        rope_axes::problem(sizes.head_dim, &params.axes).or_else(|| remap::problem(params)).or_else(of_rule)
    }

    fn angles(&self, sizes: Sizes, params: &super::Params) -> Option<Angles> {
        if self.problem(sizes, params).is_some() {
            return None;
        }
        rope_axes::angles(sizes, &params.rope.for_length(sizes.n), &params.axes, &params.layout)
    }

    fn remapped(&self, sizes: Sizes, params: &super::Params) -> Option<Remapped> {
        if self.problem(sizes, params).is_some() {
            return None;
        }
        let rope = params.rope.for_length(sizes.n);
        let freq = rope_axes::frequencies(sizes.head_dim, &rope, &params.axes);
        remap::remapped(sizes.n, &freq, params.rope.rope_pairing, &params.remap)
    }

    fn limit(&self, _: Sizes, _: &super::Params) -> Limit {
        Limit::UnseenAngles
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[
            whole("LLaMA"),
            whole("Llama 2"),
            whole("Llama 3"),
            whole("Qwen3"),
            whole("Mistral"),
            partly("GPT-J", Scope::Dimensions(64)),
            partly("DeepSeek-V3", Scope::Dimensions(64)),
        ];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "rope",
    name: "RoPE",
    entry: Entry::RotatesQueryKey,
    citation: "Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding, 2021, arXiv 2104.09864",
    year: 2021,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><mo>(</mo><msub><mi>R</mi><mi>i</mi></msub><msub><mi>q</mi><mi>i</mi></msub><mo>)</mo><mo>·</mo><mo>(</mo><msub><mi>R</mi><mi>j</mi></msub><msub><mi>k</mi><mi>j</mi></msub><mo>)</mo></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac>",
    convention: "pair i turns by position × θ_i; half-split pairs (i, i + d/2) as in Hugging Face, or interleaved (2i, 2i + 1) as in RoFormer",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::scaling::Frequencies;
    use ndarray::{Array1, array};
    use std::f64::consts::FRAC_PI_2;

    /// One quarter turn a position, on the first pair only.
    fn quarter_turn(pairs: usize) -> Frequencies {
        let mut inv_freq = vec![0.0; pairs];
        inv_freq[0] = FRAC_PI_2;
        Frequencies { inv_freq, attention_factor: 1.0 }
    }

    fn close(a: &Array1<f64>, b: &Array1<f64>) -> bool {
        a.len() == b.len() && (a - b).iter().all(|gap| gap.abs() < 1e-12)
    }

    #[test]
    fn a_quarter_turn_takes_a_to_b() {
        let mut x = array![1.0, 2.0, 3.0, 4.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(2), Pairing::Interleaved);
        assert!(close(&x, &array![-2.0, 1.0, 3.0, 4.0]), "{x}");
        let mut x = array![1.0, 2.0, 3.0, 4.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(2), Pairing::HalfSplit);
        assert!(close(&x, &array![-3.0, 2.0, 1.0, 4.0]), "{x}");
    }

    #[test]
    fn dimensions_beyond_the_rotary_ones_stay() {
        let mut x = array![1.0, 2.0, 3.0, 4.0, 5.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(1), Pairing::HalfSplit);
        assert!(close(&x, &array![-2.0, 1.0, 3.0, 4.0, 5.0]), "{x}");
    }

    #[test]
    fn a_vector_too_short_for_the_frequencies_is_no_panic() {
        let mut x = array![1.0, 2.0, 3.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(2), Pairing::Interleaved);
        assert!(close(&x, &array![-2.0, 1.0, 3.0]), "{x}");
    }

    #[test]
    fn the_half_split_order_undoes_the_interleaving() {
        assert_eq!(half_split_order(8), [0, 2, 4, 6, 1, 3, 5, 7]);
        for (j, &dim) in half_split_order(8).iter().enumerate() {
            let (pair, second) = (j % 4, j >= 4);
            let (a, b) = Pairing::Interleaved.dims(pair, 8);
            assert_eq!(dim, if second { b } else { a });
        }
    }

    /// What the page uses is the f64 rotation with cos and sin rounded once, at the far end too.
    #[test]
    fn the_f32_table_rotates_like_the_f64_function() {
        let params = Params { rope_type: RopeType::Yarn, factor: 8.0, ..Params::default() };
        let sizes = Sizes { n: 3000, d_model: 64, n_heads: 4, head_dim: 16 };
        let freq = scaling::frequencies(sizes.head_dim, &params);
        assert!(freq.attention_factor > 1.2);
        for pairing in [Pairing::Interleaved, Pairing::HalfSplit] {
            let rope = Params { rope_pairing: pairing, ..params.clone() };
            let angles = Rope.angles(sizes, &crate::position::Params { rope, ..Default::default() }).unwrap();
            let table = Rotation::of(&angles);
            assert_eq!((table.cos.dim(), table.sin.dim(), table.pairing), ((3000, 8), (3000, 8), pairing));
            for p in [0, 1, 63, 2999] {
                // (1, 0) in every pair turns to (m cos, m sin), which reads the table's entries off.
                let mut x = Array1::<f64>::zeros(16);
                (0..8).for_each(|i| x[pairing.dims(i, 16).0] = 1.0);
                rotate(x.view_mut(), p as f64, &freq, pairing);
                for i in 0..8 {
                    let (a, b) = pairing.dims(i, 16);
                    let half_ulp = freq.attention_factor * f64::from(f32::EPSILON) / 2.0;
                    assert!((f64::from(table.cos[[p, i]]) - x[a]).abs() <= half_ulp);
                    assert!((f64::from(table.sin[[p, i]]) - x[b]).abs() <= half_ulp);
                }
            }
        }
    }
}
