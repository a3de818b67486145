//! What can be wrong with a pasted configuration: one sentence each, worded by the page.

use crate::position::scaling::Problem;

/// Why a text is no configuration that can be read.
#[derive(Clone, Debug, PartialEq)]
pub enum ConfigError {
    /// Longer than what is parsed.
    TooLong { bytes: usize, max: usize },
    /// Not JSON; where reading stopped, from 1.
    NotJson { line: usize, column: usize },
    /// JSON, but a list, a string or a number.
    NotAnObject,
    /// Neither `head_dim` nor `hidden_size` with `num_attention_heads`: of no attention model.
    NoHeads,
    /// An attention model, but nothing says that it rotates.
    NoRope { model_type: Option<String> },
    /// A `rope_type` that is none of ours.
    UnknownRopeType { name: String },
    /// The rule needs this key.
    Missing { key: &'static str },
    /// The key has a value of another kind.
    WrongKind { key: String },
    /// The key's number makes no sense: not positive, no whole number, or too large.
    OutOfRange { key: String, value: f64 },
    /// The rule is undefined for these numbers.
    Rope { layer_type: Option<String>, problem: Problem },
}
