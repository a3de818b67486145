//! One head of Shaw's attention: index, both score terms, weights and output.

use crate::golden_cases::numbers::Numbers;
use crate::golden_cases::report::Report;
use locus::attention::reference::softmax_rows;
use locus::matrix::Matrix64;
use locus::position::shaw::{distance, row, terms, value_term};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    n: usize,
    d_z: usize,
    clip_k: usize,
    q: Numbers,
    k: Numbers,
    v: Numbers,
    #[serde(rename = "a_K")]
    a_k: Numbers,
    #[serde(rename = "a_V")]
    a_v: Numbers,
    rel_index: Numbers,
    term_content: Numbers,
    term_relative: Numbers,
    attn: Numbers,
    z: Numbers,
}

pub fn check(report: &mut Report, at: &str, value: Value) {
    let Some(case) = report.parse::<Case>(at, value) else { return };
    let (n, d, rows) = (case.n, case.d_z, 2 * case.clip_k + 1);
    let sized = |numbers: &Numbers, dim| numbers.matrix().filter(|matrix| matrix.dim() == dim);
    let (Some(q), Some(k), Some(v), Some(a_k), Some(a_v)) = (
        sized(&case.q, (n, d)),
        sized(&case.k, (n, d)),
        sized(&case.v, (n, d)),
        sized(&case.a_k, (rows, d)),
        sized(&case.a_v, (rows, d)),
    ) else {
        return report.fail(at, "the sizes do not fit q, k, v, a_K or a_V");
    };
    let terms = terms(q.view(), k.view(), a_k.view());
    let weights = softmax_rows(&((&terms.content + &terms.position) / (d as f64).sqrt()));
    let z = weights.dot(&v) + value_term(weights.view(), a_v.view());
    let index = Matrix64::from_shape_fn((n, n), |(i, j)| row(distance(i, j), case.clip_k) as f64);
    let mut equal = |field: &str, got: Matrix64, want: &Numbers| {
        report.equal("shaw", &format!("{at}/{field}"), got.into_dyn(), &want.0);
    };
    equal("rel_index", index, &case.rel_index);
    equal("term_content", terms.content, &case.term_content);
    equal("term_relative", terms.position, &case.term_relative);
    equal("attn", weights, &case.attn);
    equal("z", z, &case.z);
}
