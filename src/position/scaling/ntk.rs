//! NTK-aware scaling: a larger base, chosen so that the fastest pair stays and the slowest is divided by s.
//!
//! ```text
//! b′ = b · s^(d/(d−2))        θ′_i = b′^(−2i/d) = θ_i · s^(−2i/(d−2))
//! ```
//!
//! bloc97 2023 (a post on r/LocalLLaMA), as in jquesnelle/yarn's `LlamaNTKScaledRotaryEmbedding`; written up in
//! YaRN, arXiv 2309.00071, §3.1. Undefined for d = 2, whose one pair cannot both stay and be divided. Hugging Face
//! has no rope type of this name, only [`super::dynamic`].

use super::{Frequencies, Method, Problem, RopeType, default, problem};
use crate::position::rope::Params;

pub static METHOD: Method = Method {
    rope_type: RopeType::Ntk,
    id: "ntk",
    name: "NTK-aware",
    citation: "bloc97, NTK-Aware Scaled RoPE, 2023; in Peng et al., YaRN, arXiv 2309.00071, §3.1",
    year: 2023,
    mathml: "<msup><mi>b</mi><mo>′</mo></msup><mo>=</mo><mi>b</mi><mo>·</mo><msup><mi>s</mi><mrow><mi>d</mi><mo>/</mo><mo>(</mo><mi>d</mi><mo>−</mo><mn>2</mn><mo>)</mo></mrow></msup>",
    convention: "static: the same base at every length; not a rope type of Hugging Face",
    uses: &["base", "factor"],
    frequencies,
    problem: undefined,
};

/// The frequencies of the base b′.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let base = stretched_base(params.base, params.factor, rotary_dim);
    Frequencies { inv_freq: default::inv_freq(rotary_dim, base), attention_factor: 1.0 }
}

/// b′ = b · s^(d/(d−2)). For d = 2 the exponent is infinite: [`Problem::OnePair`].
pub fn stretched_base(base: f64, factor: f64, rotary_dim: usize) -> f64 {
    let d = rotary_dim as f64;
    base * factor.powf(d / (d - 2.0))
}

fn undefined(rotary_dim: usize, params: &Params) -> Option<Problem> {
    (rotary_dim == 2).then_some(Problem::OnePair).or_else(|| problem::of_factor(params))
}
