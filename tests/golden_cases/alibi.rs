//! `alibi.json`: slopes for any number of heads, and the bias in the forms that libraries use.

use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::matrix::Matrix64;
use locus::position::alibi::{bias, slopes};
use ndarray::{Array1, Array2, Array3, ArrayD};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Slopes {
    n_heads: usize,
    slopes_float64: Numbers,
    slopes_bloom_float32: Numbers,
    /// MPT computes the same slopes.
    mpt_equal: bool,
    /// The plain formula 2^(−8h/H) gives the same slopes.
    seed_listing_equal: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bias {
    n_heads: usize,
    #[serde(rename = "L")]
    n: usize,
    bias_causal_masked: Numbers,
    bias_clamped_no_mask: Numbers,
    bias_symmetric: Numbers,
    bias_bloom_rows: Numbers,
    bias_mpt_rows: Numbers,
    bloom_left_padded_mask: Vec<u8>,
    bias_bloom_left_padded: Numbers,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, value) in cases {
        let pointer = format!("/{kind}");
        match kind.as_str() {
            "slopes" => report.each(&pointer, value, check_slopes),
            "bias_example" => {
                if let Some(case) = report.parse(&pointer, value) {
                    check_bias(report, &pointer, case);
                }
            }
            _ => report.unknown(&kind, &pointer),
        }
    }
}

fn check_slopes(report: &mut Report, at: &str, case: Slopes) {
    let ours = slopes(case.n_heads);
    let n_heads = case.n_heads as f64;
    let plain = |h: usize| (-8.0 * h as f64 / n_heads).exp2();
    let is_plain = ours.iter().enumerate().all(|(t, m)| (m - plain(t + 1)).abs() <= 1e-10 * m);
    report.holds(at, case.seed_listing_equal == is_plain, "seed_listing_equal is wrong");
    report.holds(at, case.mpt_equal, "MPT differs from the authors' rule");
    let ours = Array1::from(ours).into_dyn();
    report.equal("alibi_slopes", &format!("{at}/slopes_float64"), ours.clone(), &case.slopes_float64.0);
    report.equal(
        "alibi_slopes_float32",
        &format!("{at}/slopes_bloom_float32"),
        ours,
        &case.slopes_bloom_float32.0,
    );
}

fn check_bias(report: &mut Report, at: &str, case: Bias) {
    let (slopes, n) = (slopes(case.n_heads), case.n);
    let ours = |allowed: &dyn Fn(usize, usize) -> bool, elsewhere: f64| -> ArrayD<f64> {
        let entry = |(h, i, j): (usize, usize, usize)| match allowed(i, j) {
            true => bias(slopes[h], i, j),
            false => elsewhere,
        };
        Array3::from_shape_fn((slopes.len(), n, n), entry).into_dyn()
    };
    let causal = |i, j| Mask::Causal.allows(i, j);
    let mut equal = |field: &str, got, want: &Numbers| {
        report.equal("alibi_bias", &format!("{at}/{field}"), got, &want.0);
    };
    equal("bias_symmetric", ours(&|_, _| true, 0.0), &case.bias_symmetric);
    equal("bias_causal_masked", ours(&causal, f64::NEG_INFINITY), &case.bias_causal_masked);
    // the form that leaves the future at 0 and needs a mask of its own
    equal("bias_clamped_no_mask", ours(&causal, 0.0), &case.bias_clamped_no_mask);

    let all = vec![1; n];
    row_shift(report, &format!("{at}/bias_bloom_rows"), &slopes, &all, &case.bias_bloom_rows);
    row_shift(report, &format!("{at}/bias_mpt_rows"), &slopes, &all, &case.bias_mpt_rows);
    let (at, mask) = (format!("{at}/bias_bloom_left_padded"), &case.bloom_left_padded_mask);
    row_shift(report, &at, &slopes, mask, &case.bias_bloom_left_padded);
}

/// BLOOM and MPT give one row per head for all queries. It is our row of the last query but for a constant, so the
/// softmax is the same. On padded keys (`mask` 0) BLOOM has 0, and counts positions from the first real key.
fn row_shift(report: &mut Report, at: &str, slopes: &[f64], mask: &[u8], theirs: &Numbers) {
    let n = mask.len();
    let (Some(first), Some(rows)) = (mask.iter().position(|&real| real == 1), theirs.matrix()) else {
        return report.fail(at, "no real key, or not a matrix");
    };
    if rows.dim() != (slopes.len(), n) {
        return report.fail(at, format!("shape {:?}, ours {:?}", rows.dim(), (slopes.len(), n)));
    }
    let from_first = |value: &dyn Fn(usize, usize) -> f64| -> Matrix64 {
        Array2::from_shape_fn(rows.dim(), |(h, j)| match mask[j] {
            1 => value(h, j) - value(h, first),
            _ => 0.0,
        })
    };
    let ours = from_first(&|h, j| bias(slopes[h], n - 1, j));
    let shifted = from_first(&|h, j| rows[[h, j]]);
    report.equal("alibi_bias", at, ours.into_dyn(), &shifted.into_dyn());
    let padding_is_zero = rows.indexed_iter().all(|((_, j), &x)| mask[j] == 1 || x == 0.0);
    report.holds(at, padding_is_zero, "a padded key has a bias");
    let left = mask[..first].iter().all(|&real| real == 0) && mask[first..].iter().all(|&real| real == 1);
    report.holds(at, left, "the mask is not 0 … 0 1 … 1");
}
