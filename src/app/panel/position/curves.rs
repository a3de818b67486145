//! What the position panel plots. Every number comes from a function of `position` or `attention`.

use crate::attention::{Stage, terms};
use crate::position::curves as maths;
use crate::position::rope_axes::{self, Axes};
use crate::position::scaling::{Frequencies, RopeType, lab};
use crate::position::{Entry, alibi, rope};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves};
use leptos::prelude::*;

/// The frequencies in force, those without extension, training length and factor.
struct Rotary {
    in_force: Frequencies,
    unscaled: Vec<f64>,
    trained: f64,
    stretched: f64,
    axes: Axes,
}

fn rotary(store: Store) -> Rotary {
    let _ = store.head_drawn.get();
    let settings = store.state.with(crate::state::settings);
    let (rope, axes) = (&settings.params.rope, &settings.params.axes);
    let (trained, stretches) = (rope.original_max_position_embeddings, rope.rope_type.stretches());
    let in_force = store.engine.with_value(|engine| engine.pipeline.frequencies());
    let plain = rope::Params { rope_type: RopeType::Default, ..rope.clone() };
    let unscaled = rope_axes::frequencies(settings.sizes(1).head_dim, &plain, axes).inv_freq;
    let stretched = if stretches { trained * rope.factor } else { trained };
    Rotary { in_force, unscaled, trained, stretched, axes: axes.rope_axes }
}

fn curve(name: &str, points: Vec<(f64, f64)>, color: &'static str, strong: bool) -> Curve {
    Curve { name: name.to_string(), points, color, strong, dashed: !strong }
}

/// The curve in force, and beside it the unscaled one where scaling changes anything.
fn pair_of_curves(store: Store, unscaled: &[f64], in_force: &[f64]) -> Vec<Curve> {
    let s = &store.strings().position;
    let before = (unscaled != in_force).then(|| curve(s.unscaled, indexed(unscaled), "--soft", false));
    before.into_iter().chain([curve(s.in_force, indexed(in_force), "--position", true)]).collect()
}

fn indexed(values: &[f64]) -> Vec<(f64, f64)> {
    values.iter().enumerate().map(|(i, v)| (i as f64, *v)).collect()
}

/// The axis of pair indices.
fn pairs(store: Store, many: usize) -> Axis {
    let max = many.saturating_sub(1).max(1) as f64;
    Axis { label: store.strings().position.pair.to_string(), min: 0.0, max, log: false }
}

/// The pairs whose wavelength exceeds the training length, as stretches of the pair axis: one for each axis of positions
/// that has frequencies of its own.
fn shade(r: &Rotary) -> Vec<(f64, f64)> {
    maths::unfinished_stretches(&r.unscaled, r.trained)
}

/// θ_i per pair on a log axis, against the unscaled ones.
pub fn frequency(store: Store) -> Option<Curves> {
    let r = rotary(store);
    let s = &store.strings().position;
    let lowest = r.unscaled.iter().chain(&r.in_force.inv_freq).fold(1.0_f64, |a, &b| a.min(b));
    Some(Curves {
        x: pairs(store, r.unscaled.len()),
        y: Axis { max: 1.3, ..Axis::half_decades(s.frequency_axis.to_string(), lowest.min(0.5), 1.0) },
        curves: pair_of_curves(store, &r.unscaled, &r.in_force.inv_freq),
        shade: shade(&r),
        upright: Vec::new(),
        level: Vec::new(),
    })
}

/// Positions per turn of each pair, against the context length.
pub fn wavelength(store: Store) -> Option<Curves> {
    let r = rotary(store);
    let s = &store.strings().position;
    let before = maths::wavelengths(&r.unscaled);
    let now = maths::wavelengths(&r.in_force.inv_freq);
    let top = before.iter().chain(&now).fold(r.stretched, |a, &b| a.max(b));
    let mut level = vec![(r.trained, (s.trained)(r.trained as u64))];
    if r.stretched > r.trained {
        level.push((r.stretched, (s.target)(r.stretched as u64)));
    }
    Some(Curves {
        x: pairs(store, before.len()),
        y: Axis { min: 5.0, ..Axis::half_decades(s.wavelength_axis.to_string(), 5.0, top) },
        curves: pair_of_curves(store, &before, &now),
        shade: shade(&r),
        upright: Vec::new(),
        level,
    })
}

/// The axis of distances: the text's own, or the training length where that is asked for.
fn distances(store: Store, most: f64) -> Axis {
    Axis { label: store.strings().position.distance.to_string(), min: 0.0, max: most.max(1.0), log: false }
}

const COLORS: [&str; 4] = ["--vectors", "--tokens", "--position", "--attention"];
/// Points of a curve over distance: more than a screen has columns.
const SAMPLES: usize = 480;

