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

mod rotation;

pub use rotation::{Angles, Pairing, Rotation, half_split_order, rotate};

use super::parameter::Parameter;
use super::problem::Problem;
use super::property::{Limit, Scope, UsedBy, partly, whole};
use super::remap::{self, Remapped};
use super::scaling::yarn::{Truncate, YarnRamp};
use super::scaling::{self, RopeType};
use super::{Entry, Scheme, SchemeInfo, Sizes, rope_axes};
use crate::parameter;

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
