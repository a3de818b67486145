//! What must hold of every scheme whatever the sliders say: laws from the papers, tried on random inputs.
//! This file holds the inputs; the laws are in `property_cases/`.

mod property_cases;

use locus::attention::Mask;
use locus::attention::permutation::{Layer, Outcome, ROUNDING, compare};
use locus::attention::projection::{Projection, head_dim, weights};
use locus::attention::reference::{How, attend, softmax_rows};
use locus::embed::table::lookup;
use locus::matrix::{Matrix, Matrix64, max_abs_diff, to_f64};
use locus::position::parameter::Choice;
use locus::position::relative::Relative;
use locus::position::rope::{self, Angles, Pairing, Rotation, half_split_order, rotate};
use locus::position::scaling::yarn::{Truncate, YarnRamp};
use locus::position::scaling::{self, Frequencies, ROPE_TYPES, RopeType, default, frequencies, yarn};
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

/// Every RoPE parameter over its whole range, β in any order, every rule.
fn rope_params() -> impl Strategy<Value = rope::Params> {
    let ranges = (log_range(1e2, 1e7), log_range(1.0, 64.0), log_range(2.0, 1e7), log_range(1.0, 1e7));
    let betas = (log_range(0.1, 128.0), log_range(0.1, 128.0), log_range(0.1, 8.0), log_range(1.01, 16.0));
    let choices = (
        prop::sample::select(ROPE_TYPES),
        prop::sample::select(YarnRamp::ALL),
        prop::sample::select(Truncate::ALL),
        pairing(),
    );
    (ranges, betas, choices).prop_map(|(ranges, betas, choices)| rope::Params {
        rope_pairing: choices.3,
        rope_type: choices.0,
        base: ranges.0,
        factor: ranges.1,
        original_max_position_embeddings: ranges.2,
        seq_len: Some(ranges.3),
        beta_fast: betas.0,
        beta_slow: betas.1,
        yarn_ramp: choices.1,
        truncate: choices.2,
        low_freq_factor: betas.2,
        high_freq_factor: betas.2 * betas.3,
        ..Default::default()
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

/// n different token ids.
fn ids(n: usize) -> Vec<u32> {
    (0..n as u32).collect()
}
