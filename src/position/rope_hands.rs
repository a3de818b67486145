//! RoPE's pairs as the hands of clocks, and the score that only their difference decides.
//!
//! ```text
//! hand i at position p points to (cos pθ_i, sin pθ_i)
//! (R_m q)·(R_n k) = Σ_i (q_a k_a + q_b k_b) cos((m−n)θ_i) + (q_a k_b − q_b k_a) sin((m−n)θ_i)
//! ```

use super::rope::{Angles, Pairing};
use super::scaling::Frequencies;
use ndarray::{Array1, ArrayView1};
use std::f64::consts::TAU;

/// One hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hand {
    /// pθ_i, radians, whole turns included.
    pub angle: f64,
    /// Turns so far, a fraction.
    pub turns: f64,
    /// cos and sin of the angle: where the hand points.
    pub x: f64,
    pub y: f64,
}

/// The hand of every pair at `position`.
pub fn hands(position: f64, inv_freq: &[f64]) -> Vec<Hand> {
    let hand = |theta: &f64| {
        let angle = position * theta;
        let (y, x) = angle.sin_cos();
        Hand { angle, turns: angle / TAU, x, y }
    };
    inv_freq.iter().map(hand).collect()
}

/// (R_m q)·(R_n k): both vectors turned, then multiplied. Not scaled.
pub fn score(
    (q, m): (ArrayView1<f64>, f64),
    (k, n): (ArrayView1<f64>, f64),
    freq: &Frequencies,
    pairing: Pairing,
) -> f64 {
    let turned = |x: ArrayView1<f64>, position: f64| -> Array1<f64> {
        let mut x = x.to_owned();
        Angles::at(std::iter::once(position), freq, pairing).turn(0, x.view_mut());
        x
    };
    turned(q, m).dot(&turned(k, n))
}

/// The same by the distance alone, pair by pair: their sum, and the dot product of the dimensions that do not
/// turn, is the score. Pairs beyond the vectors give 0.
pub fn pair_scores(
    q: ArrayView1<f64>,
    k: ArrayView1<f64>,
    delta: f64,
    freq: &Frequencies,
    pairing: Pairing,
) -> Vec<f64> {
    let m2 = freq.attention_factor * freq.attention_factor;
    let rotary_dim = 2 * freq.inv_freq.len();
    let pair = |(i, theta): (usize, &f64)| {
        let (a, b) = pairing.dims(i, rotary_dim);
        let [Some(qa), Some(qb), Some(ka), Some(kb)] = [q.get(a), q.get(b), k.get(a), k.get(b)] else {
            return 0.0;
        };
        let (sin, cos) = (delta * theta).sin_cos();
        m2 * ((qa * ka + qb * kb) * cos + (qa * kb - qb * ka) * sin)
    };
    freq.inv_freq.iter().enumerate().map(pair).collect()
}

/// "Shift m and n together: the score stays": the score of query position m + s and key position n + s for every s.
pub fn shifted_scores(
    (q, m): (ArrayView1<f64>, f64),
    (k, n): (ArrayView1<f64>, f64),
    shifts: impl IntoIterator<Item = f64>,
    freq: &Frequencies,
    pairing: Pairing,
) -> Vec<f64> {
    shifts.into_iter().map(|s| score((q, m + s), (k, n + s), freq, pairing)).collect()
}

/// The largest difference of any of `scores` from `score`.
pub fn largest_change(score: f64, scores: &[f64]) -> f64 {
    scores.iter().fold(0.0, |largest, other| largest.max((other - score).abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::scaling::default;
    use ndarray::array;

    #[test]
    fn the_first_hand_turns_by_a_radian_and_the_last_hardly() {
        let hands = hands(100.0, &default::inv_freq(8, 1e4));
        assert_eq!(hands[0].angle, 100.0);
        assert!((hands[0].turns - 15.915494309189533).abs() < 1e-12);
        assert!((hands[3].angle - 0.1).abs() < 1e-15);
        assert!(hands.iter().all(|hand| (hand.x.hypot(hand.y) - 1.0).abs() < 1e-15));
    }

    #[test]
    fn the_pairs_sum_to_the_score_and_a_common_shift_changes_nothing() {
        let freq = Frequencies { inv_freq: default::inv_freq(4, 1e4), attention_factor: 1.25 };
        let (q, k) = (array![1.0, -2.0, 0.5, 3.0, 7.0], array![0.3, 1.0, -1.0, 2.0, -1.0]);
        for pairing in [Pairing::HalfSplit, Pairing::Interleaved] {
            let score = score((q.view(), 9.0), (k.view(), 4.0), &freq, pairing);
            let by_distance: f64 = pair_scores(q.view(), k.view(), 5.0, &freq, pairing).iter().sum();
            assert!((by_distance - 7.0 - score).abs() < 1e-13);
            let shifted = shifted_scores((q.view(), 9.0), (k.view(), 4.0), [-4.0, 1.0, 1e4], &freq, pairing);
            assert!(largest_change(score, &shifted) < 1e-10);
            assert_eq!(largest_change(score, &[score + 2.0, score - 3.0]), 3.0);
            assert!(
                (shifted[0] - self::score((q.view(), 5.0), (k.view(), 0.0), &freq, pairing)).abs() < 1e-13
            );
        }
    }
}
