//! `counts.json`: what caches and projections hold and how long recordings are, by counting.

use super::report::Report;
use locus::attention::{gqa, mla};
use locus::economics::embedding;
use locus::economics::{PRESETS, Parameters};
use locus::tokenize::audio::codec::CODECS;
use locus::tokenize::audio::log_mel::Params;
use locus::tokenize::audio::routes::Lengths;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Embedding {
    model: String,
    vocab: u64,
    hidden: u64,
    tied: bool,
    embedding_params: u64,
    embedding_plus_head: u64,
    bytes_bf16: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cache {
    #[serde(rename = "model")]
    _model: String,
    layers: usize,
    kv_heads: usize,
    head_dim: usize,
    seq: usize,
    batch: usize,
    bytes_per_el: usize,
    bytes: f64,
    gib: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Latent {
    #[serde(rename = "model")]
    _model: String,
    #[serde(rename = "layers")]
    _layers: Value,
    kv_lora_rank: usize,
    qk_rope_head_dim: usize,
    n_heads: usize,
    qk_nope_head_dim: usize,
    v_head_dim: usize,
    cached_elements_per_token_per_layer: f64,
    uncompressed_elements_per_token_per_layer: f64,
    ratio: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Projections {
    d: usize,
    h: usize,
    d_k: usize,
    qkv_params_no_bias: f64,
    qkv_params_bias: f64,
    with_out_proj_no_bias: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Audio {
    seconds: usize,
    stft_frames_center: f64,
    whisper_mel_frames: f64,
    after_conv: f64,
    tokens_25hz: f64,
    tokens_50hz: f64,
    encodec_24k_6kbps: f64,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, value) in cases {
        let at = format!("/{kind}");
        match kind.as_str() {
            "embedding" => report.each(&at, value, embedding),
            "kv_cache" => report.each(&at, value, cache),
            "mla" => {
                if let Some(case) = report.parse(&at, value) {
                    latent(report, &at, case);
                }
            }
            "audio" => report.each(&at, value, audio),
            "attention_params" => report.each(&at, value, projections),
            _ => report.unknown(&kind, &at),
        }
    }
}

fn embedding(report: &mut Report, at: &str, case: Embedding) {
    let ours = embedding::Embedding { vocab_size: case.vocab, d_model: case.hidden, tied: case.tied };
    let counts = [
        ("embedding_params", ours.table(), case.embedding_params),
        ("embedding_plus_head", ours.with_head(), case.embedding_plus_head),
        ("bytes_bf16", ours.bytes(2), case.bytes_bf16),
    ];
    for (field, got, want) in counts {
        report.equal_number("counts", &format!("{at}/{field}"), got as f64, want as f64);
    }
    // the models that we have as presets are counted the same way
    let name = |name: &str| name.replace('-', " ").to_lowercase();
    if let Some(preset) = PRESETS.iter().find(|preset| name(preset.name) == name(&case.model)) {
        let count = Parameters::of(preset);
        report.holds(at, count.embedding == case.embedding_params, "the preset's embedding is another");
        report.holds(
            at,
            count.embedding + count.head == case.embedding_plus_head,
            "the preset's head is another",
        );
    }
}

fn cache(report: &mut Report, at: &str, case: Cache) {
    let cache = gqa::Cache {
        layers: case.layers,
        n_kv_heads: case.kv_heads,
        head_dim: case.head_dim,
        n: case.seq,
        batch: case.batch,
        bytes_per_number: case.bytes_per_el,
    };
    let bytes = cache.bytes() as f64;
    report.equal_number("counts", &format!("{at}/bytes"), bytes, case.bytes);
    report.equal_number("counts", &format!("{at}/gib"), bytes / f64::from(1 << 30), case.gib);
}

fn latent(report: &mut Report, at: &str, case: Latent) {
    let shape = mla::Shape {
        d_model: 0,
        n_heads: case.n_heads,
        kv_lora_rank: case.kv_lora_rank,
        d_nope: case.qk_nope_head_dim,
        d_rope: case.qk_rope_head_dim,
        d_v: case.v_head_dim,
    };
    let (cached, uncompressed) = (shape.cached_numbers() as f64, shape.uncompressed_numbers() as f64);
    report.equal_number("counts", at, cached, case.cached_elements_per_token_per_layer);
    report.equal_number("counts", at, uncompressed, case.uncompressed_elements_per_token_per_layer);
    // the file prints 12 significant digits
    report.holds(at, (shape.saving() - case.ratio).abs() < 1e-10, "the ratio is wrong");
}

fn projections(report: &mut Report, at: &str, case: Projections) {
    let shape = gqa::Shape { d_model: case.d, n_heads: case.h, n_kv_heads: case.h, head_dim: case.d_k };
    let without = shape.qkv_parameters();
    let with_biases = without + shape.qkv_biases();
    let counts = [
        ("qkv_params_no_bias", without, case.qkv_params_no_bias),
        ("qkv_params_bias", with_biases, case.qkv_params_bias),
        ("with_out_proj_no_bias", shape.parameters(), case.with_out_proj_no_bias),
    ];
    for (field, got, want) in counts {
        report.equal_number("counts", &format!("{at}/{field}"), got as f64, want);
    }
}

fn audio(report: &mut Report, at: &str, case: Audio) {
    let lengths = Lengths::of(case.seconds * 16_000, &Params::default());
    let encodec = CODECS.iter().find(|codec| codec.name == "EnCodec 24 kHz");
    let codes = encodec.map_or(0, |codec| codec.frames(case.seconds as f64) * codec.at(6.0).n_q);
    let counts = [
        ("stft_frames_center", lengths.stft_frames, case.stft_frames_center),
        ("whisper_mel_frames", lengths.mel_frames, case.whisper_mel_frames),
        ("after_conv", lengths.after_conv, case.after_conv),
        ("tokens_25hz", lengths.semantic[0], case.tokens_25hz),
        ("tokens_50hz", lengths.semantic[1], case.tokens_50hz),
        ("encodec_24k_6kbps", codes, case.encodec_24k_6kbps),
    ];
    for (field, got, want) in counts {
        report.equal_number("counts", &format!("{at}/{field}"), got as f64, want);
    }
}
