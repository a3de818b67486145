//! What must hold of every scheme whatever the sliders say: laws from the papers, tried on random inputs.

use locus::attention::Mask;
use locus::attention::permutation::{Layer, Outcome, ROUNDING, compare};
use locus::attention::projection::{Projection, head_dim, weights};
use locus::attention::reference::{How, attend, softmax_rows};
use locus::embed::table::lookup;
use locus::matrix::{Matrix, Matrix64, max_abs_diff, to_f64};
use locus::position::rope::{Pairing, half_split_order, rotate};
use locus::position::scaling::{Frequencies, RopeType, default, frequencies, yarn};
use locus::position::{Params, SCHEMES, Sizes, alibi, rope_decay, sinusoidal};
use ndarray::{Array1, Axis};
use proptest::prelude::*;

/// Log-uniform over low … high, as the sliders for bases, factors and lengths are.
fn log_range(low: f64, high: f64) -> impl Strategy<Value = f64> {
    (low.ln()..=high.ln()).prop_map(move |log| log.exp().clamp(low, high))
}

fn pairing() -> impl Strategy<Value = Pairing> {
    prop_oneof![Just(Pairing::Interleaved), Just(Pairing::HalfSplit)]
}

/// An even head width up to 512, as the sliders reach.
fn even_dim() -> impl Strategy<Value = usize> {
    (1_usize..=256).prop_map(|pairs| 2 * pairs)
}

fn vector(d: usize) -> impl Strategy<Value = Array1<f64>> {
    prop::collection::vec(-3.0..3.0_f64, d).prop_map(Array1::from)
}

/// Every RoPE parameter over its whole range, β in any order.
fn rope_params() -> impl Strategy<Value = Params> {
    let ranges = (log_range(1e2, 1e7), log_range(1.0, 64.0), log_range(1.0, 1e7));
    let betas = (log_range(0.1, 128.0), log_range(0.1, 128.0));
    let rope_type = prop_oneof![Just(RopeType::Default), Just(RopeType::Yarn)];
    (ranges, betas, rope_type, pairing()).prop_map(|(ranges, betas, rope_type, rope_pairing)| Params {
        rope_pairing,
        rope_type,
        base: ranges.0,
        factor: ranges.1,
        original_max_position_embeddings: ranges.2,
        beta_fast: betas.0,
        beta_slow: betas.1,
        ..Params::default()
    })
}

fn rotated(x: &Array1<f64>, position: f64, freq: &Frequencies, pairing: Pairing) -> Array1<f64> {
    let mut x = x.clone();
    rotate(x.view_mut(), position, freq, pairing);
    x
}

fn norm(x: &Array1<f64>) -> f64 {
    x.dot(x).sqrt()
}

mod rope {
    use super::*;

    proptest! {
        #[test]
        fn rotation_keeps_norms_times_the_attention_factor(
            x in vector(64), params in rope_params(), p in 0.0..1e5_f64,
        ) {
            let freq = frequencies(64, &params);
            let turned = rotated(&x, p, &freq, params.rope_pairing);
            prop_assert!((norm(&turned) - norm(&x) * freq.attention_factor).abs() < 1e-12 * (1.0 + norm(&turned)));
        }

        #[test]
        fn scores_depend_on_the_distance_only(
            q in vector(32), k in vector(32), params in rope_params(),
            i in 0_u32..2000, j in 0_u32..2000, shift in 0_u32..2000,
        ) {
            let freq = frequencies(32, &params);
            let score = |i: u32, j: u32| {
                let at = |x: &Array1<f64>, p: u32| rotated(x, f64::from(p), &freq, params.rope_pairing);
                at(&q, i).dot(&at(&k, j))
            };
            // the angles themselves are rounded: 4000 · 2⁻⁵³ radians
            prop_assert!((score(i, j) - score(i + shift, j + shift)).abs() < 1e-9);
        }

        #[test]
        fn permuting_the_dimensions_turns_one_pairing_into_the_other(
            x in vector(24), base in log_range(1e2, 1e7), p in 0.0..1e4_f64,
        ) {
            let freq = Frequencies { inv_freq: default::inv_freq(24, base), attention_factor: 1.0 };
            let order = half_split_order(24);
            let before = rotated(&x.select(Axis(0), &order), p, &freq, Pairing::HalfSplit);
            let after = rotated(&x, p, &freq, Pairing::Interleaved).select(Axis(0), &order);
            prop_assert_eq!(before, after);
        }

        #[test]
        fn partial_rotary_leaves_the_rest(x in vector(20), pairs in 0_usize..=10, pairing in pairing()) {
            let freq = Frequencies { inv_freq: default::inv_freq(2 * pairs, 1e4), attention_factor: 1.0 };
            let turned = rotated(&x, 3.0, &freq, pairing);
            prop_assert_eq!(turned.slice(ndarray::s![2 * pairs..]), x.slice(ndarray::s![2 * pairs..]));
        }

        #[test]
        fn the_decay_bound_is_largest_at_distance_zero(
            d in even_dim(), base in log_range(1e2, 1e7), delta in 0.0..1e5_f64,
        ) {
            let theta = default::inv_freq(d, base);
            prop_assert!(rope_decay::bound(delta, &theta) <= rope_decay::bound(0.0, &theta) * (1.0 + 1e-12));
            prop_assert!(rope_decay::equal_pairs_score(delta, &theta).abs() <= d as f64 / 2.0 * (1.0 + 1e-12));
        }
    }
}

