//! How probable each piece is at its place, over all paths: forward and backward sums, exactly.
//!
//! ```text
//! α[0] = 0,  α[t] = log Σ over edges s → t of exp(α[s] + log p / T)
//! β[n] = 0,  β[s] = log Σ over edges s → t of exp(log p / T + β[t])
//! P(edge | text) = exp(α[s] + log p / T + β[t] − α[n])
//! ```
//!
//! At temperature T = 1, α\[n\] is log P(text), the sum over all segmentations (Kudo 2018, section 3.2).

use super::lattice::Lattice;

/// The sums over all paths of a lattice, each path weighted P(path)^(1/T).
#[derive(Clone, Debug, PartialEq)]
pub struct Marginals {
    /// α: by node, the log of the sum over all ways from the first node.
    pub forward: Vec<f64>,
    /// β: by node, the same to the last node.
    pub backward: Vec<f64>,
    /// P(edge | text), by edge.
    pub posterior: Vec<f64>,
    /// log Σ P(path)^(1/T); at T = 1 log P(text). −∞ if there is no path.
    pub log_marginal: f64,
}

impl Lattice {
    /// The exact marginals at temperature 1.
    pub fn marginals(&self) -> Marginals {
        self.marginals_at(1.0)
    }

    /// The same with log p multiplied by `inverse_temperature`, 1/T ≥ 0.
    pub(super) fn marginals_at(&self, inverse_temperature: f64) -> Marginals {
        let forward = self.forward(inverse_temperature);
        let backward = self.backward(inverse_temperature);
        let log_marginal = forward.last().copied().unwrap_or(f64::NEG_INFINITY);
        let at = |values: &[f64], node: usize| values.get(node).copied().unwrap_or(f64::NEG_INFINITY);
        let posterior = |edge: &super::lattice::Edge| {
            let sum = at(&forward, edge.from) + inverse_temperature * edge.log_prob + at(&backward, edge.to);
            if log_marginal.is_finite() { (sum - log_marginal).exp() } else { 0.0 }
        };
        let posterior = self.edges.iter().map(posterior).collect();
        Marginals { forward, backward, posterior, log_marginal }
    }

    pub(super) fn forward(&self, inverse_temperature: f64) -> Vec<f64> {
        let mut alpha = vec![0.0; self.nodes.len()];
        let mut terms = Vec::new();
        for node in 1..self.nodes.len() {
            terms.clear();
            let term = |(_, edge): (usize, &super::lattice::Edge)| {
                alpha.get(edge.from).map(|so_far| so_far + inverse_temperature * edge.log_prob)
            };
            terms.extend(self.ending_at(node).filter_map(term));
            let sum = log_sum_exp(&terms);
            alpha.get_mut(node).into_iter().for_each(|here| *here = sum);
        }
        alpha
    }

    fn backward(&self, inverse_temperature: f64) -> Vec<f64> {
        let mut beta = vec![0.0; self.nodes.len()];
        let mut terms = Vec::new();
        // edges stand in the order of where they begin
        let mut rest = self.edges.as_slice();
        for node in (0..self.nodes.len().saturating_sub(1)).rev() {
            let split = rest.partition_point(|edge| edge.from < node);
            let (before, own) = rest.split_at_checked(split).unwrap_or((rest, &[]));
            terms.clear();
            let term = |edge: &super::lattice::Edge| {
                beta.get(edge.to).map(|after| inverse_temperature * edge.log_prob + after)
            };
            terms.extend(own.iter().filter_map(term));
            let sum = log_sum_exp(&terms);
            beta.get_mut(node).into_iter().for_each(|here| *here = sum);
            rest = before;
        }
        beta
    }

    /// How many segmentations there are; `u64::MAX` stands for that many or more.
    pub fn count(&self) -> u64 {
        let mut ways = vec![1_u64; self.nodes.len()];
        for node in 1..self.nodes.len() {
            let before = self.ending_at(node).filter_map(|(_, edge)| ways.get(edge.from));
            let sum = before.fold(0_u64, |sum, ways| sum.saturating_add(*ways));
            ways.get_mut(node).into_iter().for_each(|here| *here = sum);
        }
        ways.last().copied().unwrap_or_default()
    }
}

/// log Σ exp x, −∞ of nothing.
pub(super) fn log_sum_exp(terms: &[f64]) -> f64 {
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    largest + terms.iter().map(|term| (term - largest).exp()).sum::<f64>().ln()
}
