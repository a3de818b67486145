//! Discrete tokens: a codebook fitted on the picture's own patches; each patch becomes the number of its nearest code.
//!
//! ```text
//! id = argmin_k ‖x − c_k‖²        x̂ = c_id        MSE = mean (x − x̂)²        PSNR = −10 log10 MSE  (peak 1)
//! ```
//!
//! VQ-VAE (van den Oord et al. 2017, arXiv 1711.00937) quantises the latents of a trained encoder and so keeps what
//! matters; VQGAN and DALL-E followed. Here there is no encoder: pixels are quantised, the codebook is
//! [k-means](crate::tokenize::kmeans) on one picture, and with as many codes as patches nothing is lost and nothing
//! learned.

use super::patch::{self, Grid, Order};
use crate::tokenize::kmeans::{Fit, KMeans};
use ndarray::{Array3, ArrayView2, ArrayView3};

/// A picture as numbers of codes.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantised {
    pub grid: Grid,
    /// The codebook (k × P²·C), the id of every patch, and the error as it fell.
    pub fit: Fit,
    /// [row, column, channel]: every whole patch replaced by its code.
    pub pixels: Array3<f32>,
    pub error: Error,
}

/// How far the codes are from the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Error {
    /// Codes that there are: as many as asked for, or as many as patches.
    pub codes: usize,
    /// Mean squared error a number, over all whole patches.
    pub mse: f64,
    /// Decibels; infinite where nothing is lost.
    pub psnr: f64,
    /// log2 of the codes: what one id carries.
    pub bits_per_token: f64,
}

/// Quantises numbers 0 … 1 ([`Unit`](super::normalise::Normalisation::Unit)) with at most `codes` codes.
///
/// `progress` as in [`KMeans::fit`].
pub fn quantise(
    pixels: ArrayView3<f32>,
    patch: usize,
    (codes, iterations, seed): (usize, usize, u64),
    progress: &mut dyn FnMut(f32) -> bool,
) -> Quantised {
    let (height, width, channels) = pixels.dim();
    let grid = Grid::of(height, width, channels, patch);
    let vectors = patch::unroll(pixels, grid.patch, Order::Hwc);
    let fit = KMeans::fit(vectors.view(), codes, iterations, seed, progress);
    let error = error(vectors.view(), &fit);
    let decoded = fit.kmeans.decode(&fit.assignments);
    Quantised { grid, pixels: patch::fold(decoded.view(), grid, Order::Hwc), fit, error }
}

/// The error for each of these codebook sizes: the rate against the distortion. Stops when `progress` says so.
pub fn errors(
    pixels: ArrayView3<f32>,
    patch: usize,
    (sizes, iterations, seed): (&[usize], usize, u64),
    progress: &mut dyn FnMut(f32) -> bool,
) -> Vec<Error> {
    let vectors = patch::unroll(pixels, patch, Order::Hwc);
    let mut out = Vec::with_capacity(sizes.len());
    for (at, &codes) in sizes.iter().enumerate() {
        let mut go_on = true;
        let mut part = |done: f32| {
            go_on = progress((at as f32 + done) / sizes.len() as f32);
            go_on
        };
        let fit = KMeans::fit(vectors.view(), codes, iterations, seed, &mut part);
        out.push(error(vectors.view(), &fit));
        if !go_on {
            break;
        }
    }
    out
}

/// The errors by the size of the codebook, `own` among them: the curve passes through the codebook in force.
pub fn curve(own: Error, others: impl Iterator<Item = Error>) -> Vec<Error> {
    let mut all: Vec<Error> = others.filter(|other| other.codes != own.codes).collect();
    all.insert(all.partition_point(|other| other.codes < own.codes), own);
    all
}

/// What a fit has lost.
fn error(vectors: ArrayView2<f32>, fit: &Fit) -> Error {
    let codes = fit.kmeans.centroids.nrows();
    let sum = if codes == 0 {
        // nothing to draw with: the picture is black
        vectors.iter().map(|&x| f64::from(x).powi(2)).sum()
    } else {
        fit.errors.last().copied().unwrap_or(0.0)
    };
    let mse = sum / vectors.len().max(1) as f64;
    Error { codes, mse, psnr: psnr(mse, 1.0), bits_per_token: (codes.max(1) as f64).log2() }
}

/// 10 log10(peak²/MSE), in decibels.
pub fn psnr(mse: f64, peak: f64) -> f64 {
    10.0 * (peak * peak / mse).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(height: usize, width: usize) -> Array3<f32> {
        Array3::from_shape_fn((height, width, 3), |(r, c, ch)| {
            ((r * 31 + c * 17 + ch * 7) % 64) as f32 / 64.0
        })
    }

    fn of(pixels: &Array3<f32>, patch: usize, codes: usize) -> Quantised {
        quantise(pixels.view(), patch, (codes, 20, 1), &mut |_| true)
    }

    #[test]
    fn as_many_codes_as_patches_lose_nothing() {
        let pixels = noise(8, 12);
        let exact = of(&pixels, 4, 6);
        assert_eq!((exact.pixels, exact.error.mse, exact.error.psnr), (pixels.clone(), 0.0, f64::INFINITY));
        assert_eq!(of(&pixels, 4, 100).error.codes, 6);
    }

    #[test]
    fn one_code_is_the_mean_patch_and_its_error_the_variance() {
        let pixels = noise(16, 16);
        let one = of(&pixels, 2, 1);
        let direct = pixels.iter().zip(&one.pixels).map(|(x, y)| f64::from(x - y).powi(2)).sum::<f64>();
        assert!((one.error.mse - direct / 768.0).abs() < 1e-9);
        assert_eq!((one.fit.assignments.len(), one.error.bits_per_token), (64, 0.0));
    }

    #[test]
    fn the_curve_passes_through_the_codebook_in_force() {
        let of_size = |codes: usize| Error { codes, mse: 1.0 / codes as f64, psnr: 0.0, bits_per_token: 0.0 };
        for (own, sizes) in [(16, vec![2, 8, 16, 64]), (64, vec![2, 8, 64]), (512, vec![2, 8, 64, 512])] {
            let through = curve(of_size(own), [2, 8, 64].map(of_size).into_iter());
            assert_eq!(through.iter().map(|e| e.codes).collect::<Vec<_>>(), sizes);
        }
    }

    #[test]
    fn more_codes_err_less() {
        let pixels = noise(32, 32);
        let curve = errors(pixels.view(), 2, (&[1, 4, 16, 64, 256], 20, 3), &mut |_| true);
        assert!(curve.windows(2).all(|pair| pair[1].mse < pair[0].mse || pair[0].mse == 0.0), "{curve:?}");
        assert_eq!(curve.len(), 5);
        assert_eq!(errors(pixels.view(), 2, (&[4, 8], 20, 3), &mut |_| false).len(), 1);
    }

    #[test]
    fn decibels() {
        assert_eq!(psnr(0.01, 1.0), 20.0);
        assert!((psnr(65.025, 255.0) - 30.0).abs() < 1e-12);
    }

    #[test]
    fn nothing_to_quantise() {
        assert_eq!(of(&noise(1, 1), 4, 8).pixels.dim(), (0, 0, 3));
        let none = of(&noise(4, 4), 2, 0);
        assert!(none.pixels.iter().all(|x| *x == 0.0) && none.error.mse > 0.0);
    }
}
