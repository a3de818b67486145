//! Whisper's stem: two convolutions over time turn mel frames into vectors, and halve their number.
//!
//! ```text
//! H = gelu(conv1(X)), s = 1;  E = gelu(conv2(H)), s = 2;      3,000 → 3,000 → 1,500: 20 ms a vector
//! ```
//!
//! As openai-whisper `model.py` `AudioEncoder` (kernel 3, padding 1, exact GELU; [`super::convolution`]). The weights
//! here are seeded normal numbers, N(0, 1/(3·in)), biases 0: nothing is learned.

use super::convolution::{Convolution, KERNEL, Running};
use super::gelu::gelu;
use super::random::{Stream, normal};
use crate::matrix::{Matrix, Matrix64, to_f64};

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
        let frames = to_f64(frames);
        let first = (t * self.conv2.stride) as isize - 1;
        let mut parts = [0.0; KERNEL];
        for (k, (part, row)) in parts.iter_mut().zip(first..).enumerate() {
            let Some(row) = usize::try_from(row).ok().filter(|row| *row < rows) else { continue };
            for i in 0..self.conv2.inputs() {
                let weight = self.conv2.weights.get((k * self.conv2.inputs() + i, o)).copied().unwrap_or(0.0);
                *part += gelu(self.conv1.sum(&frames, row, i)) * f64::from(weight);
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

/// Products of one step of [`Stemming`]: a few milliseconds.
const STEP: usize = 1 << 24;

/// The stem's vectors in the making: at full width they take longer than a frame of the screen.
pub struct Stemming {
    stem: ConvStem,
    /// The first convolution, then the second; none where the widths differ.
    running: Option<Running>,
    is_second: bool,
    /// What there is before the second begins.
    nothing: Matrix,
}

impl Stemming {
    pub fn new(frames: &Matrix, d: usize, seed: u64) -> Self {
        let stem = ConvStem::seeded(frames.ncols(), d, seed);
        let running = stem.conv1.start(frames);
        Stemming { stem, running, is_second: false, nothing: Matrix::zeros((0, d)) }
    }

    pub fn is_done(&self) -> bool {
        self.running.as_ref().is_none_or(|running| self.is_second && running.is_done())
    }

    pub fn step(&mut self) {
        let Some(running) = &mut self.running else { return };
        let convolution = if self.is_second { &self.stem.conv2 } else { &self.stem.conv1 };
        convolution.go_on(running, STEP / convolution.weights.len().max(1));
        if running.is_done() && !self.is_second {
            self.running = self.stem.conv2.start(running.out());
            self.is_second = true;
        }
    }

    /// ⌈T/2⌉ × d, once [`Self::is_done`].
    pub fn embedded(&self) -> &Matrix {
        let running = self.running.as_ref().filter(|_| self.is_second);
        running.map_or(&self.nothing, Running::out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::max_abs_diff;

    fn frames(rows: usize, n_mels: usize) -> Matrix {
        Matrix::from_shape_fn((rows, n_mels), |(t, m)| ((t * 31 + m * 17) % 23) as f32 / 11.5 - 1.0)
    }

    #[test]
    fn a_trace_is_one_number_of_the_plain_stem() {
        let frames = normal(9, 5, 2, Stream::AudioConvolution1);
        let stem = ConvStem::seeded(5, 6, 3);
        let (_, embedded) = stem.plain(&to_f64(&frames)).unwrap();
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
            let (mut parts, mut steps) = (Stemming::new(&x, d, 3), 0);
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

    #[test]
    fn wrong_widths_and_stops_give_nothing() {
        let stem = ConvStem::seeded(80, 16, 1);
        assert!(stem.run(&frames(10, 79), &mut go_on).is_none());
        assert!(stem.plain(&to_f64(&frames(10, 79))).is_none());
        assert!(stem.run(&frames(1_000, 80), &mut |done: f32| done < 0.5).is_none());
        assert_eq!(stem.run(&frames(0, 80), &mut go_on).unwrap().embedded.nrows(), 0);
    }
}
