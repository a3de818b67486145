//! What reordering the tokens does, with and without position.

use crate::*;

const N: usize = 7;
const D_MODEL: usize = 24;

/// A layer of the page's own seeded projections, without position or mask.
fn plain(seed: u64, n_heads: usize) -> Layer {
    let w = |which| to_f64(&weights(which, D_MODEL, n_heads, seed, 0.5));
    let all = [Projection::Query, Projection::Key, Projection::Value, Projection::Output];
    Layer::plain(all.map(w), n_heads, Mask::Full)
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
            ("interleaved", Layer { rotate: Some(Angles::new(N, &freq, Pairing::Interleaved)), ..plain.clone() }),
            ("half-split", Layer { rotate: Some(Angles::new(N, &freq, Pairing::HalfSplit)), ..plain.clone() }),
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
