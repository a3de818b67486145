//! Which angles training has shown, and which a longer text needs.

use std::f64::consts::TAU;

/// One pair's angles in radians, not wrapped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// L·θ_i, the largest angle between a query and a key in training.
    pub seen: f64,
    /// T·θ′_i, the largest at the target length.
    pub reached: f64,
    /// Whether training went round the whole circle, so that no angle is new.
    pub whole_circle: bool,
    /// Whether the target needs angles that training has not shown.
    pub out_of_range: bool,
}

/// Angles may be equal up to rounding: PI reaches L·θ by another way.
const ROUNDING: f64 = 1e-9;

/// For each pair, what a model trained with `trained` = θ up to L has seen and what θ′ = `scaled` needs at T.
pub fn reach(trained: &[f64], length: f64, scaled: &[f64], target: f64) -> Vec<Reach> {
    let pair = |(theta, other): (&f64, &f64)| {
        let (seen, reached) = (length * theta, target * other);
        let whole_circle = seen >= TAU;
        Reach {
            seen,
            reached,
            whole_circle,
            out_of_range: !whole_circle && reached > seen * (1.0 + ROUNDING),
        }
    };
    trained.iter().zip(scaled).map(pair).collect()
}

/// The share of pairs out of range, 0 … 1; 0 without pairs.
pub fn share_out_of_range(reach: &[Reach]) -> f64 {
    reach.iter().filter(|pair| pair.out_of_range).count() as f64 / reach.len().max(1) as f64
}
