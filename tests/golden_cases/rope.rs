//! `rope_inv_freq.json`, `rope_apply.json` and `rope_decay.json`.

use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::attention::reference::{How, attend};
use locus::position::rope::{self, Pairing, half_split_order, rotate};
use locus::position::rope_decay;
use locus::position::scaling::yarn::Truncate;
use locus::position::scaling::{self, Frequencies, RopeType, default, dynamic, ntk, yarn};
use ndarray::{Array1, Array3, ArrayD, Axis, Ix3, s};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InvFreq {
    rope_type: String,
    params: RopeParams,
    inv_freq_hf_float32: Numbers,
    inv_freq_float64: Numbers,
    attention_factor: f64,
    derived: Option<Derived>,
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
    /// What dynamic NTK reads as the pre-training length.
    max_position_embeddings: Option<f64>,
    seq_len: Option<f64>,
    beta_fast: Option<f64>,
    beta_slow: Option<f64>,
    truncate: Option<bool>,
    mscale: Option<f64>,
    mscale_all_dim: Option<f64>,
    attention_factor: Option<f64>,
    low_freq_factor: Option<f64>,
    high_freq_factor: Option<f64>,
    short_factor: Option<Vec<f64>>,
    long_factor: Option<Vec<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Derived {
    /// NTK-aware and dynamic NTK.
    new_base: Option<f64>,
    /// YaRN.
    low_raw: Option<f64>,
    high_raw: Option<f64>,
    logit_multiplier: Option<f64>,
    paper_temperature_t: Option<f64>,
}

pub fn check_inv_freq(report: &mut Report, cases: Map<String, Value>) {
    for (key, list) in cases {
        match key.as_str() {
            "cases" => report.each("/cases", list, inv_freq),
            _ => report.unknown(&key, &format!("/{key}")),
        }
    }
}

/// The rule's subjects (float64, float32) and our type; the golden file calls static NTK-aware scaling `ntk_static`.
fn subjects(rope_type: &str) -> Option<(RopeType, &'static str, &'static str)> {
    Some(match rope_type {
        "default" => (RopeType::Default, "inv_freq_default", "inv_freq_default_float32"),
        "linear" => (RopeType::Linear, "inv_freq_linear", "inv_freq_linear_float32"),
        "ntk_static" => (RopeType::Ntk, "inv_freq_ntk", "inv_freq_ntk_float32"),
        "dynamic" => (RopeType::Dynamic, "inv_freq_dynamic", "inv_freq_dynamic_float32"),
        "yarn" => (RopeType::Yarn, "inv_freq_yarn", "inv_freq_yarn_float32"),
        "longrope" => (RopeType::Longrope, "inv_freq_longrope", "inv_freq_longrope_float32"),
        "llama3" => (RopeType::Llama3, "inv_freq_llama3", "inv_freq_llama3_float32"),
        _ => return None,
    })
}

impl RopeParams {
    /// Ours. What the case leaves out is Hugging Face's default.
    fn ours(&self, rope_type: RopeType) -> rope::Params {
        let plain = rope::Params::default();
        let original = match rope_type {
            RopeType::Dynamic => self.max_position_embeddings,
            _ => self.original_max_position_embeddings,
        };
        rope::Params {
            base: self.base,
            rope_type,
            factor: self.factor.unwrap_or(plain.factor),
            original_max_position_embeddings: original.unwrap_or(plain.original_max_position_embeddings),
            seq_len: self.seq_len,
            beta_fast: self.beta_fast.unwrap_or(plain.beta_fast),
            beta_slow: self.beta_slow.unwrap_or(plain.beta_slow),
            truncate: if self.truncate == Some(false) { Truncate::False } else { Truncate::True },
            mscale: self.mscale,
            mscale_all_dim: self.mscale_all_dim,
            attention_factor: self.attention_factor,
            low_freq_factor: self.low_freq_factor.unwrap_or(plain.low_freq_factor),
            high_freq_factor: self.high_freq_factor.unwrap_or(plain.high_freq_factor),
            short_factor: self.short_factor.clone().unwrap_or_default(),
            long_factor: self.long_factor.clone().unwrap_or_default(),
            ..plain
        }
    }

    /// The names of the parameters that the case gives, as ours are called.
    fn given(&self) -> Vec<&'static str> {
        let numbers = [
            ("factor", self.factor),
            ("original_max_position_embeddings", self.original_max_position_embeddings),
            ("original_max_position_embeddings", self.max_position_embeddings),
            ("seq_len", self.seq_len),
            ("beta_fast", self.beta_fast),
            ("beta_slow", self.beta_slow),
            ("truncate", self.truncate.map(f64::from)),
            ("mscale", self.mscale),
            ("mscale_all_dim", self.mscale_all_dim),
            ("attention_factor", self.attention_factor),
            ("low_freq_factor", self.low_freq_factor),
            ("high_freq_factor", self.high_freq_factor),
        ];
        let lists = [("short_factor", &self.short_factor), ("long_factor", &self.long_factor)];
        let numbers = numbers.into_iter().filter_map(|(name, value)| value.map(|_| name));
        numbers.chain(lists.into_iter().filter_map(|(name, list)| list.as_ref().map(|_| name))).collect()
    }
}

