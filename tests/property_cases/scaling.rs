//! `inv_freq` under every setting that the sliders reach.

use crate::*;

proptest! {
    #[test]
    fn every_setting_gives_finite_numbers(d in even_dim(), params in rope_params(), odd in 0_usize..2) {
        let freq = frequencies(d + odd, &params);
        prop_assert_eq!(freq.inv_freq.len(), d / 2);
        prop_assert!(freq.attention_factor.is_finite() && freq.attention_factor > 0.0);
        prop_assert!(freq.inv_freq.iter().all(|theta| theta.is_finite() && *theta > 0.0));
    }

    #[test]
    fn yarn_with_factor_one_is_default(d in even_dim(), params in rope_params()) {
        let with = |rope_type| frequencies(d, &rope::Params { factor: 1.0, rope_type, ..params.clone() });
        let (plain, yarn) = (with(RopeType::Default), with(RopeType::Yarn));
        prop_assert_eq!(yarn.attention_factor, 1.0);
        for (theta, other) in plain.inv_freq.iter().zip(&yarn.inv_freq) {
            prop_assert!((theta - other).abs() <= 1e-15 * theta);
        }
    }

    #[test]
    fn yarn_lies_between_divided_and_kept(d in even_dim(), params in rope_params()) {
        let plain = default::inv_freq(d, params.base);
        let scaled = yarn::frequencies(d, &params).inv_freq;
        for (theta, other) in plain.iter().zip(&scaled) {
            prop_assert!(*other <= theta * (1.0 + 1e-12));
            prop_assert!(*other >= theta / params.factor * (1.0 - 1e-12));
        }
        prop_assert!(yarn::is_reversed(d, &params) || scaled.windows(2).all(|pair| pair[1] < pair[0]));
    }

    /// The bounds can only cross for β in the wrong order or where no pair, or every pair, is in between.
    #[test]
    fn the_ramp_rises_for_ordinary_settings(
        d in even_dim(), base in log_range(1e4, 1e7), length in log_range(64.0, 1e4), factor in log_range(1.0, 64.0),
    ) {
        let params = rope::Params { base, factor, original_max_position_embeddings: length, ..Default::default() };
        prop_assert!(!yarn::is_reversed(d, &params));
    }

    #[test]
    fn the_attention_factor_grows_with_the_factor(a in log_range(1.0, 64.0), b in log_range(1.0, 64.0)) {
        prop_assert_eq!(a < b, yarn::attention_factor(a) < yarn::attention_factor(b));
    }
}
