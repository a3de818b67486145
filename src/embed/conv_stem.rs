//! Whisper's stem: two convolutions over time turn mel frames into vectors, and halve their number.
//!
//! ```text
//! y_t = b + Σ_{k=0}^{2} x_{s·t + k − 1} W_k,  x_{−1} = x_T = 0;  T′ = ⌊(T + 2 − 3)/s⌋ + 1
//! H = gelu(conv1(X)), s = 1;  E = gelu(conv2(H)), s = 2;      3,000 → 3,000 → 1,500: 20 ms a vector
//! ```
//!
//! As openai-whisper `model.py` `AudioEncoder` (kernel 3, padding 1, exact GELU). Row vectors: W_k is in × out, torch's
//! `weight[:, :, k]` transposed. The weights here are seeded normal numbers, N(0, 1/(3·in)), biases 0: nothing is
//! learned. [`Convolution::plain`] is the sum in f64, [`Convolution::run`] the same in f32, four times by eight outputs
//! at a time.

use super::gelu::{gelu, gelu_f32};
use super::random::{Stream, normal};
use crate::matrix::{Matrix, Matrix64};
use ndarray::s;
use std::rc::Rc;

/// Times that share what is loaded of the weights, and outputs beside each other: two SIMD registers.
const TIMES: usize = 4;
const OUTPUTS: usize = 8;

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

/// Both convolutions.
#[derive(Clone, Debug, PartialEq)]
pub struct ConvStem {
    pub conv1: Convolution,
    pub conv2: Convolution,
}

/// What the stem makes of mel frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Stem {
    /// T × d, after the first convolution and GELU.
    pub hidden: Matrix,
    /// ⌈T/2⌉ × d, after the second: the vectors that get positions.
    pub embedded: Matrix,
}

/// One number of a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct StemTrace {
    /// The first of the three rows of the hidden layer that it is made of; −1 is the zeros before the beginning.
    pub first: isize,
    /// Σ_i h_{first + k, i} W_k[i, o] for each tap k.
    pub parts: [f64; KERNEL],
    pub bias: f64,
    /// Before GELU.
    pub sum: f64,
    pub output: f64,
}

impl ConvStem {
    /// From `n_mels` bands to vectors of `d` numbers.
    pub fn seeded(n_mels: usize, d: usize, seed: u64) -> Self {
        let convolution = |inputs: usize, stride, stream| Convolution {
            weights: normal(KERNEL * inputs, d, seed, stream),
            bias: vec![0.0; d],
            stride,
        };
        ConvStem {
            conv1: convolution(n_mels, 1, Stream::AudioConvolution1),
            conv2: convolution(d, 2, Stream::AudioConvolution2),
        }
    }

    /// The stem of frames (T × n_mels). `None` if the widths differ or `progress` stops it.
    pub fn run(&self, frames: &Matrix, progress: &mut dyn FnMut(f32) -> bool) -> Option<Stem> {
        // the work of each, in products of rows
        let work = |convolution: &Convolution, rows: usize| {
            (convolution.weights.len() * convolution.length(rows)) as f32
        };
        let (first, second) = (work(&self.conv1, frames.nrows()), work(&self.conv2, frames.nrows()));
        let share = first / (first + second).max(1.0);
        let hidden = self.conv1.run(frames, &mut |done| progress(share * done))?;
        let embedded = self.conv2.run(&hidden, &mut |done| progress(share + (1.0 - share) * done))?;
        Some(Stem { hidden, embedded })
    }