fn inv_freq(report: &mut Report, at: &str, case: InvFreq) {
    let Some((rope_type, exact, float32)) = subjects(&case.rope_type) else {
        return report.unknown(&case.rope_type, at);
    };
    for name in case.params.given() {
        let read = rope_type.method().uses.contains(&name);
        report.holds(at, read, &format!("{name}, which this rule does not read"));
    }
    let params = case.params.ours(rope_type);
    let d = (case.params.head_dim as f64 * case.params.partial_rotary_factor.unwrap_or(1.0)) as usize;
    let ours = match scaling::of(rope_type, d, &params) {
        Ok(ours) => ours,
        Err(problem) => return report.fail(at, format!("{problem:?}")),
    };
    let inv_freq = || Array1::from(ours.inv_freq.clone()).into_dyn();
    report.equal(exact, &format!("{at}/inv_freq_float64"), inv_freq(), &case.inv_freq_float64.0);
    report.equal(float32, &format!("{at}/inv_freq_hf_float32"), inv_freq(), &case.inv_freq_hf_float32.0);
    let m = ours.attention_factor;
    report.equal_number(exact, &format!("{at}/attention_factor"), m, case.attention_factor);
    if let Some(given) = case.derived {
        derived(report, exact, at, &given, d, &params, m);
    }
}

/// The rule's own quantities: NTK's base; YaRN's bounds before rounding, m², and the paper's t = 1/m².
fn derived(
    report: &mut Report,
    subject: &'static str,
    at: &str,
    given: &Derived,
    d: usize,
    params: &rope::Params,
    m: f64,
) {
    let base = match params.rope_type {
        RopeType::Dynamic => Some(ntk::stretched_base(params.base, dynamic::growth(params), d)),
        RopeType::Ntk => Some(ntk::stretched_base(params.base, params.factor, d)),
        _ => None,
    };
    let yarn = |value: f64| (params.rope_type == RopeType::Yarn).then_some(value);
    let values = [
        ("new_base", given.new_base, base),
        ("low_raw", given.low_raw, yarn(yarn::pair_turning(params.beta_fast, d, params))),
        ("high_raw", given.high_raw, yarn(yarn::pair_turning(params.beta_slow, d, params))),
        ("logit_multiplier", given.logit_multiplier, yarn(m * m)),
        ("paper_temperature_t", given.paper_temperature_t, yarn(1.0 / (m * m))),
    ];
    for (name, want, ours) in values {
        let at = format!("{at}/derived/{name}");
        // a base is ten thousands of times larger than a frequency: its own subject, so that neither hides the other
        let subject = if name == "new_base" { "rope_stretched_base" } else { subject };
        match (want, ours) {
            (Some(want), Some(ours)) => report.equal_number(subject, &at, ours, want),
            (Some(_), None) => report.fail(&at, "another rule's value"),
            (None, _) => {}
        }
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
