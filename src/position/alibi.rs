//! ALiBi: attention with linear biases. Each head subtracts its slope times the distance from the logits.
//!
//! ```text
//! z_ij = q_i·k_j/√d_k − m_h (i − j),  j ≤ i          (not divided by √d_k)
//! H = 2^a:  m_h = 2^(−8h/H), h = 1 … H
//! else      P = 2^⌊log2 H⌋:  slopes(P) followed by the first H − P of slopes(2P)[0], [2], [4] …
//! ```
//!
//! Press et al. 2021, "Train Short, Test Long", arXiv 2108.12409, §3, and `get_slopes` in the authors'
//! code. With a full mask the distance is |i − j| (the symmetric form used in encoders).
//! BLOOM adds m·j and MPT m·(j − (n − 1)) instead: −m (i − j) and a constant for each row, hence other raw logits but,
//! under a causal mask, the same softmax ([`Form`]). Without a mask they rise towards the last key: another attention.

use super::parameter::{Kind, Parameter, Value};
use super::property::{Limit, UsedBy, whole};
use super::{Entry, Scheme, SchemeInfo, Sizes};
use crate::{choices, parameter};
use ndarray::Array2;

/// What ALiBi can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// Multiplies every slope.
    pub slope_scale: f64,
    /// Slopes that the reader has dragged: (head, slope before `slope_scale`).
    pub slopes: Vec<(usize, f64)>,
    pub alibi_form: Form,
}

impl Default for Params {
    fn default() -> Self {
        Params { slope_scale: 1.0, slopes: Vec::new(), alibi_form: Form::Paper }
    }
}

/// The steepest slope that can be set by hand.
pub const MAX_SLOPE: f64 = 8.0;

const PARAMETERS: &[Parameter] = &[
    parameter!(alibi.alibi_form: choice Form, "ALiBi's logits as the paper, BLOOM or MPT write them; the same weights under a causal mask"),
    parameter!(alibi.slope_scale: number 0.0..8.0, "multiplies every ALiBi slope"),
    Parameter {
        key: "slopes",
        kind: Kind::Slopes { max: MAX_SLOPE },
        doc: "ALiBi slopes set by hand, as head:slope pairs joined by -; slope_scale multiplies them too",
        shown: |_| true,
        get: |p| Value::Slopes(p.alibi.slopes.clone()),
        set: |p, value| {
            if let Value::Slopes(slopes) = value {
                p.alibi.slopes = slopes;
            }
        },
    },
];

/// The slope of each head by the authors' rule, for any number of heads; none for 0 heads.
///
/// For a number that is no power of two they are *not* monotone over all heads: the first P fall, then the
/// H − P taken from the longer list start again from its steepest.
pub fn slopes(n_heads: usize) -> Vec<f64> {
    if n_heads == 0 {
        return Vec::new();
    }
    let power = 1usize << n_heads.ilog2();
    let mut slopes = geometric(power);
    slopes.extend(geometric(2 * power).into_iter().step_by(2).take(n_heads - power));
    slopes
}

/// 2^(−8h/H), h = 1 … H: the rule for a power of two.
fn geometric(n_heads: usize) -> Vec<f64> {
    (1..=n_heads).map(|h| (-8.0 * h as f64 / n_heads as f64).exp2()).collect()
}

/// The slopes in force: the authors' rule, then the reader's edits, then the multiplier.
pub fn slopes_in_force(n_heads: usize, params: &Params) -> Vec<f64> {
    let mut slopes = slopes(n_heads);
    for &(head, slope) in &params.slopes {
        if let Some(entry) = slopes.get_mut(head) {
            *entry = slope;
        }
    }
    slopes.iter().map(|m| m * params.slope_scale).collect()
}

/// −m |i − j|. Under a causal mask only j ≤ i is used, and this is −m (i − j).
pub fn bias(slope: f64, i: usize, j: usize) -> f64 {
    -slope * i.abs_diff(j) as f64
}

