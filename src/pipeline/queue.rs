//! What is left to compute, and one bounded step of it at a time.

use super::Settings;
use crate::attention::projection::{self, Projection};
use crate::compute::cpu::{self, HeadResult, Packed, Scratch};
use crate::compute::{Attend, ComputeError, Qkv};
use crate::embed::projection::KeptRows;
use crate::embed::sequence::{Embedding, Sequence};
use crate::matrix::{Heads, Matrix, Matrix64};
use crate::position::Sizes;
use ndarray::{Array3, s};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something every head needs.
    Shared,
    /// Queries, keys, values and the positional tables stand; heads are to be computed elsewhere.
    Ready,
    /// This head's results are fresh.
    Head(usize),
    /// Nothing was left to do.
    Idle,
}

/// One head's results and whether they belong to the present settings.
#[derive(Default)]
pub(super) struct Slot {
    pub fresh: bool,
    pub result: HeadResult,
}

/// What the scheme may answer otherwise than before. A change of scheme or parameters makes both unsure; the next
/// steps ask the scheme again and compare, so that only what a parameter really touches is computed anew.
#[derive(Clone, Copy)]
pub(super) struct Unsure {
    pub added: bool,
    pub attend: bool,
}

impl Unsure {
    const BOTH: Unsure = Unsure { added: true, attend: true };

    pub fn any(self) -> bool {
        self.added || self.attend
    }
}

/// See the module's page.
pub struct Pipeline {
    pub(super) sequence: Rc<Sequence>,
    pub(super) settings: Settings,
    /// The embedding in the making.
    embedding_work: Option<Embedding>,
    /// What projections of patches and frames have in common.
    kept_rows: KeptRows,
    pub(super) embedding: Option<Rc<Matrix>>,
    pub(super) added: Option<Matrix>,
    pub(super) positioned: Option<Rc<Matrix>>,
    pub(super) projections: [Option<Rc<Matrix>>; 4],
    /// The projections in f64 and what they were made from: only the experiment needs them.
    pub(super) wide: RefCell<[Option<(Rc<Matrix>, Rc<Matrix64>)>; 4]>,
    /// q, k, v as they come, then all three as [`Qkv`].
    projected: Vec<Heads>,
    pub(super) qkv: Option<Rc<Qkv>>,
    pub(super) attend: Option<Attend>,
    pub(super) slots: Vec<Slot>,
    pub(super) unsure: Unsure,
    scratch: Scratch,
    packed: Packed,
    qkv_revision: u64,
    pub(super) fault: Option<ComputeError>,
}

const PROJECTIONS: [Projection; 4] =
    [Projection::Query, Projection::Key, Projection::Value, Projection::Output];

impl Pipeline {
    /// An empty pipeline.
    pub fn new(settings: Settings) -> Self {
        Pipeline {
            sequence: Rc::default(),
            settings,
            embedding_work: None,
            kept_rows: KeptRows::default(),
            embedding: None,
            added: None,
            positioned: None,
            projections: Default::default(),
            wide: Default::default(),
            projected: Vec::new(),
            qkv: None,
            attend: None,
            slots: Vec::new(),
            unsure: Unsure::BOTH,
            scratch: Scratch::default(),
            packed: Packed::default(),
            qkv_revision: 0,
            fault: None,
        }
    }

    /// Takes new input and forgets only what it touches. Old results stay readable until their step is redone.
    pub fn set(&mut self, sequence: &Rc<Sequence>, settings: Settings) {
        let old_sizes = self.sizes();
        let old = std::mem::replace(&mut self.settings, settings);
        self.settings.padding = sequence.padding();
        self.settings.params.layout = Arc::clone(&sequence.layout);
        let same_sequence = Rc::ptr_eq(&self.sequence, sequence) || self.sequence == *sequence;
        if !same_sequence {
            self.sequence = Rc::clone(sequence);
        }
        let new = &self.settings;
        let same_embedding = same_sequence && new.same_embedding(&old);
        let same_projections = new.same_projections(&old);
        if old_sizes != self.sizes() || !new.same_position(&old) {
            self.unsure = Unsure::BOTH;
        }
        self.unsure.attend |= (new.mask, new.padding) != (old.mask, old.padding);
        if !same_embedding {
            self.embedding = None;
            self.embedding_work = None;
            self.forget_positioned();
        }
        if !same_projections {
            self.projections = Default::default();
            self.forget_qkv();
        }
        self.slots.resize_with(self.settings.n_heads, Slot::default);
    }

    /// What is projected is another than before.
    fn forget_positioned(&mut self) {
        self.positioned = None;
        self.forget_qkv();
    }

    /// The projections are others than before.
    fn forget_qkv(&mut self) {
        self.qkv = None;
        self.projected.clear();
        self.forget_heads();
    }