mod scaling {
    use super::*;

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
            let with = |rope_type| frequencies(d, &Params { factor: 1.0, rope_type, ..params.clone() });
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
            let params = Params { base, factor, original_max_position_embeddings: length, ..Params::default() };
            prop_assert!(!yarn::is_reversed(d, &params));
        }

        #[test]
        fn the_attention_factor_grows_with_the_factor(a in log_range(1.0, 64.0), b in log_range(1.0, 64.0)) {
            prop_assert_eq!(a < b, yarn::attention_factor(a) < yarn::attention_factor(b));
        }
    }
}

mod added_and_biases {
    use super::*;

    proptest! {
        #[test]
        fn one_matrix_shifts_every_sinusoid_by_k(d in even_dim(), p in 0_usize..4000, k in 0_usize..1000) {
            for i in 0..d / 2 {
                let m = sinusoidal::shift_matrix(k as f64, sinusoidal::omega(i, d, sinusoidal::BASE));
                let at = |p: usize, dim: usize| sinusoidal::entry(p, 2 * i + dim, d, sinusoidal::BASE);
                for row in 0..2 {
                    let shifted = m[row][0] * at(p, 0) + m[row][1] * at(p, 1);
                    prop_assert!((shifted - at(p + k, row)).abs() < 1e-11);
                }
            }
        }

        #[test]
        fn the_multiplier_and_the_edits_make_the_slopes(
            n_heads in 1_usize..=64, scale in 0.0..8.0_f64, edit in (0_usize..64, 0.0..1.0_f64),
        ) {
            let params = Params { slope_scale: scale, slope_edits: vec![edit], ..Params::default() };
            let in_force = alibi::slopes_in_force(n_heads, &params);
            for (head, (got, rule)) in in_force.iter().zip(alibi::slopes(n_heads)).enumerate() {
                prop_assert_eq!(*got, scale * if head == edit.0 { edit.1 } else { rule });
            }
        }

        #[test]
        fn the_bias_is_never_positive_and_falls_with_the_distance(
            slope in 0.0..8.0_f64, i in 0_usize..5000, j in 0_usize..5000,
        ) {
            prop_assert!(alibi::bias(slope, i, j) <= 0.0);
            prop_assert_eq!(alibi::bias(slope, i, j), alibi::bias(slope, j, i));
            prop_assert!(alibi::bias(slope, i, i) == 0.0);
            prop_assert!(alibi::bias(slope, i + 1, 0) <= alibi::bias(slope, i, 0));
        }
    }

    /// All 64 numbers of heads: the rule, written another way. Head by head, H is either the power P of two or P
    /// plus every other slope of 2P.
    #[test]
    fn slopes_follow_the_authors_rule_for_any_number_of_heads() {
        for n_heads in 1..=64_usize {
            let slopes = alibi::slopes(n_heads);
            let power = (0..).map(|a| 1_usize << a).take_while(|p| *p <= n_heads).last().unwrap();
            assert_eq!(slopes.len(), n_heads);
            for (t, slope) in slopes.iter().enumerate() {
                let exponent = match t < power {
                    true => 8.0 * (t + 1) as f64 / power as f64,
                    false => 8.0 * (2 * (t - power) + 1) as f64 / (2 * power) as f64,
                };
                assert!((slope * exponent.exp2() - 1.0).abs() < 1e-14, "head {t} of {n_heads}");
            }
            let (first, second) = slopes.split_at(power);
            assert!([first, second].iter().all(|half| half.windows(2).all(|pair| pair[1] < pair[0])));
        }
    }

