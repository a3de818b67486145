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
//! left out. v2 and v3 put log buckets of Δ where Δ stands ([`super::deberta_index`]), with k = `position_buckets`;
//! they also share W_{k,r} with W_K and W_{q,r} with W_Q, which this file leaves to the caller's tables.

use super::deberta_index::{Index, LogBuckets, P2cIndexing, Undefined};
use super::parameter::Parameter;
use super::problem::{Problem, What};
use super::property::{UsedBy, whole};
use super::reach::{Learned, Reach};
use super::relative::{DistanceTable, Relative, split_heads};
use super::seeded::{self, Table};
use super::{Entry, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};
use crate::{choices, parameter};
use ndarray::ArrayView2;

choices! {
    /// Which terms join c2c.
    pub enum PosAttType {
        Both = "c2p_p2c",
        C2p = "c2p",
        P2c = "p2c",
        Neither = "none",
    }
}

/// What DeBERTa can be told, under the names of Hugging Face's config.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// k, and where the log buckets end.
    pub max_relative_positions: usize,
    /// B, which takes k's place in v2 and v3; 0 for none, as in v1.
    pub position_buckets: usize,
    pub pos_att_type: PosAttType,
    pub p2c_indexing: P2cIndexing,
}

impl Default for Params {
    /// DeBERTa v1 as released.
    fn default() -> Self {
        Params {
            max_relative_positions: 512,
            position_buckets: 0,
            pos_att_type: PosAttType::Both,
            p2c_indexing: P2cIndexing::Code,
        }
    }
}

impl Params {
    /// The index that these numbers make: v1's, or v2's if there are buckets.
    pub fn index(&self) -> Result<Index, Undefined> {
        match self.position_buckets {
            0 => Ok(Index { span: self.max_relative_positions, buckets: None }),
            count => {
                let buckets = LogBuckets::new(count, self.max_relative_positions)?;
                Ok(Index { span: count, buckets: Some(buckets) })
            }
        }
    }
}

const PARAMETERS: &[Parameter] = &[
    parameter!(deberta.max_relative_positions: integer 1..1024, "DeBERTa's k: farther distances count as k"),
    parameter!(deberta.position_buckets: integer 0..512, "DeBERTa v2, v3: log buckets a side; 0 for none, as in v1"),
    parameter!(deberta.pos_att_type: choice PosAttType, "DeBERTa: which terms join content · content"),
    parameter!(deberta.p2c_indexing: choice P2cIndexing, "DeBERTa: the row of p2c, δ(i, j) in the code, δ(j, i) in the paper"),
];

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

impl PosAttType {
    fn c2p(self) -> bool {
        matches!(self, PosAttType::Both | PosAttType::C2p)
    }

    fn p2c(self) -> bool {
        matches!(self, PosAttType::Both | PosAttType::P2c)
    }

    /// c2c and those that join it.
    pub fn active_terms(self) -> usize {
        1 + usize::from(self.c2p()) + usize::from(self.p2c())
    }
}

/// What all heads would learn: P (2·span × d_model, row t for Δ = t − span), and W_{k,r} and W_{q,r}, each d_model ×
/// n_heads·head_dim.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    pub p: Matrix,
    pub w_kr: Matrix,
    pub w_qr: Matrix,
}

/// Seeded weights: P is N(0, 1) as embeddings are, the projections N(0, 1/d_model) as those of content, so that K^r and
/// Q^r have entries of the size of k and q, and the three terms are of one size.
pub fn weights(span: usize, sizes: Sizes, seed: u64) -> Weights {
    let Sizes { d_model, n_heads, head_dim, .. } = sizes;
    let (span, std) = (span as i64, 1.0 / (d_model.max(1) as f64).sqrt());
    let projection = |table| seeded::matrix(table, (d_model, n_heads * head_dim), std, seed);
    Weights {
        p: seeded::rows(Table::DebertaPosition, -span..span, d_model, 1.0, seed),
        w_kr: projection(Table::DebertaKey),
        w_qr: projection(Table::DebertaQuery),
    }
}

/// The scheme: c2p as a term of the query, p2c as a term of the key.
pub struct Deberta;

impl Scheme for Deberta {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn problem(&self, _sizes: Sizes, params: &super::Params) -> Option<Problem> {
        let (key, least) = match params.deberta.index().err()? {
            Undefined::TooFewBuckets => ("position_buckets", 2),
            Undefined::MaxTooSmall { needed } => ("max_relative_positions", needed),
        };
        Some(Problem { key, what: What::AtLeast { least } })
    }

