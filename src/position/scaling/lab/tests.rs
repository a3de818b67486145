//! The lab's numbers at settings whose answer is known, and its fast functions against plain ones.

use super::*;
use crate::position::scaling::{ROPE_TYPES, yarn};
use std::f64::consts::TAU;

const L: f64 = 4096.0;
const T: f64 = 32_768.0;
const D: usize = 128;

fn params() -> Params {
    Params { factor: T / L, original_max_position_embeddings: L, ..Params::default() }
}

fn drawn(rope_type: RopeType) -> Drawn {
    Variant::of(rope_type, &params(), T).draw(D, params().base, T).unwrap()
}

#[test]
fn pi_stays_in_range_and_plain_rope_does_not() {
    let plain = drawn(RopeType::Default);
    let unfinished = curves::unfinished(&plain.frequencies.inv_freq, L);
    assert_eq!(unfinished, 18);
    assert_eq!(plain.out_of_range, unfinished as f64 / 64.0);
    assert_eq!(drawn(RopeType::Linear).out_of_range, 0.0);
}

/// NTK's base leaves all unfinished pairs but the last a little out of range; YaRN and Llama 3 divide them wholly.
#[test]
fn ntk_leaves_pairs_out_of_range_that_yarn_does_not() {
    let out = |rope_type| drawn(rope_type).reach.iter().filter(|pair| pair.out_of_range).count();
    assert_eq!((out(RopeType::Ntk), out(RopeType::Yarn), out(RopeType::Llama3)), (17, 0, 0));
    let last = drawn(RopeType::Ntk).reach[63];
    assert!((last.reached / last.seen - 1.0).abs() < 1e-12 && !last.out_of_range);
}

#[test]
fn a_whole_circle_has_no_new_angle() {
    let reach = reach(&[TAU, 0.5, 0.5], 1.0, &[TAU, 0.5, 0.4], 1.2);
    let flags: Vec<_> = reach.iter().map(|pair| (pair.whole_circle, pair.out_of_range)).collect();
    assert_eq!(flags, [(true, false), (false, true), (false, false)]);
    assert_eq!((share_out_of_range(&reach), share_out_of_range(&[])), (1.0 / 3.0, 0.0));
}

#[test]
fn an_undefined_variant_is_an_error_of_its_own() {
    let draw = |rope_type| Variant::of(rope_type, &params(), T).draw(2, 10_000.0, T);
    assert_eq!(draw(RopeType::Ntk), Err(Problem::OnePair));
    assert!(draw(RopeType::Yarn).is_ok());
    let abf = Variant::abf(500_000.0, &params());
    assert_eq!((abf.method.id, abf.params.base), ("abf", 500_000.0));
    let slower = abf.draw(D, 10_000.0, T).unwrap();
    assert_eq!(slower.frequencies.inv_freq, default::inv_freq(D, 500_000.0));
}

/// Both ramps, and a dragged bound that comes back as the same β.
#[test]
fn the_ramp_view_shows_both_ramps() {
    let view = ramp_view(D, &params());
    assert_eq!((view.low, view.high, view.code.len(), view.paper.len()), (20.0, 46.0, 64, 64));
    assert!((view.turning_fast - 20.944_481_620_6).abs() < 1e-9);
    assert!((view.turning_slow - 45.026_881_273_8).abs() < 1e-9);
    assert!(view.code.iter().zip(&view.paper).any(|(a, b)| (a - b).abs() > 0.1));
    let dragged = Params { beta_fast: yarn::beta_fast_at(25.0, D, &params()), ..params() };
    assert_eq!(ramp_view(D, &dragged).low, 25.0);
}

/// The columns are means over every distance in them, one by one.
#[test]
fn the_columns_are_means_over_their_distances() {
    for &rope_type in ROPE_TYPES {
        let freq = drawn(rope_type).frequencies;
        for (most, bins) in [(63.0, 64), (1000.0, 77), (T, 512)] {
            let columns = binned_scores(&freq, most, bins);
            assert!(columns.len() <= bins);
            let width = ((most + 1.0) / bins as f64).ceil() as usize;
            for (k, (middle, mean)) in columns.iter().enumerate().step_by(13) {
                let distances = k * width..(k + 1) * width;
                let plain: f64 = distances.clone().map(|delta| score(delta as f64, &freq)).sum();
                assert!((mean - plain / width as f64).abs() < 1e-10, "{rope_type:?} {k}");
                assert_eq!(*middle, (distances.start + distances.end - 1) as f64 / 2.0);
            }
        }
    }
}

#[test]
fn the_score_starts_at_the_square_of_the_attention_factor() {
    let freq = drawn(RopeType::Yarn).frequencies;
    let m = freq.attention_factor;
    assert!(m > 1.2);
    assert!((score(0.0, &freq) - m * m).abs() < 1e-12);
    assert!((binned_scores(&freq, 10.0, 64)[0].1 - m * m).abs() < 1e-12);
    let none = Frequencies { inv_freq: Vec::new(), attention_factor: 1.0 };
    assert_eq!(binned_scores(&none, 0.0, 0), [(0.0, 0.0)]);
    assert_eq!(binned_scores(&freq, f64::from(1_u32 << 31), usize::MAX).len(), MAX_BINS);
}

