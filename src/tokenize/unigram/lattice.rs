//! All ways to cut a text into pieces, as a graph: a node between any two characters, an edge for every piece.
//!
//! ```text
//! P(path) = Π p(piece)                         the pieces on the edges of the path
//! best[0] = 0,  best[t] = max over edges s → t of best[s] + log p(edge)
//! ```
//!
//! Of equal sums the first found stays: the edge that begins first, that is the longest last piece (Kudo 2018,
//! arXiv:1804.10959; the order of sentencepiece, src/unigram_model.cc). Sums here are f64 and run from left to right.

use super::model::Model;

/// Nodes, edges, and which edges end where.
#[derive(Clone, Debug, PartialEq)]
pub struct Lattice {
    /// The normalised text.
    pub text: String,
    /// The byte of `text` at which each node stands: the beginning of each character, and the end.
    pub nodes: Vec<usize>,
    /// In the order in which they are found: by where they begin, then by length.
    pub edges: Vec<Edge>,
    /// The edges by where they end; of one node in the order of `edges`.
    incoming: Vec<u32>,
    /// Where each node's edges begin in `incoming`; one more ends the last node's.
    first_incoming: Vec<u32>,
}

/// A piece between two nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Node at which it begins.
    pub from: usize,
    /// Node at which it ends.
    pub to: usize,
    pub id: u32,
    /// Natural logarithm of the piece's probability.
    pub log_prob: f64,
    /// Whether it is a character that is no piece.
    pub unknown: bool,
}

/// A way from the first node to the last: indices of edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub edges: Vec<usize>,
    /// Σ log p, from left to right.
    pub log_prob: f64,
}

impl Lattice {
    /// The lattice of a normalised text under a model in f64.
    pub fn new(text: &str, model: &Model) -> Self {
        Lattice::build(text, |rest, width, push| model.pieces(rest, width, push))
    }

    /// `pieces(rest, width, push)` pushes all pieces with which `rest` begins, shortest first, each with its bytes,
    /// id, log p and whether it is unknown; `width` is the first character's.
    pub(super) fn build(
        text: &str,
        mut pieces: impl FnMut(&[u8], usize, &mut dyn FnMut(usize, u32, f64, bool)),
    ) -> Self {
        let nodes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut edges = Vec::new();
        for (from, ends) in nodes.windows(2).enumerate() {
            let [at, next] = *ends else { continue };
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            pieces(rest, next - at, &mut |length, id, log_prob, unknown| {
                if let Ok(to) = nodes.binary_search(&(at + length)) {
                    edges.push(Edge { from, to, id, log_prob, unknown });
                }
            });
        }
        let mut lattice =
            Lattice { text: text.to_owned(), nodes, edges, incoming: Vec::new(), first_incoming: Vec::new() };
        lattice.index();
        lattice
    }

    /// Takes the edges of one piece away.
    pub(in crate::tokenize) fn remove(&mut self, id: u32) {
        self.edges.retain(|edge| edge.id != id);
        self.index();
    }

    /// Sorts the edges by where they end.
    fn index(&mut self) {
        let mut order: Vec<u32> = (0..self.edges.len() as u32).collect();
        let to = |edge: &u32| self.edges.get(*edge as usize).map_or(0, |edge| edge.to);
        order.sort_by_key(to);
        self.first_incoming =
            (0..=self.nodes.len()).map(|node| order.partition_point(|edge| to(edge) < node) as u32).collect();
        self.incoming = order;
    }

    /// The edges that end at a node, with their indices, in the order found.
    pub fn ending_at(&self, node: usize) -> impl DoubleEndedIterator<Item = (usize, &Edge)> {
        let bound = |node: usize| self.first_incoming.get(node).map_or(0, |&first| first as usize);
        let own = self.incoming.get(bound(node)..bound(node + 1)).unwrap_or_default();
        own.iter().filter_map(|&edge| Some((edge as usize, self.edges.get(edge as usize)?)))
    }

    /// The text of an edge.
    pub fn piece(&self, edge: &Edge) -> &str {
        let at = |node: usize| self.nodes.get(node).copied().unwrap_or_default();
        self.text.get(at(edge.from)..at(edge.to)).unwrap_or_default()
    }

    /// Viterbi's table: for every node the best sum and the edge by which it is reached.
    pub fn viterbi(&self) -> Vec<Option<(f64, Option<usize>)>> {
        let mut best: Vec<Option<(f64, Option<usize>)>> = vec![None; self.nodes.len()];
        best.first_mut().into_iter().for_each(|start| *start = Some((0.0, None)));
        for node in 1..self.nodes.len() {
            let sums = self.ending_at(node).filter_map(|(index, edge)| {
                let (so_far, _) = (*best.get(edge.from)?)?;
                Some((so_far + edge.log_prob, Some(index)))
            });
            let first_largest = sums.reduce(|best, next| if next.0 > best.0 { next } else { best });
            best.get_mut(node).into_iter().for_each(|here| *here = first_largest);
        }
        best
    }

    /// The most probable path: Viterbi's. `None` if no path reaches the end.
    pub fn best(&self) -> Option<Path> {
        let best = self.viterbi();
        let mut edges = Vec::new();
        let (log_prob, mut last) = best.last().copied().flatten()?;
        while let Some((index, edge)) = last.and_then(|index| Some((index, self.edges.get(index)?))) {
            edges.push(index);
            last = best.get(edge.from).copied().flatten()?.1;
        }
        edges.reverse();
        Some(Path { edges, log_prob })
    }

    /// A path of these edges.
    pub fn path(&self, edges: Vec<usize>) -> Path {
        let log_prob =
            edges.iter().filter_map(|&edge| self.edges.get(edge)).fold(0.0, |sum, e| sum + e.log_prob);
        Path { edges, log_prob }
    }

    /// The texts of a path's pieces.
    pub fn pieces<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = &'a str> {
        path.edges.iter().filter_map(|&edge| self.edges.get(edge)).map(|edge| self.piece(edge))
    }
}
