//! T5: one learned number per head and bucket of distance, added to the logits.
//!
//! ```text
//! z_ij = q_i·k_j + B[bucket(j − i), h]                       no 1/√d_k
//! ```
//!
//! Raffel et al. 2020, "Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer",
//! arXiv 1910.10683, §2.1. The distance is r = j − i (Hugging Face: memory position − query position), opposite to
//! Δ = i − j. The scores are not scaled: T5 draws W_Q with a standard deviation smaller by √d_k instead. The table
//! belongs to the first layer and every later layer reuses it. The rule for buckets is in [`super::t5_buckets`].

use super::parameter::Parameter;
use super::problem::{Problem, What};
use super::property::{UsedBy, whole};
use super::reach::{Learned, Reach};
use super::relative::distances;
use super::seeded::{self, Table};
use super::t5_buckets::{Buckets, Direction, Undefined};
use super::{Entry, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};
use crate::parameter;
use ndarray::{Array2, ArrayView1, ArrayView2, Axis};

/// What T5's bias can be told, under the names of Hugging Face's config.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub relative_attention_num_buckets: usize,
    pub relative_attention_max_distance: usize,
    pub t5_direction: Direction,
}

impl Default for Params {
    /// T5's encoder.
    fn default() -> Self {
        Params {
            relative_attention_num_buckets: 32,
            relative_attention_max_distance: 128,
            t5_direction: Direction::Bidirectional,
        }
    }
}

impl Params {
    /// The rule for buckets that these numbers make.
    pub fn buckets(&self) -> Result<Buckets, Undefined> {
        let (num, max) = (self.relative_attention_num_buckets, self.relative_attention_max_distance);
        Buckets::new(num, max, self.t5_direction)
    }
}

const PARAMETERS: &[Parameter] = &[
    parameter!(t5.relative_attention_num_buckets: integer 1..128, "T5: how many buckets of distance there are"),
    parameter!(t5.relative_attention_max_distance: integer 1..1024, "T5: from this distance on all share a bucket"),
    parameter!(t5.t5_direction: choice Direction, "T5: buckets of the encoder or of the decoder"),
];

/// The terms of one head's logits, each n × n. Their sum is z.
#[derive(Clone, Debug, PartialEq)]
pub struct Terms {
    /// q_i·k_j, not scaled
    pub content: Matrix64,
    /// B[bucket(j − i)]
    pub position: Matrix64,
}

impl Terms {
    /// Each term under its name, in the order of the equation.
    pub fn named(self) -> Vec<(&'static str, Matrix64)> {
        vec![("content · content", self.content), ("position", self.position)]
    }
}

/// The terms of one head from q, k (n × d_k) and its column of the table, one number a bucket; a bucket beyond the
/// table adds 0.
pub fn terms(q: ArrayView2<f64>, k: ArrayView2<f64>, column: ArrayView1<f64>, buckets: &Buckets) -> Terms {
    let bias = |(i, j): (usize, usize)| {
        let bucket = buckets.of(j as i64 - i as i64);
        column.get(bucket).copied().unwrap_or(0.0)
    };
    Terms { content: q.dot(&k.t()), position: Matrix64::from_shape_fn((q.nrows(), k.nrows()), bias) }
}

/// B as a model would learn it: num_buckets × n_heads.
///
/// Entries are N(0, d_k), since unscaled q·k has about the variance d_k: the bias is as large as the content. (In
/// trained models too it reaches several units, near distances mostly above far ones; here it is random.)
pub fn table(num_buckets: usize, buckets: &Buckets, n_heads: usize, head_dim: usize, seed: u64) -> Matrix {
    let labels = (0..num_buckets).map(|bucket| buckets.label(bucket));
    seeded::rows(Table::T5Bias, labels, n_heads, (head_dim as f64).sqrt(), seed)
}

/// The scheme: adds B by distance, and does not scale the scores.
pub struct T5;

impl Scheme for T5 {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn problem(&self, _sizes: Sizes, params: &super::Params) -> Option<Problem> {
        let (key, least) = match params.t5.buckets().err()? {
            Undefined::TooFewBuckets { needed } => ("relative_attention_num_buckets", needed),
            Undefined::MaxDistanceTooSmall { exact } => ("relative_attention_max_distance", exact + 1),
        };
        Some(Problem { key, what: What::AtLeast { least } })
    }

