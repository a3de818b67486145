//! The merge loop, every step kept, to be played forwards and backwards.

use super::plain::{Ranked, apply, candidates};
use super::{Bpe, Symbol};

/// One merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Index of the left symbol before the merge.
    pub at: usize,
    pub left: u32,
    pub right: u32,
    pub merged: Ranked,
    /// All pairs that could have merged, the one taken included: index of the left symbol and what it would become.
    pub candidates: Vec<(usize, Ranked)>,
}

/// The encoding of one piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The symbols before the first merge: bytes, or characters.
    pub symbols: Vec<Symbol>,
    /// Whether the whole piece was found before any merge was tried; then there are no steps.
    pub whole: Option<u32>,
    pub steps: Vec<Step>,
}

/// A node of the merge tree. Leaves are the first symbols, then come the merges in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    pub symbol: Symbol,
    /// The two nodes it was merged from, and the rank.
    pub merge: Option<(usize, usize, u32)>,
}

impl Trace {
    pub fn new(model: &Bpe, word: &str) -> Self {
        let symbols = model.symbols(word);
        let whole = model.whole(word);
        let steps = if whole.is_some() { Vec::new() } else { steps(&symbols, &|a, b| model.ranked(a, b)) };
        Trace { symbols, whole, steps }
    }

    /// The symbols after the first `n` steps.
    pub fn after(&self, n: usize) -> Vec<Symbol> {
        let mut symbols = self.symbols.clone();
        self.steps.iter().take(n).for_each(|step| apply(&mut symbols, step.at, step.merged.id));
        symbols
    }

    /// The tokens in the end.
    pub fn result(&self) -> Vec<Symbol> {
        match (self.whole, self.symbols.first(), self.symbols.last()) {
            (Some(id), Some(first), Some(last)) => {
                vec![Symbol { id, span: first.span.start..last.span.end }]
            }
            _ => self.after(self.steps.len()),
        }
    }

    /// The merge tree: a forest whose roots are the tokens, by the indices of their nodes.
    pub fn tree(&self) -> (Vec<Node>, Vec<usize>) {
        let mut nodes: Vec<Node> =
            self.symbols.iter().map(|symbol| Node { symbol: symbol.clone(), merge: None }).collect();
        let mut roots: Vec<usize> = (0..nodes.len()).collect();
        for Step { at, merged, .. } in &self.steps {
            let (Some(&left), Some(&right)) = (roots.get(*at), roots.get(at + 1)) else { break };
            let (Some(start), Some(end)) = (nodes.get(left), nodes.get(right)) else { break };
            let span = start.symbol.span.start..end.symbol.span.end;
            nodes.push(Node {
                symbol: Symbol { id: merged.id, span },
                merge: Some((left, right, merged.rank)),
            });
            roots.splice(*at..at + 2, [nodes.len() - 1]);
        }
        (nodes, roots)
    }
}

fn steps(symbols: &[Symbol], ranked: &dyn Fn(u32, u32) -> Option<Ranked>) -> Vec<Step> {
    let mut symbols = symbols.to_vec();
    let mut steps = Vec::new();
    loop {
        let candidates: Vec<_> = candidates(&symbols, ranked).collect();
        let Some(&(at, merged)) = candidates.iter().min_by_key(|(_, found)| found.rank) else { break };
        let id = |at: usize| symbols.get(at).map_or(merged.id, |symbol| symbol.id);
        steps.push(Step { at, left: id(at), right: id(at + 1), merged, candidates });
        apply(&mut symbols, at, merged.id);
    }
    steps
}
