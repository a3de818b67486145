//! The same input under several schemes, one head of each: what the compare grid shows.

use super::{Pipeline, Settings, queue};
use crate::compute::cpu::{self, HeadResult, Scratch};
use crate::compute::{Attend, Qkv};
use crate::matrix::{Heads, Matrix};
use crate::position::Sizes;
use crate::position::problem::Problem;
use crate::position::variants::Variant;
use std::rc::Rc;

/// Keeps what each scheme came to, and recomputes only what a change touches.
#[derive(Default)]
pub struct Compare {
    slots: Vec<Slot>,
    /// Projections of the embedding as it is: shared by all schemes that add nothing to it.
    plain: Option<(Source, Rc<Qkv>)>,
    /// What the last step left half done.
    pending: Option<Pending>,
    scratch: Scratch,
    revision: u64,
}

/// The embedding and the three projections that q, k and v were made from.
#[derive(Clone)]
struct Source([Rc<Matrix>; 4]);

impl Source {
    fn of(pipeline: &Pipeline) -> Option<Self> {
        let w = |at| pipeline.projection(at).cloned();
        Some(Source([pipeline.embedding()?.clone(), w(0)?, w(1)?, w(2)?]))
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
    /// Differs from that of every other result there has been.
    revision: u64,
}

/// What a result was computed from: parameters that change none of it leave the result.
#[derive(PartialEq)]
struct Made {
    source: Source,
    added: Option<Matrix>,
    attend: Attend,
    head: usize,
}

impl Made {
    /// Asks the scheme what it adds and how it attends.
    fn ask(known: &Known) -> Self {
        let Known { source, settings, head } = known;
        let sizes = known.sizes();
        Made {
            source: source.clone(),
            added: settings.scheme.added(sizes, &settings.params),
            attend: settings.attend(sizes),
            head: *head,
        }
    }

    /// Whether both project the same vectors.
    fn same_input(&self, other: &Made) -> bool {
        self.source == other.source && self.added == other.added
    }
}

/// A variant whose projections are being made, one of q, k, v a step: each may take long.
struct Pending {
    variant: &'static str,
    known: Known,
    made: Made,
    /// The embedding plus what the scheme adds.
    positioned: Option<Matrix>,
    projected: Vec<Heads>,
}

impl Pending {
    fn new(variant: &'static str, known: Known, made: Made) -> Self {
        let positioned = made.added.as_ref().map(|added| &*known.source.0[0] + added);
        Pending { variant, known, made, positioned, projected: Vec::new() }
    }

    /// Makes the next of q, k and v; all three once they are there.
    fn project(&mut self) -> Option<Rc<Qkv>> {
        let [x, weights @ ..] = &self.known.source.0;
        let x = self.positioned.as_ref().unwrap_or(x);
        if let Some(w) = weights.get(self.projected.len()) {
            let product = cpu::matmul(x.view(), w.view());
            self.projected.push(queue::split_heads(&product, self.known.sizes()));
        }
        let [q, k, v] = <[Heads; 3]>::try_from(std::mem::take(&mut self.projected))
            .map_err(|few| self.projected = few)
            .ok()?;
        Some(Rc::new(Qkv { q, k, v }))
    }
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
            && self.settings.same_answers(&other.settings)
            && (self.settings.mask, self.settings.padding) == (other.settings.mask, other.settings.padding)
            && self.head == other.head
    }

    fn sizes(&self) -> Sizes {
        self.settings.sizes(self.source.0[0].nrows())
    }
}

impl Compare {
    /// Takes the next step towards the first of `variants` that is out of date, from the pipeline's embedding and
    /// projections, and tells which that is; `None` when all are fresh or the pipeline is not that far.
    pub fn step(&mut self, pipeline: &Pipeline, variants: &[&Variant], head: usize) -> Option<usize> {
        let source = Source::of(pipeline)?;
        self.keep(variants);
        for (at, variant) in variants.iter().enumerate() {
            let known = Known { source: source.clone(), settings: settings(pipeline, variant), head };
            let slot = self.slots.get(at)?;
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

    /// Goes on with what is pending if it is this, else begins: the head is computed as soon as q, k and v are there.
    fn compute(&mut self, at: usize, known: Known) {
        let Some(slot) = self.slots.get_mut(at) else { return };
        let goes_on = |pending: &Pending| pending.variant == slot.variant && pending.known.same(&known);
        let pending = self.pending.take().filter(goes_on);
        let mut pending = match pending {
            Some(pending) => pending,
            None => {
                slot.problem = known.settings.scheme.problem(known.sizes(), &known.settings.params);
                let made = slot.problem.is_none().then(|| Made::ask(&known));
                let Some(made) = made.filter(|made| slot.made.as_ref() != Some(made)) else {
                    slot.known = Some(known);
                    return;
                };
                Pending::new(slot.variant, known, made)
            }
        };
        let here = match (&self.plain, &slot.own) {
            (Some((source, qkv)), _) if pending.made.added.is_none() && *source == pending.made.source => {
                Some(qkv)
            }
            (_, Some(qkv)) if slot.made.as_ref().is_some_and(|old| old.same_input(&pending.made)) => {
                Some(qkv)
            }
            _ => None,
        };
        let Some(qkv) = here.cloned().or_else(|| pending.project()) else {
            self.pending = Some(pending);
            return;
        };
        match pending.made.added {
            None => self.plain = Some((pending.made.source.clone(), Rc::clone(&qkv))),
            Some(_) => slot.own = Some(Rc::clone(&qkv)),
        }
        // The shapes are this module's own: a fault leaves the last picture.
        let _ = cpu::attend_head(
            &qkv,
            &pending.made.attend,
            pending.made.head,
            &mut slot.result,
            &mut self.scratch,
        );
        self.revision += 1;
        slot.revision = self.revision;
        slot.made = Some(pending.made);
        slot.known = Some(pending.known);
    }

    fn slot(&self, variant: &str) -> Option<&Slot> {
        self.slots.iter().find(|slot| slot.variant == variant)
    }

    /// A_h of a variant of the last step: n × n, the last that could be computed.
    pub fn weights(&self, variant: &str) -> Option<&Matrix> {
        self.slot(variant).map(|slot| &slot.result.weights).filter(|weights| !weights.is_empty())
    }

    /// Another number for every result that a variant has had.
    pub fn revision(&self, variant: &str) -> u64 {
        self.slot(variant).map_or(0, |slot| slot.revision)
    }

    /// Why a variant of the last step cannot be computed.
    pub fn problem(&self, variant: &str) -> Option<&Problem> {
        self.slot(variant)?.problem.as_ref()
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
mod tests;
