//! How fast RoPE scores fall with distance: the bound of RoFormer, and the score of two equal vectors.
//!
//! ```text
//! S_j(Δ) = Σ_{i<j} e^{iΔθ_i}            |score(Δ)| ≤ max_i |h_{i+1} − h_i| · Σ_j |S_j(Δ)|
//! B(Δ)   = (2/d) Σ_{j=1}^{d/2} |S_j(Δ)|,  B(0) = (d/2 + 1)/2
//! E(Δ)   = Σ_{i<d/2} cos(Δθ_i),           E(0) = d/2
//! ```
//!
//! Su et al. 2021, RoFormer, arXiv 2104.09864, §3.4.3 (Abel summation). B is an upper bound up to a factor
//! that depends on q and k: it oscillates, it does not fall monotonically, and a real score may do otherwise.

/// B(Δ), the mean of |S_1| … |S_{d/2}|. `inv_freq` holds θ_i; no pairs give 0.
pub fn bound(delta: f64, inv_freq: &[f64]) -> f64 {
    let (mut re, mut im, mut total) = (0.0_f64, 0.0_f64, 0.0);
    for theta in inv_freq {
        let (sin, cos) = (delta * theta).sin_cos();
        re += cos;
        im += sin;
        total += re.hypot(im);
    }
    total / inv_freq.len().max(1) as f64
}

/// E(Δ) = Σ cos(Δθ_i): q·k at distance Δ when q = k and every pair has length 1.
pub fn equal_pairs_score(delta: f64, inv_freq: &[f64]) -> f64 {
    inv_freq.iter().map(|theta| (delta * theta).cos()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::rope::{Pairing, rotate};
    use crate::position::scaling::{Frequencies, default};
    use ndarray::Array1;

    #[test]
    fn at_distance_zero_nothing_cancels() {
        for d in [2, 8, 128] {
            let theta = default::inv_freq(d, 10_000.0);
            assert_eq!(bound(0.0, &theta), (d as f64 / 2.0 + 1.0) / 2.0);
            assert_eq!(equal_pairs_score(0.0, &theta), d as f64 / 2.0);
        }
    }

    #[test]
    fn the_bound_is_not_monotone() {
        let theta = default::inv_freq(128, 10_000.0);
        assert!((1..64).any(|delta| bound(delta as f64 + 1.0, &theta) > bound(delta as f64, &theta)));
    }

    /// The sum of cosines is what rotating two equal vectors gives.
    #[test]
    fn equal_vectors_score_the_sum_of_cosines() {
        let freq = Frequencies { inv_freq: default::inv_freq(16, 10_000.0), attention_factor: 1.0 };
        let unit = Array1::<f64>::from_elem(16, 0.5_f64.sqrt()); // each pair has length 1
        let at = |p: f64| {
            let mut x = unit.clone();
            rotate(x.view_mut(), p, &freq, Pairing::HalfSplit);
            x
        };
        for (m, n) in [(0.0, 0.0), (5.0, 2.0), (900.0, 1.0)] {
            assert!((at(m).dot(&at(n)) - equal_pairs_score(m - n, &freq.inv_freq)).abs() < 1e-11);
        }
    }

    #[test]
    fn no_pairs_give_zero() {
        assert_eq!((bound(3.0, &[]), equal_pairs_score(3.0, &[])), (0.0, 0.0));
    }
}