    /// Does the next piece of work that every head needs, then heads (`wanted` first).
    pub fn step(&mut self, wanted: usize) -> Step {
        match self.prepare() {
            Step::Ready => {}
            other => return other,
        }
        let stale = |head: &usize| self.slots.get(*head).is_some_and(|slot| !slot.fresh);
        let next = Some(wanted).filter(stale).or_else(|| (0..self.slots.len()).find(|h| stale(h)));
        match (next, &self.qkv, &self.attend) {
            (Some(head), Some(qkv), Some(attend)) => {
                if let Some(slot) = self.slots.get_mut(head) {
                    let done = cpu::attend_head(qkv, attend, head, &mut slot.result, &mut self.scratch);
                    // The shapes are this pipeline's own: a fault would be ours, and is not tried again.
                    self.fault = done.err();
                    slot.fresh = true;
                }
                Step::Head(head)
            }
            _ => Step::Idle,
        }
    }

    /// The part before the heads. [`Step::Ready`] once it is done; [`Step::Idle`] without tokens.
    pub fn prepare(&mut self) -> Step {
        if self.sequence.is_empty() {
            self.slots.clear();
            return Step::Idle;
        }
        if self.embedding.is_none() {
            let (s, sequence) = (&self.settings, &self.sequence);
            let new = || Embedding::new(sequence, s.d_model, s.seed, s.common);
            self.embedding =
                self.embedding_work.get_or_insert_with(new).step(&mut self.kept_rows).map(Rc::new);
            return Step::Shared;
        }
        if self.unsure.added {
            self.ask_what_is_added();
            return Step::Shared;
        }
        if self.positioned.is_none() {
            self.add_position();
            return Step::Shared;
        }
        if let Some(at) = self.projections.iter().position(Option::is_none) {
            let s = &self.settings;
            let w = projection::weights(PROJECTIONS[at], s.d_model, s.n_heads, s.seed, s.common);
            self.projections[at] = Some(Rc::new(w));
            return Step::Shared;
        }
        if self.qkv.is_none() {
            self.project_next();
            return Step::Shared;
        }
        if self.unsure.attend {
            self.ask_how_to_attend();
        }
        Step::Ready
    }

    fn ask_what_is_added(&mut self) {
        self.unsure.added = false;
        let added = self.settings.scheme.added(self.sizes(), &self.settings.params);
        if added != self.added {
            self.added = added;
            self.forget_positioned();
        }
    }

    fn ask_how_to_attend(&mut self) {
        self.unsure.attend = false;
        let attend = Some(self.settings.attend(self.sizes()));
        if attend != self.attend {
            self.attend = attend;
            self.forget_heads();
        }
    }

    fn add_position(&mut self) {
        let Some(embedding) = &self.embedding else { return };
        self.positioned = Some(match &self.added {
            Some(added) => Rc::new(&**embedding + added),
            None => Rc::clone(embedding),
        });
    }

    fn project_next(&mut self) {
        let (Some(x), Some(w)) = (&self.positioned, &self.projections[self.projected.len().min(2)]) else {
            return;
        };
        let mut product = Matrix::default((0, 0));
        cpu::matmul_into(x.view(), w.view(), &mut product, &mut self.packed);
        self.projected.push(split_heads(&product, self.settings.sizes(self.sequence.len())));
        if self.projected.len() == 3 {
            let mut parts = self.projected.drain(..);
            if let (Some(q), Some(k), Some(v)) = (parts.next(), parts.next(), parts.next()) {
                self.qkv = Some(Rc::new(Qkv { q, k, v }));
                self.qkv_revision += 1;
            }
        }
    }

    /// Takes a head that was computed elsewhere (on the GPU) with the present settings.
    pub fn put_head(&mut self, head: usize, weights: Matrix, output: Matrix) {
        if let Some(slot) = self.slots.get_mut(head) {
            slot.result = HeadResult { dot: None, weights, output };
            slot.fresh = true;
        }
    }

    /// Marks every head as stale: the next steps compute them anew.
    pub fn forget_heads(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.fresh = false);
    }

    /// Whether every head is known to belong to the present settings.
    pub fn heads_fresh(&self) -> bool {
        self.stale_heads() == 0
    }

    /// How many heads are still to be computed.
    pub fn stale_heads(&self) -> usize {
        (0..self.slots.len()).filter(|head| !self.is_fresh(*head)).count()
    }

    /// The sizes in force.
    pub fn sizes(&self) -> Sizes {
        self.settings.sizes(self.sequence.len())
    }

    /// Changes whenever [`Pipeline::qkv`] does: a backend that keeps a copy compares it.
    pub fn qkv_revision(&self) -> u64 {
        self.qkv_revision
    }
}

/// n × (h · head_dim) → `[h, n, head_dim]`: head t owns columns t·head_dim ….
pub(super) fn split_heads(x: &Matrix, sizes: Sizes) -> Heads {
    let mut heads = Array3::zeros((sizes.n_heads, sizes.n, sizes.head_dim));
    for (h, mut head) in heads.outer_iter_mut().enumerate() {
        head.assign(&x.slice(s![.., h * sizes.head_dim..(h + 1) * sizes.head_dim]));
    }
    heads
}
