//! Patches and frames become rows of the same matrix as words: z = x E + b.
//!
//! ```text
//! z0 = [x_class; x_1 E + b; …; x_N E + b],   x n × k,   E k × d_model        (positions are added later)
//! ```
//!
//! Dosovitskiy et al. 2021 (ViT), arXiv 2010.11929, eq. 1. E and b are seeded random numbers, N(0, 1/k), and the page
//! says so: they keep likeness (random projections keep distances, Johnson and Lindenstrauss 1984) but hold nothing
//! learned. Row r of E has a ChaCha8 stream of its own; a narrower E is the beginning of a wider one.
//!
//! Special rows ([CLS], [SEP] …) are trained vectors in a model; here they are seeded, N(0, 1), as words' rows are.

use super::random;
use crate::matrix::{Matrix, Matrix64};
use ndarray::{Array1, ArrayView2, Axis, s};
use std::ops::Range;
use std::rc::Rc;

/// What is projected; each has weights of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Modality {
    Image = 0,
    Audio = 1,
}

/// A row that stands for no word, patch or frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u64)]
pub enum Special {
    /// Gathers the whole sequence.
    Cls = 0,
    /// Between two parts.
    Sep = 1,
    /// An image begins.
    Img = 2,
    /// Sound begins.
    Aud = 3,
    /// Fills up; masked as a key.
    Pad = 4,
    /// Stands for a hidden patch.
    Mask = 5,
}

/// Streams of E and b: 2³³ a modality, behind those of [`random`] and of the positions' tables up to number 10.
const PROJECTION: u64 = 11 << 34;
/// Stream of b within a modality's.
const BIAS: u64 = 1 << 32;
/// Streams of the special rows.
const SPECIAL: u64 = 12 << 34;

fn first_stream(modality: Modality) -> u64 {
    PROJECTION + ((modality as u64) << 33)
}

/// Rows of E before they are divided by √k: they do not depend on k.
fn unscaled(rows: Range<usize>, d_model: usize, modality: Modality, seed: u64) -> Matrix {
    let mut weight = Matrix::zeros((rows.len(), d_model));
    for (r, mut row) in rows.zip(weight.rows_mut()) {
        if let Some(row) = row.as_slice_mut() {
            random::fill_row(row, seed, first_stream(modality) + r as u64);
        }
    }
    weight
}

/// The deviation of the entries: 1/√k.
fn scale(k: usize) -> f32 {
    1.0 / (k.max(1) as f32).sqrt()
}

/// E and b.
#[derive(Clone, Debug, PartialEq)]
pub struct Projection {
    /// E, k × d_model.
    pub weight: Matrix,
    /// b, d_model.
    pub bias: Array1<f32>,
}

impl Projection {
    /// Seeded E and b for vectors of width k.
    pub fn seeded(k: usize, d_model: usize, modality: Modality, seed: u64) -> Self {
        let weight = Projection::weight(0..k, k, d_model, modality, seed);
        Projection { weight, bias: Projection::bias(k, d_model, modality, seed) }
    }

    /// Some rows of the E for vectors of width k.
    fn weight(rows: Range<usize>, k: usize, d_model: usize, modality: Modality, seed: u64) -> Matrix {
        unscaled(rows, d_model, modality, seed) * scale(k)
    }

    fn bias(k: usize, d_model: usize, modality: Modality, seed: u64) -> Array1<f32> {
        let mut bias = vec![0.0; d_model];
        random::fill_row(&mut bias, seed, first_stream(modality) + BIAS);
        bias.into_iter().map(|z| z * scale(k)).collect()
    }

    /// The same map for vectors whose numbers stand in another order: new[i] = old[permutation[i]]. `None` if it is no
    /// choice of k rows of E.
    pub fn permuted(&self, permutation: &[usize]) -> Option<Self> {
        let k = self.weight.nrows();
        let fits = permutation.len() == k && permutation.iter().all(|&row| row < k);
        fits.then(|| Projection { weight: self.weight.select(Axis(0), permutation), bias: self.bias.clone() })
    }

