//! The same input under several schemes, one head of each: what the compare grid shows.

use super::{Pipeline, Settings, queue};
use crate::compute::cpu::{self, HeadResult, Scratch};
use crate::compute::{Attend, Qkv};
use crate::matrix::Matrix;
use crate::position::problem::Problem;
use crate::position::variants::Variant;
use std::rc::Rc;

/// Keeps what each scheme came to, and recomputes only what a change touches.
#[derive(Default)]
pub struct Compare {
    slots: Vec<Slot>,
    /// Projections of the embedding as it is: shared by all schemes that add nothing to it.
    plain: Option<(Source, Rc<Qkv>)>,
    scratch: Scratch,
}

/// The embedding and the three projections that q, k and v were made from.
#[derive(Clone)]
struct Source([Rc<Matrix>; 4]);

impl Source {
    fn of(pipeline: &Pipeline) -> Option<Self> {
        let w = |at| pipeline.projection(at).cloned();
        Some(Source([pipeline.embedding()?.clone(), w(0)?, w(1)?, w(2)?]))
    }

    /// q, k and v of all heads for the embedding plus what a scheme adds.
    fn project(&self, added: Option<&Matrix>, settings: &Settings) -> Qkv {
        let [x, w_q, w_k, w_v] = &self.0;
        let positioned = added.map(|added| &**x + added);
        let x = positioned.as_ref().unwrap_or(x);
        let sizes = settings.sizes(x.nrows());
        let heads = |w: &Matrix| queue::split_heads(&cpu::matmul(x.view(), w.view()), sizes);
        Qkv { q: heads(w_q), k: heads(w_k), v: heads(w_v) }
    }
}

/// The very same matrices: they are never changed in place.
impl PartialEq for Source {
    fn eq(&self, other: &Source) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| Rc::ptr_eq(a, b))
    }
}

/// One scheme's result and what it was made from.
#[derive(Default)]
struct Slot {
    variant: &'static str,
    /// The settings that `result` is known to answer.
    known: Option<Known>,
    made: Option<Made>,
    /// q, k and v, if the scheme adds something to the embedding.
    own: Option<Rc<Qkv>>,
    result: HeadResult,
    problem: Option<Problem>,
}

/// What a result was computed from: parameters that change none of it leave the result.
#[derive(PartialEq)]
struct Made {
    source: Source,
    added: Option<Matrix>,
    attend: Attend,
    head: usize,
}

#[derive(Clone)]
struct Known {
    source: Source,
    settings: Settings,
    head: usize,
}

impl Known {
    fn same(&self, other: &Known) -> bool {
        self.source == other.source
            && self.settings.same_position(&other.settings)
            && self.settings.mask == other.settings.mask
            && self.head == other.head
    }
}

impl Compare {
    /// Computes the next of `variants` that is out of date, from the pipeline's embedding and projections, and
    /// tells which; `None` when all are fresh or the pipeline is not that far.
    pub fn step(&mut self, pipeline: &Pipeline, variants: &[&Variant], head: usize) -> Option<usize> {
        let source = Source::of(pipeline)?;
        self.keep(variants);
        for (at, variant) in variants.iter().enumerate() {
            let known = Known { source: source.clone(), settings: settings(pipeline, variant), head };
            let slot = self.slots.get_mut(at)?;
            if slot.known.as_ref().is_some_and(|old| old.same(&known)) {
                continue;
            }
            self.compute(at, known);
            return Some(at);
        }
        None
    }

    /// One slot a variant: those that go on being compared keep theirs, wherever they stand.
    fn keep(&mut self, variants: &[&Variant]) {
        if self.slots.iter().map(|slot| slot.variant).eq(variants.iter().map(|variant| variant.id)) {
            return;
        }
        let mut old = std::mem::take(&mut self.slots);
        let taken = |id| match old.iter().position(|slot| slot.variant == id) {
            Some(at) => old.swap_remove(at),
            None => Slot { variant: id, ..Slot::default() },
        };
        self.slots = variants.iter().map(|variant| variant.id).map(taken).collect();
    }

    fn compute(&mut self, at: usize, known: Known) {
        let plain = self.plain_qkv(&known);
        let Some(slot) = self.slots.get_mut(at) else { return };
        let settings = &known.settings;
        let n = known.source.0[0].nrows();
        slot.problem = settings.scheme.problem(settings.sizes(n), &settings.params);
        if slot.problem.is_none() {
            slot.compute(&known, n, plain, &mut self.scratch);
        }
        slot.known = Some(known);
    }

    fn plain_qkv(&mut self, known: &Known) -> Rc<Qkv> {
        match &self.plain {
            Some((source, qkv)) if *source == known.source => Rc::clone(qkv),
            _ => {
                let qkv = Rc::new(known.source.project(None, &known.settings));
                self.plain = Some((known.source.clone(), Rc::clone(&qkv)));
                qkv
            }
        }
    }

    fn slot(&self, variant: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.variant == variant)
    }

    /// A_h of a variant of the last step: n × n, the last that could be computed.
    pub fn weights(&self, variant: &str) -> Option<&Matrix> {
        self.slot(variant).map(|slot| &slot.result.weights).filter(|weights| !weights.is_empty())
    }

    /// Why a variant of the last step cannot be computed.
    pub fn problem(&self, variant: &str) -> Option<&Problem> {
        self.slot(variant)?.problem.as_ref()
    }
}