    fn distance_bias(&self, sizes: Sizes, params: &super::Params) -> Option<Array2<f32>> {
        let buckets = params.t5.buckets().ok()?;
        let num_buckets = params.t5.relative_attention_num_buckets;
        let table = table(num_buckets, &buckets, sizes.n_heads, sizes.head_dim, params.seed);
        let rows: Vec<usize> = distances(sizes.n).map(|r| buckets.of(r)).collect();
        Some(table.select(Axis(0), &rows).reversed_axes().as_standard_layout().into_owned())
    }

    fn scale(&self, _head_dim: usize, _params: &super::Params) -> f64 {
        1.0
    }

    fn learned(&self, sizes: Sizes, params: &super::Params) -> Learned {
        Learned { per_layer: 0, once: params.t5.relative_attention_num_buckets * sizes.n_heads }
    }

    fn reach(&self, params: &super::Params) -> Option<Reach> {
        params.t5.buckets().ok().map(|buckets| Reach::AlikeFrom(buckets.last_from()))
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("T5")];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "t5",
    name: "T5 relative bias",
    entry: Entry::BiasOnLogits,
    citation: "Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text Transformer, JMLR 2020, arXiv 1910.10683",
    year: 2019,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub><mo>+</mo><msub><mi>B</mi><mrow><mi>h</mi><mo>,</mo><mi>bucket</mi><mo>(</mo><mi>j</mi><mo>−</mo><mi>i</mi><mo>)</mo></mrow></msub>",
    convention: "r = j − i: positive to the right; q·k is not divided by √d_k; one table for all layers",
};

#[cfg(test)]
mod tests {
    use super::*;

    fn params(num: usize, max: usize, t5_direction: Direction) -> crate::position::Params {
        let t5 = Params {
            relative_attention_num_buckets: num,
            relative_attention_max_distance: max,
            t5_direction,
        };
        crate::position::Params { t5, seed: 5, ..Default::default() }
    }

    /// Entry [h, j − i + n − 1] is the table's number for the bucket of j − i.
    #[test]
    fn the_bias_is_the_table_by_way_of_the_buckets() {
        let sizes = Sizes { n: 40, d_model: 12, n_heads: 3, head_dim: 4 };
        for direction in [Direction::Bidirectional, Direction::Causal] {
            let params = params(9, 20, direction);
            let buckets = params.t5.buckets().unwrap();
            let table = table(9, &buckets, 3, 4, 5);
            let bias = T5.distance_bias(sizes, &params).unwrap();
            assert_eq!(bias.dim(), (3, 79));
            for (h, r) in (0..3).flat_map(|h| (-39..40_i64).map(move |r| (h, r))) {
                assert_eq!(bias[[h, (r + 39) as usize]], table[[buckets.of(r), h]]);
            }
        }
    }

    /// More buckets refine the far ones; what stands for a near distance stays.
    #[test]
    fn near_distances_keep_their_numbers_when_buckets_are_added() {
        let sizes = Sizes { n: 4, d_model: 8, n_heads: 2, head_dim: 4 };
        let bias = |num| T5.distance_bias(sizes, &params(num, 128, Direction::Bidirectional)).unwrap();
        assert_eq!(bias(16), bias(33));
        assert_ne!(bias(16), bias(4));
    }

    #[test]
    fn what_is_undefined_is_said_and_gives_nothing() {
        let sizes = Sizes { n: 4, d_model: 8, n_heads: 2, head_dim: 4 };
        let problem = |num, max| {
            let params = params(num, max, Direction::Bidirectional);
            assert_eq!(T5.distance_bias(sizes, &params).is_none(), T5.problem(sizes, &params).is_some());
            T5.problem(sizes, &params)
        };
        let at_least = |key, least| Some(Problem { key, what: What::AtLeast { least } });
        assert_eq!(problem(3, 128), at_least("relative_attention_num_buckets", 4));
        assert_eq!(problem(32, 8), at_least("relative_attention_max_distance", 9));
        assert_eq!(problem(32, 9), None);
    }

    #[test]
    fn one_table_serves_all_layers() {
        let sizes = Sizes { n: 4, d_model: 512, n_heads: 8, head_dim: 64 };
        assert_eq!(T5.learned(sizes, &Default::default()), Learned { per_layer: 0, once: 256 });
        assert_eq!(T5.reach(&Default::default()), Some(Reach::AlikeFrom(91)));
    }
}