    /// x E + b: n × d_model. `None` if x is not n × k.
    pub fn apply(&self, x: ArrayView2<f32>) -> Option<Matrix> {
        (x.ncols() == self.weight.nrows()).then(|| x.dot(&self.weight) + &self.bias)
    }
}

/// Numbers of E that are kept: those of patches of 64 × 64 × 3 at d_model = 128, 6 MB.
const KEPT: usize = 12_288 * 128;

/// The beginning of E, unscaled, from one projection to the next: another k (a patch size) finds the rows made already,
/// and making them costs more than multiplying with them.
#[derive(Clone, Default)]
pub struct KeptRows {
    /// What they were made for.
    of: Option<(Modality, u64, usize)>,
    rows: Matrix,
}

impl KeptRows {
    /// Rows of the E for vectors of width k.
    fn weight(
        &mut self,
        rows: Range<usize>,
        k: usize,
        d_model: usize,
        modality: Modality,
        seed: u64,
    ) -> Matrix {
        if self.of != Some((modality, seed, d_model)) {
            *self = KeptRows { of: Some((modality, seed, d_model)), rows: Matrix::zeros((0, d_model)) };
        }
        let known = self.rows.nrows();
        if (rows.start..rows.end).contains(&known) && rows.end * d_model <= KEPT {
            let made = unscaled(known..rows.end, d_model, modality, seed);
            // cannot fail: both are d_model wide
            let _ = self.rows.append(Axis(0), made.view());
        }
        if self.rows.nrows() >= rows.end {
            return &self.rows.slice(s![rows, ..]) * scale(k);
        }
        Projection::weight(rows, k, d_model, modality, seed)
    }
}

/// Numbers of E that one step makes: a few milliseconds.
const STEP: usize = 1 << 17;

/// x E + b in the making: E may be millions of numbers, so a step makes some of its rows, multiplies and forgets them.
pub struct Projecting {
    x: Rc<Matrix>,
    modality: Modality,
    seed: u64,
    /// Rows of E that are done.
    done: usize,
    /// b, plus the products with those rows.
    sums: Matrix,
}

impl Projecting {
    pub fn new(x: Rc<Matrix>, d_model: usize, modality: Modality, seed: u64) -> Self {
        let bias = Projection::bias(x.ncols(), d_model, modality, seed);
        let sums = Matrix::from_shape_fn((x.nrows(), d_model), |(_, c)| bias[c]);
        Projecting { x, modality, seed, done: 0, sums }
    }

    pub fn is_done(&self) -> bool {
        self.done == self.x.ncols()
    }

    /// `kept` is asked for the rows, and keeps what it did not have.
    pub fn step(&mut self, kept: &mut KeptRows) {
        let (k, d_model) = (self.x.ncols(), self.sums.ncols());
        let end = k.min(self.done + (STEP / d_model.max(1)).max(1));
        let rows = kept.weight(self.done..end, k, d_model, self.modality, self.seed);
        self.sums += &self.x.slice(s![.., self.done..end]).dot(&rows);
        self.done = end;
    }

    /// x E + b, once [`Self::is_done`].
    pub fn sums(&self) -> &Matrix {
        &self.sums
    }
}

/// x E + b in f64, number by number. `None` if the sizes do not fit.
pub fn project(x: &Matrix64, weight: &Matrix64, bias: &[f64]) -> Option<Matrix64> {
    let (k, d) = weight.dim();
    (x.ncols() == k && bias.len() == d).then(|| {
        Matrix64::from_shape_fn((x.nrows(), d), |(i, j)| {
            bias.get(j).copied().unwrap_or(0.0) + (0..k).map(|r| x[[i, r]] * weight[[r, j]]).sum::<f64>()
        })
    })
}