    /// Every scheme of the list gives exactly what its entry says, in the promised shape, and only finite numbers.
    #[test]
    fn every_scheme_gives_what_its_entry_says() {
        use locus::position::Entry;
        for (n, n_heads, head_dim) in [(0, 1, 2), (1, 1, 2), (9, 3, 10), (130, 32, 16)] {
            let sizes = Sizes { n, d_model: n_heads * head_dim, n_heads, head_dim };
            for scheme in SCHEMES {
                let params = Params { rope_type: RopeType::Yarn, factor: 64.0, ..Params::default() };
                let (info, rotation) = (scheme.info(), scheme.rotation(sizes, &params));
                let (added, bias) = (scheme.added(sizes, &params), scheme.distance_bias(sizes, &params));
                assert_eq!(added.is_some(), info.entry == Entry::AddedToEmbedding, "{}", info.id);
                assert_eq!(rotation.is_some(), info.entry == Entry::RotatesQueryKey, "{}", info.id);
                assert_eq!(bias.is_some(), info.entry == Entry::BiasOnLogits, "{}", info.id);
                added.iter().for_each(|pe| assert_eq!(pe.dim(), (n, sizes.d_model)));
                bias.iter().for_each(|bias| assert_eq!(bias.dim(), (n_heads, (2 * n).saturating_sub(1))));
                rotation.iter().for_each(|turn| assert_eq!(turn.cos.dim(), (n, head_dim / 2)));
                let tables = [added, bias, rotation.as_ref().map(|r| r.cos.clone()), rotation.map(|r| r.sin)];
                assert!(tables.iter().flatten().all(|table| table.iter().all(|x| x.is_finite())));
            }
        }
    }
}

mod softmax {
    use super::*;

    /// Logits of which some are masked.
    fn logits() -> impl Strategy<Value = Matrix64> {
        let entry = prop_oneof![4 => -700.0..700.0_f64, 1 => Just(f64::NEG_INFINITY)];
        (1_usize..8, 1_usize..8).prop_flat_map(move |(rows, cols)| {
            prop::collection::vec(entry.clone(), rows * cols)
                .prop_map(move |values| Matrix64::from_shape_vec((rows, cols), values).unwrap())
        })
    }

    proptest! {
        #[test]
        fn rows_sum_to_one_and_masked_entries_are_zero(logits in logits()) {
            let weights = softmax_rows(&logits);
            for (row, given) in weights.rows().into_iter().zip(logits.rows()) {
                let all_masked = given.iter().all(|z| *z == f64::NEG_INFINITY);
                let sum = if all_masked { 0.0 } else { 1.0 };
                prop_assert!((row.sum() - sum).abs() < 1e-14);
                prop_assert!(row.iter().all(|a| (0.0..=1.0).contains(a)));
                prop_assert!(row.iter().zip(given).all(|(a, z)| *z != f64::NEG_INFINITY || *a == 0.0));
            }
        }

        #[test]
        fn a_constant_on_every_logit_changes_nothing(logits in logits(), constant in -50.0..50.0_f64) {
            let moved = softmax_rows(&logits.mapv(|z| z + constant));
            prop_assert!(max_abs_diff(softmax_rows(&logits).view(), moved.view()).unwrap() < 1e-12);
        }

        #[test]
        fn a_causal_mask_hides_later_tokens(seed in any::<u64>(), n in 2_usize..9) {
            let x = to_f64(&lookup(&ids(n), 8, seed, 0.0));
            let how = How { rotate: None, bias: None, scale: 0.5, mask: Mask::Causal };
            let all = attend(x.view(), x.view(), x.view(), &how);
            let some = x.slice(ndarray::s![..n - 1, ..]);
            let fewer = attend(some, some, some, &how);
            let before = all.output.slice(ndarray::s![..n - 1, ..]);
            prop_assert!(max_abs_diff(before, fewer.output.view()).unwrap() < 1e-13);
        }
    }
}

/// n different token ids.
fn ids(n: usize) -> Vec<u32> {
    (0..n as u32).collect()
}

mod permutation {
    use super::*;

    const N: usize = 7;
    const D_MODEL: usize = 24;

    /// A layer of the page's own seeded projections, without position or mask.
    fn plain(seed: u64, n_heads: usize) -> Layer {
        let w = |which| to_f64(&weights(which, D_MODEL, n_heads, seed, 0.5));
        Layer {
            w_q: w(Projection::Query),
            w_k: w(Projection::Key),
            w_v: w(Projection::Value),
            w_o: w(Projection::Output),
            n_heads,
            mask: Mask::Full,
            added: None,
            rotate: None,
            bias: Vec::new(),
        }
    }

    /// A seed, a number of heads and an order that is not the identity.
    fn experiment() -> impl Strategy<Value = (u64, usize, Vec<usize>)> {
        let moved = |order: &Vec<usize>| order.iter().enumerate().any(|(i, j)| i != *j);
        let order = Just((0..N).collect::<Vec<_>>()).prop_shuffle().prop_filter("moves a token", moved);
        (any::<u64>(), 1_usize..=6, order)
    }

