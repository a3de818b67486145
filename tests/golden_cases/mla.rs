//! `mla.json`: one small layer of latent attention, naive and absorbed.

use super::numbers::Numbers;
use super::report::Report;
use locus::attention::Mask;
use locus::attention::mla::{Mla, Pass, Shape};
use locus::position::rope::Pairing;
use locus::position::scaling::{Frequencies, default};
use ndarray::{Array3, ArrayD, Axis};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    n: usize,
    d_model: usize,
    heads: usize,
    kv_lora_rank: usize,
    d_nope: usize,
    d_rope: usize,
    d_v: usize,
    #[serde(rename = "X")]
    x: Numbers,
    #[serde(rename = "Wq")]
    w_q: Numbers,
    #[serde(rename = "W_dkv")]
    w_dkv: Numbers,
    #[serde(rename = "W_kr")]
    w_kr: Numbers,
    #[serde(rename = "W_uk")]
    w_uk: Numbers,
    #[serde(rename = "W_uv")]
    w_uv: Numbers,
    #[serde(rename = "Wo")]
    w_o: Numbers,
    c_kv: Numbers,
    k_rope_rotated: Numbers,
    /// n × heads × kv_lora_rank.
    q_absorbed: Numbers,
    attn: Numbers,
    out: Numbers,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    let Some(file) = report.parse::<File>("", Value::Object(cases)) else { return };
    let Some(layer) = layer(&file) else { return report.fail("", "a weight is not a matrix") };
    let Some(x) = file.x.matrix() else { return report.fail("/X", "not a matrix") };
    if x.nrows() != file.n {
        return report.fail("/n", "X has not n rows");
    }
    let (naive, absorbed) = match (layer.naive(&x), layer.absorbed(&x)) {
        (Ok(naive), Ok(absorbed)) => (naive, absorbed),
        (Err(error), _) | (_, Err(error)) => return report.fail("", error),
    };
    let mut equal = |field: &str, got: ArrayD<f64>, want: &Numbers| report.equal("mla", field, got, &want.0);
    equal("/c_kv", layer.latent(&x).into_dyn(), &file.c_kv);
    equal("/k_rope_rotated", layer.rotated_key(&x).into_dyn(), &file.k_rope_rotated);
    let queries: Vec<_> = (0..file.heads).map(|head| layer.absorbed_query(&x, head)).collect();
    let query = |(i, t, c): (usize, usize, usize)| queries[t][[i, c]];
    let queries = Array3::from_shape_fn((file.n, file.heads, file.kv_lora_rank), query);
    equal("/q_absorbed", queries.into_dyn(), &file.q_absorbed);
    for pass in [naive, absorbed] {
        equal("/attn", stacked(&pass), &file.attn);
        equal("/out", pass.output.into_dyn(), &file.out);
    }
}

fn stacked(pass: &Pass) -> ArrayD<f64> {
    let views: Vec<_> = pass.weights.iter().map(|weights| weights.view()).collect();
    ndarray::stack(Axis(0), &views).unwrap_or_default().into_dyn()
}

fn layer(file: &File) -> Option<Mla> {
    Some(Mla {
        shape: Shape {
            d_model: file.d_model,
            n_heads: file.heads,
            kv_lora_rank: file.kv_lora_rank,
            d_nope: file.d_nope,
            d_rope: file.d_rope,
            d_v: file.d_v,
        },
        w_q: file.w_q.matrix()?,
        w_dkv: file.w_dkv.matrix()?,
        w_kr: file.w_kr.matrix()?,
        w_uk: file.w_uk.matrix()?,
        w_uv: file.w_uv.matrix()?,
        w_o: file.w_o.matrix()?,
        freq: Frequencies { inv_freq: default::inv_freq(file.d_rope, 1e4), attention_factor: 1.0 },
        pairing: Pairing::Interleaved,
        mask: Mask::Causal,
    })
}
