//! Shaw: a learned vector per clipped distance joins every key and every value.
//!
//! ```text
//! r    = clip(j − i, −k, k) + k                              row of the tables, 0 … 2k
//! e_ij = q_i·(k_j + a^K_r) / √d_k                            = (content + position) / √d_k
//! z_i  = Σ_j α_ij (v_j + a^V_r),  α_i = softmax(e_i)
//! ```
//!
//! Shaw, Uszkoreit and Vaswani 2018, "Self-Attention with Relative Position Representations", arXiv 1803.02155,
//! eqs. 3–5. The distance is r = j − i, positive for a key to the right (opposite to Δ = i − j). The two tables
//! are shared by the heads of a layer (§3.3); the value table is often left out (Hugging Face's `relative_key`).

use super::parameter::Parameter;
use super::reach::{Learned, Reach};
use super::relative::{DistanceTable, Relative};
use super::seeded::{self, Table};
use super::{Entry, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};
use crate::parameter;
use ndarray::{ArrayView2, Axis};

/// What Shaw's scheme can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// k: farther distances count as k.
    pub max_relative_position: usize,
}

impl Default for Params {
    /// k = 16, as in the paper's experiments.
    fn default() -> Self {
        Params { max_relative_position: 16 }
    }
}

const PARAMETERS: &[Parameter] =
    &[parameter!(shaw.max_relative_position: integer 0..128, "Shaw's k: farther distances count as k")];

/// The row of a table for the distance r = j − i: clip(r, −k, k) + k, in 0 … 2k.
pub fn row(r: i64, clip: usize) -> usize {
    let clip = i64::try_from(clip).unwrap_or(i64::MAX / 2);
    (r.clamp(-clip, clip) + clip) as usize
}

/// r = j − i.
pub fn distance(i: usize, j: usize) -> i64 {
    j as i64 - i as i64
}

/// The unscaled terms of one head's scores, each n × n. Their sum times 1/√d_k is e.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// q_i·k_j
    pub content: Matrix64,
    /// q_i·a^K_r
    pub position: Matrix64,
}

impl Terms {
    /// Each term under its name, in the order of the equation.
    pub fn named(self) -> Vec<(&'static str, Matrix64)> {
        vec![("content · content", self.content), ("content · position", self.position)]
    }
}

/// The terms of e_ij from q, k (n × d_k) and a^K (2k + 1 rows of d_k; its height says what k is).
pub fn terms(q: ArrayView2<f64>, k: ArrayView2<f64>, a_k: ArrayView2<f64>) -> Terms {
    let clip = a_k.nrows() / 2;
    let position = Matrix64::from_shape_fn((q.nrows(), k.nrows()), |(i, j)| {
        q.row(i).dot(&a_k.row(row(distance(i, j), clip)))
    });
    Terms { content: q.dot(&k.t()), position }
}

/// What the value table adds to z: Σ_j α_ij a^V_r, n × d_k. The rest of z is α·v as everywhere.
pub fn value_term(weights: ArrayView2<f64>, a_v: ArrayView2<f64>) -> Matrix64 {
    let clip = a_v.nrows() / 2;
    Matrix64::from_shape_fn((weights.nrows(), a_v.ncols()), |(i, c)| {
        let at = |j| a_v[[row(distance(i, j), clip), c]];
        weights.row(i).iter().enumerate().map(|(j, alpha)| alpha * at(j)).sum()
    })
}

/// a^K and a^V as a model would learn them: the rows of distances −`clip` … `clip`, `head_dim` wide.
///
/// Entries are N(0, 1), as those of q, k and v nearly are, so that each positional term is as large as the term of
/// content that it joins.
pub fn tables(clip: usize, head_dim: usize, seed: u64) -> [Matrix; 2] {
    let clip = clip as i64;
    [Table::ShawKey, Table::ShawValue].map(|table| seeded::rows(table, -clip..=clip, head_dim, 1.0, seed))
}

/// The scheme: a^K as a term of the query, a^V as a term of the values.
pub struct Shaw;

