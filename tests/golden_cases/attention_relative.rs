//! The relative schemes of `attention.json`: Shaw with key and value terms, and T5 in both directions.

use super::attention::Setup;
use super::heads::{beside, columns, masked, stack};
use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::attention::reference::softmax_rows;
use locus::matrix::Matrix64;
use locus::position::t5_buckets::{Buckets, Direction};
use locus::position::{shaw, t5};
use ndarray::ArrayView2;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shaw {
    attn: Numbers,
    out: Numbers,
    scores: Numbers,
    clip_k: usize,
    #[serde(rename = "a_K")]
    a_k: Numbers,
    #[serde(rename = "a_V")]
    a_v: Numbers,
    rel_index: Numbers,
    #[serde(rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct T5 {
    attn: Numbers,
    out: Numbers,
    buckets: Numbers,
    #[serde(rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BiasTable {
    num_buckets: usize,
    max_distance: usize,
    table_bucket_by_head: Numbers,
}

/// q, k and v of one head.
type Projected<'a> = [ArrayView2<'a, f64>; 3];

/// `make` for every head; what it returns is (scaled scores, weights, output) of one head.
fn heads(setup: &Setup, make: impl Fn(usize, Projected) -> [Matrix64; 3]) -> ([Vec<Matrix64>; 2], Matrix64) {
    let layer = &setup.plain;
    let (q, k, v) = (setup.x.dot(&*layer.w_q), setup.x.dot(&*layer.w_k), setup.x.dot(&*layer.w_v));
    let width = q.ncols() / layer.n_heads.max(1);
    let (mut scores, mut weights, mut outputs) = (Vec::new(), Vec::new(), Vec::new());
    for t in 0..layer.n_heads {
        let [score, weight, output] = make(t, [&q, &k, &v].map(|x| columns(x, t, width)));
        scores.push(score);
        weights.push(weight);
        outputs.push(output);
    }
    ([scores, weights], beside(&outputs).dot(&*layer.w_o))
}

pub fn shaw(report: &mut Report, at: &str, value: Value, setup: &Setup) {
    let Some(case) = report.parse::<Shaw>(at, value) else { return };
    let sized = |numbers: &Numbers| numbers.matrix().filter(|m| m.nrows() == 2 * case.clip_k + 1);
    let (Some(a_k), Some(a_v)) = (sized(&case.a_k), sized(&case.a_v)) else {
        return report.fail(at, "a_K and a_V have not 2k + 1 rows");
    };
    let n = setup.x.nrows();
    let index = Matrix64::from_shape_fn((n, n), |(i, j)| shaw::row(shaw::distance(i, j), case.clip_k) as f64);
    let ([scores, weights], out) = heads(setup, |_, [q, k, v]| {
        let terms = shaw::terms(q, k, a_k.view());
        let scores = (terms.content + terms.position) / (q.ncols() as f64).sqrt();
        let weights = softmax_rows(&scores);
        let output = weights.dot(&v) + shaw::value_term(weights.view(), a_v.view());
        [scores, weights, output]
    });
    let mut equal = |field: &str, got, want: &Numbers| {
        report.equal("attention_shaw", &format!("{at}/{field}"), got, &want.0);
    };
    equal("rel_index", index.into_dyn(), &case.rel_index);
    equal("scores", stack(&scores), &case.scores);
    equal("attn", stack(&weights), &case.attn);
    equal("out", out.into_dyn(), &case.out);
}

/// A T5 case, whose bias table is a case of its own.
pub fn t5(
    report: &mut Report,
    at: &str,
    value: Value,
    setup: &Setup,
    table: Option<&Value>,
    direction: Direction,
) {
    let Some(case) = report.parse::<T5>(at, value) else { return };
    let Some((buckets, table)) = table.and_then(|table| bias_table(report, table, setup, direction)) else {
        return report.fail(at, "there is no t5_bias_table for it");
    };
    let n = setup.x.nrows();
    let mask = if direction == Direction::Causal { Mask::Causal } else { Mask::Full };
    let bucket = |(i, j): (usize, usize)| buckets.of(j as i64 - i as i64);
    let ([_, weights], out) = heads(setup, |t, [q, k, v]| {
        let terms = t5::terms(q, k, table.column(t), &buckets);
        let logits = terms.content + terms.position;
        let weights = softmax_rows(&masked(&logits, mask, 0));
        let output = weights.dot(&v);
        [logits, weights, output]
    });
    let mut equal = |field: &str, got, want: &Numbers| {
        report.equal("attention_t5", &format!("{at}/{field}"), got, &want.0);
    };
    let ours = Matrix64::from_shape_fn((n, n), |at| bucket(at) as f64);
    equal("buckets", ours.into_dyn(), &case.buckets);
    equal("attn", stack(&weights), &case.attn);
    equal("out", out.into_dyn(), &case.out);
}

fn bias_table(
    report: &mut Report,
    value: &Value,
    setup: &Setup,
    direction: Direction,
) -> Option<(Buckets, Matrix64)> {
    let at = "/cases/t5_bias_table";
    let table = report.parse::<BiasTable>(at, value.clone())?;
    let buckets = Buckets::new(table.num_buckets, table.max_distance, direction);
    let buckets = buckets.map_err(|error| report.fail(at, error)).ok()?;
    let shape = (table.num_buckets, setup.plain.n_heads);
    let matrix = table.table_bucket_by_head.matrix().filter(|matrix| matrix.dim() == shape);
    if matrix.is_none() {
        report.fail(at, format!("the table is not {shape:?}"));
    }
    Some((buckets, matrix?))
}

/// The bias table itself: what it says is compared where it is used. Numbers that no distance of the file reaches
/// are reported as idle.
pub fn t5_table(report: &mut Report, at: &str, value: &Value, n: usize) {
    let Some(table) = report.parse::<BiasTable>(at, value.clone()) else { return };
    let both = [Direction::Bidirectional, Direction::Causal];
    let rules = both.map(|direction| Buckets::new(table.num_buckets, table.max_distance, direction));
    let reached: Vec<usize> =
        rules.iter().flatten().flat_map(|rule| rule.staircase(n)).map(|(_, bucket)| bucket).collect();
    let idle = (0..table.num_buckets).filter(|bucket| !reached.contains(bucket));
    idle.for_each(|bucket| report.idle(&format!("{at}/table_bucket_by_head/{bucket}")));
    // 'far' distances alone ask for max_distance
    if n <= table.num_buckets / 4 {
        report.idle(&format!("{at}/max_distance"));
    }
}