    /// How output `o` of vector `t` comes about, in f64; `None` if there is none such.
    pub fn trace(&self, frames: &Matrix, t: usize, o: usize) -> Option<StemTrace> {
        let rows = self.conv1.length(frames.nrows());
        let width = self.conv2.weights.ncols();
        if frames.ncols() != self.conv1.inputs() || t >= self.conv2.length(rows) || o >= width {
            return None;
        }
        let first = (t * self.conv2.stride) as isize - 1;
        let mut parts = [0.0; KERNEL];
        for (k, (part, row)) in parts.iter_mut().zip(first..).enumerate() {
            let Some(row) = usize::try_from(row).ok().filter(|row| *row < rows) else { continue };
            for i in 0..self.conv2.inputs() {
                let weight = self.conv2.weights.get((k * self.conv2.inputs() + i, o)).copied().unwrap_or(0.0);
                *part += gelu(self.conv1.sum(frames, row, i)) * f64::from(weight);
            }
        }
        let bias = f64::from(self.conv2.bias.get(o).copied().unwrap_or(0.0));
        let sum = bias + parts.iter().sum::<f64>();
        Some(StemTrace { first, parts, bias, sum, output: gelu(sum) })
    }

    /// The same in f64.
    pub fn plain(&self, frames: &Matrix64) -> Option<(Matrix64, Matrix64)> {
        let hidden = self.conv1.plain(frames)?;
        let embedded = self.conv2.plain(&hidden)?;
        Some((hidden, embedded))
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
        let at = |t: usize, o: usize| {
            let mut sum = f64::from(self.bias[o]);
            for k in 0..KERNEL {
                // row s·t + k − 1; beyond the ends there are zeros
                let Some(row) = (t * self.stride + k).checked_sub(1).filter(|row| *row < x.nrows()) else {
                    continue;
                };
                for i in 0..x.ncols() {
                    sum += x[[row, i]] * f64::from(self.weights[[k * x.ncols() + i, o]]);
                }
            }
            gelu(sum)
        };
        Some(Matrix64::from_shape_fn((self.length(x.nrows()), self.weights.ncols()), |(t, o)| at(t, o)))
    }

    /// conv(x) at row t and output o before GELU, f64; beyond the ends there are zeros.
    fn sum(&self, x: &Matrix, t: usize, o: usize) -> f64 {
        let mut sum = f64::from(self.bias.get(o).copied().unwrap_or(0.0));
        for k in 0..KERNEL {
            let Some(row) = (t * self.stride + k).checked_sub(1).filter(|row| *row < x.nrows()) else {
                continue;
            };
            for (i, value) in x.row(row).iter().enumerate() {
                let weight = self.weights.get((k * x.ncols() + i, o)).copied().unwrap_or(0.0);
                sum += f64::from(*value) * f64::from(weight);
            }
        }
        sum
    }

    /// gelu(conv(x)), f32; `None` if x is not T × in or `progress` stops it.
    pub fn run(&self, x: &Matrix, progress: &mut dyn FnMut(f32) -> bool) -> Option<Matrix> {
        let (inputs, outputs) = (self.inputs(), self.weights.ncols());
        if x.ncols() != inputs || self.bias.len() != outputs || self.stride == 0 {
            return None;
        }
        let panels = panels(&self.weights);
        // rows that a kernel covers follow each other in memory: with a row of zeros at each end, W is one matrix
        let mut padded = vec![0.0; inputs];
        padded.extend(x.iter());
        padded.resize((x.nrows() + 2 + TIMES * self.stride) * inputs, 0.0);
        let rows = self.length(x.nrows());
        let mut out = Matrix::zeros((rows, outputs));
        let mut chunks = out.as_slice_mut()?.chunks_mut((TIMES * outputs).max(1));
        for first in (0..rows).step_by(TIMES) {
            if first % REPORT == 0 && !progress(first as f32 / rows as f32) {
                return None;
            }
            let start = |time: usize| (first + time) * self.stride * inputs;
            let windows: [&[f32]; TIMES] =
                std::array::from_fn(|t| padded.get(start(t)..start(t) + KERNEL * inputs).unwrap_or_default());
            let chunk = chunks.next().unwrap_or_default();
            for (panel, weights) in panels.chunks_exact(KERNEL * inputs).enumerate() {
                self.place(chunk, panel, &products(windows, weights));
            }
            chunk.iter_mut().for_each(|y| *y = gelu_f32(*y));
        }
        progress(1.0);
        Some(out)
    }

