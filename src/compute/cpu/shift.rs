//! What is added to the scaled scores of one head: nothing, a number per distance, or a number per pair.

use super::relative::{self, Terms};
use crate::compute::{Attend, Qkv};
use crate::matrix::Matrix;
use ndarray::{CowArray, Ix1};

/// The sum of all that a scheme adds to one head's scaled scores.
pub enum Shift<'a> {
    Nothing,
    /// Entry j − i + n − 1 belongs to query i and key j.
    ByDistance(CowArray<'a, f32, Ix1>),
    /// n × n.
    ByPair(&'a Matrix),
}

impl<'a> Shift<'a> {
    /// What `how` adds for `head`; `terms` is where numbers per pair are kept.
    pub fn of(qkv: &Qkv, how: &'a Attend, head: usize, terms: &'a mut Terms) -> Self {
        if how.score_terms().is_some() {
            return Shift::ByPair(terms.logits(qkv, how, head));
        }
        match &how.distance_bias {
            Some(bias) => Shift::ByDistance(relative::contiguous(bias.row(head))),
            None => Shift::Nothing,
        }
    }

    /// What is added for query `i` of `n`, key by key.
    pub fn row(&self, i: usize, n: usize) -> Option<&[f32]> {
        match self {
            Shift::Nothing => None,
            Shift::ByDistance(bias) => relative::distances(bias.as_slice()?, i, n),
            Shift::ByPair(logits) => logits.as_slice()?.get(i * n..(i + 1) * n),
        }
    }
}