#[test]
fn a_larger_factor_sharpens_the_softmax() {
    let logits = [2.0, 1.0, 0.0, -1.0];
    let sharp = sharpness(&logits, 1.3);
    assert!(sharp.sharpened_entropy < sharp.plain_entropy);
    assert!(sharp.sharpened[0] > sharp.plain[0]);
    assert!((sharp.plain.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    // softmax(1.69 z): the ratio of the first two weights is e^1.69
    assert!((sharp.sharpened[0] / sharp.sharpened[1] - 1.69_f64.exp()).abs() < 1e-12);
    let same = sharpness(&[5.0; 8], 2.0);
    assert!((same.sharpened_entropy - 8.0_f64.ln()).abs() < 1e-12);
    assert_eq!(sharpness(&[], 2.0).plain_entropy, 0.0);
    assert_eq!(sharpness(&logits, 1.0).sharpened, sharpness(&logits, 1.0).plain);
}

/// Cos and sin against the softmax scale: equal for a head that rotates wholly, different otherwise.
#[test]
fn where_the_temperature_enters_matters_for_partial_rotary() {
    let (cos_sin, softmax) = where_it_enters(0.7, 0.0, 1.3);
    assert_eq!(cos_sin, softmax);
    let (cos_sin, softmax) = where_it_enters(0.7, 0.5, 1.3);
    assert!((softmax - cos_sin - 0.5 * (1.69 - 1.0)).abs() < 1e-12);
}

/// All that the lab draws; how long it takes is printed.
#[test]
fn everything_is_drawn_for_every_rule() {
    let start = std::time::Instant::now();
    let rounds = 20;
    for _ in 0..rounds {
        for &rope_type in ROPE_TYPES {
            let drawn = drawn(rope_type);
            assert_eq!(binned_scores(&drawn.frequencies, T, MAX_BINS).len(), 505);
        }
        assert_eq!(ramp_view(D, &params()).code.len(), 64);
    }
    println!("the lab at d = 128, {} rules: {:?}", ROPE_TYPES.len(), start.elapsed() / rounds);
}

#[test]
fn the_comparison_stretches_what_the_reader_did_not() {
    let setting = |factor| Setting {
        rotary_dim: D,
        target: T,
        params: Params { factor, rope_type: RopeType::Yarn, ..params() },
    };
    assert_eq!((setting(1.0).compared_factor(), setting(3.0).compared_factor()), (T / L, 3.0));
    let ids: Vec<_> = setting(2.0).others().iter().map(|variant| variant.method.id).collect();
    assert_eq!(ids, ["default", "linear", "ntk", "dynamic", "longrope", "llama3", "abf"]);
    assert_eq!((needed_factor(L, L / 2.0), needed_factor(0.0, T), needed_factor(1.0, 1e9)), (1.0, 1.0, 64.0));
}

/// A list for another width would make LongRoPE undefined in the comparison.
#[test]
fn the_comparison_leaves_out_lists_of_another_width() {
    let params = Params { long_factor: vec![2.0; 48], short_factor: vec![3.0; D / 2], ..params() };
    let compared = Setting { rotary_dim: D, target: T, params }.compared(RopeType::Longrope);
    assert_eq!((compared.params.long_factor.len(), compared.params.short_factor.len()), (0, D / 2));
    assert!(compared.draw(D, 10_000.0, T).is_ok());
}

#[test]
fn a_models_target_is_what_it_says_else_the_readers_else_four_times_its_own() {
    assert_eq!(target_of_model(8192.0, Some(131_072.0), 100.0), 131_072.0);
    assert_eq!(target_of_model(2048.0, Some(2048.0), 5000.0), 5000.0);
    assert_eq!(target_of_model(2048.0, None, 2048.0), 8192.0);
}

#[test]
fn pairs_are_counted_by_what_happens_to_them() {
    assert_eq!(ramp_counts(&[0.0, 0.0, 0.5, 1.0]), (2, 1, 1));
    assert_eq!(ramp_counts(&ramp_view(D, &params()).code), (21, 25, 18));
    let plain = drawn(RopeType::Default);
    let pi = drawn(RopeType::Linear);
    assert_eq!((count_out_of_range(&plain.reach), count_out_of_range(&pi.reach)), (18, 0));
    assert!((slowdown(&plain.frequencies.inv_freq, &pi.frequencies.inv_freq) - T / L).abs() < 1e-12);
    assert_eq!(slowdown(&[], &[]), 1.0);
}

#[test]
fn seeded_logits_fall_and_follow_the_seed() {
    let logits = seeded_logits(48, 7);
    assert!(logits.len() == 48 && logits.windows(2).all(|pair| pair[0] >= pair[1]));
    assert_ne!(logits, seeded_logits(48, 8));
}