    /// Writes a tile of sums into up to four rows.
    fn place(&self, rows: &mut [f32], panel: usize, sums: &[[f32; OUTPUTS]; TIMES]) {
        let biases = self.bias.iter().skip(panel * OUTPUTS);
        for (row, sums) in rows.chunks_exact_mut(self.bias.len()).zip(sums) {
            for ((y, sum), bias) in row.iter_mut().skip(panel * OUTPUTS).zip(sums).zip(biases.clone()) {
                *y = sum + bias;
            }
        }
    }
}

/// Products of one step of [`Stemming`]: a few milliseconds.
const STEP: usize = 1 << 24;

/// The stem's vectors in the making: at full width they take longer than a frame of the screen.
pub struct Stemming {
    stem: ConvStem,
    frames: Rc<Matrix>,
    hidden: Matrix,
    embedded: Matrix,
    /// Rows of `hidden`, then of `embedded`, that are done.
    done: [usize; 2],
}

impl Stemming {
    pub fn new(frames: Rc<Matrix>, d: usize, seed: u64) -> Self {
        let stem = ConvStem::seeded(frames.ncols(), d, seed);
        let rows = stem.conv1.length(frames.nrows());
        let (hidden, embedded) = (Matrix::zeros((rows, d)), Matrix::zeros((stem.conv2.length(rows), d)));
        Stemming { stem, frames, hidden, embedded, done: [0; 2] }
    }

    pub fn is_done(&self) -> bool {
        self.done == [self.hidden.nrows(), self.embedded.nrows()]
    }

    pub fn step(&mut self) {
        let Stemming { stem, frames, hidden, embedded, done: [first, second] } = self;
        if *first < hidden.nrows() {
            *first = stem.conv1.part(frames, *first, hidden);
        } else {
            *second = stem.conv2.part(hidden, *second, embedded);
        }
    }

    /// ⌈T/2⌉ × d, once [`Self::is_done`].
    pub fn embedded(&self) -> &Matrix {
        &self.embedded
    }
}

impl Convolution {
    /// Makes some rows of `out` from row `first` on; the row at which the next part begins.
    fn part(&self, x: &Matrix, first: usize, out: &mut Matrix) -> usize {
        let rows = (STEP / self.weights.len().max(1)).max(TIMES);
        let end = out.nrows().min(first + rows);
        // One row more at the start: the zeros that stand for what is before the part are not what is there.
        let before = usize::from(first > 0);
        let (from, to) = ((first - before) * self.stride, x.nrows().min(end * self.stride + 1));
        if let Some(part) = self.run(&x.slice(s![from..to, ..]).to_owned(), &mut |_| true) {
            let wanted = part.slice(s![before..before + end - first, ..]);
            out.slice_mut(s![first..end, ..]).assign(&wanted);
        }
        end
    }
}

/// The columns of W, eight at a time, padded with zeros: for each panel one array of eight per row.
fn panels(weights: &Matrix) -> Vec<[f32; OUTPUTS]> {
    let (rows, columns) = weights.dim();
    let mut packed = vec![[0.0; OUTPUTS]; columns.div_ceil(OUTPUTS) * rows];
    for (column, values) in weights.columns().into_iter().enumerate() {
        let panel = packed.iter_mut().skip(column / OUTPUTS * rows);
        panel.zip(values).for_each(|(entries, &w)| entries[column % OUTPUTS] = w);
    }
    packed
}

