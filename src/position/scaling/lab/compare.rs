//! The rules side by side: what is compared with what, and how far each must stretch.

use super::super::{ROPE_TYPES, RopeType};
use super::{Reach, Variant};
use crate::position::rope::Params;

/// ABF has no rule for its base. The comparison takes Llama 2 Long's (Xiong et al. 2023), where the model's is smaller.
pub const ABF_BASE: f64 = 500_000.0;

/// The largest factor that the controls offer.
pub const MAX_FACTOR: f64 = 64.0;

/// What the lab looks at: a model's RoPE, and the length that it shall reach.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// d, dimensions of a head that turn.
    pub rotary_dim: usize,
    /// T.
    pub target: f64,
    pub params: Params,
}

impl Setting {
    /// The rule in force, with the reader's own factor.
    pub fn in_force(&self) -> Variant {
        Variant::of(self.params.rope_type, &self.params, self.target)
    }

    /// Plain RoPE.
    pub fn plain(&self) -> Variant {
        Variant::of(RopeType::Default, &self.params, self.target)
    }

    /// `rope_type` as it is compared: at [`Setting::compared_factor`]. LongRoPE's lists belong to a number of pairs;
    /// at another they are left out, which takes the shape of Phi-3.5's.
    pub fn compared(&self, rope_type: RopeType) -> Variant {
        let mut params = Params { factor: self.compared_factor(), ..self.params.clone() };
        let pairs = self.rotary_dim / 2;
        for list in [&mut params.short_factor, &mut params.long_factor] {
            if list.len() != pairs {
                list.clear();
            }
        }
        Variant::of(rope_type, &params, self.target)
    }

    /// Every rule but the one in force, in the order of menus, and ABF.
    pub fn others(&self) -> Vec<Variant> {
        let others = ROPE_TYPES.iter().filter(|rope_type| **rope_type != self.params.rope_type);
        let abf = (self.params.base < ABF_BASE).then(|| Variant::abf(ABF_BASE, &self.params));
        others.map(|rope_type| self.compared(*rope_type)).chain(abf).collect()
    }

    /// s of the others: the reader's. Where that is 1, which stretches nothing, it is what the target needs.
    pub fn compared_factor(&self) -> f64 {
        let Params { factor, original_max_position_embeddings: length, .. } = self.params;
        if factor > 1.0 { factor } else { needed_factor(length, self.target) }
    }
}

/// T/L within 1 … [`MAX_FACTOR`]: the factor with which PI reaches exactly what training reached.
pub fn needed_factor(length: f64, target: f64) -> f64 {
    if length > 0.0 { (target / length).clamp(1.0, MAX_FACTOR) } else { 1.0 }
}

/// The target for a model trained up to `length`: the longest text that it is said to read, if that is longer; else
/// `present`, if that is; else four times as long.
pub fn target_of_model(length: f64, said: Option<f64>, present: f64) -> f64 {
    said.into_iter().chain([present]).find(|target| *target > length).unwrap_or(4.0 * length)
}

/// How many pairs meet angles that training never showed.
pub fn count_out_of_range(reach: &[Reach]) -> usize {
    reach.iter().filter(|pair| pair.out_of_range).count()
}

/// (kept, blended, divided): how many pairs a ramp leaves, mixes and divides by s.
pub fn ramp_counts(ramp: &[f64]) -> (usize, usize, usize) {
    let kept = ramp.iter().filter(|part| **part <= 0.0).count();
    let divided = ramp.iter().filter(|part| **part >= 1.0).count();
    (kept, ramp.len() - kept - divided, divided)
}

/// How many times slower the slowest pair turns than in plain RoPE; 1 without pairs.
pub fn slowdown(plain: &[f64], scaled: &[f64]) -> f64 {
    plain.last().zip(scaled.last()).map_or(1.0, |(theta, other)| theta / other)
}
