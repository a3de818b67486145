//! The steps of one text, to be played forward and back.

use super::merge::{Merge, Symbol};
use crate::tokenize::Token;
use crate::tokenize::stage::Stage;
use std::collections::HashSet;

/// Every step from a text to its tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// What the normaliser did; the text of the last stage is what is merged.
    pub stages: Vec<Stage>,
    /// The symbols before the first merge.
    pub symbols: Vec<Symbol>,
    pub merges: Vec<Merge>,
    /// The symbols after the last merge: those without an id fall back to bytes, or are unknown.
    pub last: Vec<Symbol>,
    pub tokens: Vec<Token>,
}

impl Trace {
    /// The symbols after the first `steps` merges.
    pub fn symbols_after(&self, steps: usize) -> Vec<Symbol> {
        let made = self.merges.iter().take(steps);
        let closed: HashSet<usize> = made.clone().map(|merge| merge.right.start).collect();
        let mut symbols: Vec<Symbol> = Vec::new();
        for symbol in &self.symbols {
            match symbols.last_mut().filter(|_| closed.contains(&symbol.at.start)) {
                Some(open) => open.at.end = symbol.at.end,
                None => symbols.push(symbol.clone()),
            }
        }
        for merge in made {
            let at = symbols.partition_point(|symbol| symbol.at.start < merge.left.start);
            let whole = symbols.get_mut(at).filter(|symbol| symbol.at == (merge.left.start..merge.right.end));
            whole.into_iter().for_each(|symbol| symbol.id = Some(merge.id));
        }
        symbols
    }
}
