//! `inv_freq` under every setting that the sliders reach, and the laws of each rule.

use crate::*;
use locus::position::scaling::{Problem, Warning, dynamic, llama3, ntk};

/// `params` under another rule.
fn under(rope_type: RopeType, params: &rope::Params) -> rope::Params {
    rope::Params { rope_type, ..params.clone() }
}

fn of(rope_type: RopeType, d: usize, params: &rope::Params) -> Frequencies {
    scaling::of(rope_type, d, params).unwrap()
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs()
}

proptest! {
    #[test]
    fn every_setting_gives_finite_numbers_or_a_problem(d in 0_usize..=512, params in rope_params()) {
        match scaling::of(params.rope_type, d, &params) {
            Ok(freq) => {
                prop_assert_eq!(freq.inv_freq.len(), d / 2);
                prop_assert!(freq.attention_factor.is_finite() && freq.attention_factor > 0.0);
                prop_assert!(freq.inv_freq.iter().all(|theta| theta.is_finite() && *theta > 0.0));
            }
            Err(problem) => prop_assert!(d % 2 == 1 || d <= 2, "{:?} at d = {}", problem, d),
        }
    }

    /// Nothing to stretch: s = 1, or for LongRoPE a list of ones.
    #[test]
    fn factor_one_is_the_identity_of_every_rule(pairs in 2_usize..=256, params in rope_params()) {
        let d = 2 * pairs;
        let ones = vec![1.0; pairs];
        let params = rope::Params { factor: 1.0, short_factor: ones.clone(), long_factor: ones, ..params };
        let plain = default::inv_freq(d, params.base);
        for &rope_type in ROPE_TYPES {
            let freq = of(rope_type, d, &params);
            // Dynamic NTK with s = 1 still follows the length beyond L: n/L.
            let params = under(rope_type, &params);
            if rope_type == RopeType::Dynamic && dynamic::growth(&params) > 1.0 {
                continue;
            }
            prop_assert_eq!(freq.attention_factor, 1.0);
            prop_assert!(plain.iter().zip(&freq.inv_freq).all(|(a, b)| near(*a, *b)), "{:?}", rope_type);
        }
    }

    /// Between θ/s and θ: no rule that takes a factor goes further (dynamic NTK has its own, growing one).
    #[test]
    fn stretched_frequencies_lie_between_divided_and_kept(pairs in 2_usize..=256, params in rope_params()) {
        let d = 2 * pairs;
        let plain = default::inv_freq(d, params.base);
        for (rope_type, factor) in [
            (RopeType::Linear, params.factor),
            (RopeType::Ntk, params.factor),
            (RopeType::Dynamic, dynamic::growth(&params)),
            (RopeType::Yarn, params.factor),
            (RopeType::Llama3, params.factor),
        ] {
            for (theta, scaled) in plain.iter().zip(of(rope_type, d, &params).inv_freq) {
                prop_assert!(scaled <= theta * (1.0 + 1e-12), "{:?}", rope_type);
                prop_assert!(scaled >= theta / factor * (1.0 - 1e-12), "{:?}", rope_type);
            }
        }
    }

    /// Later pairs turn slower, except where YaRN's bounds have crossed (LongRoPE's lists are free).
    #[test]
    fn frequencies_fall_with_the_pair(pairs in 2_usize..=256, params in rope_params()) {
        let d = 2 * pairs;
        for &rope_type in ROPE_TYPES.iter().filter(|rope_type| **rope_type != RopeType::Longrope) {
            let freq = of(rope_type, d, &params).inv_freq;
            let reversed = rope_type == RopeType::Yarn && yarn::is_reversed(d, &params);
            prop_assert!(reversed || freq.windows(2).all(|pair| pair[1] < pair[0]), "{:?}", rope_type);
        }
    }

    #[test]
    fn linear_is_moving_the_positions_closer(d in even_dim(), params in rope_params(), p in 0.0..1e5_f64) {
        let scaled = of(RopeType::Linear, d, &params).inv_freq;
        let plain = default::inv_freq(d, params.base);
        prop_assert!(plain.iter().zip(scaled).all(|(theta, other)| near(p * other, p / params.factor * theta)));
    }

    /// i = 0 unchanged, i = d/2 − 1 exactly divided by s, in between θ_i s^(−2i/(d−2)).
    #[test]
    fn ntk_keeps_the_first_pair_and_divides_the_last(pairs in 2_usize..=256, params in rope_params()) {
        let d = 2 * pairs;
        let plain = default::inv_freq(d, params.base);
        let scaled = of(RopeType::Ntk, d, &params).inv_freq;
        prop_assert_eq!(scaled[0], plain[0]);
        prop_assert!(near(scaled[pairs - 1], plain[pairs - 1] / params.factor));
        for i in 0..pairs {
            let exponent = -2.0 * i as f64 / (d as f64 - 2.0);
            prop_assert!(near(scaled[i], plain[i] * params.factor.powf(exponent)));
        }
    }

    /// Up to n = L the base stays b; at n = L·s′ it is NTK's with s·s′ − s + 1.
    #[test]
    fn dynamic_starts_at_the_training_length(
        pairs in 2_usize..=256, params in rope_params(), within in 0.0..=1.0_f64, beyond in log_range(1.0, 64.0),
    ) {
        let (d, length) = (2 * pairs, params.original_max_position_embeddings);
        let at = |n| of(RopeType::Dynamic, d, &rope::Params { seq_len: Some(n), ..params.clone() }).inv_freq;
        prop_assert_eq!(at(length * within), default::inv_freq(d, params.base));
        prop_assert_eq!(at(length), default::inv_freq(d, params.base));
        let growth = params.factor * beyond - (params.factor - 1.0);
        let base = ntk::stretched_base(params.base, growth, d);
        for (a, b) in at(length * beyond).iter().zip(default::inv_freq(d, base)) {
            prop_assert!((a - b).abs() <= 1e-9 * b);
        }
    }

    /// The two ramps agree where the paper's keeps or divides wholly (bounds not clamped), and mostly nowhere else.
    #[test]
    fn yarns_ramps_agree_at_the_ends(pairs in 8_usize..=256, params in rope_params()) {
        let params = rope::Params { beta_fast: 32.0, beta_slow: 1.0, factor: 8.0, truncate: Truncate::False, ..params };
        let d = 2 * pairs;
        let ramp = |yarn_ramp| yarn::ramp(d, &rope::Params { yarn_ramp, ..params.clone() });
        let (code, paper) = (ramp(YarnRamp::Code), ramp(YarnRamp::Paper));
        let (low, high) = (yarn::pair_turning(32.0, d, &params), yarn::pair_turning(1.0, d, &params));
        prop_assume!(low >= 0.0 && high <= d as f64 - 1.0);
        for i in 0..pairs {
            let turns = yarn::rotations(i as f64, d, &params);
            if !(1.0 - 1e-9..=32.0 * (1.0 + 1e-9)).contains(&turns) {
                prop_assert!((code[i] - paper[i]).abs() < 1e-9, "pair {}: {} {}", i, code[i], paper[i]);
            } else if turns < 31.0 && turns > 1.1 {
                // turns fall exponentially with the pair, so the paper's ramp is ahead of a straight line
                prop_assert!(paper[i] > code[i], "pair {}: {} {}", i, code[i], paper[i]);
            }
        }
    }

    /// The bounds can only cross for β in the wrong order or where no pair, or every pair, is in between.
    #[test]
    fn the_ramp_rises_for_ordinary_settings(
        d in even_dim(), base in log_range(1e4, 1e7), length in log_range(64.0, 1e4), factor in log_range(1.0, 64.0),
    ) {
        let params = rope::Params { base, factor, original_max_position_embeddings: length, ..Default::default() };
        prop_assert!(!yarn::is_reversed(d, &params));
        prop_assert_eq!(scaling::warning(RopeType::Yarn, d, &params), None);
    }

    #[test]
    fn the_attention_factor_grows_with_the_factor(a in log_range(1.0, 64.0), b in log_range(1.0, 64.0)) {
        prop_assert_eq!(a < b, yarn::temperature(a, 1.0) < yarn::temperature(b, 1.0));
        let longrope = |s| scaling::longrope::attention_factor(s, 4096.0);
        prop_assert_eq!(a < b, longrope(a) < longrope(b));
    }

    /// Llama 3's rule is YaRN's paper ramp in other words.
    #[test]
    fn llama3_is_the_paper_ramp_without_a_temperature(d in even_dim(), params in rope_params()) {
        let params = rope::Params {
            beta_slow: params.low_freq_factor,
            beta_fast: params.high_freq_factor,
            yarn_ramp: YarnRamp::Paper,
            ..params
        };
        let (llama, yarn) = (of(RopeType::Llama3, d, &params), of(RopeType::Yarn, d, &params));
        for (a, b) in llama.inv_freq.iter().zip(&yarn.inv_freq) {
            prop_assert!((a - b).abs() <= 1e-9 * b);
        }
        prop_assert_eq!(llama.attention_factor, 1.0);
    }

    #[test]
    fn llama3_keeps_short_waves_and_divides_long_ones(d in even_dim(), params in rope_params()) {
        let length = params.original_max_position_embeddings;
        for (theta, scaled) in default::inv_freq(d, params.base).iter().zip(of(RopeType::Llama3, d, &params).inv_freq) {
            let wave = std::f64::consts::TAU / theta;
            if wave < length / params.high_freq_factor * (1.0 - 1e-9) {
                prop_assert_eq!(scaled, *theta);
            } else if wave > length / params.low_freq_factor * (1.0 + 1e-9) {
                prop_assert!(near(scaled, theta / params.factor));
            }
            prop_assert!((0.0..=1.0).contains(&llama3::kept(*theta, &params)));
        }
    }

    /// LongRoPE divides pair by pair, by the list that the length selects.
    #[test]
    fn longrope_divides_by_the_list_in_force(
        lists in prop::collection::vec((1.0..2.0_f64, 1.0..64.0_f64), 1..64), params in rope_params(),
    ) {
        let (short_factor, long_factor): (Vec<f64>, Vec<f64>) = lists.into_iter().unzip();
        let d = 2 * short_factor.len();
        let params = rope::Params { short_factor, long_factor, ..params };
        let is_long = params.seq_len.unwrap() > params.original_max_position_embeddings;
        let list = if is_long { &params.long_factor } else { &params.short_factor };
        let scaled = of(RopeType::Longrope, d, &params).inv_freq;
        for ((theta, lambda), scaled) in default::inv_freq(d, params.base).iter().zip(list).zip(scaled) {
            prop_assert_eq!(scaled, theta / lambda);
        }
    }
}

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
