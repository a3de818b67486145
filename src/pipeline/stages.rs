//! Reading a pipeline: every stage of the picture under its name.

use super::{Pipeline, Settings};
use crate::attention::reference::Term;
use crate::attention::{Stage, terms};
use crate::compute::{Attend, ComputeError, Qkv, cpu};
use crate::embed::sequence::Sequence;
use crate::matrix::{Heads, Matrix};
use crate::position::Params;
use crate::position::rope::Rotation;
use crate::position::rope_axes;
use crate::position::scaling::Frequencies;
use ndarray::{Axis, s};
use std::rc::Rc;

impl Pipeline {
    pub fn sequence(&self) -> &Rc<Sequence> {
        &self.sequence
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// X: n × d_model, before any position.
    pub fn embedding(&self) -> Option<&Rc<Matrix>> {
        self.embedding.as_ref()
    }

    /// What the scheme adds to X, if it adds: n × d_model.
    pub fn added(&self) -> Option<&Matrix> {
        self.added.as_ref()
    }

    /// X plus what the scheme adds: what is projected.
    pub fn positioned(&self) -> Option<&Rc<Matrix>> {
        self.positioned.as_ref()
    }

    /// Queries, keys and values before rotation.
    pub fn qkv(&self) -> Option<&Rc<Qkv>> {
        self.qkv.as_ref()
    }

    /// W_Q, W_K, W_V or W_O.
    pub fn projection(&self, which: usize) -> Option<&Rc<Matrix>> {
        self.projections.get(which)?.as_ref()
    }

    /// How position, scale and mask enter; `None` until [`Pipeline::prepare`] has seen to it after a change.
    pub fn attend(&self) -> Option<&Attend> {
        self.attend.as_ref().filter(|_| !self.unsure.attend)
    }

    /// A_h: n × n, of the last settings that were computed.
    pub fn weights(&self, head: usize) -> Option<&Matrix> {
        self.slots.get(head).map(|slot| &slot.result.weights)
    }

    /// A_h V_h: n × head_dim.
    pub fn head_output(&self, head: usize) -> Option<&Matrix> {
        self.slots.get(head).map(|slot| &slot.result.output)
    }

    /// Whether `head` is known to belong to the present settings.
    pub fn is_fresh(&self, head: usize) -> bool {
        !self.unsure.any() && self.slots.get(head).is_some_and(|slot| slot.fresh)
    }

    /// O = concat_t(A_t V_t) W_O: n × d_model; `None` until every head is fresh. Made when it is asked for: no
    /// picture shows it, and short texts would wait longer for it than for all heads together.
    pub fn output(&self) -> Option<Matrix> {
        let [.., Some(w_o)] = &self.projections else { return None };
        if !self.heads_fresh() {
            return None;
        }
        let outputs: Vec<_> = self.slots.iter().map(|slot| slot.result.output.view()).collect();
        let concat = ndarray::concatenate(Axis(1), &outputs).ok()?;
        Some(cpu::matmul(concat.view(), w_o.view()))
    }

    /// One stage of one head: n × n, for [`Stage::Output`] n × head_dim.
    pub fn stage(&self, head: usize, stage: Stage) -> Option<Matrix> {
        match stage {
            Stage::Weights => self.weights(head).cloned(),
            Stage::Output => self.head_output(head).cloned(),
            _ => {
                let (qkv, attend) = (self.qkv.as_ref()?, self.attend()?);
                let mut dot = Matrix::default((0, 0));
                cpu::dot_head(qkv, attend, head, &mut dot, &mut cpu::Scratch::default()).ok()?;
                cpu::stages::from_dot(stage, &dot, qkv, attend, head)
            }
        }
    }

    /// One number of one stage, without making the whole stage.
    pub fn cell(&self, head: usize, stage: Stage, i: usize, j: usize) -> Option<f32> {
        if stage == Stage::Weights {
            return self.weights(head)?.get((i, j)).copied();
        }
        let (qkv, attend) = (self.qkv.as_ref()?, self.attend()?);
        let [q, k] = self.rotated_pair(head, i, j)?;
        let dot = terms::terms(&q, &k).iter().sum();
        let shift = cpu::stages::shift(qkv, attend, head, i, j)?;
        Some(match stage {
            Stage::Dot => dot,
            Stage::Scaled => cpu::stages::scaled(dot, attend),
            Stage::Biased => cpu::stages::biased(dot, attend, shift),
            _ => cpu::stages::masked(dot, attend, shift, (i, j), self.sequence.len()),
        })
    }

    /// What the logits of one head are the sum of, each n × n and scaled: q·k, the scheme's terms of content and
    /// distance, its bias. Their sum is [`Stage::Biased`].
    pub fn terms(&self, head: usize) -> Option<Vec<(Term, Matrix)>> {
        cpu::terms(self.qkv.as_ref()?, self.attend()?, head).ok()
    }

    /// [`Pipeline::terms`] as they would be under other parameters of the scheme in force.
    pub fn terms_under(&self, head: usize, params: &Params) -> Option<Vec<(Term, Matrix)>> {
        let settings = Settings { params: params.clone(), ..self.settings.clone() };
        cpu::terms(self.qkv.as_ref()?, &settings.attend(self.sizes()), head).ok()
    }

    /// [`Pipeline::terms`] of one pair, without making the matrices.
    pub fn cell_terms(&self, head: usize, i: usize, j: usize) -> Option<Vec<(Term, f32)>> {
        let scaled = self.cell(head, Stage::Scaled, i, j)?;
        let mut terms = vec![(Term::QueryKey, scaled)];
        terms.extend(cpu::stages::parts(self.qkv.as_ref()?, self.attend()?, head, i, j));
        Some(terms)
    }

    /// Row i of q and row j of k of one head, rotated as this pair is: their product is the cell (i, j) of
    /// [`Stage::Dot`].
    pub fn rotated_pair(&self, head: usize, i: usize, j: usize) -> Option<[Vec<f32>; 2]> {
        let (qkv, [of_q, of_k]) = (self.qkv.as_ref()?, self.attend()?.rotations(i, j));
        Some([rotated(&qkv.q, head, i, of_q)?, rotated(&qkv.k, head, j, of_k)?])
    }

    /// B_h: n × n, the bias by distance; zeros if the scheme has none.
    pub fn bias(&self, head: usize) -> Option<Matrix> {
        let n = self.sequence.len();
        let attend = self.attend()?;
        Some(Matrix::from_shape_fn((n, n), |(i, j)| cpu::stages::bias(attend, head, i, j, n)))
    }

    /// What went wrong in a kernel, if anything did.
    pub fn fault(&self) -> Option<&ComputeError> {
        self.fault.as_ref()
    }

    /// The RoPE frequencies in force; those RoPE would have if another scheme is chosen.
    pub fn frequencies(&self) -> Frequencies {
        let (sizes, params) = (self.sizes(), &self.settings.params);
        rope_axes::frequencies(sizes.head_dim, &params.rope.for_length(sizes.n), &params.axes)
    }
}

/// Row `at` of one head, turned as that position does.
fn rotated(all: &Heads, head: usize, at: usize, rotation: Option<&Rotation>) -> Option<Vec<f32>> {
    let (heads, n, _) = all.dim();
    if head >= heads || at >= n {
        return None;
    }
    let mut row = all.slice(s![head, at, ..]).to_vec();
    if let Some(rotation) = rotation {
        rotation.apply_row(at, &mut row);
    }
    Some(row)
}
