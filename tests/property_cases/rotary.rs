//! Axes, sections, maps of positions and stretched tables.

use crate::*;
use locus::position::mrope::{self, NextId, Sections, Segment};
use locus::position::remap::self_extend::Shift;
use locus::position::remap::{self, PositionMap, relative_position};
use locus::position::rope_axes::{self, Axes};
use locus::position::{resize, rope_hands, rope_mixed};

fn remap_params() -> impl Strategy<Value = remap::Params> {
    let map = prop_oneof![
        Just(PositionMap::None),
        Just(PositionMap::Rerope),
        Just(PositionMap::LeakyRerope),
        Just(PositionMap::SelfExtend)
    ];
    let shift = prop_oneof![Just(Shift::Floor), Just(Shift::Division)];
    (map, 1_usize..200, 1_usize..200, 1_usize..64, log_range(1.0, 64.0), shift).prop_map(
        |(position_map, rerope_window, neighbor_window, group_size, leaky_factor, self_extend_shift)| {
            remap::Params {
                position_map,
                rerope_window,
                leaky_factor,
                group_size,
                neighbor_window,
                self_extend_shift,
            }
        },
    )
}

fn segment() -> impl Strategy<Value = Segment> {
    prop_oneof![
        (0_usize..9).prop_map(Segment::Text),
        (0_usize..6, 0_usize..6, 0_usize..6).prop_map(|(frames, rows, columns)| Segment::Visual {
            frames,
            rows,
            columns
        }),
    ]
}

