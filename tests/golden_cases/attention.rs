//! `attention.json`: one small layer under every way of telling it about position.

use super::around;
use super::attention_relative as relative;
use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::attention::permutation::{Layer, ROUNDING, compare};
use locus::attention::reference::Stages;
use locus::matrix::Matrix64;
use locus::position::rope::{Angles, Pairing};
use locus::position::scaling::{Frequencies, default};
use locus::position::t5_buckets::Direction;
use locus::position::{alibi, sinusoidal};
use ndarray::{Array1, ArrayD, Axis};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    n: usize,
    d_model: usize,
    heads: usize,
    d_k: usize,
    #[serde(rename = "X")]
    x: Numbers,
    #[serde(rename = "Wq")]
    w_q: Numbers,
    #[serde(rename = "Wk")]
    w_k: Numbers,
    #[serde(rename = "Wv")]
    w_v: Numbers,
    #[serde(rename = "Wo")]
    w_o: Numbers,
    cases: Map<String, Value>,
}

/// What every scheme's case holds, and what some hold beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    attn: Numbers,
    out: Numbers,
    /// Scaled scores before the mask.
    scores: Option<Numbers>,
    /// What is added to the embedding.
    pe: Option<Numbers>,
    base: Option<f64>,
    slopes: Option<Numbers>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Permuted {
    perm: Vec<usize>,
    out: Numbers,
    #[serde(rename = "identity")]
    _identity: String,
}

/// The file's layer without position or mask, and its input.
pub struct Setup {
    pub x: Matrix64,
    pub plain: Layer,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    let Some(file) = report.parse::<File>("", Value::Object(cases)) else { return };
    let Some(setup) = setup(&file) else {
        return report.fail("", "the sizes do not fit X, Wq, Wk, Wv or Wo");
    };
    let t5_table = file.cases.get("t5_bias_table").cloned();
    for (kind, value) in file.cases {
        let at = format!("/cases/{kind}");
        match kind.as_str() {
            "bidirectional_no_pe" => scheme(report, &at, value, &setup, |_, _, plain| Some(plain)),
            "causal_nope" => scheme(report, &at, value, &setup, |_, _, plain| Some(causal(plain))),
            "pad_last_two_keys_masked" => {
                scheme(report, &at, value, &setup, |_, _, plain| Some(pad_two(plain, file.n)))
            }
            "permutation_equivariance" => permuted(report, &at, value, &setup),
            "sinusoidal_added" => scheme(report, &at, value, &setup, sinusoidal_added),
            "learned_added" => scheme(report, &at, value, &setup, learned_added),
            "rope_causal_interleaved" => {
                scheme(report, &at, value, &setup, |_, case, plain| {
                    rope(case, plain, Pairing::Interleaved, (file.n, file.d_k))
                });
            }
            "rope_causal_half_split" => {
                scheme(report, &at, value, &setup, |_, case, plain| {
                    rope(case, plain, Pairing::HalfSplit, (file.n, file.d_k))
                });
            }
            "alibi_causal" => scheme(report, &at, value, &setup, alibi_causal),
            "shaw" => relative::shaw(report, &at, value, &setup),
            "t5_encoder_bidirectional" => {
                relative::t5(report, &at, value, &setup, t5_table.as_ref(), Direction::Bidirectional);
            }
            "t5_decoder_causal" => {
                relative::t5(report, &at, value, &setup, t5_table.as_ref(), Direction::Causal);
            }
            "t5_bias_table" => relative::t5_table(report, &at, &value, file.n),
            "gqa_causal" => around::grouped(report, &at, value, &setup),
            "linear_attention_elu1" => around::linear(report, &at, value, &setup),
            _ => report.unknown(&kind, &at),
        }
    }
}

fn setup(file: &File) -> Option<Setup> {
    let (d, inner) = (file.d_model, file.heads * file.d_k);
    let sized = |numbers: &Numbers, dim| numbers.matrix().filter(|matrix| matrix.dim() == dim);
    let (w_q, w_k) = (sized(&file.w_q, (d, inner))?, sized(&file.w_k, (d, inner))?);
    let (w_v, w_o) = (sized(&file.w_v, (d, inner))?, sized(&file.w_o, (inner, d))?);
    let plain = Layer::plain([w_q, w_k, w_v, w_o], file.heads, Mask::Full);
    Some(Setup { x: sized(&file.x, (file.n, d))?, plain })
}

