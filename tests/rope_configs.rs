//! Models' `config.json` against what Hugging Face computes for them (`fixtures/rope_configs.json`, made by
//! `fixtures/rope_configs.py`), and the presets against the models' files.

use locus::position::rope;
use locus::position::scaling::RopeType;
use locus::position::scaling::config::{self, LayerRope};
use locus::position::scaling::presets::{self, PRESETS};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fixture {
    #[serde(rename = "_header")]
    _header: Value,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    source: String,
    config: Value,
    seq_len: Option<f64>,
    results: Vec<Outcome>,
}

/// What Hugging Face's code ends with, for one layer type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Outcome {
    layer_type: Option<String>,
    inv_freq: Vec<f64>,
    attention_factor: f64,
    softmax_multiplier: Option<f64>,
}

fn cases() -> Vec<Case> {
    let text = include_str!("fixtures/rope_configs.json");
    serde_json::from_str::<Fixture>(text).unwrap().cases
}

fn layers(case: &Case) -> Vec<LayerRope> {
    config::read(&case.config.to_string()).unwrap_or_else(|error| panic!("{}: {error:?}", case.name)).layers
}

/// float32 against float64: one part in a million; dynamic NTK raises to a power in float32.
fn tolerance(rope_type: RopeType) -> f64 {
    if rope_type == RopeType::Dynamic { 2e-5 } else { 1e-6 }
}

#[test]
fn every_config_gives_what_hugging_face_computes() {
    let (cases, mut worst) = (cases(), Vec::new());
    for case in &cases {
        let layers = layers(case);
        assert_eq!(layers.len(), case.results.len(), "{}", case.name);
        for (layer, want) in layers.iter().zip(&case.results) {
            let name = format!("{} {:?}", case.name, layer.layer_type);
            assert_eq!(layer.layer_type, want.layer_type, "{name}");
            let ours = layer.frequencies(case.seq_len).unwrap();
            assert_eq!(ours.inv_freq.len(), want.inv_freq.len(), "{name}");
            let gaps = ours.inv_freq.iter().zip(&want.inv_freq).map(|(a, b)| (a / b - 1.0).abs());
            let largest = gaps.fold(0.0, f64::max);
            assert!(largest <= tolerance(layer.params.rope_type), "{name}: {largest:e}");
            assert!((ours.attention_factor - want.attention_factor).abs() <= 1e-15, "{name}");
            assert!(
                (layer.softmax_multiplier - want.softmax_multiplier.unwrap_or(1.0)).abs() <= 1e-15,
                "{name}"
            );
            worst.push((largest, name));
        }
    }
    worst.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("{} configurations; the largest relative differences:", cases.len());
    worst.iter().take(5).for_each(|(gap, name)| println!("  {gap:.1e} {name}"));
    assert!(cases.len() >= 30);
}

/// Every rule of Hugging Face's, and every form of the file, is among the cases.
#[test]
fn every_rule_and_form_is_among_the_cases() {
    let cases = cases();
    let all: Vec<LayerRope> = cases.iter().flat_map(layers).collect();
    for rope_type in [
        RopeType::Default,
        RopeType::Linear,
        RopeType::Dynamic,
        RopeType::Yarn,
        RopeType::Longrope,
        RopeType::Llama3,
    ] {
        assert!(all.iter().any(|layer| layer.params.rope_type == rope_type), "{rope_type:?}");
    }
    for key in ["rope_scaling", "rope_parameters", "text_config", "qk_rope_head_dim", "rope_local_base_freq"]
    {
        assert!(cases.iter().any(|case| case.config.get(key).is_some_and(|value| !value.is_null())), "{key}");
    }
    assert!(cases.iter().all(|case| !case.source.is_empty()));
}

/// A preset is what its model's file says; only Llama 2 Long has none.
#[test]
fn every_preset_is_its_models_file() {
    let names = [
        ("llama-7b", "LLaMA 7B (no rope key at all)"),
        ("llama-2-7b", "Llama 2 7B"),
        ("codellama-7b", "Code Llama 7B"),
        ("mistral-7b-v0.1", "Mistral 7B v0.1"),
        ("llama-3-8b", "Llama 3 8B"),
        ("llama-3.1-8b", "Llama 3.1 8B"),
        ("phi-3.5-mini", "Phi-3.5-mini-instruct, initial"),
        ("qwen2.5-7b", "Qwen2.5-7B-Instruct"),
        ("qwen2.5-7b-yarn", "Qwen2.5-7B-Instruct with YaRN"),
        ("llama-3.2-1b", "Llama 3.2 1B"),
        ("deepseek-v3", "DeepSeek-V3"),
        ("qwen3-0.6b", "Qwen3-0.6B"),
        ("qwen3-8b", "Qwen3-8B"),
        ("gpt-oss-20b", "gpt-oss-20b"),
    ];
    assert_eq!(names.len() + 1, PRESETS.len());
    let cases = cases();
    for (id, name) in names {
        let case = cases.iter().find(|case| case.name == name).unwrap();
        let (preset, layers) = (presets::by_id(id).unwrap(), layers(case));
        assert_eq!(layers[0].rotary_dim, preset.rotary_dim, "{id}");
        same_but_for_a_bit(&layers[0].params, &preset.params(), id);
        let length = case.config["max_position_embeddings"].as_f64().unwrap();
        let stretched =
            preset.factor > 1.0 && layers[0].params.rope_type == RopeType::Yarn && length == 32_768.0;
        let reached = if stretched { length * preset.factor } else { length };
        assert_eq!(reached, preset.max_position_embeddings, "{id}");
    }
}

/// A number in JSON may be read one bit off.
fn same_but_for_a_bit(read: &rope::Params, preset: &rope::Params, id: &str) {
    let lists = |params: &rope::Params| [params.short_factor.clone(), params.long_factor.clone()].concat();
    let (a, b) = (lists(read), lists(preset));
    assert!(a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a / b - 1.0).abs() < 3e-16), "{id}");
    let plain = |params: &rope::Params| rope::Params {
        short_factor: Vec::new(),
        long_factor: Vec::new(),
        ..params.clone()
    };
    assert_eq!(plain(read), plain(preset), "{id}");
}

/// A damaged configuration is an error or still a configuration, never a panic.
#[test]
fn damaged_configs_do_not_panic() {
    let mut refused = 0;
    for case in cases() {
        let text = case.config.to_string();
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)).step_by(7) {
            refused += usize::from(config::read(&text[..at]).is_err());
            for patch in ["-1", "0", "1e308", "null", "\"x\"", "[]", "{}"] {
                let Some(colon) = text[at..].find(':') else { continue };
                let value = at + colon + 1;
                let end = text[value..].find([',', '}']).map_or(text.len(), |end| value + end);
                let damaged = format!("{}{patch}{}", &text[..value], &text[end..]);
                if let Ok(model) = config::read(&damaged) {
                    assert!(
                        model.layers.iter().all(|layer| layer.frequencies(Some(1e5)).is_ok()),
                        "{damaged}"
                    );
                }
            }
        }
    }
    assert!(refused > 100);
}
