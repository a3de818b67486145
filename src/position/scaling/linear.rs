//! Position interpolation (PI): every position is divided by s, which is dividing every frequency.
//!
//! Chen et al. 2023, arXiv 2306.15595, eq. 4; found at the same time by kaiokendev (SuperHOT). Hugging Face:
//! `_compute_linear_scaling_rope_parameters`. The fast pairs, which tell neighbours apart, slow down as well.

use super::{Frequencies, Method, Problem, RopeType, default, problem};
use crate::position::rope::Params;

pub static METHOD: Method = Method {
    rope_type: RopeType::Linear,
    id: "linear",
    name: "PI",
    citation: "Chen et al., Extending Context Window of Large Language Models via Positional Interpolation, 2023, arXiv 2306.15595",
    year: 2023,
    mathml: "<msubsup><mi>θ</mi><mi>i</mi><mo>′</mo></msubsup><mo>=</mo><mfrac><msub><mi>θ</mi><mi>i</mi></msub><mi>s</mi></mfrac>",
    convention: "divides the frequencies, which is the same as dividing the positions",
    uses: &["base", "factor"],
    frequencies,
    problem: undefined,
};

/// θ_i / s.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let divided = default::inv_freq(rotary_dim, params.base).into_iter().map(|theta| theta / params.factor);
    Frequencies { inv_freq: divided.collect(), attention_factor: 1.0 }
}

fn undefined(_: usize, params: &Params) -> Option<Problem> {
    problem::of_factor(params)
}