/// cos(Δ θ_i) over distance for four pairs from the fastest to the slowest.
pub fn cosine(store: Store) -> Option<Curves> {
    let r = rotary(store);
    let s = &store.strings().position;
    // Without an extension, so far that what lies beyond training can be seen.
    let most = if r.stretched > r.trained { r.stretched } else { 2.0 * r.trained };
    // The pairs of the columns have the frequencies of those of the rows.
    let many = r.in_force.inv_freq.len() / if r.axes == Axes::Two { 2 } else { 1 };
    let mut chosen: Vec<usize> = [many / 4, many / 2, many * 3 / 4, many.saturating_sub(1)].to_vec();
    chosen.dedup();
    let curves = chosen
        .iter()
        .zip(COLORS)
        .filter_map(|(&pair, color)| {
            let theta = *r.in_force.inv_freq.get(pair)?;
            let points = sample(most, |delta| (delta * theta).cos());
            Some(Curve { name: (s.pair_n)(pair), points, color, strong: pair + 1 == many, dashed: false })
        })
        .collect();
    Some(Curves {
        x: match r.axes {
            Axes::One => distances(store, most),
            Axes::Two | Axes::Three => {
                Axis { label: s.distance_on_axis.to_string(), ..distances(store, most) }
            }
        },
        y: Axis { label: s.cosine_axis.to_string(), min: -1.1, max: 1.1, log: false },
        curves,
        shade: (r.stretched > r.trained).then_some((r.trained, r.stretched)).into_iter().collect(),
        upright: vec![(r.trained, (s.trained)(r.trained as u64))],
        level: Vec::new(),
    })
}

fn sample(most: f64, value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    (0..=SAMPLES)
        .map(|k| {
            let delta = (most * k as f64 / SAMPLES as f64).round();
            (delta, value(delta))
        })
        .collect()
}

/// The mean score over distance: of this text's own q and k, and for RoPE of pairs that are all alike.
pub fn score(store: Store) -> Option<Curves> {
    let r = rotary(store);
    let head = store.state.with(|s| s.head as usize);
    let measured = store.engine.with_value(|engine| {
        let scores = engine.pipeline.stage(head, Stage::Biased)?;
        Some(indexed(&terms::mean_by_distance(&scores)))
    })?;
    let s = &store.strings().position;
    let most = (measured.len().saturating_sub(1) as f64).max(1.0);
    let mut curves = Vec::new();
    let rotates = crate::panel::shared::entry(store.state.with(|s| s.scheme)) == Entry::RotatesQueryKey;
    // On several axes no pair turns by the distance in the sequence.
    if rotates && r.axes == Axes::One {
        let top = measured.first().map_or(1.0, |(_, y)| y.abs().max(0.1));
        let ideal = sample(most, |delta| top * maths::mean_cosine(delta, &r.in_force.inv_freq));
        // Solid: the zero line is the dashed one.
        curves.push(Curve { dashed: false, ..curve(s.mean_all, ideal, "--position", false) });
    }
    curves.push(curve(s.mean_text, measured, "--attention", true));
    let all = curves.iter().flat_map(|c| c.points.iter().map(|p| p.1));
    let (low, high) = all.fold((0.0_f64, 0.1_f64), |(a, b), y| (a.min(y), b.max(y)));
    let room = (high - low) * 0.08;
    Some(Curves {
        x: distances(store, most),
        y: Axis { label: s.score_axis.to_string(), min: low - room, max: high + room, log: false },
        curves,
        shade: Vec::new(),
        upright: Vec::new(),
        level: vec![(0.0, String::new())],
    })
}

/// ALiBi: −m·Δ for every head, the one on the screen strong.
pub fn bias(store: Store) -> Option<Curves> {
    let n = store.input.with(|input| input.as_ref().map_or(1, |i| i.len()));
    let (settings, shown) = store.state.with(|s| (crate::state::settings(s), s.head as usize));
    let slopes = alibi::slopes_in_force(settings.n_heads, &settings.params.alibi);
    let s = &store.strings().position;
    let most = (n.saturating_sub(1) as f64).max(8.0);
    // The axis is that of the authors' slopes, whatever the reader's: it must not move under a line being dragged.
    let steepest = alibi::slopes(settings.n_heads).iter().fold(0.05_f64, |a, &b| a.max(b));
    // Ends at the bias whose weight is below e⁻⁸: what lies below cannot be seen in a heatmap either.
    let low = (-steepest * most).max(-8.0).min(-0.5);
    let cut = slopes.iter().any(|slope| slope * most > -low * (1.0 + 1e-9));
    let level = if cut { vec![(low, s.cut_below.to_string())] } else { Vec::new() };
    let curves = slopes
        .iter()
        .enumerate()
        .map(|(head, &slope)| {
            let end = if slope > 0.0 { most.min(-low / slope) } else { most };
            let strong = head == shown;
            let name = if strong { (s.head_n)(head) } else { String::new() };
            Curve {
                name,
                points: vec![(0.0, 0.0), (end, -slope * end)],
                color: if strong { "--position" } else { "--edge" },
                strong,
                dashed: false,
            }
        })
        .collect();
    Some(Curves {
        x: distances(store, most),
        y: Axis { label: s.bias_axis.to_string(), min: low, max: 0.3, log: false },
        curves,
        shade: Vec::new(),
        upright: Vec::new(),
        level,
    })
}

/// How many times slower the slowest pair turns than without extension.
pub fn slowdown(store: Store) -> f64 {
    let r = rotary(store);
    lab::slowdown(&r.unscaled, &r.in_force.inv_freq)
}

/// How many pairs never finish a turn, in words.
pub fn unfinished(store: Store) -> String {
    let r = rotary(store);
    let many = maths::unfinished(&r.unscaled, r.trained);
    (store.strings().position.unfinished)(many, r.unscaled.len())
}
