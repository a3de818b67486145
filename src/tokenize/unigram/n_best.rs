//! The k most probable paths, exactly.
//!
//! Every node keeps the k best ways to reach it: each is one of the k best ways to some earlier node and an edge from
//! there (Viterbi with lists; SentencePiece searches backwards with A*, with the same result). Of equal sums those come
//! first whose last edge begins first, then those that were first at its beginning, so that the first is Viterbi's.

use super::lattice::{Lattice, Path};

/// One of the ways to reach a node.
#[derive(Clone, Copy)]
struct Way {
    sum: f64,
    /// The last edge and which of the ways to its beginning goes before it; `None` at the first node.
    last: Option<(usize, usize)>,
}

impl Lattice {
    /// At most `k` paths, the most probable first.
    pub fn n_best(&self, k: usize) -> Vec<Path> {
        let mut ways: Vec<Vec<Way>> = vec![vec![Way { sum: 0.0, last: None }]];
        for node in 1..self.nodes.len() {
            let mut here = Vec::new();
            for (index, edge) in self.ending_at(node) {
                let before = ways.get(edge.from).map_or(&[][..], Vec::as_slice).iter().enumerate();
                here.extend(
                    before.map(|(rank, way)| Way { sum: way.sum + edge.log_prob, last: Some((index, rank)) }),
                );
            }
            here.sort_by(|a, b| b.sum.total_cmp(&a.sum));
            here.truncate(k);
            ways.push(here);
        }
        let last = self.nodes.len() - 1;
        (0..ways.get(last).map_or(0, Vec::len).min(k))
            .filter_map(|rank| self.walk_back(&ways, last, rank))
            .collect()
    }

    fn walk_back(&self, ways: &[Vec<Way>], node: usize, rank: usize) -> Option<Path> {
        let mut way = ways.get(node)?.get(rank)?;
        let (log_prob, mut edges) = (way.sum, Vec::new());
        while let Some((index, rank)) = way.last {
            edges.push(index);
            way = ways.get(self.edges.get(index)?.from)?.get(rank)?;
        }
        edges.reverse();
        Some(Path { edges, log_prob })
    }
}
