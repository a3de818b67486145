//! What stands around the schemes, on the pipeline's own tokens and projections.

mod latent;
mod linear;

pub use latent::{FullyRotated, Latent};
pub use linear::Beside;

use super::{Pipeline, Settings, whole_order};
use crate::attention::criteria::{CRITERIA, Criterion, Finding, Probe};
use crate::attention::depth::{Rotary, Shape, Stack};
use crate::attention::readers::{self, Measured, Reader};

/// A stack has at most so many layers: Llama 4's pattern of four, twice.
pub const MAX_DEPTH: usize = 8;

impl Pipeline {
    /// What `reader` makes of the experiment's tokens in another order; an order that is no permutation of them counts as
    /// the text's own.
    pub fn reader(&self, reader: &Reader, order: &[usize]) -> Option<Measured> {
        let (x, how) = (self.experiment_input()?, &self.settings);
        let sizes =
            readers::Sizes { d_model: how.d_model, n_heads: how.n_heads, seed: how.seed, shared: how.common };
        readers::measure(reader, &x, &whole_order(order, x.nrows()), &sizes).ok()
    }

    /// A stack of `depth` seeded layers in the sizes of `how`, none of which rotates. The first has the pipeline's
    /// projections.
    pub fn stack(how: &Settings, depth: usize) -> Stack {
        let shape = Shape {
            d_model: how.d_model,
            n_heads: how.n_heads,
            seed: how.seed,
            shared: how.common,
            mask: how.mask,
        };
        Stack::seeded(depth.min(MAX_DEPTH), &shape, None)
    }

    /// How far the last token's output moves after each layer of `stack` when the tokens before it change their order
    /// (indices of all but the last). If the scheme of `how` rotates, the layers do, but every
    /// `no_rope_layer_interval`-th (0: all do).
    pub fn order_gaps(
        &self,
        stack: &Stack,
        how: &Settings,
        no_rope_layer_interval: usize,
        before: &[usize],
    ) -> Option<Vec<f64>> {
        let x = self.experiment_input()?;
        let angles = how.scheme.angles(how.sizes(x.nrows()), &how.params);
        let rotary = angles.map(|angles| Rotary { angles, no_rope_layer_interval });
        let stack = stack.with(rotary.as_ref());
        stack.order_gaps(&x, &whole_order(before, x.nrows().saturating_sub(1))).ok()
    }
}

