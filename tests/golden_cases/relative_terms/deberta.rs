//! One layer of DeBERTa: three terms, both indexings of p2c, weights and context; and v2's log buckets.

use crate::golden_cases::heads::{beside, columns, stack};
use crate::golden_cases::numbers::Numbers;
use crate::golden_cases::report::Report;
use locus::attention::reference::softmax_rows;
use locus::matrix::Matrix64;
use locus::position::deberta::{Tables, Terms, distance, scale, terms};
use locus::position::deberta_index::{Index, LogBuckets, P2cIndexing};
use ndarray::Array1;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    n: usize,
    d_model: usize,
    heads: usize,
    d_head: usize,
    k: usize,
    #[serde(rename = "X")]
    x: Numbers,
    #[serde(rename = "Wq")]
    w_q: Numbers,
    #[serde(rename = "Wk")]
    w_k: Numbers,
    #[serde(rename = "Wv")]
    w_v: Numbers,
    #[serde(rename = "W_pos_key")]
    w_pos_key: Numbers,
    #[serde(rename = "W_pos_query")]
    w_pos_query: Numbers,
    rel_embeddings: Numbers,
    delta_ij: Numbers,
    c2c: Numbers,
    c2p: Numbers,
    p2c_released_code_delta_ij: Numbers,
    p2c_paper_delta_ji: Numbers,
    scale: f64,
    attn_released_code: Numbers,
    attn_paper_formula: Numbers,
    context_released_code: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Buckets {
    bucket_size: usize,
    max_position: usize,
    rel: Vec<i64>,
    bucket: Numbers,
}

/// Everything projected, heads side by side.
struct Layer {
    q: Matrix64,
    k: Matrix64,
    v: Matrix64,
    position_key: Matrix64,
    position_query: Matrix64,
}

impl Layer {
    fn of(case: &Case) -> Option<Layer> {
        let sized = |numbers: &Numbers, dim| numbers.matrix().filter(|matrix| matrix.dim() == dim);
        let d = case.d_model;
        let weights = |numbers| sized(numbers, (d, case.heads * case.d_head));
        let (x, p) = (sized(&case.x, (case.n, d))?, sized(&case.rel_embeddings, (2 * case.k, d))?);
        Some(Layer {
            q: x.dot(&weights(&case.w_q)?),
            k: x.dot(&weights(&case.w_k)?),
            v: x.dot(&weights(&case.w_v)?),
            position_key: p.dot(&weights(&case.w_pos_key)?),
            position_query: p.dot(&weights(&case.w_pos_query)?),
        })
    }

    /// The terms of every head.
    fn terms(&self, case: &Case, indexing: P2cIndexing) -> Vec<Terms> {
        let index = Index { span: case.k, buckets: None };
        let head = |t| {
            let part = |matrix| columns(matrix, t, case.d_head);
            let tables = Tables { key: part(&self.position_key), query: part(&self.position_query) };
            terms(part(&self.q), part(&self.k), tables, index, indexing)
        };
        (0..case.heads).map(head).collect()
    }
}

pub fn check(report: &mut Report, at: &str, value: Value) {
    let Some(case) = report.parse::<Case>(at, value) else { return };
    let Some(layer) = Layer::of(&case) else {
        return report.fail(at, "the sizes do not fit X, a projection or rel_embeddings");
    };
    let index = Index { span: case.k, buckets: None };
    let delta = Matrix64::from_shape_fn((case.n, case.n), |(i, j)| index.row(distance(i, j)) as f64);
    report.equal("deberta", &format!("{at}/delta_ij"), delta.into_dyn(), &case.delta_ij.0);
    let scale = scale(3, case.d_head);
    report.equal_number("deberta", &format!("{at}/scale"), scale, case.scale);

    let (code, paper) = (layer.terms(&case, P2cIndexing::Code), layer.terms(&case, P2cIndexing::Paper));
    let all = |heads: &[Terms], which: fn(&Terms) -> &Matrix64| -> Vec<Matrix64> {
        heads.iter().map(|terms| which(terms).clone()).collect()
    };
    let mut equal = |subject, field: &str, got, want: &Numbers| {
        report.equal(subject, &format!("{at}/{field}"), got, &want.0);
    };
    equal("deberta", "c2c", stack(&all(&code, |t| &t.c2c)), &case.c2c);
    equal("deberta", "c2p", stack(&all(&code, |t| &t.c2p)), &case.c2p);
    let p2c = |heads| stack(&all(heads, |t| &t.p2c));
    equal("deberta", "p2c_released_code_delta_ij", p2c(&code), &case.p2c_released_code_delta_ij);
    equal("deberta", "p2c_paper_delta_ji", p2c(&paper), &case.p2c_paper_delta_ji);

    let weights = |heads: &[Terms]| -> Vec<Matrix64> {
        heads.iter().map(|t| softmax_rows(&((&t.c2c + &t.c2p + &t.p2c) * scale))).collect()
    };
    let (code, paper) = (weights(&code), weights(&paper));
    equal("deberta_attention", "attn_released_code", stack(&code), &case.attn_released_code);
    equal("deberta_attention", "attn_paper_formula", stack(&paper), &case.attn_paper_formula);
    let context = |(t, weights): (usize, &Matrix64)| weights.dot(&columns(&layer.v, t, case.d_head));
    let context: Vec<_> = code.iter().enumerate().map(context).collect();
    let context = beside(&context).into_dyn();
    equal("deberta_attention", "context_released_code", context, &case.context_released_code);
}

pub fn log_buckets(report: &mut Report, at: &str, case: Buckets) {
    match LogBuckets::new(case.bucket_size, case.max_position) {
        Ok(rule) => {
            let ours: Array1<f64> = case.rel.iter().map(|&delta| rule.of(delta) as f64).collect();
            report.equal("deberta_log_buckets", &format!("{at}/bucket"), ours.into_dyn(), &case.bucket.0);
        }
        Err(error) => report.fail(at, error),
    }
}
