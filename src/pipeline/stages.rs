//! Reading a pipeline: every stage of the picture under its name.

use super::{Pipeline, Settings};
use crate::attention::{Stage, terms};
use crate::compute::{Attend, ComputeError, Qkv, cpu};
use crate::matrix::Matrix;
use crate::position::rope_axes;
use crate::position::scaling::Frequencies;
use ndarray::Axis;
use std::rc::Rc;

impl Pipeline {
    pub fn ids(&self) -> &[u32] {
        &self.ids
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

    /// How position, scale and mask enter.
    pub fn attend(&self) -> Option<&Attend> {
        self.attend.as_ref()
    }

    /// A_h: n × n, of the last settings that were computed.
    pub fn weights(&self, head: usize) -> Option<&Matrix> {
        self.slots.get(head).map(|slot| &slot.result.weights)
    }

    /// A_h V_h: n × head_dim.
    pub fn head_output(&self, head: usize) -> Option<&Matrix> {
        self.slots.get(head).map(|slot| &slot.result.output)
    }

    /// Whether `head` belongs to the present settings.
    pub fn is_fresh(&self, head: usize) -> bool {
        self.slots.get(head).is_some_and(|slot| slot.fresh)
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
                let (qkv, attend) = (self.qkv.as_ref()?, self.attend.as_ref()?);
                let mut dot = Matrix::default((0, 0));
                cpu::dot_head(qkv, attend, head, &mut dot, &mut cpu::Scratch::default()).ok()?;
                cpu::stages::from_dot(stage, &dot, attend, head)
            }
        }
    }

    /// One number of one stage, without making the whole stage.
    pub fn cell(&self, head: usize, stage: Stage, i: usize, j: usize) -> Option<f32> {
        if stage == Stage::Weights {
            return self.weights(head)?.get((i, j)).copied();
        }
        let attend = self.attend.as_ref()?;
        let dot = terms::terms(&self.rotated_row(0, head, i)?, &self.rotated_row(1, head, j)?).iter().sum();
        let n = self.ids.len();
        Some(match stage {
            Stage::Dot => dot,
            Stage::Scaled => cpu::stages::scaled(dot, attend),
            Stage::Biased => cpu::stages::biased(dot, attend, head, i, j, n),
            _ => cpu::stages::masked(dot, attend, head, i, j, n),
        })
    }

    /// Row `i` of q (or k, `which` = 1) of one head, rotated where the scheme rotates.
    pub fn rotated_row(&self, which: usize, head: usize, i: usize) -> Option<Vec<f32>> {
        let qkv = self.qkv.as_ref()?;
        let all = if which == 0 { &qkv.q } else { &qkv.k };
        let (heads, n, width) = all.dim();
        if head >= heads || i >= n {
            return None;
        }
        let mut row: Vec<f32> = (0..width).map(|c| all[[head, i, c]]).collect();
        if let Some(rotation) = &self.attend.as_ref()?.rotation {
            rotation.apply_row(i, &mut row);
        }
        Some(row)
    }

    /// B_h: n × n, what the scheme adds to the logits; zeros if it adds nothing.
    pub fn bias(&self, head: usize) -> Option<Matrix> {
        let n = self.ids.len();
        let attend = self.attend.as_ref()?;
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
