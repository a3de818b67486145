//! DeBERTa: content and distance are two vectors, and each looks at the other (disentangled attention).
//!
//! ```text
//! δ(i, j) = clip(Δ + k, 0, 2k − 1),  Δ = i − j              row of P, 0 … 2k − 1
//! z_ij    = (c2c + c2p + p2c) / √(3 d_k)                    3 = how many terms are active
//!   c2c = q_i·k_j                content to content
//!   c2p = q_i·K^r_{δ(i,j)}       content to position        K^r = P W_{k,r}
//!   p2c = k_j·Q^r_{δ(j,i)}       position to content, as the paper writes it; Q^r = P W_{q,r}
//!   p2c = k_j·Q^r_{δ(i,j)}       … as the released code and Hugging Face compute it
//! ```
//!
//! He et al. 2020, "DeBERTa: Decoding-enhanced BERT with Disentangled Attention", arXiv 2006.03654, eqs. 3–4;
//! microsoft/DeBERTa, issue 162, asks about the two indexings of p2c, which differ a lot. Position to position is
//! left out. v2 and v3 put log buckets of Δ where Δ stands ([`super::deberta_buckets`]), with k = `position_buckets`;
//! they also share W_{k,r} with W_K and W_{q,r} with W_Q, which this file leaves to the caller's tables.

use super::deberta_buckets::LogBuckets;
use crate::matrix::Matrix64;
use ndarray::ArrayView2;

/// Which row of Q^r the p2c term of query i and key j takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum P2cIndexing {
    /// δ(j, i): the position of the query as the key sees it.
    Paper,
    /// δ(i, j): as for c2p.
    Code,
}

/// From a distance to a row of the table P of 2k rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    /// k.
    pub span: usize,
    /// v2, v3: distances are bucketed before they are clipped.
    pub buckets: Option<LogBuckets>,
}

impl Index {
    /// clip(Δ + k, 0, 2k − 1) for Δ = i − j, bucketed first if there are buckets; 0 if there are no rows.
    pub fn row(&self, delta: i64) -> usize {
        let span = i64::try_from(self.span).unwrap_or(i64::MAX / 2);
        let delta = self.buckets.map_or(delta, |buckets| buckets.of(delta));
        delta.saturating_add(span).clamp(0, (2 * span - 1).max(0)) as usize
    }

    /// The row that p2c takes for Δ = i − j.
    pub fn p2c_row(&self, delta: i64, indexing: P2cIndexing) -> usize {
        match indexing {
            P2cIndexing::Code => self.row(delta),
            P2cIndexing::Paper => self.row(-delta),
        }
    }
}

/// Δ = i − j.
pub fn distance(i: usize, j: usize) -> i64 {
    i as i64 - j as i64
}

/// The unscaled terms of one head, each n × n.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    pub c2c: Matrix64,
    pub c2p: Matrix64,
    pub p2c: Matrix64,
}

impl Terms {
    /// Each term under its name, in the order of the equation.
    pub fn named(self) -> Vec<(&'static str, Matrix64)> {
        vec![
            ("content · content", self.c2c),
            ("content · position", self.c2p),
            ("position · content", self.p2c),
        ]
    }
}

/// One head's tables: K^r and Q^r, each 2k × d_k.
#[derive(Clone, Copy, Debug)]
pub struct Tables<'a> {
    pub key: ArrayView2<'a, f64>,
    pub query: ArrayView2<'a, f64>,
}

/// The terms from q, k (n × d_k) and tables of 2·`index.span` rows, `index.span` ≥ 1.
pub fn terms(
    q: ArrayView2<f64>,
    k: ArrayView2<f64>,
    tables: Tables,
    index: Index,
    indexing: P2cIndexing,
) -> Terms {
    let shape = (q.nrows(), k.nrows());
    let c2p = |(i, j)| q.row(i).dot(&tables.key.row(index.row(distance(i, j))));
    let p2c = |(i, j)| k.row(j).dot(&tables.query.row(index.p2c_row(distance(i, j), indexing)));
    Terms {
        c2c: q.dot(&k.t()),
        c2p: Matrix64::from_shape_fn(shape, c2p),
        p2c: Matrix64::from_shape_fn(shape, p2c),
    }
}

/// 1/√(terms · d_k): each active term adds the variance of one dot product.
pub fn scale(active_terms: usize, head_dim: usize) -> f64 {
    1.0 / ((active_terms * head_dim).max(1) as f64).sqrt()
}

/// min(max(n_q, n_k), k), Hugging Face's `att_span`: for shorter texts the middle 2·span rows of the table are used.
/// It saves work and changes no number, since their distances are not clipped.
pub fn effective_span(n_queries: usize, n_keys: usize, span: usize) -> usize {
    n_queries.max(n_keys).min(span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn rows_are_clipped_to_the_table() {
        let index = Index { span: 3, buckets: None };
        assert_eq!([-9, -3, -2, 0, 2, 3, 9].map(|delta| index.row(delta)), [0, 0, 1, 3, 5, 5, 5]);
        assert_eq!(index.p2c_row(2, P2cIndexing::Code), 5);
        assert_eq!(index.p2c_row(2, P2cIndexing::Paper), 1);
        assert_eq!(Index { span: 0, buckets: None }.row(5), 0);
    }

    /// Two tokens by hand, k = 1: δ = 1 on and below the diagonal, 0 above.
    #[test]
    fn the_terms_by_hand() {
        let (q, k) = (array![[2.0], [3.0]], array![[5.0], [7.0]]);
        let (key, query) = (array![[10.0], [100.0]], array![[1.0], [-1.0]]);
        let tables = Tables { key: key.view(), query: query.view() };
        let index = Index { span: 1, buckets: None };
        let of = |indexing| terms(q.view(), k.view(), tables, index, indexing);
        assert_eq!(of(P2cIndexing::Code).c2c, array![[10.0, 14.0], [15.0, 21.0]]);
        assert_eq!(of(P2cIndexing::Code).c2p, array![[200.0, 20.0], [300.0, 300.0]]);
        assert_eq!(of(P2cIndexing::Code).p2c, array![[-5.0, 7.0], [-5.0, -7.0]]);
        assert_eq!(of(P2cIndexing::Paper).p2c, array![[-5.0, -7.0], [5.0, -7.0]]);
    }

    /// For every length the middle 2·span rows, indexed with the span for k, are the rows of the full table.
    #[test]
    fn a_shorter_table_is_the_middle_of_the_full_one() {
        for (n, k) in [(1, 4), (3, 4), (4, 4), (9, 4), (9, 1)] {
            let span = effective_span(n, n, k);
            for delta in -(n as i64 - 1)..n as i64 {
                let middle = Index { span, buckets: None }.row(delta) + k - span;
                assert_eq!(middle, Index { span: k, buckets: None }.row(delta), "n {n}, k {k}, Δ {delta}");
            }
        }
    }

    #[test]
    fn the_scale_counts_the_terms() {
        assert_eq!((scale(1, 4), scale(3, 12), scale(0, 0)), (0.5, 1.0 / 6.0, 1.0));
    }
}
