//! What stands around the schemes: shared keys, latent keys, linear attention, depth, and readers that are no Transformer.

use crate::*;
use locus::attention::depth::{Rotary, Shape as StackShape, Stack};
use locus::attention::mla::{Mla, Shape as MlaShape};
use locus::attention::readers::{self, READERS, Verdict};
use locus::attention::{gqa, linear};
use ndarray::Array2;

/// A rows × cols matrix of N(0, 1/rows) entries, its own for every `stream`.
fn seeded(rows: usize, cols: usize, seed: u64, stream: u64) -> Matrix64 {
    let mut row = vec![0.0; rows * cols];
    locus::embed::random::fill_row(&mut row, seed, 1000 + stream);
    let scale = 1.0 / (rows.max(1) as f64).sqrt();
    Array2::from_shape_vec((rows, cols), row).unwrap().mapv(|x| f64::from(x) * scale)
}

fn frequencies_of(rotary_dim: usize) -> Frequencies {
    Frequencies { inv_freq: default::inv_freq(rotary_dim, 1e4), attention_factor: 1.0 }
}

fn latent_layer(shape: MlaShape, seed: u64, mask: Mask) -> Mla {
    let MlaShape { d_model, n_heads, kv_lora_rank, d_nope, d_rope, d_v } = shape;
    let w = |stream, rows, cols| seeded(rows, cols, seed, stream);
    Mla {
        shape,
        w_q: w(0, d_model, n_heads * (d_nope + d_rope)),
        w_dkv: w(1, d_model, kv_lora_rank),
        w_kr: w(2, d_model, d_rope),
        w_uk: w(3, kv_lora_rank, n_heads * d_nope),
        w_uv: w(4, kv_lora_rank, n_heads * d_v),
        w_o: w(5, n_heads * d_v, d_model),
        freq: frequencies_of(d_rope),
        pairing: Pairing::Interleaved,
        mask,
    }
}

fn mla_shape() -> impl Strategy<Value = MlaShape> {
    (1_usize..=4, 1_usize..=12, 1_usize..=5, 0_usize..=3, 1_usize..=6).prop_map(
        |(n_heads, kv_lora_rank, pairs, rope_pairs, d_v)| MlaShape {
            d_model: 16,
            n_heads,
            kv_lora_rank,
            d_nope: 2 * pairs,
            d_rope: 2 * rope_pairs,
            d_v,
        },
    )
}

fn mask() -> impl Strategy<Value = Mask> {
    prop_oneof![Just(Mask::Full), Just(Mask::Causal)]
}

fn gap(a: &Matrix64, b: &Matrix64) -> f64 {
    max_abs_diff(a.view(), b.view()).unwrap()
}

/// n different tokens of width `d`.
fn tokens(n: usize, d: usize, seed: u64) -> Matrix64 {
    to_f64(&lookup(&ids(n), d, seed, 0.2))
}

fn order(n: usize) -> impl Strategy<Value = Vec<usize>> {
    let moves = |order: &Vec<usize>| order.iter().enumerate().any(|(i, j)| i != *j);
    Just((0..n).collect::<Vec<_>>()).prop_shuffle().prop_filter("moves a token", moves)
}

