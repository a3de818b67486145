//! RoPE context extensions: each makes an `inv_freq` table and an attention factor. One file each.
//! Names and parameters are those of Hugging Face's `rope_parameters`.

pub mod default;
pub mod yarn;

use super::Params;

/// Hugging Face's `rope_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RopeType {
    Default,
    Yarn,
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

/// Hugging Face's names, in the order of menus.
const ROPE_TYPES: &[(&str, RopeType)] = &[("default", RopeType::Default), ("yarn", RopeType::Yarn)];

/// The names of all rope types.
pub fn ids() -> &'static [&'static str] {
    static IDS: std::sync::OnceLock<Vec<&'static str>> = std::sync::OnceLock::new();
    IDS.get_or_init(|| ROPE_TYPES.iter().map(|(id, _)| *id).collect())
}

/// The rope type called `id`.
pub fn by_id(id: &str) -> Option<RopeType> {
    ROPE_TYPES.iter().find(|(name, _)| *name == id).map(|(_, rope_type)| *rope_type)
}
