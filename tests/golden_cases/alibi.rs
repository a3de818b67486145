//! `alibi.json`: slopes for any number of heads, and the bias in the forms that libraries use.

use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::position::alibi::{Form, bias, bloom_positions, slopes};
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

    // BLOOM and MPT add one row to the logits of all queries: the query's index says nothing
    let rows = |form: Form| {
        Array2::from_shape_fn((slopes.len(), n), |(h, j)| form.bias(slopes[h], n - 1, j, n)).into_dyn()
    };
    equal("bias_bloom_rows", rows(Form::Bloom), &case.bias_bloom_rows);
    equal("bias_mpt_rows", rows(Form::Mpt), &case.bias_mpt_rows);
    let real: Vec<bool> = case.bloom_left_padded_mask.iter().map(|&mask| mask == 1).collect();
    let positions = bloom_positions(&real);
    let padded = Array2::from_shape_fn((slopes.len(), positions.len()), |(h, j)| {
        Form::Bloom.bias(slopes[h], n - 1, positions[j], n)
    });
    equal("bias_bloom_left_padded", padded.into_dyn(), &case.bias_bloom_left_padded);
    let is_mask = case.bloom_left_padded_mask.iter().all(|&mask| mask <= 1);
    report.holds(at, is_mask, "the mask is not made of 0 and 1");
}
