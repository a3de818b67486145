//! What depth adds to a causal mask: one layer sees a bag of earlier tokens, two see their order.
//!
//! ```text
//! x⁰ = X,   xˡ⁺¹ = xˡ + Attnˡ(xˡ)          residual stream; no MLP, no normalisation, nothing added to X
//! ```
//!
//! Without a positional encoding, xˡ_i of one causal layer is a function of token i and Σ_{j ≤ i} exp(q_i·k_j) v_j: a sum
//! over the *multiset* of tokens up to i, whatever their order. But x¹_j knows how many and which tokens stand before j,
//! so the keys and values of the second layer carry order. Haviv et al. 2022, arXiv 2203.16634; Kazemnejad et al. 2023,
//! arXiv 2305.19466 (theorem 1: the first layer can write absolute positions). Neither an MLP nor a normalisation would
//! change the first statement: both act on each row alone.
//!
//! Layers may also be mixed: RoPE in most and none in every `no_rope_layer_interval`-th (Llama 4, SmolLM3; Yang et al.
//! 2025, arXiv 2501.18795).

use super::Mask;
use super::permutation::{Layer, PermutationError, is_permutation};
use super::projection::{Projection, weights};
use crate::matrix::{Matrix64, max_abs_diff, to_f64};
use crate::position::rope::Angles;
use ndarray::Axis;

/// A causal stack of seeded layers.
#[derive(Clone, Debug)]
pub struct Stack {
    pub layers: Vec<Layer>,
}

/// What the layers of a stack have in common.
#[derive(Clone, Debug)]
pub struct Shape {
    pub d_model: usize,
    pub n_heads: usize,
    /// Layer l takes the projections of seed `seed` + l: the first layer has the page's own.
    pub seed: u64,
    /// The correlation of W_K with W_Q.
    pub shared: f64,
    pub mask: Mask,
}

/// Which layers rotate q and k.
#[derive(Clone, Debug)]
pub struct Rotary {
    /// Of at least as many positions as there are tokens.
    pub angles: Angles,
    /// Every so-manieth layer is without RoPE; 0 leaves none out, 1 leaves all out.
    pub no_rope_layer_interval: usize,
}

/// Whether layer `layer` (from 0) rotates: (layer + 1) mod interval ≠ 0, as Hugging Face's configurations of Llama 4 and
/// SmolLM3 make their `no_rope_layers`. With 4: layers 0, 1, 2 rotate, 3 does not, 4, 5, 6 rotate …
pub fn rotates(layer: usize, no_rope_layer_interval: usize) -> bool {
    no_rope_layer_interval == 0 || !(layer + 1).is_multiple_of(no_rope_layer_interval)
}

impl Stack {
    /// `depth` layers; without `rotary` all are NoPE.
    pub fn seeded(depth: usize, shape: &Shape, rotary: Option<&Rotary>) -> Self {
        let layer = |l: usize| {
            let seed = shape.seed.wrapping_add(l as u64);
            let w = |which| to_f64(&weights(which, shape.d_model, shape.n_heads, seed, shape.shared));
            let all = [Projection::Query, Projection::Key, Projection::Value, Projection::Output];
            Layer::plain(all.map(w), shape.n_heads, shape.mask)
        };
        Stack { layers: (0..depth).map(layer).collect() }.with(rotary)
    }

    /// The same layers (their projections are shared, not copied), rotating as `rotary` says.
    pub fn with(&self, rotary: Option<&Rotary>) -> Self {
        let layer = |(l, layer): (usize, &Layer)| {
            let rotary = rotary.filter(|rotary| rotates(l, rotary.no_rope_layer_interval));
            Layer { rotate: rotary.map(|rotary| rotary.angles.clone()), ..layer.clone() }
        };
        Stack { layers: self.layers.iter().enumerate().map(layer).collect() }
    }

    /// x after the last layer, n × d_model.
    pub fn forward(&self, x: &Matrix64) -> Result<Matrix64, PermutationError> {
        self.layers.iter().try_fold(x.clone(), |x, layer| advance(&x, layer))
    }

    /// How far the last token's output moves when the tokens before it are put in another order, after each layer in turn:
    /// the largest change of its d_model numbers. About 1e−15 means that it has seen a bag.
    ///
    /// `before` is a permutation of 0 … n − 2; the last token stays.
    pub fn order_gaps(&self, x: &Matrix64, before: &[usize]) -> Result<Vec<f64>, PermutationError> {
        let Some(last) = x.nrows().checked_sub(1) else { return Ok(vec![0.0; self.layers.len()]) };
        if !is_permutation(before, last) {
            return Err(PermutationError::NotAPermutation { n: last });
        }
        let order: Vec<usize> = before.iter().copied().chain([last]).collect();
        let (mut own, mut other) = (x.clone(), x.select(Axis(0), &order));
        let gap_after = |layer: &Layer| {
            (own, other) = (advance(&own, layer)?, advance(&other, layer)?);
            Ok(max_abs_diff(own.row(last), other.row(last)).unwrap_or(f64::NAN))
        };
        self.layers.iter().map(gap_after).collect()
    }
}

/// x + Attn(x).
fn advance(x: &Matrix64, layer: &Layer) -> Result<Matrix64, PermutationError> {
    Ok(x + &layer.forward(x)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::rope::Pairing;
    use crate::position::scaling::Frequencies;

    #[test]
    fn every_fourth_layer_is_without_rope() {
        let pattern = |interval| (0..8).map(|l| u8::from(rotates(l, interval))).collect::<Vec<_>>();
        assert_eq!(pattern(4), [1, 1, 1, 0, 1, 1, 1, 0]);
        assert_eq!((pattern(0), pattern(1)), (vec![1; 8], vec![0; 8]));
        let shape = Shape { d_model: 8, n_heads: 2, seed: 3, shared: 0.5, mask: Mask::Causal };
        let freq = Frequencies { inv_freq: vec![1.0, 0.1], attention_factor: 1.0 };
        let angles = Angles::new(4, &freq, Pairing::HalfSplit);
        let rotary = Rotary { angles, no_rope_layer_interval: 4 };
        let stack = Stack::seeded(8, &shape, Some(&rotary));
        let made: Vec<_> = stack.layers.iter().map(|layer| u8::from(layer.rotate.is_some())).collect();
        assert_eq!(made, pattern(4));
        assert!(Stack::seeded(2, &shape, None).layers.iter().all(|layer| layer.rotate.is_none()));
    }

    #[test]
    fn an_empty_stack_passes_its_input_on() {
        let (stack, x) = (Stack { layers: Vec::new() }, Matrix64::ones((3, 2)));
        assert_eq!(stack.forward(&x).unwrap(), x);
        assert_eq!(stack.order_gaps(&x, &[1, 0]), Ok(vec![]));
        assert_eq!(stack.order_gaps(&x, &[0, 0]), Err(PermutationError::NotAPermutation { n: 2 }));
        let one = Stack { layers: vec![Layer::plain([(); 4].map(|()| Matrix64::eye(2)), 1, Mask::Causal)] };
        assert_eq!(one.order_gaps(&Matrix64::zeros((0, 2)), &[]), Ok(vec![0.0]));
        // all rows alike: no order changes anything
        assert_eq!(one.order_gaps(&x, &[1, 0]), Ok(vec![0.0]));
    }
}
