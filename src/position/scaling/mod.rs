//! RoPE context extensions: each makes an `inv_freq` table and an attention factor. One file each, one line in
//! [`RopeType`] and its `method`. Names and parameters are those of Hugging Face's `rope_parameters`.
//!
//! | file | rule | needs |
//! |---|---|---|
//! | [`default`] | θ_i = b^(−2i/d); a larger b with further training is ABF ([`default::ABF`]) | b |
//! | [`linear`] | PI: θ/s | b, s |
//! | [`ntk`] | NTK-aware: b·s^(d/(d−2)) | b, s |
//! | [`dynamic`] | NTK-aware with a factor that follows the length | b, s, L, n |
//! | [`yarn`] | a ramp from θ to θ/s and a temperature; NTK-by-parts without it | b, s, L, β |
//! | [`longrope`] | θ/λ_i, searched | b, s, L, n, λ |
//! | [`llama3`] | a ramp from θ to θ/s by wavelength | b, s, L, two factors |

pub mod config;
pub mod default;
pub mod dynamic;
pub mod lab;
pub mod linear;
pub mod llama3;
pub mod longrope;
pub mod ntk;
mod parameters;
mod phi;
pub mod presets;
mod problem;
pub mod yarn;

pub use parameters::PARAMETERS;
pub use problem::{Problem, Warning, warning};

use super::parameter::Choice;
use super::rope::Params;
use crate::choices;

choices! {
    /// Hugging Face's `rope_type`, and `ntk`: the list from which every menu, comparison and test is made.
    pub enum RopeType {
        Default = "default",
        Linear = "linear",
        Ntk = "ntk",
        Dynamic = "dynamic",
        Yarn = "yarn",
        Longrope = "longrope",
        Llama3 = "llama3",
    }
}

/// All rules, in the order of menus.
pub const ROPE_TYPES: &[RopeType] = RopeType::ALL;

/// One rule: what the reader is told of it, and its functions.
pub struct Method {
    pub rope_type: RopeType,
    /// The value of the state key `rope_type`.
    pub id: &'static str,
    /// The name in the literature.
    pub name: &'static str,
    /// Authors, title, year and arXiv id or where it was published.
    pub citation: &'static str,
    pub year: u16,
    /// The equation as MathML (contents of a `<math>` element).
    pub mathml: &'static str,
    /// The convention chosen where sources differ.
    pub convention: &'static str,
    /// The keys of the parameters that it reads ([`PARAMETERS`]).
    pub uses: &'static [&'static str],
    /// The frequencies of so many rotated dimensions; finite wherever `problem` finds none. Ask through [`of`].
    frequencies: fn(usize, &Params) -> Frequencies,
    /// What is wrong beyond the pairs and the base.
    problem: fn(usize, &Params) -> Option<Problem>,
}

/// What a scaling rule yields.
#[derive(Clone, Debug, PartialEq)]
pub struct Frequencies {
    /// θ_i, radians per position, one per pair: length rotary_dim / 2.
    pub inv_freq: Vec<f64>,
    /// Multiplies cos and sin, so logits by its square.
    pub attention_factor: f64,
}

impl RopeType {
    /// The rule of this type.
    pub fn method(self) -> &'static Method {
        match self {
            RopeType::Default => &default::METHOD,
            RopeType::Linear => &linear::METHOD,
            RopeType::Ntk => &ntk::METHOD,
            RopeType::Dynamic => &dynamic::METHOD,
            RopeType::Yarn => &yarn::METHOD,
            RopeType::Longrope => &longrope::METHOD,
            RopeType::Llama3 => &llama3::METHOD,
        }
    }

    /// Whether the rule is told by how much to stretch the context.
    pub fn stretches(self) -> bool {
        self.method().uses.contains(&"factor")
    }
}

/// The frequencies of `rope_type` for `rotary_dim` rotated dimensions.
///
/// # Errors
/// A [`Problem`] where the rule is undefined.
pub fn of(rope_type: RopeType, rotary_dim: usize, params: &Params) -> Result<Frequencies, Problem> {
    match problem(rope_type, rotary_dim, params) {
        Some(problem) => Err(problem),
        None => Ok((rope_type.method().frequencies)(rotary_dim, params)),
    }
}

/// Why `rope_type` is undefined for these parameters, if it is.
pub fn problem(rope_type: RopeType, rotary_dim: usize, params: &Params) -> Option<Problem> {
    problem::of_pairs(rotary_dim, params).or_else(|| (rope_type.method().problem)(rotary_dim, params))
}

/// The frequencies of the scheme's own rule where it is defined, else those of plain RoPE.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    of(params.rope_type, rotary_dim, params).unwrap_or_else(|_| default::frequencies(rotary_dim, params))
}

/// All rules for a table of properties: [`ROPE_TYPES`], and ABF, which is no rope type.
pub fn described() -> impl Iterator<Item = &'static Method> {
    ROPE_TYPES.iter().map(|rope_type| rope_type.method()).chain([&default::ABF])
}