    fn run(layer: &Layer, seed: u64, order: &[usize]) -> Outcome {
        compare(layer, &to_f64(&lookup(&ids(N), D_MODEL, seed, 0.2)), order).unwrap()
    }

    proptest! {
        #[test]
        fn attention_without_position_is_equivariant_and_its_mean_invariant((seed, n_heads, order) in experiment()) {
            let outcome = run(&plain(seed, n_heads), seed, &order);
            prop_assert!(outcome.equivariance_gap < ROUNDING, "{}", outcome.equivariance_gap);
            prop_assert!(outcome.invariance_gap < ROUNDING, "{}", outcome.invariance_gap);
        }

        #[test]
        fn every_scheme_and_the_causal_mask_break_it((seed, n_heads, order) in experiment()) {
            let width = head_dim(D_MODEL, n_heads);
            let freq = Frequencies { inv_freq: default::inv_freq(width, 1e4), attention_factor: 1.0 };
            let bias = |m: f64| Matrix64::from_shape_fn((N, N), |(i, j)| alibi::bias(m, i, j));
            let plain = plain(seed, n_heads);
            let broken = [
                ("causal", Layer { mask: Mask::Causal, ..plain.clone() }),
                ("sinusoidal", Layer { added: Some(sinusoidal::table(N, D_MODEL)), ..plain.clone() }),
                ("interleaved", Layer { rotate: Some((freq.clone(), Pairing::Interleaved)), ..plain.clone() }),
                ("half-split", Layer { rotate: Some((freq, Pairing::HalfSplit)), ..plain.clone() }),
                ("alibi", Layer { bias: alibi::slopes(n_heads).into_iter().map(bias).collect(), ..plain }),
            ];
            for (name, layer) in broken {
                // a reversal keeps every |i − j|, so the symmetric ALiBi bias cannot tell it
                let reversed = order.iter().rev().copied().eq(0..N);
                let gap = run(&layer, seed, &order).equivariance_gap;
                prop_assert!(gap > 1e-6 || (name == "alibi" && reversed), "{name}: {gap}");
            }
        }
    }

    /// What the exception above is: the symmetric bias depends on |i − j|, which a reversal keeps.
    #[test]
    fn symmetric_alibi_cannot_tell_a_reversal() {
        let bias = |m: f64| Matrix64::from_shape_fn((N, N), |(i, j)| alibi::bias(m, i, j));
        let layer = Layer { bias: alibi::slopes(2).into_iter().map(bias).collect(), ..plain(1, 2) };
        let reversed: Vec<usize> = (0..N).rev().collect();
        assert!(run(&layer, 1, &reversed).equivariance_gap < ROUNDING);
        assert!(run(&Layer { mask: Mask::Causal, ..layer }, 1, &reversed).equivariance_gap > 1e-6);
    }
}

mod embedding {
    use super::*;

    proptest! {
        #[test]
        fn lookup_is_one_hot_times_the_table(
            ids in prop::collection::vec(0_u32..20, 0..12), d in 1_usize..40, seed in any::<u64>(), common in 0.0..=1.0,
        ) {
            let table = lookup(&(0..20).collect::<Vec<_>>(), d, seed, common);
            let one_hot = Matrix::from_shape_fn((ids.len(), 20), |(row, id)| f32::from(ids[row] == id as u32));
            let rows = lookup(&ids, d, seed, common);
            prop_assert_eq!(&rows, &one_hot.dot(&table));
            prop_assert_eq!(rows, lookup(&ids, d, seed, common));
        }

        #[test]
        fn a_narrower_row_is_the_beginning_of_a_wider_one(
            ids in prop::collection::vec(any::<u32>(), 1..6), d in 1_usize..64, seed in any::<u64>(),
        ) {
            let (narrow, wide) = (lookup(&ids, d, seed, 0.3), lookup(&ids, 64, seed, 0.3));
            prop_assert_eq!(narrow, wide.slice(ndarray::s![.., ..d]));
        }

        #[test]
        fn tokens_and_seeds_differ(id in any::<u32>(), other in any::<u32>(), seed in any::<u64>()) {
            prop_assume!(id != other);
            prop_assert_ne!(lookup(&[id], 16, seed, 0.5), lookup(&[other], 16, seed, 0.5));
            prop_assert_ne!(lookup(&[id], 16, seed, 0.5), lookup(&[id], 16, seed.wrapping_add(1), 0.5));
        }
    }
}