proptest! {
    /// Near pairs keep their distance; far ones never look farther than they are nor nearer than the window, save
    /// for the step of one that flooring makes.
    #[test]
    fn a_map_shortens_far_distances_only(params in remap_params(), i in 0_usize..5000, j in 0_usize..5000) {
        let (g, distance) = (relative_position(i, j, &params), i as f64 - j as f64);
        prop_assert_eq!(g, -relative_position(j, i, &params));
        let window = remap::window(&params).unwrap_or(usize::MAX);
        if i.abs_diff(j) < window {
            prop_assert_eq!(g, distance);
        } else {
            let rounding = 1e-9 * distance.abs();
            prop_assert!(g.abs() <= distance.abs() + 1.0 + rounding);
            prop_assert!(g.abs() > window as f64 - 1.0 - rounding);
        }
    }

    #[test]
    fn the_reach_is_the_last_length_that_fits(params in remap_params(), trained in 1_usize..3000) {
        if let Some(reach) = remap::reach(trained, &params) {
            let largest = |n| remap::largest_relative_position(n, &params);
            prop_assert!(largest(reach) <= trained as f64 - 1.0);
            prop_assert!(largest(reach + 1) > trained as f64 - 1.0);
            prop_assert!(reach >= trained);
        } else {
            prop_assert!(params.position_map == PositionMap::Rerope && params.rerope_window < trained);
        }
    }

    /// Every axis: shifting both tokens along it leaves the score, and half of the pairs do not see it.
    #[test]
    fn grid_scores_depend_on_row_and_column_distances(
        q in vector(16), k in vector(16), places in [0_usize..50, 0..50, 0..50, 0..50], shift in [0_usize..50, 0..50],
    ) {
        let theta = default::inv_freq(8, 1e4);
        let score = |dy: usize, dx: usize| {
            let at = [(places[0] + dy, places[1] + dx), (places[2] + dy, places[3] + dx)];
            let angle = rope_axes::grid_angles(&at, &theta);
            let angles = Angles { angle, attention_factor: 1.0, pairing: Pairing::HalfSplit };
            let (mut q, mut k) = (q.clone(), k.clone());
            angles.turn(0, q.view_mut());
            angles.turn(1, k.view_mut());
            q.dot(&k)
        };
        prop_assert!((score(0, 0) - score(shift[0], shift[1])).abs() < 1e-11);
    }

    /// Text is counted one by one, ids never fall back at a text token, and the rules agree without long videos.
    #[test]
    fn ids_go_on_behind_every_block(sequence in prop::collection::vec(segment(), 0..6)) {
        let count = |segment: &Segment| match *segment {
            Segment::Text(n) => n,
            Segment::Visual { frames, rows, columns } => frames * rows * columns,
        };
        let total: usize = sequence.iter().map(count).sum();
        let (side, largest) = (
            mrope::position_ids(&sequence, NextId::MaxSide),
            mrope::position_ids(&sequence, NextId::MaxId),
        );
        prop_assert_eq!((side.len(), largest.len()), (total, total));
        let long = |s: &Segment| matches!(*s, Segment::Visual { frames, rows, columns } if frames > rows.max(columns));
        prop_assert!(side == largest || sequence.iter().any(long));
        // with the first release's rule every text id is larger than all before it
        let mut at = 0;
        for segment in &sequence {
            if let (Segment::Text(n), Some(top)) = (segment, largest[..at].iter().flatten().max()) {
                prop_assert!(largest[at..at + n].iter().all(|id| id[0] > *top));
            }
            at += count(segment);
        }
    }

    #[test]
    fn every_pair_has_one_axis_and_chunks_are_the_sections(t in 0_usize..30, h in 0_usize..30, w in 0_usize..30) {
        for (axis, section) in [t, h, w].into_iter().enumerate() {
            let owned = (0..t + h + w).filter(|i| mrope::axis(*i, [t, h, w], Sections::Chunked) == axis).count();
            prop_assert_eq!(owned, section);
        }
        let pairs = t + h + w;
        prop_assert_eq!(mrope::proportional_section(pairs).iter().sum::<usize>(), pairs);
    }

    /// Partial rotary of any even part is RoPE on that part.
    #[test]
    fn a_part_turns_as_a_head_of_its_own_would(pairs in 0_usize..=8, base in log_range(1e2, 1e7)) {
        let rope = rope::Params { base, ..Default::default() };
        let axes = rope_axes::Params { partial_rotary_factor: 2.0 * pairs as f64 / 16.0, ..Default::default() };
        let sizes = Sizes { n: 5, d_model: 16, n_heads: 1, head_dim: 16 };
        let whole = Sizes { head_dim: 2 * pairs, ..sizes };
        prop_assert_eq!(
            rope_axes::angles(sizes, &rope, &axes, &[]),
            rope_axes::angles(whole, &rope, &rope_axes::Params::default(), &[])
        );
    }

    /// Whatever the controls say there are angles of the promised width, or a problem with the key of a control.
    #[test]
    fn angles_or_a_reason(
        factor in 0.0..=1.0_f64, axes in 0_usize..3, section in prop::collection::vec(0.0..40.0_f64, 0..4),
        head_dim in 1_usize..=40,
    ) {
        let rope_axes = [Axes::One, Axes::Two, Axes::Three][axes];
        let section = section.into_iter().map(f64::round).collect();
        let params = rope_axes::Params { partial_rotary_factor: factor, rope_axes, mrope_section: section, ..Default::default() };
        let sizes = Sizes { n: 7, d_model: 8 * head_dim, n_heads: 8, head_dim: 2 * head_dim };
        match (rope_axes::angles(sizes, &Default::default(), &params, &[]), rope_axes::problem(sizes.head_dim, &params)) {
            (Some(angles), None) => {
                prop_assert_eq!(angles.angle.dim(), (7, rope_axes::rotary_dim(sizes.head_dim, &params) / 2));
            }
            (None, Some(problem)) => prop_assert!(rope_axes::PARAMETERS.iter().any(|p| p.key == problem.key)),
            other => prop_assert!(false, "{other:?}"),
        }
    }

    #[test]
    fn permuting_undoes_a_mix_up(q in vector(12), k in vector(12), pairs in 1_usize..=6, pairing in pairing()) {
        let freq = Frequencies { inv_freq: default::inv_freq(2 * pairs, 1e4), attention_factor: 1.0 };
        let angles = Angles::at([0.0, 40.0].into_iter(), &freq, pairing);
        let rows = |a: &Array1<f64>, b: &Array1<f64>| ndarray::stack![Axis(0), *a, *b];
        let mixed = rope_mixed::mix_up(rows(&q, &k).view(), rows(&k, &q).view(), &angles, 1.0);
        prop_assert!(mixed.permuted_difference < 1e-13);
        prop_assert!(pairs > 1 || mixed.largest_difference == 0.0);
    }

    #[test]
    fn pairs_sum_to_the_score(q in vector(20), k in vector(20), m in 0.0..2e3_f64, n in 0.0..2e3_f64, pairing in pairing()) {
        let freq = Frequencies { inv_freq: default::inv_freq(16, 1e4), attention_factor: 1.1 };
        let score = rope_hands::score((q.view(), m), (k.view(), n), &freq, pairing);
        let pairs: f64 = rope_hands::pair_scores(q.view(), k.view(), m - n, &freq, pairing).iter().sum();
        let still: f64 = (16..20).map(|dim| q[dim] * k[dim]).sum();
        prop_assert!((pairs + still - score).abs() < 1e-9);
    }

    /// Bilinear weights never overshoot; both rules keep a constant table constant.
    #[test]
    fn stretching_keeps_constants(old in 1_usize..40, new in 1_usize..80, at in any::<prop::sample::Index>()) {
        let p = at.index(new);
        for rule in [resize::Resize::Bilinear, resize::Resize::Bicubic] {
            let taps = resize::taps(rule, old, new, p);
            prop_assert!((taps.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-13);
            prop_assert!(taps.iter().all(|(row, _)| *row < old));
            prop_assert!(rule == resize::Resize::Bicubic || taps.iter().all(|(_, weight)| *weight >= 0.0));
        }
    }
}
