//! From the dot products of one query to its weights: logits, exponentials, division by their sum.
//!
//! ```text
//! z_j = dot_j · scale + B_j
//! A_j = exp(z_j − max z) / Σ exp(z − max z)
//! ```
//!
//! The plain f64 function is [`crate::attention::reference::softmax_rows`].

use super::exp::exp;
use crate::simd::{F32x4, LANES};

/// Numbers summed in f32 before the sum goes on in f64: a row of thousands keeps its sum to 1e−7.
const SUM_BLOCK: usize = 64;

/// Turns the dot products of the keys that a query sees into its weights, in place.
///
/// `bias`, if any, is as long as `row`. A row of −∞ only has no softmax; it becomes zeros, as in the reference.
#[inline(never)]
pub fn softmax(row: &mut [f32], scale: f32, bias: Option<&[f32]>) {
    let top = match bias {
        Some(bias) => biased_logits(row, scale, bias),
        None => scaled_logits(row, scale),
    };
    if top == f32::NEG_INFINITY {
        row.fill(0.0);
        return;
    }
    let sum = exponentials(row, top);
    let inverse = (1.0 / sum) as f32;
    map(row, |e| e * F32x4::splat(inverse));
}

/// row · scale, and the largest of it.
fn scaled_logits(row: &mut [f32], scale: f32) -> f32 {
    let mut top = F32x4::splat(f32::NEG_INFINITY);
    let (whole, rest) = row.as_chunks_mut::<LANES>();
    for dots in whole {
        let z = F32x4::load(dots) * F32x4::splat(scale);
        top = top.max(z);
        *dots = z.to_array();
    }
    rest.iter_mut().fold(top.max_lane(), |top, dot| {
        *dot *= scale;
        top.max(*dot)
    })
}

/// row · scale + bias, and the largest of it.
fn biased_logits(row: &mut [f32], scale: f32, bias: &[f32]) -> f32 {
    let mut top = F32x4::splat(f32::NEG_INFINITY);
    let (whole, rest) = row.as_chunks_mut::<LANES>();
    let (bias_whole, bias_rest) = bias.as_chunks::<LANES>();
    for (dots, bias) in whole.iter_mut().zip(bias_whole) {
        let z = F32x4::load(dots) * F32x4::splat(scale) + F32x4::load(bias);
        top = top.max(z);
        *dots = z.to_array();
    }
    rest.iter_mut().zip(bias_rest).fold(top.max_lane(), |top, (dot, bias)| {
        *dot = *dot * scale + bias;
        top.max(*dot)
    })
}

/// Replaces each z by exp(z − top) and returns their sum.
fn exponentials(row: &mut [f32], top: f32) -> f64 {
    let top = F32x4::splat(top);
    let mut total = 0.0;
    for block in row.chunks_mut(SUM_BLOCK) {
        let mut sum = F32x4::splat(0.0);
        map(block, |z| {
            let e = exp(z - top);
            sum = sum + e;
            e
        });
        total += sum.sum();
    }
    total
}

/// Applies `f` to four numbers at a time. The last group is filled up with −∞, and what `f` makes of that is dropped.
#[inline(always)]
fn map(row: &mut [f32], mut f: impl FnMut(F32x4) -> F32x4) {
    let (whole, rest) = row.as_chunks_mut::<LANES>();
    for four in whole {
        *four = f(F32x4::load(four)).to_array();
    }
    if !rest.is_empty() {
        let mut four = [f32::NEG_INFINITY; LANES];
        four.iter_mut().zip(rest.iter()).for_each(|(lane, &x)| *lane = x);
        let result = f(F32x4::load(&four)).to_array();
        rest.iter_mut().zip(result).for_each(|(slot, x)| *slot = x);
    }
}
