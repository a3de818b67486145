//! The cases of `attention.json` that are no positional scheme: grouped keys and values, linear attention.

use super::attention::{Setup, stacked};
use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::attention::permutation::Layer;
use locus::attention::{gqa, heads, linear};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grouped {
    n_kv_heads: usize,
    #[serde(rename = "Wk")]
    w_k: Numbers,
    #[serde(rename = "Wv")]
    w_v: Numbers,
    attn: Numbers,
    out: Numbers,
    #[serde(rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Linear {
    eps: f64,
    out_noncausal: Numbers,
    out_causal: Numbers,
    #[serde(rename = "note")]
    _note: String,
}

/// Attention with the repeated weights is attention with the repeated heads.
pub fn grouped(report: &mut Report, at: &str, value: Value, setup: &Setup) {
    let Some(case) = report.parse::<Grouped>(at, value) else { return };
    let n_heads = setup.plain.n_heads;
    let repeated = |w: &Numbers| gqa::repeat_kv(&w.matrix()?, n_heads, case.n_kv_heads);
    let (Some(w_k), Some(w_v)) = (repeated(&case.w_k), repeated(&case.w_v)) else {
        return report.fail(at, "Wk or Wv cannot be divided among the heads");
    };
    let layer = Layer { w_k: w_k.into(), w_v: w_v.into(), mask: Mask::Causal, ..setup.plain.clone() };
    match (layer.heads(&setup.x), layer.forward(&setup.x)) {
        (Ok(heads), Ok(out)) => {
            let weights = stacked(&heads, |stages| &stages.weights);
            report.equal("attention_gqa", &format!("{at}/attn"), weights, &case.attn.0);
            report.equal("attention_gqa", &format!("{at}/out"), out.into_dyn(), &case.out.0);
        }
        (Err(error), _) | (_, Err(error)) => report.fail(at, error),
    }
}

/// The sums and, as a second way to the same numbers, the n × n map that the layer never makes.
pub fn linear(report: &mut Report, at: &str, value: Value, setup: &Setup) {
    let Some(case) = report.parse::<Linear>(at, value) else { return };
    report.holds(at, case.eps == linear::EPSILON, "eps is not that of the authors' code");
    let (layer, x) = (&setup.plain, &setup.x);
    let w = [&*layer.w_q, &*layer.w_k, &*layer.w_v, &*layer.w_o];
    for (field, mask, want) in
        [("out_noncausal", Mask::Full, &case.out_noncausal), ("out_causal", Mask::Causal, &case.out_causal)]
    {
        let at = format!("{at}/{field}");
        let sums = |q: ndarray::ArrayView2<f64>, k: ndarray::ArrayView2<f64>, v: ndarray::ArrayView2<f64>| {
            linear::attend(q, k, v, mask, case.eps)
        };
        let map = |q: ndarray::ArrayView2<f64>, k: ndarray::ArrayView2<f64>, v: ndarray::ArrayView2<f64>| {
            linear::weights(q, k, mask, case.eps).dot(&v)
        };
        let ways =
            (heads::multi_head(x, w, layer.n_heads, sums), heads::multi_head(x, w, layer.n_heads, map));
        let (Some(sums), Some(map)) = ways else { return report.fail(&at, "the shapes do not fit") };
        report.equal("attention_linear", &at, sums.into_dyn(), &want.0);
        report.equal("attention_linear", &at, map.into_dyn(), &want.0);
    }
}
