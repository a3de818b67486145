//! RoPE context extensions: each makes an `inv_freq` table and an attention factor. One file each.
//! Names and parameters are those of Hugging Face's `rope_parameters`.

pub mod default;
pub mod yarn;

use super::rope::Params;
use crate::choices;

choices! {
    /// Hugging Face's `rope_type`.
    pub enum RopeType {
        Default = "default",
        Yarn = "yarn",
    }
}

/// What a scaling rule yields.
#[derive(Clone, Debug, PartialEq)]
pub struct Frequencies {
    /// θ_i, radians per position, one per pair: length rotary_dim / 2.
    pub inv_freq: Vec<f64>,
    /// Multiplies cos and sin, so logits by its square.
    pub attention_factor: f64,
}

/// The frequencies of `params.rope_type` for `rotary_dim` (even) rotated dimensions.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    match params.rope_type {
        RopeType::Default => default::frequencies(rotary_dim, params),
        RopeType::Yarn => yarn::frequencies(rotary_dim, params),
    }
}
