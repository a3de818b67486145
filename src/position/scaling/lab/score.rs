//! The expected score over distance, for near and for far keys.
//!
//! E(Δ) = m² · (1/P) Σ_i cos(Δ θ_i): the mean score of a query and a key whose P pairs are alike, relative to Δ = 0
//! without an attention factor. A picture has fewer columns than a text has distances, and taking every k-th
//! distance would show patterns that are not there; so each column is the exact mean over its distances:
//!
//! ```text
//! (1/w) Σ_{k<w} cos((a + k)θ) = cos((a + (w − 1)/2) θ) · sin(wθ/2) / (w sin(θ/2))
//! ```

use super::super::Frequencies;
use crate::position::curves;

/// The most columns that are computed.
pub const MAX_BINS: usize = 512;

/// E(Δ) at one distance.
pub fn score(delta: f64, freq: &Frequencies) -> f64 {
    freq.attention_factor.powi(2) * curves::mean_cosine(delta, &freq.inv_freq)
}

/// (middle of the column, mean of E over its distances) for the distances 0 … `most` in at most `bins` columns of the
/// same width. Every distance is in one column; the last column may go beyond `most`.
pub fn binned_scores(freq: &Frequencies, most: f64, bins: usize) -> Vec<(f64, f64)> {
    let distances = most.max(0.0).floor() + 1.0;
    let width = (distances / bins.clamp(1, MAX_BINS) as f64).ceil();
    let mut means = vec![0.0; (distances / width).ceil() as usize];
    for &theta in &freq.inv_freq {
        add_means(theta, width, &mut means);
    }
    let scale = freq.attention_factor.powi(2) / freq.inv_freq.len().max(1) as f64;
    let middle = |k: usize| k as f64 * width + (width - 1.0) / 2.0;
    means.iter().enumerate().map(|(k, mean)| (middle(k), scale * mean)).collect()
}

/// Adds the mean of cos(Δθ) over each column to `means`. The hand turns on by wθ from column to column, which costs
/// four multiplications in place of a cosine.
fn add_means(theta: f64, width: f64, means: &mut [f64]) {
    let half = (theta / 2.0).sin();
    let height = if half == 0.0 { 1.0 } else { (width * theta / 2.0).sin() / (width * half) };
    let (step_sin, step_cos) = (width * theta).sin_cos();
    let (mut sin, mut cos) = ((width - 1.0) / 2.0 * theta).sin_cos();
    for mean in means {
        *mean += height * cos;
        (sin, cos) = (sin * step_cos + cos * step_sin, cos * step_cos - sin * step_sin);
    }
}