impl Slot {
    /// Asks the scheme what it adds and how it attends, and computes the head if either is another than before.
    fn compute(&mut self, known: &Known, n: usize, plain: Rc<Qkv>, scratch: &mut Scratch) {
        let Known { source, settings, head } = known;
        let made = Made {
            source: source.clone(),
            added: settings.scheme.added(settings.sizes(n), &settings.params),
            attend: queue::describe(settings, settings.sizes(n)),
            head: *head,
        };
        if self.made.as_ref() == Some(&made) {
            return;
        }
        let qkv = if made.added.is_some() { self.own_qkv(&made, settings) } else { plain };
        // The shapes are this function's own: a fault leaves the last picture.
        let _ = cpu::attend_head(&qkv, &made.attend, *head, &mut self.result, scratch);
        self.made = Some(made);
    }

    /// q, k and v with what the scheme adds; only a change of the table or the source makes them anew.
    fn own_qkv(&mut self, made: &Made, settings: &Settings) -> Rc<Qkv> {
        let same = |old: &Made| old.source == made.source && old.added == made.added;
        match &self.own {
            Some(qkv) if self.made.as_ref().is_some_and(same) => Rc::clone(qkv),
            _ => {
                let qkv = Rc::new(made.source.project(made.added.as_ref(), settings));
                self.own = Some(Rc::clone(&qkv));
                qkv
            }
        }
    }
}

/// The pipeline's settings with the variant's scheme.
fn settings(pipeline: &Pipeline, variant: &Variant) -> Settings {
    let now = pipeline.settings();
    Settings { scheme: variant.scheme, params: variant.params(&now.params), ..now.clone() }
}

/// What position changed: weights − weights without position, cell by cell; `None` if the shapes differ.
pub fn difference(weights: &Matrix, without: &Matrix) -> Option<Matrix> {
    (weights.dim() == without.dim()).then(|| weights - without)
}

/// How much of query i's attention lies elsewhere than without position: the total variation ½ Σ_j |A_ij − N_ij|, from 0
/// for the same row to 1 for rows that share no key. `None` if the shapes differ or there is no such row.
pub fn moved(weights: &Matrix, without: &Matrix, i: usize) -> Option<f64> {
    let same = weights.dim() == without.dim() && i < weights.nrows();
    same.then(|| {
        let cells = weights.row(i).into_iter().zip(without.row(i));
        cells.map(|(a, b)| f64::from((a - b).abs())).sum::<f64>() / 2.0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attention::Mask;
    use crate::pipeline::Step;
    use crate::position::{self, Params, variants};

    fn pipeline(scheme: &str, mask: Mask, base: f64) -> Pipeline {
        let mut params = Params::default();
        params.rope.base = base;
        let scheme = position::by_id(scheme).unwrap();
        let settings = Settings { seed: 3, d_model: 32, n_heads: 4, common: 0.5, scheme, params, mask };
        let mut pipeline = Pipeline::new(settings.clone());
        pipeline.set(&[5, 6, 7, 5, 9, 1, 2], settings);
        while pipeline.step(0) != Step::Idle {}
        pipeline
    }

    fn all(compare: &mut Compare, pipeline: &Pipeline, head: usize) -> usize {
        let variants: Vec<_> = variants::all().iter().collect();
        (0..).take_while(|_| compare.step(pipeline, &variants, head).is_some()).count()
    }

    /// Every cell of the grid holds what the pipeline itself computes under that scheme.
    #[test]
    fn each_scheme_gets_the_pipelines_own_weights() {
        for mask in [Mask::Full, Mask::Causal] {
            let mut compare = Compare::default();
            assert_eq!(all(&mut compare, &pipeline("sinusoidal", mask, 1e4), 2), variants::all().len());
            for variant in variants::all() {
                if position::by_id(variant.id).is_some() {
                    let alone = pipeline(variant.id, mask, 1e4);
                    assert_eq!(compare.weights(variant.id), alone.weights(2), "{}", variant.id);
                }
            }
        }
    }

    #[test]
    fn only_what_a_change_touches_is_done_again() {
        let mut compare = Compare::default();
        let first = pipeline("none", Mask::Full, 1e4);
        all(&mut compare, &first, 0);
        assert_eq!(all(&mut compare, &first, 0), 0);
        assert_eq!(all(&mut compare, &first, 1), variants::all().len());
    }

    #[test]
    fn the_difference_is_cell_by_cell() {
        let a = Matrix::from_elem((2, 2), 0.5);
        assert_eq!(difference(&a, &Matrix::from_elem((2, 2), 0.25)), Some(Matrix::from_elem((2, 2), 0.25)));
        assert_eq!(difference(&a, &Matrix::zeros((2, 3))), None);
    }

    /// Adding or removing one leaves the others' results, and their last pictures, with the right scheme.
    #[test]
    fn a_result_stays_with_its_variant() {
        let pipeline = pipeline("none", Mask::Full, 1e4);
        let mut compare = Compare::default();
        let [none, rope, alibi] = ["none", "rope", "alibi"].map(|id| variants::by_id(id).unwrap());
        let run = |compare: &mut Compare, variants: &[&Variant]| {
            (0..).take_while(|_| compare.step(&pipeline, variants, 1).is_some()).count()
        };
        assert_eq!(run(&mut compare, &[none, rope, alibi]), 3);
        let before = compare.weights("alibi").cloned();
        assert_eq!(run(&mut compare, &[alibi, none]), 0);
        assert_eq!(compare.weights("alibi").cloned(), before);
        assert_eq!(compare.weights("rope"), None);
        assert_eq!(run(&mut compare, &[rope, alibi]), 1);
    }

    #[test]
    fn what_moved_is_half_of_what_differs() {
        let a = ndarray::array![[0.5_f32, 0.5], [1.0, 0.0]];
        let b = ndarray::array![[0.5_f32, 0.5], [0.0, 1.0]];
        assert_eq!((moved(&a, &b, 0), moved(&a, &b, 1), moved(&a, &b, 2)), (Some(0.0), Some(1.0), None));
    }
}
