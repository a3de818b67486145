//! One convolution over time, with padding 1, followed by GELU.
//!
//! ```text
//! y_t = gelu(b + Σ_{k=0}^{2} x_{s·t + k − 1} W_k),  x_{−1} = x_T = 0;  T′ = ⌊(T + 2 − 3)/s⌋ + 1
//! ```
//!
//! Row vectors: W_k is in × out, torch's `weight[:, :, k]` transposed. [`Convolution::plain`] is the sum in f64,
//! [`Convolution::run`] the same in f32, four times by eight outputs at a time.

use super::gelu::{gelu, gelu_f32};
use crate::matrix::{Matrix, Matrix64};
use crate::simd::panel::{self, MR, NR};

/// Taps of the kernel.
pub const KERNEL: usize = 3;

/// Output rows between two reports of progress.
const REPORT: usize = 128;

/// One convolution over time with padding 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Convolution {
    /// (3·in) × out: W_0 above W_1 above W_2.
    pub weights: Matrix,
    /// out.
    pub bias: Vec<f32>,
    /// Steps between two outputs, at least 1.
    pub stride: usize,
}

/// A convolution under way: some of its rows are made.
#[derive(Clone, Debug)]
pub struct Running {
    /// The weights, packed.
    panels: Vec<[f32; NR]>,
    /// The input with rows of zeros at both ends: rows that a kernel covers follow each other, so W is one matrix.
    padded: Vec<f32>,
    out: Matrix,
    done: usize,
}

impl Running {
    pub fn is_done(&self) -> bool {
        self.done == self.out.nrows()
    }

    /// T′ × out; the first rows, and zeros where it is not done yet.
    pub fn out(&self) -> &Matrix {
        &self.out
    }
}

impl Convolution {
    /// Numbers in an input row.
    pub fn inputs(&self) -> usize {
        self.weights.nrows() / KERNEL
    }

    /// Output rows of so many input rows.
    pub fn length(&self, rows: usize) -> usize {
        (rows + 2).checked_sub(KERNEL).map_or(0, |room| room / self.stride.max(1) + 1)
    }

    /// gelu(conv(x)), f64, as it is written; `None` if x is not T × in.
    pub fn plain(&self, x: &Matrix64) -> Option<Matrix64> {
        if x.ncols() != self.inputs() || self.bias.len() != self.weights.ncols() {
            return None;
        }
        let at = |(t, o)| gelu(self.sum(x, t, o));
        Some(Matrix64::from_shape_fn((self.length(x.nrows()), self.weights.ncols()), at))
    }

    /// conv(x) at row t and output o before GELU, f64; beyond the ends there are zeros.
    pub(super) fn sum(&self, x: &Matrix64, t: usize, o: usize) -> f64 {
        let mut sum = f64::from(self.bias.get(o).copied().unwrap_or(0.0));
        for k in 0..KERNEL {
            // row s·t + k − 1
            let Some(row) = (t * self.stride + k).checked_sub(1).filter(|row| *row < x.nrows()) else {
                continue;
            };
            for (i, value) in x.row(row).iter().enumerate() {
                let weight = self.weights.get((k * x.ncols() + i, o)).copied().unwrap_or(0.0);
                sum += value * f64::from(weight);
            }
        }
        sum
    }

    /// gelu(conv(x)), f32; `None` if x is not T × in or `progress` stops it.
    pub fn run(&self, x: &Matrix, progress: &mut dyn FnMut(f32) -> bool) -> Option<Matrix> {
        let mut running = self.start(x)?;
        while !running.is_done() {
            if !progress(running.done as f32 / running.out.nrows() as f32) {
                return None;
            }
            self.go_on(&mut running, REPORT);
        }
        progress(1.0);
        Some(running.out)
    }

    /// Begins with x; `None` if it is not T × in.
    pub fn start(&self, x: &Matrix) -> Option<Running> {
        let (inputs, outputs) = (self.inputs(), self.weights.ncols());
        if x.ncols() != inputs || self.bias.len() != outputs || self.stride == 0 {
            return None;
        }
        let mut padded = vec![0.0; inputs];
        padded.extend(x.iter());
        padded.resize((x.nrows() + 2 + MR * self.stride) * inputs, 0.0);
        let out = Matrix::zeros((self.length(x.nrows()), outputs));
        let mut panels = Vec::new();
        panel::pack(self.weights.view(), &mut panels);
        Some(Running { panels, padded, out, done: 0 })
    }

    /// Makes the next `rows` rows, or a few more.
    pub fn go_on(&self, running: &mut Running, rows: usize) {
        let (inputs, outputs) = (self.inputs(), self.weights.ncols());
        let Running { panels, padded, out, done } = running;
        let end = out.nrows().min(*done + rows.max(1).next_multiple_of(MR));
        let todo = out.as_slice_mut().unwrap_or_default().get_mut(*done * outputs..end * outputs);
        let chunks = todo.unwrap_or_default().chunks_mut((MR * outputs).max(1));
        for (first, chunk) in (*done..end).step_by(MR).zip(chunks) {
            let start = |time: usize| (first + time) * self.stride * inputs;
            let windows: [&[f32]; MR] =
                std::array::from_fn(|t| padded.get(start(t)..start(t) + KERNEL * inputs).unwrap_or_default());
            for (at, weights) in panels.chunks_exact((KERNEL * inputs).max(1)).enumerate() {
                let rows = chunk.chunks_exact_mut(outputs);
                panel::store(&panel::multiply(windows, weights), rows, at * NR);
            }
            for (y, bias) in chunk.iter_mut().zip(self.bias.iter().cycle()) {
                *y = gelu_f32(*y + bias);
            }
        }
        *done = end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::conv_stem::ConvStem;
    use super::*;

    fn go_on(_: f32) -> bool {
        true
    }

    /// A kernel that is 1 on its middle tap copies; on its first it takes the frame before, and zero before the first.
    #[test]
    fn taps_look_back_here_and_ahead() {
        let x = Matrix::from_shape_fn((6, 2), |(t, m)| ((t * 31 + m * 17) % 23) as f32 / 11.5 - 1.0);
        for (tap, shift) in [(0, -1), (1, 0), (2, 1)] {
            let mut weights = Matrix::zeros((6, 2));
            (weights[[2 * tap, 0]], weights[[2 * tap + 1, 1]]) = (1.0, 1.0);
            let copy = Convolution { weights, bias: vec![0.0; 2], stride: 1 };
            let y = copy.run(&x, &mut go_on).unwrap();
            for t in 0..6_i32 {
                let from = usize::try_from(t + shift).ok().filter(|&row| row < 6);
                for m in 0..2 {
                    let want = from.map_or(0.0, |row| gelu_f32(x[[row, m]]));
                    assert_eq!(y[[t as usize, m]], want);
                }
            }
        }
    }

    #[test]
    fn silence_gives_gelu_of_the_bias() {
        let mut stem = ConvStem::seeded(3, 4, 2);
        stem.conv1.bias = vec![1.0; 4];
        let out = stem.conv1.run(&Matrix::zeros((5, 3)), &mut go_on).unwrap();
        assert!(out.iter().all(|y| (y - 0.841_344_7).abs() < 1e-6));
    }
}