choices! {
    /// What libraries really add to the logits. The same softmax under a causal mask, other raw logits.
    pub enum Form {
        /// −m |i − j|: the paper's figure 3.
        Paper = "paper",
        /// m·j, j counting real keys from 0: `build_alibi_tensor` of BLOOM. Up to m·(n − 1), never negative.
        Bloom = "bloom",
        /// m·(j − (n − 1)): `build_mpt_alibi_tensor` of MPT. Zero at the last key, for every query.
        Mpt = "mpt",
    }
}

impl Form {
    /// What is added to the logit of query i and key j of n. BLOOM's and MPT's do not depend on i.
    pub fn bias(self, slope: f64, i: usize, j: usize, n: usize) -> f64 {
        match self {
            Form::Paper => bias(slope, i, j),
            Form::Bloom => slope * j as f64,
            Form::Mpt => slope * (j as f64 - (n as f64 - 1.0)),
        }
    }

    /// [`Form::bias`] without [`Form::row_shift`]: what depends on the distance alone. −m |i − j| in the paper, m (j − i)
    /// where keys are counted from one end.
    pub fn of_distance(self, slope: f64, i: usize, j: usize) -> f64 {
        match self {
            Form::Paper => bias(slope, i, j),
            Form::Bloom | Form::Mpt => slope * (j as f64 - i as f64),
        }
    }

    /// By how much row i stands above the paper's, for every key j ≤ i: m·i for BLOOM, m·(i − (n − 1)) for MPT.
    pub fn row_shift(self, slope: f64, i: usize, n: usize) -> f64 {
        match self {
            Form::Paper => 0.0,
            Form::Bloom => slope * i as f64,
            Form::Mpt => slope * (i as f64 - (n as f64 - 1.0)),
        }
    }
}

/// The j of BLOOM's m·j when some keys are padding (`real` false): (cumulative sum of the mask − 1) · mask, so real keys
/// count from 0 wherever they begin and padded ones have 0.
pub fn bloom_positions(real: &[bool]) -> Vec<usize> {
    let mut seen = 0;
    let position = |&real: &bool| {
        seen += usize::from(real);
        if real { seen - 1 } else { 0 }
    };
    real.iter().map(position).collect()
}

/// The scheme: adds [`bias`] to the logits.
pub struct Alibi;

impl Scheme for Alibi {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn distance_bias(&self, sizes: Sizes, params: &super::Params) -> Option<Array2<f32>> {
        let n = sizes.n;
        let slopes = slopes_in_force(sizes.n_heads, &params.alibi);
        let width = (2 * n).saturating_sub(1);
        Some(Array2::from_shape_fn((slopes.len(), width), |(h, at)| {
            // at = j − i + n − 1; only the distance matters, so i = n − 1 stands for every row
            params.alibi.alibi_form.of_distance(slopes[h], n - 1, at) as f32
        }))
    }

    fn row_shift(&self, sizes: Sizes, params: &super::Params) -> Option<Array2<f32>> {
        let form = params.alibi.alibi_form;
        let slopes = slopes_in_force(sizes.n_heads, &params.alibi);
        (form != Form::Paper).then(|| {
            let shift = |(h, i): (usize, usize)| {
                slopes.get(h).map_or(0.0, |slope| form.row_shift(*slope, i, sizes.n) as f32)
            };
            Array2::from_shape_fn((sizes.n_heads, sizes.n), shift)
        })
    }

    fn limit(&self, sizes: Sizes, params: &super::Params) -> Limit {
        let slopes = slopes_in_force(sizes.n_heads, &params.alibi);
        let flattest = slopes.into_iter().fold(f64::INFINITY, f64::min);
        if flattest > 0.0 { Limit::Fades((1.0 / flattest).round() as usize) } else { Limit::Nothing }
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("BLOOM"), whole("MPT"), whole("Falcon-RW")];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "alibi",
    name: "ALiBi",
    entry: Entry::BiasOnLogits,
    citation: "Press, Smith and Lewis, Train Short, Test Long: Attention with Linear Biases Enables Input Length Extrapolation, ICLR 2022, arXiv 2108.12409",
    year: 2021,
    mathml: "<msub><mi>z</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub><mo>=</mo><mfrac><mrow><msub><mi>q</mi><mi>i</mi></msub><mo>·</mo><msub><mi>k</mi><mi>j</mi></msub></mrow><msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt></mfrac><mo>−</mo><msub><mi>m</mi><mi>h</mi></msub><mo>|</mo><mi>i</mi><mo>−</mo><mi>j</mi><mo>|</mo>",
    convention: "Δ = i − j; the bias is not divided by √d_k; with a full mask the symmetric form −m|i − j|; BLOOM and MPT: m(j − i) and a constant for each row",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parameter::Choice;

