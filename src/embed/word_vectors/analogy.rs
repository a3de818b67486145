//! Analogies: b is to a as c is to what? The words nearest to a − b + c.
//!
//! The famous results leave the three inputs out of the search (Mikolov et al. 2013, NAACL: "excluding the input words").
//! Without that the answer is often one of the inputs, since a − b + c lies near a and c: both rankings are returned.

use super::nearest::{Neighbour, nearest};
use super::{WordError, WordTable};
use crate::embed::similarity::cosine;
use std::ops::Range;

/// What is added and subtracted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Each word's direction, length 1, as word2vec's and GloVe's own evaluations do.
    #[default]
    Unit,
    /// The vectors as trained: a long one weighs more.
    Raw,
}

/// An analogy and its answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Analogy {
    /// The rows of a, b and c.
    pub inputs: [usize; 3],
    /// a − b + c.
    pub target: Vec<f64>,
    /// cos(target, a), cos(target, b), cos(target, c).
    pub input_cosines: [f64; 3],
    /// The nearest words, the inputs among them.
    pub including: Vec<Neighbour>,
    /// The nearest words without the inputs.
    pub excluding: Vec<Neighbour>,
}

impl Analogy {
    /// Whether the word nearest to the target is one of the inputs: the answer would have been a question.
    pub fn answer_is_an_input(&self) -> bool {
        self.including.first().is_some_and(|first| self.inputs.contains(&first.row))
    }

    /// The rows of answers, inputs left out, in a language that no input is in.
    pub fn in_other_languages(&self, table: &WordTable) -> Vec<usize> {
        let asked = self.inputs.map(|row| table.language_of(row));
        let rows = self.excluding.iter().map(|answer| answer.row);
        rows.filter(|row| !asked.contains(&table.language_of(*row))).collect()
    }
}

/// a − b + c and the `k` nearest words of `among`. Errors name the word that the table has not.
pub fn analogy(
    table: &WordTable,
    words: [&str; 3],
    scale: Scale,
    among: Range<usize>,
    k: usize,
) -> Result<Analogy, WordError> {
    let [a, b, c] = words;
    let inputs = [table.row(a)?, table.row(b)?, table.row(c)?];
    let [a, b, c] = inputs.map(|row| match scale {
        Scale::Unit => table.direction(row),
        Scale::Raw => table.vector(row),
    });
    let target: Vec<f64> = a.iter().zip(&b).zip(&c).map(|((a, b), c)| a - b + c).collect();
    let with_target = |input: &Vec<f64>| cosine(target.as_slice().into(), input.as_slice().into());
    Ok(Analogy {
        inputs,
        input_cosines: [&a, &b, &c].map(with_target),
        including: nearest(table, &target, among.clone(), &[], k),
        excluding: nearest(table, &target, among, &inputs, k),
        target,
    })
}
