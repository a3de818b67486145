//! The part of the state that the maths needs, under the maths' own types.

use super::State;
use crate::attention::Mask;
use crate::pipeline::Settings;
use crate::position::{self, Params, rope::Pairing, scaling};

/// What the pipeline needs to know of `state`.
pub fn settings(state: &State) -> Settings {
    Settings {
        seed: state.seed,
        d_model: state.d_model as usize,
        n_heads: state.n_heads as usize,
        common: state.common,
        scheme: position::by_id(state.scheme).unwrap_or(&position::none::None),
        params: params(state),
        mask: if state.mask == "causal" { Mask::Causal } else { Mask::Full },
    }
}

fn params(state: &State) -> Params {
    Params {
        rope_pairing: if state.rope_pairing == "interleaved" {
            Pairing::Interleaved
        } else {
            Pairing::HalfSplit
        },
        base: state.base,
        rope_type: scaling::by_id(state.rope_type).unwrap_or(scaling::RopeType::Default),
        factor: state.factor,
        original_max_position_embeddings: state.original_max_position_embeddings as f64,
        beta_fast: state.beta_fast,
        beta_slow: state.beta_slow,
        attention_factor: state.attention_factor,
        slope_scale: state.slope_scale,
        slope_edits: state.slopes.clone(),
    }
}