/// The five criteria of the scheme and parameters of `how`, for a training length of `n` tokens. A finding is missing if the
/// scheme has no values at that length.
pub fn criteria(how: &Settings, n: usize) -> Vec<(&'static Criterion, Option<Finding>)> {
    let probe = Probe::new(how.scheme, how.sizes(n), &how.params, how.common);
    CRITERIA.iter().map(|criterion| (criterion, (criterion.judge)(&probe))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::Mask;
    use crate::attention::mla_seeded;
    use crate::attention::permutation::ROUNDING;
    use crate::attention::readers::{READERS, Verdict};
    use crate::embed::sequence::Sequence;
    use crate::matrix::{max_abs_diff, to_f64};
    use crate::pipeline::Step;
    use crate::position::{Params, by_id};

    fn settings(scheme: &str) -> Settings {
        let scheme = by_id(scheme).unwrap();
        let (params, mask) = (Params::default(), Mask::Causal);
        Settings { seed: 7, d_model: 24, n_heads: 3, common: 0.5, scheme, params, mask, padding: 0 }
    }

    fn ready(how: Settings) -> Pipeline {
        let mut pipeline = Pipeline::new(how.clone());
        pipeline.set(&Sequence::text(&[11, 12, 13, 14, 15, 16]), how);
        while pipeline.step(0) != Step::Idle {}
        pipeline
    }

    #[test]
    fn depth_and_readers_use_the_pipelines_tokens() {
        let pipeline = ready(settings("none"));
        let before = [4, 3, 2, 1, 0];
        let stack = Pipeline::stack(&settings("none"), 3);
        let gaps =
            |scheme, interval| pipeline.order_gaps(&stack, &settings(scheme), interval, &before).unwrap();
        let nope = gaps("none", 0);
        assert!(nope.len() == 3 && nope[0] < ROUNDING && nope[1] > 1e-6 && nope[2] > 1e-6, "{nope:?}");
        assert!(gaps("rope", 0)[0] > 1e-6 && gaps("rope", 1) == nope);
        assert_eq!(Pipeline::stack(&settings("none"), 99).layers.len(), MAX_DEPTH);
        let verdict = |at: usize, order: &[usize]| pipeline.reader(&READERS[at], order).unwrap().verdict;
        assert_eq!(verdict(0, &[5, 0, 1, 2, 3, 4]), Verdict::EquivariantAndInvariant);
        assert_eq!(verdict(0, &[9, 9]), Verdict::Untested);
    }

    /// The first layer of a stack is the layer that the rest of the page shows.
    #[test]
    fn the_first_layer_has_the_pipelines_projections() {
        let pipeline = ready(settings("none"));
        let layer = pipeline.experiment_layer(&settings("none")).unwrap();
        let shape = Shape { d_model: 24, n_heads: 3, seed: 7, shared: 0.5, mask: Mask::Causal };
        let first = &Stack::seeded(1, &shape, None).layers[0];
        assert_eq!((&first.w_q, &first.w_k, &first.w_v), (&layer.w_q, &layer.w_k, &layer.w_v));
        assert_eq!(*first.w_q, to_f64(pipeline.projection(0).unwrap()));
    }

    #[test]
    fn latent_attention_agrees_both_ways_until_all_of_it_rotates() {
        let pipeline = ready(settings("none"));
        let layer = mla_seeded::seeded(mla_seeded::shape(24, 3), 7, 1e4, Mask::Causal);
        let latent = pipeline.latent(&layer, 1e4).unwrap();
        assert!(latent.score_gap < 1e-12 && latent.output_gap < 1e-12, "{latent:?}");
        assert!(latent.full_rope_gap > 1e-3, "{}", latent.full_rope_gap);
        let rotated = pipeline.fully_rotated(&layer, 1, 1e4).unwrap();
        let apart = max_abs_diff(rotated.exact.view(), rotated.absorbed.view()).unwrap();
        assert!(apart <= latent.full_rope_gap && rotated.change.len() == 6 && rotated.change[0] == 0.0);
        assert!(pipeline.fully_rotated(&layer, 3, 1e4).is_none());
        let other = mla_seeded::seeded(mla_seeded::shape(16, 2), 7, 1e4, Mask::Causal);
        assert!(pipeline.latent(&other, 1e4).is_none());
    }

    #[test]
    fn linear_attention_is_equivariant_until_it_is_causal() {
        let pipeline = ready(settings("none"));
        let order = [5, 0, 1, 2, 3, 4];
        let gap = |mask| pipeline.linear_order(mask, &order).unwrap().equivariance_gap;
        assert!(gap(Mask::Full) < ROUNDING && gap(Mask::Causal) > 1e-6);
        let beside = pipeline.softmax_and_linear(2).unwrap();
        for map in [&beside.softmax, &beside.linear] {
            assert!(map.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-5));
            assert_eq!(map[[0, 1]], 0.0, "the mask is causal");
        }
        assert_eq!(beside.largest, [1.0, beside.linear[[0, 0]]]);
        // the map of the page's own head, in f64
        let page = pipeline.weights(2).unwrap();
        assert!(page.iter().zip(&beside.softmax).all(|(a, b)| (f64::from(*a) - b).abs() < 1e-5));
        assert!(pipeline.softmax_and_linear(3).is_none());
    }

    #[test]
    fn every_criterion_has_its_finding() {
        let found = criteria(&settings("alibi"), 16);
        let holds: Vec<_> = found.iter().map(|(c, f)| (c.id, f.unwrap().holds)).collect();
        assert_eq!(holds[0..3], [("unique", true), ("bounded", false), ("relative", true)]);
        assert!(criteria(&settings("alibi"), 1).iter().all(|(_, finding)| finding.is_none()));
    }
}
