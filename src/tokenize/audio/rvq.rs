//! Residual vector quantisation: each codebook says what the ones before it left over.
//!
//! ```text
//! r_0 = x;  c_l = argmin_k ‖r_l − C_l[k]‖²  (the first on ties);  r_{l+1} = r_l − C_l[c_l]
//! x̂ = Σ_l C_l[c_l];  error r_{n_q} = x − x̂
//! ```
//!
//! As facebookresearch/encodec `core_vq.ResidualVectorQuantization`. Fewer levels are a prefix of more. In a codec x is
//! the encoder's latent, and a decoder network makes sound of x̂; the sum itself is not a waveform. Here x is a log-mel
//! frame, which [`super::griffin_lim`] can make audible. f64, one row per frame; [`super::rvq_fit`] makes the codebooks.

use crate::matrix::Matrix64;
use crate::tokenize::kmeans::lloyd_step;

/// One level's codes and what they leave.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// The code of every frame.
    pub codes: Vec<usize>,
    /// C_l[c_l], n × dim.
    pub quantized: Matrix64,
    /// r_{l+1}, n × dim.
    pub residual: Matrix64,
}

impl Level {
    /// Mean squared error after this level, over all entries.
    pub fn mean_squared_error(&self) -> f64 {
        mean_square(&self.residual)
    }

    /// ‖r_{l+1}‖ of every frame.
    pub fn residual_norms(&self) -> Vec<f64> {
        self.residual.rows().into_iter().map(|row| row.dot(&row).sqrt()).collect()
    }
}

/// All levels of x (n × dim). A codebook is k × dim; errors name the first that is not.
pub fn encode(x: &Matrix64, codebooks: &[Matrix64]) -> Result<Vec<Level>, RvqError> {
    let mut residual = x.clone();
    let mut levels = Vec::with_capacity(codebooks.len());
    for (level, codebook) in codebooks.iter().enumerate() {
        if codebook.ncols() != x.ncols() || codebook.nrows() == 0 {
            return Err(RvqError::Codebook { level, shape: codebook.dim(), dim: x.ncols() });
        }
        let codes = lloyd_step(residual.view(), codebook.view()).assignments;
        let quantized = codebook.select(ndarray::Axis(0), &codes);
        residual -= &quantized;
        levels.push(Level { codes, quantized, residual: residual.clone() });
    }
    Ok(levels)
}

/// x̂ of the first levels: codes\[level\]\[frame\] → n × dim. Errors if a code is not in its codebook.
pub fn decode(codes: &[Vec<usize>], codebooks: &[Matrix64]) -> Result<Matrix64, RvqError> {
    let n = codes.first().map_or(0, Vec::len);
    let mut sum = Matrix64::zeros((n, codebooks.first().map_or(0, |codebook| codebook.ncols())));
    for (level, (codes, codebook)) in codes.iter().zip(codebooks).enumerate() {
        if codes.len() != n || codebook.ncols() != sum.ncols() {
            return Err(RvqError::Codebook { level, shape: codebook.dim(), dim: sum.ncols() });
        }
        if let Some(&code) = codes.iter().find(|code| **code >= codebook.nrows()) {
            return Err(RvqError::Code { level, code });
        }
        sum += &codebook.select(ndarray::Axis(0), codes);
    }
    Ok(sum)
}

/// Mean of the squared entries; 0 of nothing.
pub fn mean_square(x: &Matrix64) -> f64 {
    if x.is_empty() { 0.0 } else { x.iter().map(|x| x * x).sum::<f64>() / x.len() as f64 }
}

/// Why frames cannot be encoded or decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RvqError {
    #[error("codebook {level} is {shape:?} where rows of {dim} numbers are needed")]
    Codebook { level: usize, shape: (usize, usize), dim: usize },
    #[error("codebook {level} has no code {code}")]
    Code { level: usize, code: usize },
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn a_second_book_says_what_the_first_left() {
        let books = [array![[0.0, 0.0], [10.0, 10.0]], array![[1.0, -1.0], [-1.0, 1.0]]];
        let levels = encode(&array![[11.0, 9.5], [-1.0, 1.0]], &books).unwrap();
        assert_eq!((levels[0].codes.as_slice(), levels[1].codes.as_slice()), (&[1, 0][..], &[0, 1][..]));
        assert_eq!(levels[1].residual, array![[0.0, 0.5], [0.0, 0.0]]);
        assert_eq!(levels[1].residual_norms(), [0.5, 0.0]);
        assert_eq!(levels[1].mean_squared_error(), 0.0625);
        let codes: Vec<Vec<usize>> = levels.iter().map(|level| level.codes.clone()).collect();
        assert_eq!(decode(&codes, &books).unwrap(), array![[11.0, 9.0], [-1.0, 1.0]]);
        // a prefix of the codes is the coarser picture
        assert_eq!(decode(&codes[..1], &books).unwrap(), levels[0].quantized);
    }

    #[test]
    fn ties_go_to_the_first() {
        let levels = encode(&array![[0.0]], &[array![[1.0], [-1.0]]]).unwrap();
        assert_eq!(levels[0].codes, [0]);
    }

    #[test]
    fn books_that_do_not_fit_are_named() {
        let x = array![[0.0, 0.0]];
        let wrong = RvqError::Codebook { level: 1, shape: (1, 1), dim: 2 };
        assert_eq!(encode(&x, &[array![[0.0, 1.0]], array![[0.0]]]), Err(wrong));
        let missing = RvqError::Code { level: 0, code: 7 };
        assert_eq!(decode(&[vec![7]], &[array![[0.0, 1.0]]]), Err(missing));
        assert_eq!(decode(&[], &[]).unwrap().dim(), (0, 0));
    }
}