    fn relative(&self, sizes: Sizes, params: &super::Params) -> Option<Relative> {
        let Params { pos_att_type, p2c_indexing, .. } = params.deberta;
        let index = params.deberta.index().ok()?.shortened(sizes.n);
        let Weights { p, w_kr, w_qr } = weights(index.span, sizes, params.seed);
        let rows = |projection| split_heads(&p.dot(projection), sizes.n_heads, sizes.head_dim);
        // r = j − i is −Δ
        let c2p = || DistanceTable::new(rows(&w_kr), sizes.n, |r| index.row(-r));
        let p2c = || DistanceTable::new(rows(&w_qr), sizes.n, |r| index.p2c_row(-r, p2c_indexing));
        Some(Relative {
            query: pos_att_type.c2p().then(c2p),
            key: pos_att_type.p2c().then(p2c),
            ..Relative::default()
        })
    }

    fn scale(&self, head_dim: usize, params: &super::Params) -> f64 {
        scale(params.deberta.pos_att_type.active_terms(), head_dim)
    }

    /// P once; the projections of the active terms in every layer (v2 and v3 share those of content instead).
    fn learned(&self, sizes: Sizes, params: &super::Params) -> Learned {
        let projection = sizes.d_model * sizes.n_heads * sizes.head_dim;
        let span = match params.deberta.position_buckets {
            0 => params.deberta.max_relative_positions,
            buckets => buckets,
        };
        let projections = params.deberta.pos_att_type.active_terms() - 1;
        Learned { per_layer: projections * projection, once: 2 * span * sizes.d_model }
    }

    fn reach(&self, params: &super::Params) -> Option<Reach> {
        params.deberta.index().ok().map(|index| Reach::AlikeFrom(index.last_from()))
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("DeBERTa"), whole("DeBERTa-v2")];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "deberta",
    name: "Disentangled attention",
    entry: Entry::TermOfScore,
    citation: "He et al., DeBERTa: Decoding-enhanced BERT with Disentangled Attention, ICLR 2021, arXiv 2006.03654",
    year: 2020,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub><mo>+</mo><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msubsup><mi>K</mi><mrow><mi>δ</mi><mo>(</mo><mi>i</mi><mo>,</mo><mi>j</mi><mo>)</mo></mrow><mi>r</mi></msubsup><mo>+</mo><msub><mi>k</mi><mi>j</mi></msub><mo>·</mo><msubsup><mi>Q</mi><mi>δ</mi><mi>r</mi></msubsup></mrow><msqrt><mrow><mn>3</mn><msub><mi>d</mi><mi>k</mi></msub></mrow></msqrt></mfrac>",
    convention: "Δ = i − j; p2c takes row δ(i, j) as the released code, or δ(j, i) as the paper; 3 counts the active terms",
};

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

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

    #[test]
    fn the_scale_counts_the_terms() {
        assert_eq!((scale(1, 4), scale(3, 12), scale(0, 0)), (0.5, 1.0 / 6.0, 1.0));
    }

    #[test]
    fn only_active_terms_are_there_and_learned() {
        let sizes = Sizes { n: 6, d_model: 768, n_heads: 12, head_dim: 64 };
        let of = |pos_att_type| {
            let deberta = Params { pos_att_type, ..Params::default() };
            let all = crate::position::Params { deberta, ..Default::default() };
            let relative = Deberta.relative(sizes, &all).unwrap();
            let there = (relative.query.is_some(), relative.key.is_some());
            (there, Deberta.learned(sizes, &all).per_layer / (768 * 768), Deberta.scale(64, &all))
        };
        assert_eq!(of(PosAttType::Both), ((true, true), 2, 1.0 / 192.0_f64.sqrt()));
        assert_eq!(of(PosAttType::C2p), ((true, false), 1, 1.0 / 128.0_f64.sqrt()));
        assert_eq!(of(PosAttType::P2c), ((false, true), 1, 1.0 / 128.0_f64.sqrt()));
        assert_eq!(of(PosAttType::Neither), ((false, false), 0, 0.125));
        assert_eq!(Deberta.learned(sizes, &Default::default()).once, 1024 * 768);
    }

    #[test]
    fn what_is_undefined_is_said_and_gives_nothing() {
        let sizes = Sizes { n: 6, d_model: 8, n_heads: 2, head_dim: 4 };
        let problem = |position_buckets, max_relative_positions| {
            let deberta = Params { position_buckets, max_relative_positions, ..Params::default() };
            let all = crate::position::Params { deberta, ..Default::default() };
            assert_eq!(Deberta.relative(sizes, &all).is_none(), Deberta.problem(sizes, &all).is_some());
            Deberta.problem(sizes, &all)
        };
        let at_least = |key, least| Some(Problem { key, what: What::AtLeast { least } });
        assert_eq!(problem(1, 512), at_least("position_buckets", 2));
        assert_eq!(problem(256, 129), at_least("max_relative_positions", 130));
        assert_eq!((problem(0, 1), problem(256, 130)), (None, None));
    }
}
