//! The stages between q·k and the weights, one cell at a time.
//!
//! None is stored: each follows from the raw dot product by one operation, the same that the softmax makes in
//! the same order, so a viewer shows exactly the numbers that the weights came from.

use super::check;
use super::relative::{self, Terms};
use super::shift::Shift;
use crate::attention::Stage;
use crate::attention::reference::Term;
use crate::compute::{Attend, Qkv};
use crate::matrix::Matrix;
use ndarray::Axis;

/// q·k times the scale.
pub fn scaled(dot: f32, how: &Attend) -> f32 {
    dot * how.scale
}

/// The bias that `head` adds for query `i` and key `j` of `n`, by distance and for the whole row; 0 where there is none.
pub fn bias(how: &Attend, head: usize, i: usize, j: usize, n: usize) -> f32 {
    let entry = (j + n).checked_sub(i + 1);
    let bias = how.distance_bias.as_ref().zip(entry).and_then(|(bias, entry)| bias.get([head, entry]));
    bias.copied().unwrap_or(0.0) + of_row(how, head, i)
}

/// What is added to all of row `i`, which the weights do not show.
fn of_row(how: &Attend, head: usize, i: usize) -> f32 {
    how.row_shift.as_ref().and_then(|shift| shift.get([head, i])).copied().unwrap_or(0.0)
}

/// All that the scheme adds to the scaled score of query `i` and key `j`: terms of content and distance, times the
/// scale, and the bias. `None` if there is no such pair, or the shapes do not fit.
pub fn shift(qkv: &Qkv, how: &Attend, head: usize, i: usize, j: usize) -> Option<f32> {
    let n = check::fits(qkv, how, head).ok()?.n;
    let bias = bias(how, head, i, j, n);
    (i < n && j < n).then(|| match how.score_terms() {
        Some(relative) => relative::of_pair(qkv, relative, head, i, j) * how.scale + bias,
        None => bias,
    })
}

/// What [`shift`] is the sum of: each term of the scheme, scaled. Empty if there is no such pair.
pub fn parts(qkv: &Qkv, how: &Attend, head: usize, i: usize, j: usize) -> Vec<(Term, f32)> {
    let Some(n) = check::fits(qkv, how, head).ok().map(|fit| fit.n).filter(|n| i < *n && j < *n) else {
        return Vec::new();
    };
    let relative = how.score_terms().map(|relative| relative::parts_of_pair(qkv, relative, head, i, j));
    let scaled = relative.into_iter().flatten().map(|(term, value)| (term, value * how.scale));
    let bias = how.distance_bias.as_ref().map(|_| (Term::Bias, bias(how, head, i, j, n)));
    scaled.chain(bias).collect()
}

/// scaled + `shift`: the logit.
pub fn biased(dot: f32, how: &Attend, shift: f32) -> f32 {
    scaled(dot, how) + shift
}

/// The logit of query i and key j of `n`, or −∞ where the query may not see it.
pub fn masked(dot: f32, how: &Attend, shift: f32, (i, j): (usize, usize), n: usize) -> f32 {
    if how.allows(i, j, n) { biased(dot, how, shift) } else { f32::NEG_INFINITY }
}

/// One of the four stages up to the masked logits as a whole matrix, from the dot products (n × n) of `head`.
/// `None` for the stages after the softmax, which do not follow from one cell, and where the shapes do not fit.
pub fn from_dot(stage: Stage, dot: &Matrix, qkv: &Qkv, how: &Attend, head: usize) -> Option<Matrix> {
    let n = check::fits(qkv, how, head).ok()?.n;
    let mut terms = Terms::default();
    let shift = match stage {
        Stage::Biased | Stage::Masked => Shift::of(qkv, how, head, &mut terms),
        Stage::Dot | Stage::Scaled => Shift::Nothing,
        Stage::Weights | Stage::Output => return None,
    };
    let cell: fn(f32, &Attend, f32, (usize, usize), usize) -> f32 = match stage {
        Stage::Dot => |dot, _, _, _, _| dot,
        Stage::Scaled => |dot, how, _, _, _| scaled(dot, how),
        Stage::Biased => |dot, how, shift, _, _| biased(dot, how, shift),
        _ => masked,
    };
    let mut out = dot.clone();
    for (i, mut row) in out.axis_iter_mut(Axis(0)).enumerate() {
        let (shift, of_row) = (shift.row(i, n).unwrap_or_default(), of_row(how, head, i));
        for (j, x) in row.iter_mut().enumerate() {
            *x = cell(*x, how, shift.get(j).copied().unwrap_or(0.0) + of_row, (i, j), n);
        }
    }
    Some(out)
}