proptest! {
    #[test]
    fn running_sums_make_what_the_map_makes(n in 1_usize..20, d in 1_usize..10, seed: u64, mask in mask()) {
        let [q, k, v] = [0, 1, 2].map(|stream| seeded(n, d, seed, stream) * (n as f64).sqrt());
        let map = linear::weights(q.view(), k.view(), mask, linear::EPSILON);
        let sums = linear::attend(q.view(), k.view(), v.view(), mask, linear::EPSILON);
        prop_assert!(gap(&map.dot(&v), &sums) < 1e-12);
        prop_assert!(map.rows().into_iter().all(|row| row.sum() <= 1.0 && row.sum() > 0.99));
        prop_assert!(map.indexed_iter().all(|((i, j), a)| (*a > 0.0) == mask.allows(i, j)));
    }

    /// Every group's heads see the same keys, so with equal queries they attend alike.
    #[test]
    fn heads_of_a_group_share_keys(n_kv in 1_usize..5, group in 1_usize..5, width in 1_usize..5, seed: u64) {
        let n_heads = n_kv * group;
        let w = seeded(8, n_kv * width, seed, 0);
        let repeated = gqa::repeat_kv(&w, n_heads, n_kv).unwrap();
        for t in 0..n_heads {
            let kv = gqa::kv_head(t, n_heads, n_kv).unwrap();
            let columns = |w: &Matrix64, at: usize| w.slice(ndarray::s![.., at * width..(at + 1) * width]).to_owned();
            prop_assert_eq!(columns(&repeated, t), columns(&w, kv));
        }
    }

    #[test]
    fn absorbing_changes_nothing(shape in mla_shape(), n in 1_usize..8, seed: u64, mask in mask()) {
        let (layer, x) = (latent_layer(shape, seed, mask), seeded(n, 16, seed, 9) * (n as f64).sqrt());
        let (naive, absorbed) = (layer.naive(&x).unwrap(), layer.absorbed(&x).unwrap());
        prop_assert!(gap(&naive.output, &absorbed.output) < 1e-12);
        for (a, b) in naive.weights.iter().zip(&absorbed.weights) {
            prop_assert!(gap(a, b) < 1e-12);
        }
    }

    /// RoPE on k^C itself: the exact score of every pair needs the matrix of its own distance, and M_0 fails off the
    /// diagonal.
    #[test]
    fn full_rotation_cannot_be_absorbed(shape in mla_shape(), n in 2_usize..8, seed: u64) {
        let (layer, x) = (latent_layer(shape, seed, Mask::Full), seeded(n, 16, seed, 9) * (n as f64).sqrt());
        let freq = frequencies_of(shape.d_nope);
        let c = layer.latent(&x);
        let query = x.dot(&layer.w_q);
        let width = shape.d_nope + shape.d_rope;
        for head in 0..shape.n_heads {
            let scores = layer.fully_rotated_scores(&x, head, &freq);
            let q = query.slice(ndarray::s![.., head * width..head * width + shape.d_nope]);
            for ((i, j), score) in scores.indexed_iter() {
                let map = layer.key_map(head, j as f64 - i as f64, &freq);
                prop_assert!((q.row(i).dot(&map).dot(&c.row(j)) - score).abs() < 1e-11);
            }
            let moved = gap(&layer.key_map(head, 0.0, &freq), &layer.key_map(head, 1.0, &freq));
            prop_assert!(moved > 1e-6, "{}", moved);
        }
        prop_assert!(layer.full_rope_gap(&x, &freq).unwrap() > 1e-6);
        let still = Frequencies { inv_freq: vec![0.0; shape.d_nope / 2], attention_factor: 1.0 };
        prop_assert!(layer.full_rope_gap(&x, &still).unwrap() < 1e-12);
    }

    #[test]
    fn one_causal_layer_sees_a_bag_and_two_see_order(n_heads in 1_usize..5, seed: u64, before in order(6)) {
        let shape = StackShape { d_model: 24, n_heads, seed, shared: 0.5, mask: Mask::Causal };
        let gaps = Stack::seeded(3, &shape, None).order_gaps(&tokens(7, 24, seed), &before).unwrap();
        prop_assert!(gaps[0] < ROUNDING, "{:?}", gaps);
        prop_assert!(gaps[1] > 1e-6 && gaps[2] > 1e-6, "{:?}", gaps);
    }

    /// Without the mask no depth helps; with RoPE in the first layer one is enough; where only the first is left out
    /// (interval 1 leaves out all), it is a bag again.
    #[test]
    fn order_comes_from_the_mask_and_depth_or_from_rope(n_heads in 1_usize..5, seed: u64, before in order(6)) {
        let shape = StackShape { d_model: 24, n_heads, seed, shared: 0.5, mask: Mask::Causal };
        let rotary = |no_rope_layer_interval| Rotary {
            angles: Angles::new(7, &frequencies_of(head_dim(24, n_heads)), Pairing::HalfSplit),
            no_rope_layer_interval,
        };
        let x = tokens(7, 24, seed);
        let gap = |stack: Stack| *stack.order_gaps(&x, &before).unwrap().last().unwrap();
        let full = StackShape { mask: Mask::Full, ..shape.clone() };
        prop_assert!(gap(Stack::seeded(3, &full, None)) < ROUNDING);
        prop_assert!(gap(Stack::seeded(1, &shape, Some(&rotary(4)))) > 1e-6);
        prop_assert!(gap(Stack::seeded(1, &shape, Some(&rotary(1)))) < ROUNDING);
    }

    #[test]
    fn readers_are_what_the_measurement_says(n_heads in 1_usize..5, seed: u64, order in order(6)) {
        let sizes = readers::Sizes { d_model: 24, n_heads, seed, shared: 0.5 };
        let x = tokens(6, 24, seed);
        for reader in READERS {
            let measured = readers::measure(reader, &x, &order, &sizes).unwrap();
            let expected = match reader.id {
                "bag_of_words" | "mean_attention" | "linear_attention" => Verdict::EquivariantAndInvariant,
                // one layer of running sums forgets the order before the last token
                "causal_linear_attention" if order[5] == 5 => Verdict::Invariant,
                "causal_linear_attention" | "elman_rnn" | "diagonal_ssm" => Verdict::Neither,
                other => panic!("no expectation for {other}"),
            };
            prop_assert_eq!(measured.verdict, expected, "{}: {}", reader.id, measured.answer_gap);
        }
    }
}

#[test]
fn an_order_that_moves_nothing_tells_nothing() {
    let sizes = readers::Sizes { d_model: 8, n_heads: 2, seed: 1, shared: 0.5 };
    let equal = to_f64(&lookup(&[7, 7, 7], 8, 1, 0.2));
    for reader in READERS {
        let verdict =
            |x: &Matrix64, order: &[usize]| readers::measure(reader, x, order, &sizes).unwrap().verdict;
        assert_eq!(verdict(&tokens(3, 8, 1), &[0, 1, 2]), Verdict::Untested);
        assert_eq!(verdict(&equal, &[2, 0, 1]), Verdict::Untested);
        assert_eq!(verdict(&Matrix64::zeros((0, 8)), &[]), Verdict::Untested);
        assert!(readers::measure(reader, &tokens(3, 8, 1), &[0, 0, 1], &sizes).is_err());
    }
    assert!((READERS[1].read)(&tokens(3, 10, 1), &sizes).is_err());
}

/// The recurrence, written as the convolution that it is: h_n = Σ_t a^(n−t) b x_t.
#[test]
fn a_diagonal_recurrence_is_a_decay_over_distance() {
    let sizes = readers::Sizes { d_model: 12, n_heads: 1, seed: 4, shared: 0.0 };
    let x = tokens(9, 12, 4);
    let reader = READERS.iter().find(|reader| reader.id == "diagonal_ssm").unwrap();
    let answer = (reader.read)(&x, &sizes).unwrap().answer;
    for (c, &a) in readers::decay(12).iter().enumerate() {
        assert!(a > 0.0 && a < 1.0);
        let sum: f64 = (0..9).map(|t| a.powi(8 - t as i32) * (1.0 - a) * x[[t, c]]).sum();
        assert!((sum - answer[c]).abs() < 1e-13);
    }
}