/// Four windows times one panel.
#[inline(always)]
fn products(windows: [&[f32]; TIMES], panel: &[[f32; OUTPUTS]]) -> [[f32; OUTPUTS]; TIMES] {
    let [a, b, c, d] = windows;
    let mut sums = [[0.0; OUTPUTS]; TIMES];
    for ((((w, a), b), c), d) in panel.iter().zip(a).zip(b).zip(c).zip(d) {
        for (sums, x) in sums.iter_mut().zip([a, b, c, d]) {
            for (sum, w) in sums.iter_mut().zip(w) {
                *sum += x * w;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{max_abs_diff, to_f64};

    fn frames(rows: usize, n_mels: usize) -> Matrix {
        Matrix::from_shape_fn((rows, n_mels), |(t, m)| ((t * 31 + m * 17) % 23) as f32 / 11.5 - 1.0)
    }

    #[test]
    fn a_trace_is_one_number_of_the_plain_stem() {
        let frames = normal(9, 5, 2, Stream::AudioConvolution1);
        let stem = ConvStem::seeded(5, 6, 3);
        let (_, embedded) = stem.plain(&crate::matrix::to_f64(&frames)).unwrap();
        for (t, o) in [(0, 0), (2, 3), (4, 5)] {
            let trace = stem.trace(&frames, t, o).unwrap();
            assert!((trace.output - embedded[[t, o]]).abs() < 1e-12, "{t} {o}");
            assert_eq!(trace.first, 2 * t as isize - 1);
        }
        assert_eq!(stem.trace(&frames, 5, 0), None);
        assert_eq!(stem.trace(&frames, 0, 6), None);
    }

    #[test]
    fn in_parts_it_is_the_same() {
        for rows in [1, 2, 7, 150] {
            let (x, d) = (frames(rows, 80), 512);
            let whole = ConvStem::seeded(80, d, 3).run(&x, &mut go_on).unwrap();
            let (mut parts, mut steps) = (Stemming::new(Rc::new(x), d, 3), 0);
            while !parts.is_done() {
                parts.step();
                steps += 1;
            }
            assert_eq!(parts.embedded(), whole.embedded);
            assert!(rows < 150 || steps > 4, "{steps}");
        }
    }

    fn go_on(_: f32) -> bool {
        true
    }

    #[test]
    fn the_fast_stem_is_the_plain_one() {
        for (rows, n_mels, d) in [(40, 80, 64), (7, 5, 3), (1, 128, 16), (2, 1, 1), (9, 8, 20)] {
            let x = frames(rows, n_mels);
            let stem = ConvStem::seeded(n_mels, d, 5);
            let fast = stem.run(&x, &mut go_on).unwrap();
            let (hidden, embedded) = stem.plain(&to_f64(&x)).unwrap();
            let gap = |a: &Matrix, b: &Matrix64| max_abs_diff(to_f64(a).view(), b.view()).unwrap();
            assert!(gap(&fast.hidden, &hidden) < 1e-5, "{rows} {n_mels} {d}");
            assert!(gap(&fast.embedded, &embedded) < 1e-5, "{rows} {n_mels} {d}");
        }
    }

    #[test]
    fn three_thousand_frames_become_1500_vectors() {
        let stem = ConvStem::seeded(4, 8, 1).run(&frames(3_000, 4), &mut go_on).unwrap();
        assert_eq!((stem.hidden.dim(), stem.embedded.dim()), ((3_000, 8), (1_500, 8)));
        assert_eq!(ConvStem::seeded(4, 8, 1).run(&frames(5, 4), &mut go_on).unwrap().embedded.nrows(), 3);
    }

    /// A kernel that is 1 on its middle tap copies; on its first it takes the frame before, and zero before the first.
    #[test]
    fn taps_look_back_here_and_ahead() {
        let x = frames(6, 2);
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

    #[test]
    fn wrong_widths_and_stops_give_nothing() {
        let stem = ConvStem::seeded(80, 16, 1);
        assert!(stem.run(&frames(10, 79), &mut go_on).is_none());
        assert!(stem.plain(&to_f64(&frames(10, 79))).is_none());
        assert!(stem.run(&frames(1_000, 80), &mut |done: f32| done < 0.5).is_none());
        assert_eq!(stem.run(&frames(0, 80), &mut go_on).unwrap().embedded.nrows(), 0);
    }
}