impl Scheme for Shaw {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn relative(&self, sizes: Sizes, params: &super::Params) -> Option<Relative> {
        // rows that no distance of n tokens reaches are left out
        let clip = params.shaw.max_relative_position.min(sizes.n.saturating_sub(1));
        let [key, value] = tables(clip, sizes.head_dim, params.seed)
            .map(|rows| Some(DistanceTable::new(rows.insert_axis(Axis(0)), sizes.n, |r| row(r, clip))));
        Some(Relative { query: key, value, ..Relative::default() })
    }

    fn learned(&self, sizes: Sizes, params: &super::Params) -> Learned {
        let rows = 2 * params.shaw.max_relative_position + 1;
        Learned { per_layer: 2 * rows * sizes.head_dim, once: 0 }
    }

    fn reach(&self, params: &super::Params) -> Option<Reach> {
        Some(Reach::AlikeFrom(params.shaw.max_relative_position))
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "shaw",
    name: "Relative position representations",
    entry: Entry::TermOfScore,
    citation: "Shaw, Uszkoreit and Vaswani, Self-Attention with Relative Position Representations, NAACL 2018, arXiv 1803.02155",
    year: 2018,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><mo>(</mo><msub><mi>k</mi><mi>j</mi></msub><mo>+</mo><msubsup><mi>a</mi><mi>r</mi><mi>K</mi></msubsup><mo>)</mo></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>,</mo><mspace width='0.6em'/><msub><mi>o</mi><mi>i</mi></msub><mo>=</mo><msub><mo>∑</mo><mi>j</mi></msub><msub><mi>A</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>(</mo><msub><mi>v</mi><mi>j</mi></msub><mo>+</mo><msubsup><mi>a</mi><mi>r</mi><mi>V</mi></msubsup><mo>)</mo>",
    convention: "r = clip(j − i, −k, k): positive to the right; one key and one value table for all heads of a layer",
};

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn rows_run_from_0_to_2k_and_stay_there() {
        assert_eq!([-9, -2, -1, 0, 1, 2, 9].map(|r| row(r, 2)), [0, 0, 1, 2, 3, 4, 4]);
        assert_eq!([-9, 0, 9].map(|r| row(r, 0)), [0, 0, 0]);
    }

    /// Two tokens by hand: token 0 sees token 1 at r = +1 (row 2), token 1 sees token 0 at r = −1 (row 0).
    #[test]
    fn terms_and_values_by_hand() {
        let (q, k) = (array![[1.0, 0.0], [0.0, 2.0]], array![[3.0, 4.0], [5.0, 6.0]]);
        let a = array![[10.0, 20.0], [30.0, 40.0], [50.0, 60.0]];
        let got = terms(q.view(), k.view(), a.view());
        assert_eq!(got.content, array![[3.0, 5.0], [8.0, 12.0]]);
        assert_eq!(got.position, array![[30.0, 50.0], [40.0, 80.0]]);
        let weights = array![[0.5, 0.5], [1.0, 0.0]];
        assert_eq!(value_term(weights.view(), a.view()), array![[40.0, 50.0], [10.0, 20.0]]);
    }

    /// A longer clip adds rows and moves none: dragging it changes far distances only.
    #[test]
    fn the_vector_of_a_distance_stays_whatever_the_clip() {
        let sizes = Sizes { n: 9, d_model: 12, n_heads: 3, head_dim: 4 };
        let at = |clip, r: i64| {
            let shaw = Params { max_relative_position: clip };
            let all = crate::position::Params { shaw, ..Default::default() };
            let table = Shaw.relative(sizes, &all).and_then(|relative| relative.query).unwrap();
            table.rows.slice(ndarray::s![0, table.index[(r + 8) as usize], ..]).to_owned()
        };
        assert_eq!(at(2, -1), at(5, -1));
        assert_eq!(at(2, 2), at(100, 2));
        assert_eq!(at(2, 7), at(2, 2));
        assert_ne!(at(5, 5), at(5, 4));
    }

    #[test]
    fn both_tables_are_learned_per_layer() {
        let sizes = Sizes { n: 9, d_model: 512, n_heads: 8, head_dim: 64 };
        assert_eq!(Shaw.learned(sizes, &Default::default()), Learned { per_layer: 2 * 33 * 64, once: 0 });
    }
}
