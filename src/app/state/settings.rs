//! The part of the state that the maths needs, under the maths' own types.

use super::State;
use crate::attention::Mask;
use crate::pipeline::Settings;
use crate::position::{self, Params};

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
