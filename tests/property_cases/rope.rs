//! Rotations: norms, distances, pairings.

use crate::*;

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
