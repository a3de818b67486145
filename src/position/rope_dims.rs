//! What each dimension of a head does at each position: the picture of partial rotary, of rows and columns, and of
//! M-RoPE's axes.

use super::rope::Angles;
use crate::matrix::Matrix;

/// n × head_dim: cos of the angle by which the pair of each dimension turns at each position, without the attention
/// factor. NaN in dimensions that do not turn (partial rotary).
pub fn cosines(angles: &Angles, head_dim: usize) -> Matrix {
    let (n, pairs) = angles.angle.dim();
    let mut cosines = Matrix::from_elem((n, head_dim), f32::NAN);
    for ((p, i), angle) in angles.angle.indexed_iter() {
        let (first, second) = angles.pairing.dims(i, 2 * pairs);
        for dim in [first, second] {
            if let Some(entry) = cosines.get_mut((p, dim)) {
                *entry = angle.cos() as f32;
            }
        }
    }
    cosines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::rope::Pairing;
    use ndarray::array;

    #[test]
    fn both_dimensions_of_a_pair_have_its_cosine_and_the_rest_has_none() {
        let angle = array![[0.0, 0.0], [1.0, 0.5]];
        let of = |pairing| cosines(&Angles { angle: angle.clone(), attention_factor: 3.0, pairing }, 5);
        let (fast, slow) = (1.0_f64.cos() as f32, 0.5_f64.cos() as f32);
        let half = of(Pairing::HalfSplit);
        assert_eq!(half.row(1).to_vec()[..4], [fast, slow, fast, slow]);
        assert_eq!(of(Pairing::Interleaved).row(1).to_vec()[..4], [fast, fast, slow, slow]);
        assert!(half.column(4).iter().all(|x| x.is_nan()) && half[[0, 3]] == 1.0);
    }
}
