//! The part of the state that the maths needs, under the maths' own types.

use super::State;
use crate::attention::Mask;
use crate::pipeline::Settings;
use crate::position::{self, Params};

impl State {
    /// The method that stretches RoPE, where it is the scheme in force and is stretched.
    pub fn stretching_rule(&self) -> Option<&'static str> {
        let rule = self.params.rope.rope_type;
        (self.scheme == "rope" && rule.stretches()).then(|| rule.method().id)
    }
}

/// What the pipeline needs to know of `state`.
pub fn settings(state: &State) -> Settings {
    Settings {
        seed: state.seed,
        d_model: state.d_model as usize,
        n_heads: state.n_heads as usize,
        common: state.common,
        scheme: position::by_id(state.scheme).unwrap_or(&position::none::None),
        params: Params { seed: state.seed, ..state.params.clone() },
        mask: if state.mask == "causal" { Mask::Causal } else { Mask::Full },
        padding: 0,
    }
}