    #[test]
    fn eight_heads_halve_from_one_half() {
        assert_eq!(slopes(8), [0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625]);
    }

    #[test]
    fn other_numbers_borrow_from_the_next_power() {
        assert_eq!(slopes(3), [0.0625, 0.00390625, 0.25]);
        assert_eq!(slopes(1), [0.00390625]);
        assert!(slopes(0).is_empty());
    }

    #[test]
    fn edits_replace_and_the_multiplier_scales_all() {
        let params = Params { slopes: vec![(1, 0.5), (9, 7.0)], slope_scale: 2.0, ..Params::default() };
        assert_eq!(slopes_in_force(2, &params), [0.125, 1.0]);
    }

    /// Under a causal mask every form is the paper's and a constant for each row.
    #[test]
    fn the_forms_differ_by_a_shift_of_each_row() {
        let (slope, n) = (0.25, 6);
        for &form in Form::ALL {
            for (i, j) in (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))) {
                assert_eq!(form.bias(slope, i, j, n), bias(slope, i, j) + form.row_shift(slope, i, n));
            }
        }
        for &form in Form::ALL {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let parts = form.of_distance(slope, i, j) + form.row_shift(slope, i, n);
                assert_eq!(form.bias(slope, i, j, n), parts, "{form:?} {i} {j}");
            }
        }
        assert_eq!(Form::Bloom.bias(slope, 0, 4, n), 1.0);
        assert_eq!(Form::Mpt.bias(slope, 0, 5, n), 0.0);
    }

    #[test]
    fn real_keys_count_from_zero() {
        assert_eq!(bloom_positions(&[false, false, true, true, true]), [0, 0, 0, 1, 2]);
        assert_eq!(bloom_positions(&[true, true, false]), [0, 1, 0]);
        assert!(bloom_positions(&[]).is_empty());
    }

    /// Entry [h, j − i + n − 1] is the bias of query i and key j, rounded once to f32.
    #[test]
    fn the_distance_table_is_the_bias() {
        let (n, n_heads) = (7, 6);
        let sizes = Sizes { n, d_model: 48, n_heads, head_dim: 8 };
        let params = Params { slope_scale: 0.7, ..Params::default() };
        let all = crate::position::Params { alibi: params.clone(), ..Default::default() };
        let table = Alibi.distance_bias(sizes, &all).unwrap();
        assert_eq!(table.dim(), (n_heads, 2 * n - 1));
        for (h, slope) in slopes_in_force(n_heads, &params).into_iter().enumerate() {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                assert_eq!(table[[h, j + n - 1 - i]], bias(slope, i, j) as f32);
            }
        }
    }

    /// The flattest of 8 slopes is 1/256; without slopes nothing limits.
    #[test]
    fn the_flattest_head_sets_the_reach() {
        let sizes = Sizes { n: 7, d_model: 64, n_heads: 8, head_dim: 8 };
        let limit = |slope_scale| {
            let alibi = Params { slope_scale, ..Params::default() };
            Alibi.limit(sizes, &crate::position::Params { alibi, ..Default::default() })
        };
        assert_eq!((limit(1.0), limit(2.0)), (Limit::Fades(256), Limit::Fades(128)));
        assert_eq!(limit(0.0), Limit::Nothing);
    }

    #[test]
    fn no_tokens_have_no_distances() {
        let sizes = Sizes { n: 0, d_model: 8, n_heads: 2, head_dim: 4 };
        assert_eq!(Alibi.distance_bias(sizes, &Default::default()).unwrap().dim(), (2, 0));
    }
}
