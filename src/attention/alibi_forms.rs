//! ALiBi as the paper, BLOOM and MPT write it: other logits, the same attention. Computed, not claimed.
//!
//! A constant added to a whole row cancels in exp(z)/Σ exp(z). Under a causal mask the three forms differ by such a constant
//! (`position::alibi::Form::row_shift`); without a mask they do not, since the paper's symmetric form falls to both sides and
//! the others keep rising towards the last key.

use super::Mask;
use super::reference::softmax_rows;
use crate::matrix::Matrix64;
use crate::position::alibi::Form;

/// One head's logits and weights under one form, and how far they are from the paper's.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The scaled scores plus the form's bias, −∞ where the mask forbids.
    pub logits: Matrix64,
    /// softmax of the logits.
    pub weights: Matrix64,
    /// max |logit − the paper's logit| over the cells that the mask allows.
    pub logit_gap: f64,
    /// max |weight − the paper's weight|: rounding under a causal mask.
    pub weight_gap: f64,
}

/// `scaled` is n × n, q·k/√d_k before any bias.
pub fn compare(scaled: &Matrix64, slope: f64, form: Form, mask: Mask) -> Compared {
    let n = scaled.ncols();
    let under = |form: Form| {
        Matrix64::from_shape_fn(scaled.dim(), |(i, j)| match mask.allows(i, j) {
            true => scaled[[i, j]] + form.bias(slope, i, j, n),
            false => f64::NEG_INFINITY,
        })
    };
    let (logits, paper) = (under(form), under(Form::Paper));
    let (weights, paper_weights) = (softmax_rows(&logits), softmax_rows(&paper));
    let largest = |a: &Matrix64, b: &Matrix64| {
        let finite = a.iter().zip(b).filter(|(a, b)| a.is_finite() && b.is_finite());
        finite.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let (logit_gap, weight_gap) = (largest(&logits, &paper), largest(&weights, &paper_weights));
    Compared { logits, weights, logit_gap, weight_gap }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parameter::Choice;

    #[test]
    fn other_logits_the_same_attention_but_only_under_a_causal_mask() {
        let (n, slope) = (40, 0.5);
        let scaled = Matrix64::from_shape_fn((n, n), |(i, j)| ((3 * i + 7 * j) as f64).sin());
        for form in [Form::Bloom, Form::Mpt] {
            let name = form.id();
            let causal = compare(&scaled, slope, form, Mask::Causal);
            assert!((causal.logit_gap - slope * (n - 1) as f64).abs() < 1e-13, "{name}");
            assert!(causal.weight_gap < 1e-14, "{name}: {}", causal.weight_gap);
            let full = compare(&scaled, slope, form, Mask::Full);
            assert!(full.weight_gap > 0.1, "{name}: {}", full.weight_gap);
        }
        let paper = compare(&scaled, slope, Form::Paper, Mask::Full);
        assert_eq!((paper.logit_gap, paper.weight_gap), (0.0, 0.0));
    }
}
