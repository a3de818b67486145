//! Linear attention beside softmax attention, on the pipeline's own tokens and projections, without position.

use super::super::{Pipeline, Settings};
use crate::attention::linear::{EPSILON, weights};
use crate::attention::readers::READERS;
use crate::attention::{Mask, permutation::Outcome};
use crate::matrix::Matrix64;
use crate::position::none;
use ndarray::s;

/// Both maps of one head, n × n; 0 where the mask forbids.
#[derive(Clone, Debug, PartialEq)]
pub struct Beside {
    pub softmax: Matrix64,
    pub linear: Matrix64,
    /// The largest weight of each: how far the kernel flattens.
    pub largest: [f64; 2],
}

impl Pipeline {
    /// Both maps of `head` under the pipeline's mask.
    pub fn softmax_and_linear(&self, head: usize) -> Option<Beside> {
        let x = self.experiment_input()?;
        let how = Settings { scheme: &none::None, ..self.settings.clone() };
        let layer = self.experiment_layer(&how)?;
        let softmax = layer.heads(&x).ok()?.into_iter().nth(head)?.weights;
        let width = how.sizes(0).head_dim;
        let columns = s![.., head * width..(head + 1) * width];
        let (q, k) = (x.dot(&layer.w_q.slice(columns)), x.dot(&layer.w_k.slice(columns)));
        let linear = weights(q.view(), k.view(), how.mask, EPSILON);
        let top = |m: &Matrix64| m.iter().fold(0.0, |top: f64, w| top.max(*w));
        Some(Beside { largest: [top(&softmax), top(&linear)], softmax, linear })
    }

    /// How far the rows of linear attention are from moving with their tokens, under `mask`.
    pub fn linear_order(&self, mask: Mask, order: &[usize]) -> Option<Outcome> {
        let id = if mask == Mask::Causal { "causal_linear_attention" } else { "linear_attention" };
        let reader = READERS.iter().find(|reader| reader.id == id)?;
        Some(self.reader(reader, order)?.rows)
    }
}
