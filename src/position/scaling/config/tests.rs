//! What is read of small configurations, and what is refused. Whole ones: `tests/rope_configs.rs`.

use super::*;
use crate::position::scaling::{Problem, RopeType};

/// A LLaMA of 8 heads of 16 dimensions, with `more` keys.
fn llama(more: &str) -> Result<ModelConfig, ConfigError> {
    read(&format!(
        r#"{{"model_type": "llama", "hidden_size": 128, "num_attention_heads": 8, "max_position_embeddings": 2048{more}}}"#
    ))
}

fn scaled(rope: &str) -> Result<ModelConfig, ConfigError> {
    llama(&format!(r#", "rope_scaling": {rope}"#))
}

#[test]
fn other_texts_are_refused_by_name() {
    assert_eq!(read("{\n \"a\": NaN}"), Err(ConfigError::NotJson { line: 2, column: 7 }));
    assert!(matches!(read(""), Err(ConfigError::NotJson { .. })));
    assert!(matches!(read(r#"{"a": 1e999}"#), Err(ConfigError::NotJson { .. })));
    assert_eq!(read("[1, 2]"), Err(ConfigError::NotAnObject));
    assert_eq!(read(r#"{"tokenizer_class": "GPT2Tokenizer"}"#), Err(ConfigError::NoHeads));
    let bert = r#"{"model_type": "bert", "hidden_size": 768, "num_attention_heads": 12}"#;
    assert_eq!(read(bert), Err(ConfigError::NoRope { model_type: Some("bert".into()) }));
    let deep = "[".repeat(100_000);
    assert!(matches!(read(&deep), Err(ConfigError::NotJson { .. })));
    let long = " ".repeat(10 << 20);
    assert_eq!(read(&long), Err(ConfigError::TooLong { bytes: 10 << 20, max: MAX_BYTES }));
}

#[test]
fn a_bad_number_names_its_key() {
    let range = |key: &str, value| Err(ConfigError::OutOfRange { key: key.into(), value });
    assert_eq!(llama(r#", "head_dim": -4"#), range("head_dim", -4.0));
    assert_eq!(llama(r#", "head_dim": 2.5"#), range("head_dim", 2.5));
    assert_eq!(llama(r#", "head_dim": 100000"#), range("head_dim", 1e5));
    assert_eq!(llama(r#", "partial_rotary_factor": 2"#), range("partial_rotary_factor", 2.0));
    let kind = |key: &str| Err(ConfigError::WrongKind { key: key.into() });
    assert_eq!(llama(r#", "rope_theta": "10000""#), kind("rope_theta"));
    assert_eq!(scaled(r#"{"type": 3}"#), kind("rope_type"));
    assert_eq!(
        scaled(r#"{"type": "longrope", "short_factor": ["a"], "long_factor": [1]}"#),
        kind("short_factor")
    );
}

#[test]
fn a_rule_without_what_it_needs_says_what() {
    let missing = |key| Err(ConfigError::Missing { key });
    assert_eq!(scaled(r#"{"type": "linear"}"#), missing("factor"));
    assert_eq!(scaled(r#"{"type": "llama3", "factor": 8}"#), missing("low_freq_factor"));
    assert_eq!(scaled(r#"{"type": "longrope", "factor": 4}"#), missing("short_factor"));
    let no_length = r#"{"head_dim": 16, "rope_scaling": {"type": "dynamic", "factor": 2}}"#;
    assert_eq!(read(no_length), missing("max_position_embeddings"));
    let unknown = scaled(r#"{"rope_type": "proportional"}"#);
    assert_eq!(unknown, Err(ConfigError::UnknownRopeType { name: "proportional".into() }));
}

#[test]
fn an_undefined_rule_is_told_with_its_numbers() {
    let problem = |config: Result<ModelConfig, ConfigError>| match config {
        Err(ConfigError::Rope { problem, .. }) => problem,
        other => panic!("{other:?}"),
    };
    let lists = r#"{"type": "longrope", "short_factor": [1, 1], "long_factor": [1, 1]}"#;
    let length = Problem::ListLength { list: "short_factor", given: 2, needed: 8 };
    assert_eq!(problem(scaled(lists)), length);
    let empty = r#"{"type": "longrope", "short_factor": [], "long_factor": [1, 1]}"#;
    assert_eq!(problem(scaled(empty)), Problem::ListLength { list: "short_factor", given: 0, needed: 8 });
    let below = problem(scaled(r#"{"type": "linear", "factor": 0.5}"#));
    assert_eq!(below, Problem::FactorBelowOne { factor: 0.5 });
    assert_eq!(problem(llama(r#", "head_dim": 7"#)), Problem::OddRotaryDim { rotary_dim: 7 });
    assert_eq!(problem(llama(r#", "rope_theta": -5"#)), Problem::Base { base: -5.0 });
}

#[test]
fn older_names_are_understood() {
    let ones = [1.0; 8].map(|x: f64| x.to_string()).join(", ");
    let lists = format!(r#""short_factor": [{ones}], "long_factor": [{ones}]"#);
    let su = scaled(&format!(r#"{{"type": "su", {lists}}}"#)).unwrap();
    assert_eq!(su.layers[0].params.rope_type, RopeType::Longrope);
    let beside = llama(&format!(
        r#", "rope_scaling": {{"type": "su"}}, {lists}, "original_max_position_embeddings": 512"#
    ))
    .unwrap();
    let params = &beside.layers[0].params;
    assert_eq!((params.original_max_position_embeddings, params.factor), (512.0, 4.0));
    let mrope = scaled(r#"{"type": "mrope", "mrope_section": [2, 3, 3]}"#).unwrap();
    assert_eq!(mrope.layers[0].params.rope_type, RopeType::Default);
    let gptj = r#"{"model_type": "gptj", "n_embd": 256, "n_head": 4, "n_positions": 2048, "rotary_dim": 32}"#;
    let gptj = read(gptj).unwrap();
    assert_eq!((gptj.head_dim, gptj.layers[0].rotary_dim), (64, 32));
}

#[test]
fn the_part_that_was_read_is_named() {
    let both =
        r#"{"model_type": "x", "text_config": {"model_type": "llama", "head_dim": 16}, "vision_config": {}}"#;
    let config = read(both).unwrap();
    assert_eq!((config.part, config.model_type.as_deref()), (Some("text_config"), Some("llama")));
    let plain = llama("").unwrap();
    assert_eq!((plain.part, plain.layers[0].theta_is_default), (None, true));
    assert_eq!(plain.layers[0].frequencies(None).unwrap().inv_freq.len(), 8);
}
