//! The unscaled RoPE frequencies: θ_i = b^(−2i/d), i = 0 … d/2 − 1 (RoFormer, arXiv 2104.09864, eq. 15).
//!
//! Raising b and training on is a context extension of its own ([`ABF`]): it needs no rule, only another base.

use super::{Frequencies, Method, RopeType};
use crate::position::rope::Params;

const RULE: Method = Method {
    rope_type: RopeType::Default,
    id: "default",
    name: "RoPE",
    citation: "Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding, 2021, arXiv 2104.09864",
    year: 2021,
    mathml: "<msub><mi>θ</mi><mi>i</mi></msub><mo>=</mo><msup><mi>b</mi><mrow><mo>−</mo><mn>2</mn><mi>i</mi><mo>/</mo><mi>d</mi></mrow></msup>",
    convention: "i counts pairs from 0, d is the number of rotated dimensions",
    uses: &["base"],
    frequencies,
    problem: |_, _| None,
};

pub static METHOD: Method = RULE;

/// Adjusted base frequency: RoPE with a larger b, chosen by hand, and further training. Llama 2 Long took 500,000,
/// Code Llama 1,000,000. Its rope type is `default`; only `base` tells it apart.
pub static ABF: Method = Method {
    id: "abf",
    name: "ABF",
    citation: "Xiong et al., Effective Long-Context Scaling of Foundation Models, 2023, arXiv 2309.16039; Rozière et al., Code Llama, 2023, arXiv 2308.12950",
    year: 2023,
    convention: "rope_type default with a larger base, then further training; no rule applied afterwards",
    ..RULE
};

/// θ_i = b^(−2i/d) for `rotary_dim` = d; the attention factor is 1.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    Frequencies { inv_freq: inv_freq(rotary_dim, params.base), attention_factor: 1.0 }
}

/// θ_i = base^(−2i/d), i = 0 … d/2 − 1, radians per position, formed in f64. Base > 0; d = 0 gives none.
pub fn inv_freq(rotary_dim: usize, base: f64) -> Vec<f64> {
    (0..rotary_dim / 2).map(|i| base.powf(-2.0 * i as f64 / rotary_dim as f64)).collect()
}
