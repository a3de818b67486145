//! What the reader can set of the rules: each is shown where the rule in force reads it.

use super::{RopeType, yarn};
use crate::parameter;
use crate::position::Params;
use crate::position::parameter::Parameter;

/// The parameters of `rope_parameters`, in the order of the controls.
pub const PARAMETERS: &[Parameter] = &[
    parameter!(rope.base: number 1e2..1e7 log, "RoPE base b, Hugging Face's rope_theta"),
    parameter!(rope.rope_type: choice RopeType, "RoPE context extension"),
    parameter!(rope.factor: number 1.0..64.0, "s, how many times longer than L the context shall be")
        .when(|p| reads(p, "factor")),
    parameter!(rope.original_max_position_embeddings: integer 64..4_194_304, "pre-training length L"),
    parameter!(rope.seq_len: auto 1.0..4_194_304.0, "dynamic NTK and LongRoPE: current length n; auto is the text's own")
        .when(|p| reads(p, "seq_len")),
    parameter!(rope.beta_fast: number 1.0..128.0 log, "YaRN: pairs that turn more often within L are kept")
        .when(|p| reads(p, "beta_fast")),
    parameter!(rope.beta_slow: number 0.1..32.0 log, "YaRN: pairs that turn less often within L are divided by s")
        .when(|p| reads(p, "beta_slow")),
    parameter!(rope.yarn_ramp: choice yarn::YarnRamp, "YaRN: ramp linear in the pair index (code) or in turns within L (paper)")
        .when(|p| reads(p, "yarn_ramp")),
    parameter!(rope.truncate: choice yarn::Truncate, "YaRN, code ramp: bounds rounded outwards to whole pairs")
        .when(|p| reads(p, "truncate") && p.rope.yarn_ramp == yarn::YarnRamp::Code),
    parameter!(rope.mscale: auto 0.0..4.0, "YaRN: μ of the attention factor's numerator; read only with mscale_all_dim")
        .when(|p| reads(p, "mscale")),
    parameter!(rope.mscale_all_dim: auto 0.0..4.0, "YaRN: μ of the attention factor's denominator; DeepSeek squares it into the softmax scale")
        .when(|p| reads(p, "mscale_all_dim")),
    parameter!(rope.attention_factor: auto 0.5..2.0, "YaRN, LongRoPE: multiplies cos and sin; auto is the rule's own")
        .when(|p| reads(p, "attention_factor")),
    parameter!(rope.low_freq_factor: number 0.1..32.0 log, "Llama 3: wavelengths above L / this are divided by s")
        .when(|p| reads(p, "low_freq_factor")),
    parameter!(rope.high_freq_factor: number 0.1..128.0 log, "Llama 3: wavelengths below L / this are kept")
        .when(|p| reads(p, "high_freq_factor")),
    parameter!(rope.short_factor: list 256 of 0.01..1000.0, "LongRoPE: λ of each pair for n ≤ L; empty takes the shape of Phi-3.5's")
        .when(|p| reads(p, "short_factor")),
    parameter!(rope.long_factor: list 256 of 0.01..1000.0, "LongRoPE: λ of each pair for n > L; empty takes the shape of Phi-3.5's")
        .when(|p| reads(p, "long_factor")),
];

/// Whether the rule in force reads the parameter called `key`.
fn reads(params: &Params, key: &str) -> bool {
    params.rope.rope_type.method().uses.contains(&key)
}
