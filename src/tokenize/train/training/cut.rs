//! The words of the corpus as they are cut after a step, and where a pair stands in them.

use super::{Trainer, Training};
use crate::tokenize::train::{pairs, unigram};
use crate::tokenize::unigram::lattice::Lattice;
use crate::tokenize::unigram::model::Model;
use std::collections::HashSet;

/// A part of a cut word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    pub text: String,
    /// Whether the step made it, or gave it to this word.
    pub new: bool,
}

/// A word, as it is cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutWord {
    pub count: u64,
    pub symbols: Vec<Symbol>,
}

/// The corpus after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// The first distinct words, in the order of the corpus.
    pub words: Vec<CutWord>,
    /// The first of those that the step changed.
    pub changed: Vec<CutWord>,
    pub changed_total: usize,
}

/// A word in which a pair stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub word: String,
    /// How often the word occurs.
    pub count: u64,
    /// How often the pair stands in it.
    pub times: u64,
}

impl Training {
    /// The first `most` distinct words after `step` steps, and as many of those that the last of them changed.
    pub fn cut(&self, step: usize, most: usize) -> Cut {
        match &self.trainer {
            Trainer::Pairs(trainer) => self.cut_by(most, |at, _| self.pairs_cut(trainer, at, step)),
            Trainer::Unigram(trainer) => self.cut_by(most, unigram_cut(trainer, step)),
        }
    }

    /// `cut` gives the symbols of a word and whether the step changed it.
    fn cut_by(&self, most: usize, cut: impl Fn(usize, &str) -> (Vec<Symbol>, bool)) -> Cut {
        let mut all = Cut::default();
        for (at, (word, count)) in self.words.iter().enumerate() {
            let (symbols, changed) = cut(at, word);
            all.changed_total += usize::from(changed);
            let word = CutWord { count: *count, symbols };
            if changed && all.changed.len() < most {
                all.changed.push(word.clone());
            }
            if at < most {
                all.words.push(word);
            }
        }
        all
    }

    /// The words in which a pair stands after `step` merges: c_w and how often, whose products add up to f(a, b).
    pub fn occurrences(&self, step: usize, (left, right): (u32, u32)) -> Vec<Occurrence> {
        let found = self.words.iter().enumerate().filter_map(|(at, (word, count))| {
            let symbols = self.symbols(at, step);
            let pairs = symbols.iter().zip(symbols.iter().skip(1));
            let times = pairs.filter(|(a, b)| (**a, **b) == (left, right)).count() as u64;
            (times > 0).then(|| Occurrence { word: word.clone(), count: *count, times })
        });
        found.collect()
    }

    /// The symbols of a word, and whether the last merge changed it.
    fn pairs_cut(&self, trainer: &pairs::Trainer, at: usize, step: usize) -> (Vec<Symbol>, bool) {
        let last = step.checked_sub(1).and_then(|last| trainer.steps().get(last));
        let before = self.symbols(at, step.saturating_sub(1));
        let many = before.len();
        let ids = trainer.replay(before, step.saturating_sub(1)..step);
        let changed = ids.len() < many;
        let symbol = |id: u32| {
            let text = trainer.vocabulary().get(id as usize).cloned().unwrap_or_default();
            Symbol { text, new: changed && last.is_some_and(|last| last.made == id) }
        };
        (ids.into_iter().map(symbol).collect(), changed)
    }
}

fn unigram_cut(trainer: &unigram::Trainer, step: usize) -> impl Fn(usize, &str) -> (Vec<Symbol>, bool) {
    let now = trainer.model_after(step);
    let before = step.checked_sub(1).map(|step| trainer.model_after(step));
    move |_, word| {
        let pieces = most_probable(word, &now);
        let Some(before) = before.as_ref().map(|before| most_probable(word, before)) else {
            return (pieces.into_iter().map(|text| Symbol { text, new: false }).collect(), false);
        };
        let changed = before != pieces;
        let known: HashSet<String> = before.into_iter().collect();
        let symbol = |text: String| Symbol { new: changed && !known.contains(&text), text };
        (pieces.into_iter().map(symbol).collect(), changed)
    }
}

/// The pieces of the most probable segmentation.
fn most_probable(word: &str, model: &Model) -> Vec<String> {
    let lattice = Lattice::new(word, model);
    lattice.best().map(|path| lattice.pieces(&path).map(String::from).collect()).unwrap_or_default()
}
