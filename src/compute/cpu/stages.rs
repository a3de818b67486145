//! The stages between q·k and the weights, one cell at a time.
//!
//! None is stored: each follows from the raw dot product by one operation, the same that the softmax makes in
//! the same order, so a viewer shows exactly the numbers that the weights came from.

use crate::attention::Stage;
use crate::compute::Attend;
use crate::matrix::Matrix;
use ndarray::Axis;

/// q·k times the scale.
pub fn scaled(dot: f32, how: &Attend) -> f32 {
    dot * how.scale
}

/// The bias that `head` adds for query `i` and key `j` of `n`; 0 where there is none.
pub fn bias(how: &Attend, head: usize, i: usize, j: usize, n: usize) -> f32 {
    let entry = (j + n).checked_sub(i + 1);
    let bias = how.distance_bias.as_ref().zip(entry).and_then(|(bias, entry)| bias.get([head, entry]));
    bias.copied().unwrap_or(0.0)
}

/// scaled + bias: the logit.
pub fn biased(dot: f32, how: &Attend, head: usize, i: usize, j: usize, n: usize) -> f32 {
    scaled(dot, how) + bias(how, head, i, j, n)
}

/// The logit, or −∞ where the mask forbids.
pub fn masked(dot: f32, how: &Attend, head: usize, i: usize, j: usize, n: usize) -> f32 {
    if how.mask.allows(i, j) { biased(dot, how, head, i, j, n) } else { f32::NEG_INFINITY }
}

/// One of the four stages up to the masked logits as a whole matrix, from the dot products (n × n) of `head`.
/// `None` for the stages after the softmax, which do not follow from one cell.
pub fn from_dot(stage: Stage, dot: &Matrix, how: &Attend, head: usize) -> Option<Matrix> {
    let n = dot.ncols();
    let cell: fn(f32, &Attend, usize, usize, usize, usize) -> f32 = match stage {
        Stage::Dot => |dot, _, _, _, _, _| dot,
        Stage::Scaled => |dot, how, _, _, _, _| scaled(dot, how),
        Stage::Biased => biased,
        Stage::Masked => masked,
        Stage::Weights | Stage::Output => return None,
    };
    let mut out = dot.clone();
    for (i, mut row) in out.axis_iter_mut(Axis(0)).enumerate() {
        row.iter_mut().enumerate().for_each(|(j, x)| *x = cell(*x, how, head, i, j, n));
    }
    Some(out)
}
