//! `rope_inv_freq.json`, `rope_apply.json` and `rope_decay.json`.

use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::attention::reference::{How, attend};
use locus::position::rope::{self, Pairing, half_split_order, rotate};
use locus::position::rope_decay;
use locus::position::scaling::{Frequencies, RopeType, default, frequencies, yarn};
use ndarray::{Array1, Array3, ArrayD, Axis, Ix3, s};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Hugging Face's defaults of YaRN's parameters.
const BETA_FAST: f64 = 32.0;
const BETA_SLOW: f64 = 1.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvFreq {
    rope_type: String,
    params: RopeParams,
    inv_freq_hf_float32: Numbers,
    inv_freq_float64: Numbers,
    attention_factor: f64,
    derived: Option<YarnDerived>,
    /// How far the library's float32 is from float64: a remark on the library.
    #[serde(rename = "max_rel_err_f32_vs_f64")]
    _max_rel_err: f64,
    #[serde(rename = "also_matches_transformers_4_46_3")]
    _also_matches: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RopeParams {
    head_dim: usize,
    base: f64,
    partial_rotary_factor: Option<f64>,
    factor: Option<f64>,
    original_max_position_embeddings: Option<f64>,
    beta_fast: Option<f64>,
    beta_slow: Option<f64>,
    attention_factor: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct YarnDerived {
    low_raw: f64,
    high_raw: f64,
    logit_multiplier: f64,
    paper_temperature_t: f64,
}

pub fn check_inv_freq(report: &mut Report, cases: Map<String, Value>) {
    for (key, list) in cases {
        if key != "cases" {
            report.unknown(&key, &format!("/{key}"));
            continue;
        }
        for (at, case) in
            report.parse::<Vec<Value>>("/cases", list).unwrap_or_default().into_iter().enumerate()
        {
            let pointer = format!("/cases/{at}");
            match kind(&case).as_str() {
                "default" | "yarn" => {
                    if let Some(case) = report.parse(&pointer, case) {
                        inv_freq(report, &pointer, case);
                    }
                }
                other => report.unknown(other, &pointer),
            }
        }
    }
}

/// The rope type; YaRN with a parameter that `Params` does not have is a kind of its own.
fn kind(case: &Value) -> String {
    let rope_type = case["rope_type"].as_str().unwrap_or_default();
    let has = |name: &str| case["params"].get(name).is_some();
    match rope_type {
        "yarn" if has("mscale") || has("mscale_all_dim") => "yarn with mscale".into(),
        "yarn" if has("truncate") => "yarn with truncate".into(),
        other => other.into(),
    }
}

fn inv_freq(report: &mut Report, at: &str, case: InvFreq) {
    let is_yarn = case.rope_type == "yarn";
    let (exact, float32) = match is_yarn {
        true => ("inv_freq_yarn", "inv_freq_yarn_float32"),
        false => ("inv_freq_default", "inv_freq_default_float32"),
    };
    let yarn_needs = case.params.factor.is_some() && case.params.original_max_position_embeddings.is_some();
    report.holds(at, !is_yarn || yarn_needs, "YaRN without factor or original length");
    let given = &case.params;
    let params = rope::Params {
        base: given.base,
        rope_type: if is_yarn { RopeType::Yarn } else { RopeType::Default },
        factor: given.factor.unwrap_or(1.0),
        original_max_position_embeddings: given.original_max_position_embeddings.unwrap_or(1.0),
        beta_fast: given.beta_fast.unwrap_or(BETA_FAST),
        beta_slow: given.beta_slow.unwrap_or(BETA_SLOW),
        attention_factor: given.attention_factor,
        ..Default::default()
    };
    let rotary_dim = (given.head_dim as f64 * given.partial_rotary_factor.unwrap_or(1.0)) as usize;
    let ours = frequencies(rotary_dim, &params);
    let inv_freq = || Array1::from(ours.inv_freq.clone()).into_dyn();
    report.equal(exact, &format!("{at}/inv_freq_float64"), inv_freq(), &case.inv_freq_float64.0);
    report.equal(float32, &format!("{at}/inv_freq_hf_float32"), inv_freq(), &case.inv_freq_hf_float32.0);
    let m = ours.attention_factor;
    report.equal_number(exact, &format!("{at}/attention_factor"), m, case.attention_factor);
    if let Some(derived) = case.derived {
        report.holds(at, is_yarn, "derived values of YaRN in another rope type");
        let pair = |turns| yarn::pair_turning(turns, rotary_dim, &params);
        report.equal_number(exact, &format!("{at}/derived/low_raw"), pair(params.beta_fast), derived.low_raw);
        report.equal_number(
            exact,
            &format!("{at}/derived/high_raw"),
            pair(params.beta_slow),
            derived.high_raw,
        );
        report.equal_number(
            exact,
            &format!("{at}/derived/logit_multiplier"),
            m * m,
            derived.logit_multiplier,
        );
        let t = 1.0 / (m * m);
        report.equal_number(
            exact,
            &format!("{at}/derived/paper_temperature_t"),
            t,
            derived.paper_temperature_t,
        );
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Apply {
    params: ApplyParams,
    inv_freq: Numbers,
    q: Numbers,
    k: Numbers,
    perm: Vec<usize>,
    interleaved: Rotated,
    half_split: Rotated,
    seed_listing_q: Numbers,
    partial_neox_q: Numbers,
    partial_gptj_q: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ApplyParams {
    n: usize,
    heads: usize,
    d: usize,
    base: f64,
    positions: Vec<f64>,
    rot_dims: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rotated {
    q: Numbers,
    k: Numbers,
    scores: Numbers,
}

pub fn check_apply(report: &mut Report, cases: Map<String, Value>) {
    let Some(case) = report.parse::<Apply>("", Value::Object(cases)) else { return };
    let ApplyParams { n, heads, d, base, ref positions, rot_dims } = case.params;
    let shape = (n, heads, d);
    let three = |x: &Numbers| x.0.clone().into_dimensionality::<Ix3>().ok().filter(|x| x.dim() == shape);
    let (Some(q), Some(k)) = (three(&case.q), three(&case.k)) else {
        return report.fail("/q", format!("q and k are not {shape:?}"));
    };
    if positions.len() != n || case.perm.iter().any(|&dim| dim >= d) {
        return report.fail("/params", "positions or perm do not fit n and d");
    }
    let plain = |dims| Frequencies { inv_freq: default::inv_freq(dims, base), attention_factor: 1.0 };
    let (full, part) = (plain(d), plain(rot_dims));
    let inv_freq = Array1::from(full.inv_freq.clone());
    report.equal("rope_apply", "/inv_freq", inv_freq.into_dyn(), &case.inv_freq.0);
    report.holds("/perm", case.perm == half_split_order(d), "perm is not the half-split order");

    for (pairing, want) in [(Pairing::Interleaved, &case.interleaved), (Pairing::HalfSplit, &case.half_split)]
    {
        let at = format!("/{}", if pairing == Pairing::Interleaved { "interleaved" } else { "half_split" });
        let (q, k) = (turned(&q, positions, &full, pairing), turned(&k, positions, &full, pairing));
        report.equal("rope_apply", &format!("{at}/scores"), scores(&q, &k), &want.scores.0);
        report.equal("rope_apply", &format!("{at}/q"), q.into_dyn(), &want.q.0);
        report.equal("rope_apply", &format!("{at}/k"), k.into_dyn(), &want.k.0);
    }

    // permuting before a half-split rotation is rotating interleaved and permuting after
    let after = turned(&q, positions, &full, Pairing::Interleaved).select(Axis(2), &case.perm);
    let before = turned(&q.select(Axis(2), &case.perm), positions, &full, Pairing::HalfSplit);
    report.equal("rope_apply", "/seed_listing_q", after.into_dyn(), &case.seed_listing_q.0);
    report.equal("rope_apply", "/seed_listing_q", before.into_dyn(), &case.seed_listing_q.0);

    let neox = turned(&q, positions, &part, Pairing::HalfSplit).into_dyn();
    let gptj = turned(&q, positions, &part, Pairing::Interleaved).into_dyn();
    report.equal("rope_partial", "/partial_neox_q", neox, &case.partial_neox_q.0);
    report.equal("rope_partial", "/partial_gptj_q", gptj, &case.partial_gptj_q.0);
}

/// x (n, heads, d) with row p of every head rotated to `positions[p]`.
fn turned(x: &Array3<f64>, positions: &[f64], freq: &Frequencies, pairing: Pairing) -> Array3<f64> {
    let mut x = x.clone();
    for (mut token, &position) in x.outer_iter_mut().zip(positions) {
        token.rows_mut().into_iter().for_each(|head| rotate(head, position, freq, pairing));
    }
    x
}

/// (heads, n, n): q·k/√d of vectors already rotated.
fn scores(q: &Array3<f64>, k: &Array3<f64>) -> ArrayD<f64> {
    let (n, heads, d) = q.dim();
    let how = How::plain(1.0 / (d as f64).sqrt(), Mask::Full);
    let mut all = Array3::zeros((heads, n, n));
    for (head, mut out) in all.outer_iter_mut().enumerate() {
        let (q, k) = (q.slice(s![.., head, ..]), k.slice(s![.., head, ..]));
        out.assign(&attend(q, k, k, &how).scaled);
    }
    all.into_dyn()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decay {
    d: usize,
    base: f64,
    distances: Vec<f64>,
    mean_abs_partial_sum: Numbers,
    equal_qk_ones_logit: Numbers,
}

pub fn check_decay(report: &mut Report, cases: Map<String, Value>) {
    for (key, list) in cases {
        match key.as_str() {
            "cases" => report.each("/cases", list, decay),
            _ => report.unknown(&key, &format!("/{key}")),
        }
    }
}

fn decay(report: &mut Report, at: &str, case: Decay) {
    let theta = default::inv_freq(case.d, case.base);
    let over = |f: fn(f64, &[f64]) -> f64| -> ArrayD<f64> {
        case.distances.iter().map(|&delta| f(delta, &theta)).collect::<Array1<f64>>().into_dyn()
    };
    let (bound, score) = (over(rope_decay::bound), over(rope_decay::equal_pairs_score));
    report.equal("rope_decay", &format!("{at}/mean_abs_partial_sum"), bound, &case.mean_abs_partial_sum.0);
    report.equal("rope_decay", &format!("{at}/equal_qk_ones_logit"), score, &case.equal_qk_ones_logit.0);
}
