//! What happens when weights trained with one pairing are run with the other.
//!
//! ```text
//! half(x[perm]) = interleaved(x)[perm],  perm = half_split_order(r)
//! ```
//!
//! So permuting the columns of W_Q and W_K inside each head carries one convention over to the other exactly
//! (this is what Hugging Face's LLaMA conversion does), and forgetting it gives other scores: at distance 0 the
//! same, everywhere else wrong in a way that no error message reports.

use super::rope::{Angles, Pairing, half_split_order};
use crate::matrix::{Matrix64, max_abs_diff};
use ndarray::{ArrayView2, Axis};

/// One head's scores under three readings of the same weights; all n × n.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixed {
    /// With the pairing that the weights were trained for.
    pub right: Matrix64,
    /// With the other pairing, weights untouched.
    pub mixed_up: Matrix64,
    /// With the other pairing, dimensions permuted as they must be.
    pub permuted: Matrix64,
    /// max |mixed_up − right|.
    pub largest_difference: f64,
    /// max |permuted − right|: rounding.
    pub permuted_difference: f64,
}

/// Scores scale · (R q)·(R k) of `q` and `k` (n × head_dim, before rotation), trained with the pairing of `angles`.
pub fn mix_up(q: ArrayView2<f64>, k: ArrayView2<f64>, angles: &Angles, scale: f64) -> Mixed {
    let other = match angles.pairing {
        Pairing::HalfSplit => Pairing::Interleaved,
        Pairing::Interleaved => Pairing::HalfSplit,
    };
    let order = order_for(other, 2 * angles.angle.ncols(), q.ncols());
    let other = Angles { pairing: other, ..angles.clone() };
    let right = scores(q, k, angles, scale);
    let mixed_up = scores(q, k, &other, scale);
    let (q, k) = (q.select(Axis(1), &order), k.select(Axis(1), &order));
    let permuted = scores(q.view(), k.view(), &other, scale);
    let from_right = |m: &Matrix64| max_abs_diff(m.view(), right.view()).unwrap_or(f64::NAN);
    Mixed {
        largest_difference: from_right(&mixed_up),
        permuted_difference: from_right(&permuted),
        right,
        mixed_up,
        permuted,
    }
}

/// The order in which the dimensions of the other convention must stand for `to`; those that do not turn stay.
fn order_for(to: Pairing, rotary_dim: usize, head_dim: usize) -> Vec<usize> {
    let rotary_dim = rotary_dim.min(head_dim);
    let forward = half_split_order(rotary_dim);
    let mut order = forward.clone();
    if to == Pairing::Interleaved {
        // the inverse permutation
        for (at, &dim) in forward.iter().enumerate() {
            if let Some(entry) = order.get_mut(dim) {
                *entry = at;
            }
        }
    }
    order.extend(rotary_dim..head_dim);
    order
}

fn scores(q: ArrayView2<f64>, k: ArrayView2<f64>, angles: &Angles, scale: f64) -> Matrix64 {
    let turned = |x: ArrayView2<f64>| {
        let mut x = x.to_owned();
        x.rows_mut().into_iter().enumerate().for_each(|(p, row)| angles.turn(p, row));
        x
    };
    turned(q).dot(&turned(k).t()) * scale
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::scaling::{Frequencies, default};

    fn vectors(n: usize, d: usize, salt: f64) -> Matrix64 {
        Matrix64::from_shape_fn((n, d), |(i, j)| ((i * d + j) as f64 * 1.7 + salt).sin())
    }

    #[test]
    fn permuting_mends_what_mixing_breaks() {
        for (pairing, rotary_dim, head_dim) in [
            (Pairing::HalfSplit, 8, 8),
            (Pairing::Interleaved, 8, 8),
            (Pairing::Interleaved, 4, 10),
            (Pairing::HalfSplit, 6, 8),
        ] {
            let inv_freq = default::inv_freq(rotary_dim, 1e4);
            let angles = Angles::new(6, &Frequencies { inv_freq, attention_factor: 1.0 }, pairing);
            let (q, k) = (vectors(6, head_dim, 0.0), vectors(6, head_dim, 2.0));
            let mixed = mix_up(q.view(), k.view(), &angles, 0.5);
            assert!(mixed.permuted_difference < 1e-14, "{}", mixed.permuted_difference);
            assert!(mixed.largest_difference > 0.05, "{}", mixed.largest_difference);
            let at_zero = (&mixed.mixed_up - &mixed.right).diag().to_owned();
            assert!(at_zero.iter().all(|gap| gap.abs() < 1e-14));
            // one pair only is the same pair in both conventions
            let one = Angles { angle: angles.angle.slice(ndarray::s![.., ..1]).to_owned(), ..angles };
            assert_eq!(mix_up(q.view(), k.view(), &one, 0.5).largest_difference, 0.0);
        }
    }
}
