//! The lab's plots. Every number comes from `position::scaling::lab`.

use super::numbers::{Numbers, Rule, name};
use crate::picture::format::significant;
use crate::position::curves::{unfinished_stretches, wavelengths};
use crate::position::scaling::lab::{self, ABF_BASE, Reach};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves};
use std::f64::consts::TAU;

/// Columns of a curve over distance: as many as a card has pixels.
const COLUMNS: usize = 320;

fn indexed(values: impl IntoIterator<Item = f64>) -> Vec<(f64, f64)> {
    values.into_iter().enumerate().map(|(i, v)| (i as f64, v)).collect()
}

fn line(name: String, points: Vec<(f64, f64)>, color: &'static str) -> Curve {
    Curve { name, points, color, strong: false, dashed: false }
}

/// The axis of pair indices.
pub fn pairs(store: Store, n: &Numbers) -> Axis {
    let last = (n.setting.rotary_dim / 2).saturating_sub(1).max(1) as f64;
    Axis { label: store.strings().position.pair.to_string(), min: 0.0, max: last, log: false }
}

/// The pairs that never complete a turn within L, as a stretch of the pair axis.
fn unfinished(n: &Numbers) -> Vec<(f64, f64)> {
    let length = n.setting.params.original_max_position_embeddings;
    unfinished_stretches(&n.plain.frequencies.inv_freq, length)
}

/// A rule's colour, the same in every plot.
fn color(id: &str) -> &'static str {
    match id {
        "linear" => "--tokens",
        "ntk" => "--vectors",
        "dynamic" => "--attention",
        "yarn" => "--position",
        "longrope" => "--order",
        "llama3" => "--compare",
        "abf" => "--signal",
        _ => "--ink",
    }
}

/// θ of every rule per pair, on one log axis.
pub fn frequency(store: Store, n: &Numbers) -> Curves {
    let rule = |rule: &Rule, strong| {
        let label = match rule.id {
            "abf" => (store.strings().context.abf)(&ABF_BASE.to_string()),
            id => name(store, id).to_string(),
        };
        let points = indexed(rule.drawn.frequencies.inv_freq.iter().copied());
        Curve {
            strong,
            dashed: matches!(rule.id, "default" | "abf") && !strong,
            ..line(label, points, color(rule.id))
        }
    };
    let lowest = n.others.iter().chain([&n.in_force]).filter_map(|r| r.drawn.frequencies.inv_freq.last());
    let lowest = lowest.fold(0.5_f64, |a, b| a.min(*b));
    Curves {
        x: pairs(store, n),
        y: Axis {
            max: 1.3,
            ..Axis::half_decades(store.strings().position.frequency_axis.to_string(), lowest, 1.0)
        },
        curves: n.others.iter().map(|r| rule(r, false)).chain([rule(&n.in_force, true)]).collect(),
        shade: unfinished(n),
        upright: Vec::new(),
        level: Vec::new(),
    }
}

/// Positions per turn, with training and target length.
pub fn wavelength(store: Store, n: &Numbers) -> Curves {
    let s = &store.strings().context;
    let before = wavelengths(&n.plain.frequencies.inv_freq);
    let now = &n.in_force.drawn.wavelengths;
    let (length, target) = (n.setting.params.original_max_position_embeddings, n.setting.target);
    let top = before.iter().chain(now).fold(target.max(length), |a, b| a.max(*b));
    let mut curves = vec![Curve { dashed: true, ..line(s.plain.to_string(), indexed(before), "--ink") }];
    if n.in_force.id != "default" {
        let label = name(store, n.in_force.id).to_string();
        let own = line(label, indexed(now.iter().copied()), color(n.in_force.id));
        curves.push(Curve { strong: true, ..own });
    }
    let mut level = vec![(length, (s.trained)(length as u64))];
    if target != length {
        level.push((target, (s.target)(target as u64)));
    }
    Curves {
        x: pairs(store, n),
        y: Axis {
            min: 5.0,
            ..Axis::half_decades(store.strings().position.wavelength_axis.to_string(), 5.0, top)
        },
        curves,
        shade: unfinished(n),
        upright: Vec::new(),
        level,
    }
}

