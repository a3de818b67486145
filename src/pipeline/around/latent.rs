//! Latent attention over the pipeline's own tokens, both ways.

use super::super::Pipeline;
use crate::attention::mla::{Mla, Pass, ShapeError};
use crate::attention::mla_seeded::frequencies;
use crate::matrix::{Matrix64, max_abs_diff};

/// What both forms make of the same tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Latent {
    pub naive: Pass,
    pub absorbed: Pass,
    /// The largest difference of any score that the mask allows, over all heads.
    pub score_gap: f64,
    /// The largest difference of the outputs.
    pub output_gap: f64,
    /// [`Mla::full_rope_gap`]: what absorbing does to the content scores once k^C is rotated.
    pub full_rope_gap: f64,
}

/// The content scores of one head with k^C rotated at all its dimensions, as they are and as absorbing makes them.
#[derive(Clone, Debug, PartialEq)]
pub struct FullyRotated {
    pub exact: Matrix64,
    pub absorbed: Matrix64,
    /// [`Mla::key_map_change`] for r = 0 … n − 1.
    pub change: Vec<f64>,
}

impl Pipeline {
    /// Both forms of `layer` over the experiment's tokens; `base` is that of a full rotation.
    pub fn latent(&self, layer: &Mla, base: f64) -> Option<Latent> {
        latent(layer, &self.experiment_input()?, base).ok()
    }

    /// What would be absorbed if k^C were rotated.
    pub fn fully_rotated(&self, layer: &Mla, head: usize, base: f64) -> Option<FullyRotated> {
        let x = self.experiment_input()?;
        layer.check(&x).ok().filter(|()| head < layer.shape.n_heads)?;
        let freq = frequencies(layer.shape.d_nope, base);
        Some(FullyRotated {
            exact: layer.fully_rotated_scores(&x, head, &freq),
            absorbed: layer.absorbed_scores(&x, head),
            change: (0..x.nrows()).map(|r| layer.key_map_change(head, r as f64, &freq)).collect(),
        })
    }
}

fn latent(layer: &Mla, x: &Matrix64, base: f64) -> Result<Latent, ShapeError> {
    let (naive, absorbed) = (layer.naive(x)?, layer.absorbed(x)?);
    let gap = |a: &Matrix64, b: &Matrix64| max_abs_diff(a.view(), b.view()).unwrap_or(f64::NAN);
    let pairs = naive.logits.iter().zip(&absorbed.logits);
    Ok(Latent {
        score_gap: pairs.map(|(a, b)| gap(a, b)).fold(0.0, f64::max),
        output_gap: gap(&naive.output, &absorbed.output),
        full_rope_gap: layer.full_rope_gap(x, &frequencies(layer.shape.d_nope, base))?,
        naive,
        absorbed,
    })
}
