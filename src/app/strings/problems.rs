//! What was wrong with what was set, and with the GPU.

use crate::compute::ComputeError;
use crate::state::Origin;

pub struct Problems {
    /// Who set it, and the key.
    pub unknown_key: fn(Origin, &str) -> String,
    pub not_a_number: fn(&str, &str) -> String,
    pub clamped: fn(&str, &str, &str) -> String,
    /// Key, given, taken: within the bounds, but between two steps.
    pub rounded: fn(&str, &str, &str) -> String,
    /// The head asked for, how many there are, the one shown.
    pub fewer_heads: fn(&str, u64, u64) -> String,
    /// Key, the place asked for, how many tokens there are.
    pub fewer_tokens: fn(&str, &str, usize) -> String,
    pub not_text: fn(&str, &str) -> String,
    /// `locus.set` was given this, which is no object.
    /// setInput was given something else.
    pub not_a_blob: &'static str,
    /// So many more sentences.
    pub more: fn(usize) -> String,
    pub not_an_object: fn(&str) -> String,
    pub not_a_choice: fn(&str, &str, &str) -> String,
    pub too_long: fn(&str, usize) -> String,
    pub bad_list: fn(&str) -> String,
    pub newer_link: fn(&str) -> String,
    /// Key, and the names in its list that are not known.
    pub left_out: fn(&str, &str) -> String,
    pub cut_link: &'static str,
    pub broken_link: &'static str,
    /// Why the GPU is not used, as a phrase for the two sentences below.
    pub gpu_reason: fn(&ComputeError) -> String,
    pub gpu_lost: fn(&str) -> String,
    pub no_gpu: fn(&str) -> String,
}
