//! One layer of Transformer-XL with memory: the four terms, weights, output, and output after the layer's end.

use crate::golden_cases::heads::{beside, columns, masked, stack};
use crate::golden_cases::numbers::Numbers;
use crate::golden_cases::report::Report;
use locus::attention::Mask;
use locus::attention::reference::softmax_rows;
use locus::matrix::Matrix64;
use locus::position::transformer_xl::{Learned, Terms, terms};
use ndarray::{ArrayD, Axis, concatenate, s};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    n: usize,
    mem_len: usize,
    d_model: usize,
    heads: usize,
    d_head: usize,
    #[serde(rename = "X")]
    x: Numbers,
    mems: Numbers,
    #[serde(rename = "Wqkv")]
    w_qkv: Numbers,
    #[serde(rename = "Wr")]
    w_r: Numbers,
    #[serde(rename = "Wo")]
    w_o: Numbers,
    u: Numbers,
    v: Numbers,
    term_a_content_content: Numbers,
    term_b_content_position: Numbers,
    term_c_global_content: Numbers,
    term_d_global_position: Numbers,
    attn: Numbers,
    out_before_residual: Numbers,
    out_after_residual_layernorm: Numbers,
}

/// The case's matrices, of the sizes it names.
struct Layer {
    x: Matrix64,
    /// Memory, then X.
    memory_and_x: Matrix64,
    w_qkv: Matrix64,
    w_r: Matrix64,
    w_o: Matrix64,
    u: Matrix64,
    v: Matrix64,
}

impl Layer {
    fn of(case: &Case) -> Option<Layer> {
        let sized = |numbers: &Numbers, dim| numbers.matrix().filter(|matrix| matrix.dim() == dim);
        let (d, inner) = (case.d_model, case.heads * case.d_head);
        let (x, mems) = (sized(&case.x, (case.n, d))?, sized(&case.mems, (case.mem_len, d))?);
        Some(Layer {
            memory_and_x: concatenate(Axis(0), &[mems.view(), x.view()]).ok()?,
            x,
            w_qkv: sized(&case.w_qkv, (d, 3 * inner))?,
            w_r: sized(&case.w_r, (d, inner))?,
            w_o: sized(&case.w_o, (inner, d))?,
            u: sized(&case.u, (case.heads, case.d_head))?,
            v: sized(&case.v, (case.heads, case.d_head))?,
        })
    }

    /// Terms, weights and output of head t.
    fn head(&self, t: usize, d_head: usize) -> (Terms, Matrix64, Matrix64) {
        let inner = self.w_r.ncols();
        let qkv = self.memory_and_x.dot(&self.w_qkv);
        let part = |which: usize| qkv.slice(s![.., which * inner..(which + 1) * inner]).to_owned();
        let (q, k, v) = (part(0), part(1), part(2));
        let mem_len = qkv.nrows() - self.x.nrows();
        let learned = Learned { w_r: columns(&self.w_r, t, d_head), u: self.u.row(t), v: self.v.row(t) };
        let q = columns(&q, t, d_head);
        let terms = terms(q.slice(s![mem_len.., ..]), columns(&k, t, d_head), learned);
        let sum = &terms.content_content + &terms.content_position + &terms.u_content + &terms.v_position;
        let logits = masked(&(sum / (d_head as f64).sqrt()), Mask::Causal, mem_len);
        let weights = softmax_rows(&logits);
        let output = weights.dot(&columns(&v, t, d_head));
        (terms, weights, output)
    }
}

pub fn check(report: &mut Report, at: &str, value: Value) {
    let Some(case) = report.parse::<Case>(at, value) else { return };
    let Some(layer) = Layer::of(&case) else {
        return report.fail(at, "the sizes do not fit X, mems, Wqkv, Wr, Wo, u or v");
    };
    let heads: Vec<_> = (0..case.heads).map(|t| layer.head(t, case.d_head)).collect();
    let mut equal = |field: &str, got, want: &ArrayD<f64>| {
        report.equal("transformer_xl", &format!("{at}/{field}"), got, want);
    };
    let term = |which: fn(&Terms) -> &Matrix64| {
        let masked = |(terms, _, _): &_| masked(which(terms), Mask::Causal, case.mem_len);
        stack(&heads.iter().map(masked).collect::<Vec<_>>())
    };
    let hidden = |numbers: &Numbers| numbers.null_as(f64::NEG_INFINITY);
    equal("term_a_content_content", term(|t| &t.content_content), &hidden(&case.term_a_content_content));
    equal("term_b_content_position", term(|t| &t.content_position), &hidden(&case.term_b_content_position));
    equal("term_c_global_content", term(|t| &t.u_content), &hidden(&case.term_c_global_content));
    equal("term_d_global_position", term(|t| &t.v_position), &hidden(&case.term_d_global_position));

    let (weights, outputs): (Vec<_>, Vec<_>) = heads.into_iter().map(|(_, w, o)| (w, o)).unzip();
    let out = beside(&outputs).dot(&layer.w_o);
    equal("attn", stack(&weights), &case.attn.0);
    equal("out_before_residual", out.clone().into_dyn(), &case.out_before_residual.0);
    let end = layer_norm(&(&layer.x + &out));
    equal("out_after_residual_layernorm", end.into_dyn(), &case.out_after_residual_layernorm.0);
}

/// Each row with mean 0 and variance 1; gain 1, bias 0 and ε = 1e−5, as torch begins.
fn layer_norm(x: &Matrix64) -> Matrix64 {
    let mut x = x.clone();
    for mut row in x.rows_mut() {
        let mean = row.mean().unwrap_or_default();
        row -= mean;
        let variance = row.dot(&row) / row.len().max(1) as f64;
        row /= (variance + 1e-5).sqrt();
    }
    x
}
