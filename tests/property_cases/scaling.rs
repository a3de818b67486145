//! `inv_freq` under every setting that the sliders reach, and the laws of each rule.

use crate::*;
use locus::position::scaling::{dynamic, llama3, ntk};

/// `params` under another rule.
fn under(rope_type: RopeType, params: &rope::Params) -> rope::Params {
    rope::Params { rope_type, ..params.clone() }
}

pub fn of(rope_type: RopeType, d: usize, params: &rope::Params) -> Frequencies {
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
