//! Codebooks for residual vector quantisation, fitted level by level with k-means on what is left.
//!
//! EnCodec learns its codebooks with the encoder, by moving averages that start from k-means; here nothing else is
//! learned, so each level's codes are k-means of the residuals before it. Deterministic by seed.

use super::Progress;
use super::codec;
use crate::matrix::Matrix;
use crate::tokenize::kmeans::KMeans;
use ndarray::{ArrayView2, Axis};

/// Fitted codebooks and the codes of the frames that they were fitted on.
#[derive(Clone, Debug, PartialEq)]
pub struct Rvq {
    /// One k × dim codebook per level.
    pub codebooks: Vec<KMeans>,
    /// codes\[level\]\[frame\].
    pub codes: Vec<Vec<u32>>,
    /// Mean squared error per entry with 0, 1, … n_q levels: the first is that of no code at all.
    pub errors: Vec<f64>,
    /// ‖r_{l+1}‖ of every frame, one list per level.
    pub residual_norms: Vec<Vec<f32>>,
}

/// How the codebooks are fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// n_q: how many codebooks.
    pub n_codebooks: usize,
    /// K: codes in each.
    pub codebook_size: usize,
    /// k-means updates per level, at most.
    pub iterations: usize,
    pub seed: u64,
}

impl Default for Settings {
    /// Eight levels as in EnCodec at 6 kbit/s; a quarter of its codes, since the frames are few.
    fn default() -> Self {
        Settings { n_codebooks: 8, codebook_size: 256, iterations: 8, seed: 1 }
    }
}

/// Fits on frames (n × dim). If `progress` stops it, the levels finished so far are returned.
pub fn fit(frames: ArrayView2<f32>, settings: Settings, progress: Progress) -> Rvq {
    let mut residual = frames.to_owned();
    let first = mean_square(&residual);
    let mut rvq =
        Rvq { codebooks: Vec::new(), codes: Vec::new(), errors: vec![first], residual_norms: Vec::new() };
    let levels = settings.n_codebooks as f32;
    for level in 0..settings.n_codebooks {
        let mut go_on = true;
        let mut part = |done: f32| {
            go_on = progress((level as f32 + done) / levels);
            go_on
        };
        let seed = settings.seed.wrapping_add(level as u64);
        let fit = KMeans::fit(residual.view(), settings.codebook_size, settings.iterations, seed, &mut part);
        subtract(&mut residual, &fit.kmeans, &fit.assignments);
        rvq.errors.push(mean_square(&residual));
        rvq.residual_norms.push(norms(&residual));
        rvq.codebooks.push(fit.kmeans);
        rvq.codes.push(fit.assignments);
        if !go_on {
            break;
        }
    }
    rvq
}

impl Rvq {
    /// x̂ of the fitted frames with the first `levels` codebooks, n × dim: a prefix of the codes.
    pub fn reconstruct(&self, levels: usize) -> Matrix {
        let dim = self.codebooks.first().map_or(0, |codebook| codebook.centroids.ncols());
        let mut sum = Matrix::zeros((self.codes.first().map_or(0, Vec::len), dim));
        for (codebook, codes) in self.codebooks.iter().zip(&self.codes).take(levels) {
            sum += &codebook.decode(codes);
        }
        sum
    }

    /// Bits per second of `levels` levels at `frame_rate` frames a second.
    pub fn bits_per_second(&self, levels: usize, frame_rate: f64) -> f64 {
        let used = self.codebooks.iter().take(levels);
        used.map(|codebook| codec::bits_per_second(frame_rate, 1, codebook.centroids.nrows())).sum()
    }
}

/// r ← r − C[c].
fn subtract(residual: &mut Matrix, codebook: &KMeans, codes: &[u32]) {
    for (mut row, &code) in residual.axis_iter_mut(Axis(0)).zip(codes) {
        if (code as usize) < codebook.centroids.nrows() {
            row -= &codebook.centroids.row(code as usize);
        }
    }
}

fn norms(residual: &Matrix) -> Vec<f32> {
    residual.rows().into_iter().map(|row| row.dot(&row).sqrt()).collect()
}

fn mean_square(x: &Matrix) -> f64 {
    let sum: f64 = x.iter().map(|&x| f64::from(x) * f64::from(x)).sum();
    sum / x.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::to_f64;
    use crate::signal::chirp::Chirp;
    use crate::tokenize::audio::log_mel::{Params, Recipe, log_mel};
    use crate::tokenize::audio::rvq;

    fn frames() -> Matrix {
        let audio = Chirp::default().at_rate(16_000).unwrap();
        log_mel(audio.samples(), Params::default(), Recipe::Whisper, &mut |_: f32| true).unwrap().values
    }

    const SMALL: Settings = Settings { n_codebooks: 5, codebook_size: 16, iterations: 6, seed: 3 };

    #[test]
    fn every_level_leaves_less() {
        let fitted = fit(frames().view(), SMALL, &mut |_: f32| true);
        assert_eq!(fitted.errors.len(), 6);
        assert!(fitted.errors.windows(2).all(|pair| pair[1] < pair[0]), "{:?}", fitted.errors);
        assert!(fitted.errors[5] < 0.5 * fitted.errors[1], "{:?}", fitted.errors);
    }

    /// The codes are those of the plain encoder, and the errors those of what is rebuilt.
    #[test]
    fn the_fit_is_the_plain_encoding() {
        let x = frames();
        let fitted = fit(x.view(), SMALL, &mut |_: f32| true);
        let books: Vec<_> = fitted.codebooks.iter().map(|book| to_f64(&book.centroids)).collect();
        let plain = rvq::encode(&to_f64(&x), &books).unwrap();
        for (level, plain) in plain.iter().enumerate() {
            let same = plain.codes.iter().zip(&fitted.codes[level]).filter(|(a, b)| **a == **b as usize);
            // f32 may choose the other of two equally near codes
            assert!(same.count() >= x.nrows() - 2, "level {level}");
            let gap = to_f64(&x) - to_f64(&fitted.reconstruct(level + 1));
            assert!((rvq::mean_square(&gap) - fitted.errors[level + 1]).abs() < 1e-6);
            let norm: f64 = fitted.residual_norms[level].iter().map(|&n| f64::from(n * n)).sum();
            assert!((norm / x.len() as f64 - fitted.errors[level + 1]).abs() < 1e-6);
        }
        assert_eq!(fitted.reconstruct(0).sum(), 0.0);
    }

    #[test]
    fn fewer_levels_are_a_prefix_and_a_seed_decides() {
        let x = frames();
        let run = |settings| fit(x.view(), settings, &mut |_: f32| true);
        let (five, two) = (run(SMALL), run(Settings { n_codebooks: 2, ..SMALL }));
        assert_eq!(five.codebooks[..2], two.codebooks);
        assert_eq!(five.reconstruct(2), two.reconstruct(2));
        assert_eq!(five, run(SMALL));
        assert_ne!(five.codes, run(Settings { seed: 4, ..SMALL }).codes);
    }

    #[test]
    fn it_stops_when_told() {
        let mut told = Vec::new();
        let fitted = fit(frames().view(), SMALL, &mut |done: f32| {
            told.push(done);
            done < 0.3
        });
        assert!((1..5).contains(&fitted.codebooks.len()) && told.is_sorted(), "{told:?}");
        assert_eq!(fitted.bits_per_second(1, 100.0), 400.0);
    }
}
