//! What each rule says of itself: its undefined corners, its warnings, and what it reads.

use super::scaling::of;
use crate::*;
use locus::position::scaling::{Problem, Warning};

/// Every undefined corner has its own name, by the parameter at fault.
#[test]
fn undefined_parameters_are_named() {
    let plain = rope::Params { factor: 2.0, ..Default::default() };
    let with = |change: fn(&mut rope::Params)| {
        let mut params = plain.clone();
        change(&mut params);
        params
    };
    let stretching = &ROPE_TYPES[1..];
    for &rope_type in ROPE_TYPES {
        let problem = |d, params: &rope::Params| scaling::problem(rope_type, d, params);
        assert_eq!(problem(7, &plain), Some(Problem::OddRotaryDim { rotary_dim: 7 }));
        assert_eq!(problem(0, &plain), Some(Problem::NoPairs));
        assert_eq!(problem(8, &with(|p| p.base = 1.0)), Some(Problem::Base { base: 1.0 }));
        assert!(matches!(problem(8, &with(|p| p.base = f64::NAN)), Some(Problem::Base { .. })));
        let below = problem(8, &with(|p| p.factor = 0.5));
        let none = problem(8, &with(|p| p.original_max_position_embeddings = 0.0));
        let method = rope_type.method();
        assert_eq!(below, method.uses.contains(&"factor").then_some(Problem::FactorBelowOne { factor: 0.5 }));
        let reads_length = method.uses.contains(&"original_max_position_embeddings");
        assert_eq!(none, reads_length.then_some(Problem::OriginalLength { length: 0.0 }));
        assert_eq!(problem(8, &plain), None);
    }
    assert!(stretching.iter().all(|rope_type| rope_type.method().uses.contains(&"factor")));

    for rope_type in [RopeType::Ntk, RopeType::Dynamic] {
        assert_eq!(scaling::problem(rope_type, 2, &plain), Some(Problem::OnePair));
    }
    let yarn = |change: fn(&mut rope::Params)| scaling::problem(RopeType::Yarn, 8, &with(change));
    assert_eq!(yarn(|p| p.beta_fast = 0.0), Some(Problem::Turns { name: "beta_fast", value: 0.0 }));
    assert_eq!(yarn(|p| p.attention_factor = Some(-1.0)), Some(Problem::AttentionFactor { value: -1.0 }));
    let llama = |change: fn(&mut rope::Params)| scaling::problem(RopeType::Llama3, 8, &with(change));
    let equal = Problem::FrequencyFactors { low: 1.0, high: 1.0 };
    assert_eq!(llama(|p| p.high_freq_factor = 1.0), Some(equal));
    let long = |change: fn(&mut rope::Params)| scaling::problem(RopeType::Longrope, 8, &with(change));
    let length = Problem::ListLength { list: "long_factor", given: 3, needed: 4 };
    assert_eq!(long(|p| p.long_factor = vec![1.0; 3]), Some(length));
    let value = Problem::ListValue { list: "short_factor", pair: 1, value: 0.0 };
    assert_eq!(long(|p| p.short_factor = vec![1.0, 0.0, 1.0, 1.0]), Some(value));
    assert_eq!(value.key(), "short_factor");
}

/// β in the wrong order is no error: it turns the ramp round, which is told.
#[test]
fn reversed_betas_are_a_warning() {
    let params = rope::Params { factor: 4.0, beta_fast: 1.0, beta_slow: 32.0, ..Default::default() };
    let warning = Warning::BetasReversed { beta_fast: 1.0, beta_slow: 32.0 };
    assert_eq!(scaling::warning(RopeType::Yarn, 64, &params), Some(warning));
    assert_eq!(scaling::problem(RopeType::Yarn, 64, &params), None);
    assert_eq!(scaling::warning(RopeType::Linear, 64, &params), None);
    let short = rope::Params { factor: 4.0, original_max_position_embeddings: 2.0, ..Default::default() };
    assert!(matches!(scaling::warning(RopeType::Yarn, 64, &short), Some(Warning::RampReversed { .. })));
}

/// What the menus and the table are made from is complete and consistent.
#[test]
fn every_rule_is_described() {
    let keys: Vec<&str> = scaling::PARAMETERS.iter().map(|parameter| parameter.key).collect();
    assert_eq!(scaling::described().count(), ROPE_TYPES.len() + 1);
    for method in scaling::described() {
        assert!(
            method.year >= 2021 && !method.name.is_empty() && method.citation.contains("20"),
            "{}",
            method.id
        );
        assert!(method.mathml.starts_with("<m") && !method.convention.is_empty());
        assert!(method.uses.iter().all(|key| keys.contains(key)), "{} reads an unknown parameter", method.id);
        assert_eq!(method.id == "abf", method.id != method.rope_type.id());
    }
    for &rope_type in ROPE_TYPES {
        assert_eq!(rope_type.method().rope_type, rope_type);
    }
}

type Change = fn(&mut rope::Params);

/// A parameter that a rule does not list has no effect on it, and one that it lists does.
#[test]
fn every_rule_reads_what_it_says_it_reads() {
    let plain =
        rope::Params { factor: 4.0, seq_len: Some(5000.0), yarn_ramp: YarnRamp::Code, ..Default::default() };
    let changes: &[(&str, Change)] = &[
        ("base", |p| p.base = 77_777.0),
        ("factor", |p| p.factor = 3.0),
        ("original_max_position_embeddings", |p| p.original_max_position_embeddings = 9000.0),
        ("seq_len", |p| p.seq_len = Some(1000.0)),
        ("beta_fast", |p| p.beta_fast = 9.0),
        ("beta_slow", |p| p.beta_slow = 3.0),
        ("yarn_ramp", |p| p.yarn_ramp = YarnRamp::Paper),
        ("truncate", |p| p.truncate = Truncate::False),
        ("mscale", |p| (p.mscale, p.mscale_all_dim) = (Some(0.5), Some(1.0))),
        ("mscale_all_dim", |p| (p.mscale, p.mscale_all_dim) = (Some(1.0), Some(0.5))),
        ("attention_factor", |p| p.attention_factor = Some(1.7)),
        ("low_freq_factor", |p| p.low_freq_factor = 2.0),
        ("high_freq_factor", |p| p.high_freq_factor = 9.0),
        ("short_factor", |p| (p.short_factor, p.seq_len) = (vec![3.0; 64], None)),
        ("long_factor", |p| p.long_factor = vec![3.0; 64]),
    ];
    assert!(
        scaling::PARAMETERS
            .iter()
            .all(|p| p.key == "rope_type" || changes.iter().any(|(key, _)| *key == p.key))
    );
    for &rope_type in ROPE_TYPES {
        for (key, change) in changes {
            let mut before = plain.clone();
            if *key == "short_factor" {
                before.seq_len = None;
            }
            let mut after = before.clone();
            change(&mut after);
            let changed = of(rope_type, 128, &before) != of(rope_type, 128, &after);
            assert_eq!(changed, rope_type.method().uses.contains(key), "{rope_type:?} {key}");
        }
    }
}