/// The row of a special token. A shorter row is the beginning of a longer one.
pub fn special(which: Special, d_model: usize, seed: u64) -> Array1<f32> {
    let mut row = vec![0.0; d_model];
    random::fill_row(&mut row, seed, SPECIAL + which as u64);
    Array1::from(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::{max_abs_diff, to_f64};

    fn vectors(n: usize, k: usize) -> Matrix {
        Matrix::from_shape_fn((n, k), |(i, j)| ((i * 7 + j * 3) % 11) as f32 / 5.5 - 1.0)
    }

    #[test]
    fn the_fast_one_is_the_formula() {
        let (x, e) = (vectors(9, 48), Projection::seeded(48, 20, Modality::Image, 3));
        let bias: Vec<f64> = e.bias.iter().map(|b| f64::from(*b)).collect();
        let exact = project(&to_f64(&x), &to_f64(&e.weight), &bias).unwrap();
        let fast = to_f64(&e.apply(x.view()).unwrap());
        assert!(max_abs_diff(exact.view(), fast.view()).unwrap() < 1e-5);
        assert_eq!(e.apply(vectors(9, 47).view()), None);
    }

    /// Growing, shrinking, past what is kept, and for another seed.
    #[test]
    fn kept_rows_are_the_rows() {
        let mut kept = KeptRows::default();
        for (k, d, seed) in
            [(48, 16, 1), (3000, 16, 1), (12, 16, 1), (9000, 512, 1), (9000, 8, 1), (48, 16, 2)]
        {
            let x = Rc::new(vectors(3, k));
            let mut work = Projecting::new(Rc::clone(&x), d, Modality::Image, seed);
            while !work.is_done() {
                work.step(&mut kept);
            }
            let whole = Projection::seeded(k, d, Modality::Image, seed).apply(x.view()).unwrap();
            assert!(max_abs_diff(to_f64(work.sums()).view(), to_f64(&whole).view()).unwrap() < 2e-5);
            assert!(kept.rows.len() <= KEPT);
        }
    }

    #[test]
    fn a_permuted_projection_gives_permuted_vectors_the_same_rows() {
        let (x, e) = (vectors(5, 6), Projection::seeded(6, 4, Modality::Image, 3));
        let permutation = [3, 1, 5, 0, 2, 4];
        let other = e.permuted(&permutation).unwrap();
        let moved = other.apply(x.select(Axis(1), &permutation).view()).unwrap();
        let gap = max_abs_diff(to_f64(&moved).view(), to_f64(&e.apply(x.view()).unwrap()).view());
        assert!(gap.unwrap() < 1e-6);
        assert_eq!(e.permuted(&[0, 1]), None);
        assert_eq!(e.permuted(&[0, 1, 2, 3, 4, 6]), None);
    }

    #[test]
    fn seeds_modalities_and_special_rows_differ() {
        let of = |modality, seed| Projection::seeded(6, 8, modality, seed);
        let image = of(Modality::Image, 1);
        assert!(image != of(Modality::Audio, 1) && image != of(Modality::Image, 2));
        assert_eq!(image.weight.slice(s![.., ..3]).mapv(f32::to_bits).len(), 18);
        assert_eq!(Projection::seeded(6, 3, Modality::Image, 1).weight, image.weight.slice(s![.., ..3]));
        let row = |which| special(which, 16, 1);
        let all =
            [Special::Cls, Special::Sep, Special::Img, Special::Aud, Special::Pad, Special::Mask].map(row);
        for (i, one) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|other| other != one));
        }
        assert_eq!(special(Special::Cls, 4, 1), all[0].slice(s![..4]));
    }

    #[test]
    fn entries_have_the_deviation_that_keeps_size() {
        let e = Projection::seeded(400, 100, Modality::Audio, 1);
        let square = e.weight.mapv(|x| f64::from(x).powi(2)).mean().unwrap();
        assert!((square * 400.0 - 1.0).abs() < 0.03, "{square}");
        assert_eq!(
            Projection::seeded(0, 3, Modality::Image, 1).apply(vectors(2, 0).view()).unwrap().dim(),
            (2, 3)
        );
    }
}
