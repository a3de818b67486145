//! RoPE on the q and k of one head, in f32, from the tables of cos and sin.
//!
//! The plain f64 function is [`crate::position::rope::rotate`].

use super::reshape;
use crate::matrix::Matrix;
use crate::position::rope::{Pairing, Rotation};
use ndarray::ArrayView2;

/// Sets `out` to `x` (n × head_dim) with row p turned by position p. `out` takes the shape of `x`.
///
/// Only the first rotary_dim = 2 × (columns of the table) dimensions turn; the others, and rows beyond the
/// table, are copied.
pub fn rotate_into(x: ArrayView2<f32>, rotation: Option<&Rotation>, out: &mut Matrix) {
    reshape(out, x.dim());
    out.assign(&x);
    let Some(rotation) = rotation else { return };
    let (cos, sin) = (rotation.cos.as_standard_layout(), rotation.sin.as_standard_layout());
    for ((mut row, cos), sin) in out.rows_mut().into_iter().zip(cos.rows()).zip(sin.rows()) {
        let (Some(row), Some(cos), Some(sin)) = (row.as_slice_mut(), cos.to_slice(), sin.to_slice()) else {
            continue;
        };
        match rotation.pairing {
            Pairing::Interleaved => turn_interleaved(row, cos, sin),
            Pairing::HalfSplit => turn_half_split(row, cos, sin),
        }
    }
}

/// Pairs (2i, 2i + 1).
fn turn_interleaved(row: &mut [f32], cos: &[f32], sin: &[f32]) {
    let (pairs, _) = row.as_chunks_mut::<2>();
    for ((pair, &cos), &sin) in pairs.iter_mut().zip(cos).zip(sin) {
        let [a, b] = *pair;
        *pair = turn(a, b, cos, sin);
    }
}

/// Pairs (i, i + rotary_dim/2).
fn turn_half_split(row: &mut [f32], cos: &[f32], sin: &[f32]) {
    let Some((first, rest)) = row.split_at_mut_checked(cos.len()) else { return };
    for (((a, b), &cos), &sin) in first.iter_mut().zip(rest).zip(cos).zip(sin) {
        [*a, *b] = turn(*a, *b, cos, sin);
    }
}

/// (a cos − b sin, a sin + b cos)
#[inline(always)]
fn turn(a: f32, b: f32, cos: f32, sin: f32) -> [f32; 2] {
    [a * cos - b * sin, a * sin + b * cos]
}
