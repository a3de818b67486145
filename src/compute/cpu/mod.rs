//! The CPU backend: one thread, 128-bit SIMD in the browser.
//!
//! [`attend_head`] computes one head and is what the page calls head by head, in slices of a frame;
//! [`CpuAttention`] does all of them. [`matmul`] is the product for the projections. Only weights and output
//! are stored (and q·k on demand); the stages in between follow from q·k cell by cell, see [`stages`].

mod check;
pub(super) mod exp;
mod head;
mod matmul;
mod relative;
mod rotate;
mod scores;
mod shift;
mod softmax;
pub mod stages;

pub use head::{attend_head, dot_head};
pub use matmul::{Packed, matmul, matmul_into};
pub use relative::terms;

use super::{Attend, AttentionBackend, BackendKind, ComputeError, Qkv};
use crate::attention::Stage;
use crate::matrix::{Heads, Matrix};
use crate::simd::panel::NR;
use ndarray::{ArrayView2, Axis};
use std::rc::Rc;

/// What one head comes to. Kept between calls, so that nothing is allocated while a slider moves.
#[derive(Clone, Debug, Default)]
pub struct HeadResult {
    /// Raw rotated q·k, n × n, complete also above a causal diagonal. Computed only where it is `Some` (of any size).
    pub dot: Option<Matrix>,
    /// softmax over the keys of each row, n × n; exactly 0 where masked.
    pub weights: Matrix,
    /// weights · v and what a value table adds, n × head_dim.
    pub output: Matrix,
}

/// Working memory of [`attend_head`], the same for any head and any size.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    scores: scores::Scores,
    packed_values: Vec<[f32; NR]>,
    terms: relative::Terms,
}

/// Gives `matrix` the shape `dim`; its values then have no meaning. Keeps the memory if the shape stays.
fn reshape(matrix: &mut Matrix, dim: (usize, usize)) {
    if matrix.dim() != dim || !matrix.is_standard_layout() {
        *matrix = Matrix::zeros(dim);
    }
}

/// All heads on the CPU.
#[derive(Default)]
pub struct CpuAttention {
    qkv: Option<Rc<Qkv>>,
    /// How the last pass was made; `None` before the first one after a load.
    last: Option<Attend>,
    heads: Vec<HeadResult>,
    scratch: Scratch,
}

impl CpuAttention {
    /// The result of one head of the last pass.
    pub fn head(&self, head: usize) -> Option<&HeadResult> {
        self.last.as_ref().and_then(|_| self.heads.get(head))
    }

    /// q·k and the stages that follow from it, computed anew from the projections.
    fn from_dot(&mut self, stage: Stage) -> Result<Heads, ComputeError> {
        let (Some(qkv), Some(how)) = (&self.qkv, &self.last) else { return Err(ComputeError::NothingYet) };
        let (n_heads, n, _) = qkv.q.dim();
        let mut all = Heads::zeros((n_heads, n, n));
        let mut dot = Matrix::default((n, n));
        for (head, mut slot) in all.outer_iter_mut().enumerate() {
            dot_head(qkv, how, head, &mut dot, &mut self.scratch)?;
            if let Some(values) = stages::from_dot(stage, &dot, qkv, how, head) {
                slot.assign(&values);
            }
        }
        Ok(all)
    }

    /// One stored matrix of every head, stacked.
    fn stacked(&self, of: impl Fn(&HeadResult) -> &Matrix) -> Result<Heads, ComputeError> {
        let (Some(qkv), Some(_)) = (&self.qkv, &self.last) else { return Err(ComputeError::NothingYet) };
        let (n_heads, n, _) = qkv.q.dim();
        let views: Vec<ArrayView2<f32>> = self.heads.iter().map(|head| of(head).view()).collect();
        Ok(ndarray::stack(Axis(0), &views).unwrap_or_else(|_| Heads::zeros((n_heads, n, 0))))
    }
}

impl AttentionBackend for CpuAttention {
    fn kind(&self) -> BackendKind {
        BackendKind::Cpu
    }

    fn load(&mut self, qkv: Rc<Qkv>) -> Result<(), ComputeError> {
        check::projections(&qkv)?;
        self.heads.resize_with(qkv.q.dim().0, HeadResult::default);
        self.qkv = Some(qkv);
        self.last = None;
        Ok(())
    }

    fn attend(&mut self, how: &Attend) -> Result<(), ComputeError> {
        let Some(qkv) = &self.qkv else { return Err(ComputeError::NothingYet) };
        self.last = None;
        for (head, result) in self.heads.iter_mut().enumerate() {
            attend_head(qkv, how, head, result, &mut self.scratch)?;
        }
        self.last = Some(how.clone());
        Ok(())
    }

    async fn read(&mut self, stage: Stage) -> Result<Heads, ComputeError> {
        match stage {
            Stage::Dot | Stage::Scaled | Stage::Biased | Stage::Masked => self.from_dot(stage),
            Stage::Weights => self.stacked(|head| &head.weights),
            Stage::Output => self.stacked(|head| &head.output),
        }
    }
}