/// The largest angle of each pair at T against the largest of training.
pub fn angle(store: Store, n: &Numbers) -> Curves {
    let s = &store.strings().context;
    let reach = &n.in_force.drawn.reach;
    let seen = indexed(reach.iter().map(|pair| pair.seen));
    let ends = reach.iter().flat_map(|pair| [pair.seen, pair.reached]);
    let (low, high) = ends.fold((TAU, TAU), |(a, b), x| (a.min(x), b.max(x)));
    let mut curves = runs(reach, s.in_range, s.out_of_range);
    curves.push(Curve { dashed: true, ..line(s.seen.to_string(), seen, "--ink") });
    Curves {
        x: pairs(store, n),
        y: Axis::half_decades(s.reach_axis.to_string(), low, high),
        curves,
        shade: unfinished(n),
        upright: Vec::new(),
        level: vec![(TAU, s.whole_turn.to_string())],
    }
}

/// The reached angles in runs of pairs that are all in range, or all out of range.
fn runs(reach: &[Reach], within: &str, beyond: &str) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    let mut at = 0;
    for run in reach.chunk_by(|a, b| a.out_of_range == b.out_of_range) {
        let out = run.first().is_some_and(|pair| pair.out_of_range);
        let (label, color) = if out { (beyond, "--warn") } else { (within, "--ok") };
        // The legend names either kind once.
        let named = curves.iter().any(|curve| curve.color == color);
        let points = run.iter().enumerate().map(|(i, pair)| ((at + i) as f64, pair.reached)).collect();
        let label = if named { String::new() } else { label.to_string() };
        curves.push(Curve { strong: true, ..line(label, points, color) });
        at += run.len();
    }
    curves
}

/// YaRN's ramps, the one in force strong.
pub fn ramp(store: Store, n: &Numbers) -> Curves {
    use crate::position::scaling::yarn::YarnRamp;
    let s = &store.strings().context;
    let ramps = [(YarnRamp::Code, s.ramp_code, &n.ramp.code), (YarnRamp::Paper, s.ramp_paper, &n.ramp.paper)];
    let curves = ramps.map(|(kind, label, ramp)| {
        let strong = kind == n.setting.params.yarn_ramp;
        let color = if strong { "--position" } else { "--soft" };
        let points = indexed(ramp.iter().copied());
        Curve { strong, dashed: !strong, ..line(label.to_string(), points, color) }
    });
    Curves {
        x: pairs(store, n),
        y: Axis { label: s.ramp_axis.to_string(), min: -0.06, max: 1.06, log: false },
        curves: curves.into(),
        shade: unfinished(n),
        upright: Vec::new(),
        level: Vec::new(),
    }
}

/// The mean score over distances up to T, with and without the rule.
pub fn score(store: Store, n: &Numbers) -> Curves {
    let s = &store.strings().context;
    let (length, target) = (n.setting.params.original_max_position_embeddings, n.setting.target);
    let of = |frequencies| lab::binned_scores(frequencies, target, COLUMNS);
    let mut curves = vec![line(s.plain.to_string(), of(&n.plain.frequencies), "--soft")];
    if n.in_force.id != "default" {
        let points = of(&n.in_force.drawn.frequencies);
        let own = line(name(store, n.in_force.id).to_string(), points, color(n.in_force.id));
        curves.push(own);
    }
    let values = curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
    let (low, high) = values.fold((0.0_f64, 1.0_f64), |(a, b), y| (a.min(y), b.max(y)));
    let room = (high - low) * 0.06;
    Curves {
        x: Axis { label: store.strings().position.distance.to_string(), min: 0.0, max: target, log: false },
        y: Axis { label: s.score_axis.to_string(), min: low - room, max: high + room, log: false },
        curves,
        shade: (target > length).then_some((length, target)).into_iter().collect(),
        upright: vec![(length, (s.trained)(length as u64))].into_iter().filter(|_| target > length).collect(),
        level: vec![(0.0, String::new())],
    }
}

/// Weights of seeded logits by rank, with and without the attention factor.
pub fn temperature(store: Store, sharp: &lab::Sharpness) -> Curves {
    let s = &store.strings().context;
    let top = sharp.plain.iter().chain(&sharp.sharpened).fold(1e-3_f64, |a, b| a.max(*b));
    let weights = |values: &[f64]| indexed(values.iter().copied().take(16));
    let with = line(s.with_factor.to_string(), weights(&sharp.sharpened), "--position");
    Curves {
        x: Axis { label: s.rank_axis.to_string(), min: 0.0, max: 15.0, log: false },
        y: Axis { label: s.weight_axis.to_string(), min: 0.0, max: top * 1.1, log: false },
        curves: vec![
            Curve { strong: true, ..with },
            Curve { dashed: true, ..line(s.without_factor.to_string(), weights(&sharp.plain), "--ink") },
        ],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    }
}

/// A number for a sentence.
pub fn short(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e6 { x.to_string() } else { significant(x, 3) }
}
