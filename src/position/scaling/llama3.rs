//! Llama 3.1's rule: keep short wavelengths, divide long ones by s, blend between.
//!
//! ```text
//! w = 2π/θ    w < L/high: θ′ = θ      w > L/low: θ′ = θ/s
//! else        σ = (L/w − low) / (high − low),  θ′ = (1 − σ) θ/s + σ θ
//! ```
//!
//! Meta's `apply_scaling` (llama-models, 2024); Hugging Face's `_compute_llama3_parameters`. L/w is the number of
//! turns within L, so this is YaRN's paper ramp with α = low = 1 and β = high = 4, and without a temperature.

use super::{Frequencies, Method, Problem, RopeType, default, problem};
use crate::position::rope::Params;
use std::f64::consts::TAU;

pub static METHOD: Method = Method {
    rope_type: RopeType::Llama3,
    id: "llama3",
    name: "Llama 3",
    citation: "Llama Team, The Llama 3 Herd of Models, 2024, arXiv 2407.21783; apply_scaling in Meta's llama-models",
    year: 2024,
    mathml: "<msubsup><mi>θ</mi><mi>i</mi><mo>′</mo></msubsup><mo>=</mo><mo>(</mo><mn>1</mn><mo>−</mo><mi>σ</mi><mo>)</mo><mfrac><msub><mi>θ</mi><mi>i</mi></msub><mi>s</mi></mfrac><mo>+</mo><mi>σ</mi><msub><mi>θ</mi><mi>i</mi></msub><mo>,</mo><mspace width='1em'/><mi>σ</mi><mo>=</mo><msubsup><mrow><mo>[</mo><mfrac><mrow><mi>L</mi><msub><mi>θ</mi><mi>i</mi></msub><mo>/</mo><mn>2</mn><mi>π</mi><mo>−</mo><mi>low</mi></mrow><mrow><mi>high</mi><mo>−</mo><mi>low</mi></mrow></mfrac><mo>]</mo></mrow><mn>0</mn><mn>1</mn></msubsup>",
    convention: "no attention factor; wavelengths exactly at a bound belong to the blend, where both rules agree",
    uses: &["base", "factor", "original_max_position_embeddings", "low_freq_factor", "high_freq_factor"],
    frequencies,
    problem: undefined,
};

/// θ_i kept, divided or blended by wavelength.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    let scaled = default::inv_freq(rotary_dim, params.base).into_iter().map(|theta| {
        let sigma = kept(theta, params);
        (1.0 - sigma) * theta / params.factor + sigma * theta
    });
    Frequencies { inv_freq: scaled.collect(), attention_factor: 1.0 }
}

/// σ: 1 keeps θ, 0 divides it by s.
pub fn kept(theta: f64, params: &Params) -> f64 {
    let turns = params.original_max_position_embeddings * theta / TAU;
    let (low, high) = (params.low_freq_factor, params.high_freq_factor);
    ((turns - low) / (high - low)).clamp(0.0, 1.0)
}

fn undefined(_: usize, params: &Params) -> Option<Problem> {
    let (low, high) = (params.low_freq_factor, params.high_freq_factor);
    let ordered = problem::positive(low) && high > low && high.is_finite();
    problem::of_factor(params)
        .or_else(|| problem::of_length(params, 0.0))
        .or_else(|| (!ordered).then_some(Problem::FrequencyFactors { low, high }))
}
