//! YaRN's ramp as it is drawn: both ramps, the two bounds, and where they would be without rounding.

use super::super::yarn::{self, YarnRamp};
use crate::position::rope::Params;

/// YaRN's ramp at one setting. Bounds are pair indices; dragging one goes back through [`yarn::beta_fast_at`] and
/// [`yarn::beta_slow_at`].
#[derive(Clone, Debug, PartialEq)]
pub struct RampView {
    /// How far each pair is interpolated by the code's ramp, 0 … 1.
    pub code: Vec<f64>,
    /// The same by the paper's.
    pub paper: Vec<f64>,
    /// The code ramp's bounds as they are in force: rounded if asked for, and clamped.
    pub low: f64,
    pub high: f64,
    /// The pairs that turn exactly β_fast and β_slow times within L: the paper's bounds, not whole numbers.
    pub turning_fast: f64,
    pub turning_slow: f64,
}

/// The view for `rotary_dim` rotated dimensions. Whichever ramp is in force, both are there.
pub fn ramp_view(rotary_dim: usize, params: &Params) -> RampView {
    let by = |yarn_ramp| yarn::ramp(rotary_dim, &Params { yarn_ramp, ..params.clone() });
    let (low, high) = yarn::boundaries(rotary_dim, params);
    RampView {
        code: by(YarnRamp::Code),
        paper: by(YarnRamp::Paper),
        low,
        high,
        turning_fast: yarn::pair_turning(params.beta_fast, rotary_dim, params),
        turning_slow: yarn::pair_turning(params.beta_slow, rotary_dim, params),
    }
}
