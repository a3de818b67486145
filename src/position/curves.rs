//! What is plotted of rotary frequencies: wavelengths, unfinished turns, cosines over distance.

use std::f64::consts::TAU;

/// λ_i = 2π/θ_i: positions per turn.
pub fn wavelengths(inv_freq: &[f64]) -> Vec<f64> {
    inv_freq.iter().map(|theta| TAU / theta).collect()
}

/// How many pairs do not finish a turn within `length` positions.
pub fn unfinished(inv_freq: &[f64], length: f64) -> usize {
    wavelengths(inv_freq).iter().filter(|wavelength| **wavelength > length).count()
}

/// The runs of pairs (first, and one behind the last) that do not finish a turn within `length` positions: one where
/// frequencies fall from pair to pair, one for each axis where rows and columns have the same ones.
pub fn unfinished_runs(inv_freq: &[f64], length: f64) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (pair, wavelength) in wavelengths(inv_freq).into_iter().enumerate() {
        match runs.last_mut() {
            _ if wavelength <= length => {}
            Some((_, end)) if *end == pair => *end += 1,
            _ => runs.push((pair, pair + 1)),
        }
    }
    runs
}

/// [`unfinished_runs`] as stretches of an axis of pair indices, each pair half a step to both sides.
pub fn unfinished_stretches(inv_freq: &[f64], length: f64) -> Vec<(f64, f64)> {
    let last = inv_freq.len().saturating_sub(1).max(1) as f64;
    let stretch =
        |(first, end): (usize, usize)| ((first as f64 - 0.5).max(0.0), (end as f64 - 0.5).min(last));
    unfinished_runs(inv_freq, length).into_iter().map(stretch).collect()
}

/// (1/P) Σ_i cos(Δ θ_i): the score over distance, relative to distance 0, of a query and a key whose P pairs
/// are all alike. It oscillates; it does not fall steadily (RoFormer §3.4.3 bounds it).
pub fn mean_cosine(delta: f64, inv_freq: &[f64]) -> f64 {
    inv_freq.iter().map(|theta| (delta * theta).cos()).sum::<f64>() / inv_freq.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::scaling::default::inv_freq;

    #[test]
    fn slow_pairs_are_the_unfinished_ones() {
        let theta = inv_freq(128, 10_000.0);
        // wavelength 2π·10000^(i/64) > 2048 from i = 41 on
        assert_eq!(unfinished_stretches(&theta, 2048.0), [(40.5, 63.0)]);
        assert_eq!(unfinished(&theta, 2048.0), 64 - 41);
        assert_eq!(unfinished(&theta, 1e9), 0);
        assert_eq!(unfinished_runs(&theta, 2048.0), [(41, 64)]);
        assert_eq!(unfinished_runs(&theta.repeat(2), 2048.0), [(41, 64), (105, 128)]);
        assert!(unfinished_runs(&theta, 1e9).is_empty());
    }

    #[test]
    fn mean_cosine_is_one_at_distance_zero() {
        assert_eq!(mean_cosine(0.0, &inv_freq(8, 10_000.0)), 1.0);
    }
}
