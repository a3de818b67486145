//! Masked autoencoders: most patches are hidden, the encoder sees the rest, the decoder puts them back in place.
//!
//! ```text
//! noise ~ U[0, 1) a patch;   ids_shuffle = argsort(noise);   ids_restore = argsort(ids_shuffle)
//! kept = the first ⌊N (1 − ratio)⌋ of ids_shuffle, in that order
//! x[i] = (kept ‖ mask tokens)[ids_restore[i]]
//! ```
//!
//! He et al. 2022, arXiv 2111.06377; `random_masking` of facebookresearch/mae, models_mae.py. MAE hides 75 %.

use super::super::seeded::{self, Stream};
use ndarray::{Array2, ArrayView1, ArrayView2};
use rand::Rng;

/// MAE's share of hidden patches.
pub const RATIO: f64 = 0.75;

/// Which patches are seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// All patches in the order of their noise.
    pub ids_shuffle: Vec<usize>,
    /// Where patch i stands in `ids_shuffle`.
    pub ids_restore: Vec<usize>,
    /// How many of `ids_shuffle` are seen, from its beginning.
    pub n_kept: usize,
}

impl Mask {
    /// Hides a share `ratio` (0 … 1) of n patches.
    pub fn new(n: usize, ratio: f64, seed: u64) -> Self {
        let mut rng = seeded::stream(seed, Stream::Mask);
        let noise: Vec<f64> = (0..n).map(|_| rng.random()).collect();
        Mask::from_noise(&noise, ratio)
    }

    /// The same with the noise given. Of equals the first comes first.
    pub fn from_noise(noise: &[f64], ratio: f64) -> Self {
        let mut ids_shuffle: Vec<usize> = (0..noise.len()).collect();
        ids_shuffle.sort_by(|&a, &b| noise[a].total_cmp(&noise[b]));
        let mut ids_restore = vec![0; noise.len()];
        ids_shuffle.iter().enumerate().for_each(|(place, &patch)| ids_restore[patch] = place);
        let ratio = if ratio.is_nan() { 0.0 } else { ratio.clamp(0.0, 1.0) };
        let kept = noise.len() as f64 * (1.0 - ratio);
        Mask { ids_shuffle, ids_restore, n_kept: (kept as usize).min(noise.len()) }
    }

    /// The seen patches, in the order in which the encoder gets them. They keep the positions of their places.
    pub fn kept(&self) -> &[usize] {
        self.ids_shuffle.get(..self.n_kept).unwrap_or_default()
    }

    /// For each patch whether it is hidden.
    pub fn hidden(&self) -> Vec<bool> {
        self.ids_restore.iter().map(|&place| place >= self.n_kept).collect()
    }

    /// What the decoder gets: the seen vectors (one a row, in the order of [`Self::kept`]) and `mask_token`, each
    /// in its place; N × d. A row that is missing is the mask token, too.
    pub fn restore(&self, seen: ArrayView2<f32>, mask_token: ArrayView1<f32>) -> Array2<f32> {
        let mut out = Array2::zeros((self.ids_restore.len(), mask_token.len()));
        for (mut row, &place) in out.rows_mut().into_iter().zip(&self.ids_restore) {
            let vector = (place < self.n_kept).then(|| seen.rows().into_iter().nth(place)).flatten();
            row.assign(&vector.filter(|v| v.len() == mask_token.len()).unwrap_or(mask_token));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn the_reference_by_hand() {
        let mask = Mask::from_noise(&[0.9, 0.1, 0.5, 0.3], 0.5);
        assert_eq!(
            (mask.ids_shuffle.as_slice(), mask.ids_restore.as_slice()),
            (&[1, 3, 2, 0][..], &[3, 0, 2, 1][..])
        );
        assert_eq!((mask.kept(), mask.hidden()), (&[1, 3][..], vec![true, false, true, false]));
        let back = mask.restore(array![[1.0], [3.0]].view(), array![-1.0].view());
        assert_eq!(back.column(0).to_vec(), [-1.0, 1.0, -1.0, 3.0]);
    }

    #[test]
    fn a_quarter_of_196_is_seen_and_seeds_differ() {
        let mask = Mask::new(196, RATIO, 1);
        assert_eq!((mask.n_kept, mask), (49, Mask::new(196, RATIO, 1)));
        assert_ne!(Mask::new(196, RATIO, 1), Mask::new(196, RATIO, 2));
    }

    #[test]
    fn all_none_and_nothing() {
        assert_eq!(Mask::new(9, 1.0, 1).n_kept, 0);
        assert_eq!(Mask::new(9, -3.0, 1).n_kept, 9);
        assert_eq!(Mask::new(9, f64::NAN, 1).n_kept, 9);
        assert_eq!(Mask::new(0, 0.5, 1).kept(), [0_usize; 0]);
    }
}