/// Checks weights, output and scores of the layer that `make` builds from the case's own fields.
fn scheme(
    report: &mut Report,
    at: &str,
    value: Value,
    setup: &Setup,
    make: impl Fn(&mut Report, &Case, Layer) -> Option<Layer>,
) {
    let Some(case) = report.parse::<Case>(at, value) else { return };
    let Some(layer) = make(report, &case, setup.plain.clone()) else {
        return report.fail(at, "a field that the case needs is missing");
    };
    let subject = match (&case.pe, case.base, &case.slopes) {
        (Some(_), None, None) => "attention_added",
        (None, Some(_), None) => "attention_rope",
        (None, None, Some(_)) => "attention_alibi",
        (None, None, None) => "attention",
        _ => return report.fail(at, "fields of two schemes"),
    };
    match (layer.heads(&setup.x), layer.forward(&setup.x)) {
        (Ok(heads), Ok(out)) => {
            report.equal(
                subject,
                &format!("{at}/attn"),
                stacked(&heads, |stages| &stages.weights),
                &case.attn.0,
            );
            report.equal(subject, &format!("{at}/out"), out.into_dyn(), &case.out.0);
            if let Some(scores) = case.scores {
                let ours = stacked(&heads, |stages| &stages.scaled);
                report.equal(subject, &format!("{at}/scores"), ours, &scores.0);
            }
        }
        (Err(error), _) | (_, Err(error)) => report.fail(at, error),
    }
}

/// One stage of all heads: (heads, n, n).
pub fn stacked(heads: &[Stages], stage: impl Fn(&Stages) -> &Matrix64) -> ArrayD<f64> {
    let views: Vec<_> = heads.iter().map(|stages| stage(stages).view()).collect();
    ndarray::stack(Axis(0), &views).unwrap_or_default().into_dyn()
}

fn causal(plain: Layer) -> Layer {
    Layer { mask: Mask::Causal, ..plain }
}

/// The last two keys are padding: −∞ on their columns, for every query.
fn pad_two(plain: Layer, n: usize) -> Layer {
    let pad = Matrix64::from_shape_fn((n, n), |(_, j)| if j + 2 >= n { f64::NEG_INFINITY } else { 0.0 });
    Layer { bias: vec![pad; plain.n_heads], ..plain }
}

fn learned_added(_: &mut Report, case: &Case, plain: Layer) -> Option<Layer> {
    Some(Layer { added: Some(case.pe.as_ref()?.matrix()?), ..plain })
}

fn sinusoidal_added(report: &mut Report, case: &Case, plain: Layer) -> Option<Layer> {
    let given = case.pe.as_ref()?.matrix()?;
    let ours = sinusoidal::table(given.nrows(), given.ncols());
    report.equal("attention_added", "/cases/sinusoidal_added/pe", ours.clone().into_dyn(), &given.into_dyn());
    Some(Layer { added: Some(ours), ..plain })
}

fn rope(case: &Case, plain: Layer, pairing: Pairing, (n, d_k): (usize, usize)) -> Option<Layer> {
    let freq = Frequencies { inv_freq: default::inv_freq(d_k, case.base?), attention_factor: 1.0 };
    Some(Layer { rotate: Some(Angles::new(n, &freq, pairing)), ..causal(plain) })
}

fn alibi_causal(report: &mut Report, case: &Case, plain: Layer) -> Option<Layer> {
    let (slopes, n) = (alibi::slopes(plain.n_heads), case.out.0.shape().first().copied()?);
    let ours = Array1::from(slopes.clone()).into_dyn();
    report.equal("attention_alibi", "/cases/alibi_causal/slopes", ours, &case.slopes.as_ref()?.0);
    let bias = |&slope: &f64| Matrix64::from_shape_fn((n, n), |(i, j)| alibi::bias(slope, i, j));
    Some(Layer { bias: slopes.iter().map(bias).collect(), ..causal(plain) })
}

fn permuted(report: &mut Report, at: &str, value: Value, setup: &Setup) {
    let Some(case) = report.parse::<Permuted>(at, value) else { return };
    match compare(&setup.plain, &setup.x, &case.perm) {
        Ok(outcome) => {
            report.equal("attention", &format!("{at}/out"), outcome.permuted_output.into_dyn(), &case.out.0);
            report.holds(at, outcome.equivariance_gap < ROUNDING, "not equivariant");
            report.holds(at, outcome.invariance_gap < ROUNDING, "the mean is not invariant");
        }
        Err(error) => report.fail(at, error),
    }
}
