//! The unscaled RoPE frequencies: θ_i = b^(−2i/d), i = 0 … d/2 − 1 (RoFormer, arXiv 2104.09864, eq. 15).

use super::Frequencies;
use crate::position::rope::Params;

/// θ_i = b^(−2i/d) for `rotary_dim` = d; the attention factor is 1.
pub fn frequencies(rotary_dim: usize, params: &Params) -> Frequencies {
    Frequencies { inv_freq: inv_freq(rotary_dim, params.base), attention_factor: 1.0 }
}

/// θ_i = base^(−2i/d), i = 0 … d/2 − 1, radians per position, formed in f64. Base > 0; d = 0 gives none.
pub fn inv_freq(rotary_dim: usize, base: f64) -> Vec<f64> {
    (0..rotary_dim / 2).map(|i| base.powf(-2.0 * i as f64 / rotary_dim as f64)).collect()
}
