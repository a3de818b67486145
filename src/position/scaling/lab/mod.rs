//! The numbers behind the context-extension lab: every rule at the same model and lengths, without a picture.
//!
//! Conventions: L is the length of pre-training, T the target length. Distances run to L and T, so PI with s = T/L
//! reaches exactly what training reached. What training has *seen* is that of plain RoPE with the model's own base: the
//! comparison is of the moment before any further training.

mod compare;
mod ramp;
mod reach;
mod score;
mod temperature;

pub use compare::{
    ABF_BASE, MAX_FACTOR, Setting, count_out_of_range, needed_factor, ramp_counts, slowdown, target_of_model,
};
pub use ramp::{RampView, ramp_view};
pub use reach::{Reach, reach, share_out_of_range};
pub use score::{MAX_BINS, binned_scores, score};
pub use temperature::{Sharpness, seeded_logits, sharpness, where_it_enters};

use super::{Frequencies, Method, Problem, RopeType, default};
use crate::position::curves;
use crate::position::rope::Params;

/// One curve of the lab: a rule with its parameters.
#[derive(Clone)]
pub struct Variant {
    pub method: &'static Method,
    pub params: Params,
}

/// What is drawn of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    pub frequencies: Frequencies,
    /// 2π/θ′_i, positions per turn.
    pub wavelengths: Vec<f64>,
    /// How far each pair turns at T, against training.
    pub reach: Vec<Reach>,
    /// The share of pairs that reach angles that training never showed, 0 … 1.
    pub out_of_range: f64,
}

impl Variant {
    /// `rope_type` with these parameters for a text of T tokens.
    pub fn of(rope_type: RopeType, params: &Params, target: f64) -> Self {
        Variant {
            method: rope_type.method(),
            params: Params { rope_type, seq_len: Some(target), ..params.clone() },
        }
    }

    /// ABF: plain RoPE with another base.
    pub fn abf(base: f64, params: &Params) -> Self {
        Variant {
            method: &default::ABF,
            params: Params { rope_type: RopeType::Default, base, ..params.clone() },
        }
    }

    /// What is drawn for `rotary_dim` rotated dimensions of a model trained with base `trained_base` up to
    /// `params.original_max_position_embeddings`, at T = `target`.
    ///
    /// # Errors
    /// A [`Problem`] where the rule is undefined; the others can still be drawn.
    pub fn draw(&self, rotary_dim: usize, trained_base: f64, target: f64) -> Result<Drawn, Problem> {
        let frequencies = super::of(self.params.rope_type, rotary_dim, &self.params)?;
        let trained = default::inv_freq(rotary_dim, trained_base);
        let length = self.params.original_max_position_embeddings;
        let reach = reach(&trained, length, &frequencies.inv_freq, target);
        Ok(Drawn {
            wavelengths: curves::wavelengths(&frequencies.inv_freq),
            out_of_range: share_out_of_range(&reach),
            reach,
            frequencies,
        })
    }
}

#[cfg(test)]
mod tests;
