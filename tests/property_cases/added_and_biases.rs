//! The sinusoid, the ALiBi slopes, and what every scheme of the list promises.

use crate::*;

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
        let params = alibi::Params { slope_scale: scale, slopes: vec![edit], ..Default::default() };
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

/// Every table of distances has a row for each distance that n tokens have.
pub fn fits(relative: &Relative, sizes: Sizes) {
    for table in [&relative.query, &relative.key, &relative.value].into_iter().flatten() {
        let (heads, rows, width) = table.rows.dim();
        assert!(heads == 1 || heads == sizes.n_heads);
        assert_eq!((width, table.index.len()), (sizes.head_dim, (2 * sizes.n).saturating_sub(1)));
        assert!(table.index.iter().all(|row| *row < rows) && table.rows.iter().all(|x| x.is_finite()));
    }
    assert!(relative.key_vector.iter().all(|u| u.dim() == (sizes.n_heads, sizes.head_dim)));
}

/// Every scheme of the list gives exactly what its entry says, in the promised shape, and only finite numbers.
#[test]
fn every_scheme_gives_what_its_entry_says() {
    use locus::position::Entry;
    for (n, n_heads, head_dim) in [(0, 1, 2), (1, 1, 2), (9, 3, 10), (130, 32, 16)] {
        let sizes = Sizes { n, d_model: n_heads * head_dim, n_heads, head_dim };
        for scheme in SCHEMES {
            let rope = rope::Params { rope_type: RopeType::Yarn, factor: 64.0, ..Default::default() };
            let params = Params { rope, ..Default::default() };
            let rotation = scheme.angles(sizes, &params).map(|angles| Rotation::of(&angles));
            let (info, relative) = (scheme.info(), scheme.relative(sizes, &params));
            let (added, bias) = (scheme.added(sizes, &params), scheme.distance_bias(sizes, &params));
            assert_eq!(added.is_some(), info.entry == Entry::AddedToEmbedding, "{}", info.id);
            assert_eq!(rotation.is_some(), info.entry == Entry::RotatesQueryKey, "{}", info.id);
            assert_eq!(relative.is_some(), info.entry == Entry::TermOfScore, "{}", info.id);
            let may_bias = matches!(info.entry, Entry::BiasOnLogits | Entry::TermOfScore);
            assert!(bias.is_some() == (info.entry == Entry::BiasOnLogits) || may_bias, "{}", info.id);
            relative.iter().for_each(|relative| fits(relative, sizes));
            added.iter().for_each(|pe| assert_eq!(pe.dim(), (n, sizes.d_model)));
            bias.iter().for_each(|bias| assert_eq!(bias.dim(), (n_heads, (2 * n).saturating_sub(1))));
            rotation.iter().for_each(|turn| assert_eq!(turn.cos.dim(), (n, head_dim / 2)));
            let tables = [added, bias, rotation.as_ref().map(|r| r.cos.clone()), rotation.map(|r| r.sin)];
            assert!(tables.iter().flatten().all(|table| table.iter().all(|x| x.is_finite())));
        }
    }
}
