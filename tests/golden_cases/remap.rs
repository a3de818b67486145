//! `self_extend_rerope.json`: effective relative positions under re-mapping, as whole matrices.

use super::report::Report;
use locus::attention::Mask;
use locus::attention::reference::{How, attend};
use locus::matrix::{Matrix64, max_abs_diff};
use locus::position::remap::self_extend::Shift;
use locus::position::remap::{self, Params, PositionMap, Remapped, relative_positions, rerope::query_scale};
use locus::position::rope::{Angles, Pairing};
use locus::position::rope_hands;
use locus::position::scaling::{Frequencies, default};
use ndarray::{Array1, ArrayD};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Lower triangle; null above the diagonal.
type Triangle = Vec<Vec<Option<f64>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SelfExtend {
    n: usize,
    group_size: usize,
    neighbor_window: usize,
    rel_pos_floor: Triangle,
    rel_pos_released_prefill: Prefill,
    max_rel: f64,
}

/// The same matrix (then the file says so in words), or another one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Prefill {
    Same(String),
    Other(Triangle),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rerope {
    n: usize,
    window: usize,
    leaky_k: f64,
    rerope: Triangle,
    leaky_rerope: Triangle,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LogScale {
    training_length: f64,
    pos: usize,
    scale: f64,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, list) in cases {
        let pointer = format!("/{kind}");
        match kind.as_str() {
            "self_extend" => report.each(&pointer, list, self_extend),
            "rerope" => report.each(&pointer, list, rerope),
            "rerope_query_log_scale" => report.each(&pointer, list, |report, at, case: LogScale| {
                let ours = query_scale(case.pos, case.training_length);
                report.equal_number("rerope_query_scale", &format!("{at}/scale"), ours, case.scale);
            }),
            _ => report.unknown(&kind, &pointer),
        }
    }
}

fn self_extend(report: &mut Report, at: &str, case: SelfExtend) {
    let with = |self_extend_shift| Params {
        position_map: PositionMap::SelfExtend,
        group_size: case.group_size,
        neighbor_window: case.neighbor_window,
        self_extend_shift,
        ..Params::default()
    };
    let (floor, division) = (with(Shift::Floor), with(Shift::Division));
    triangle(report, "self_extend", &format!("{at}/rel_pos_floor"), case.n, &floor, &case.rel_pos_floor);
    let pointer = format!("{at}/rel_pos_released_prefill");
    match &case.rel_pos_released_prefill {
        Prefill::Same(said) => {
            report.holds(&pointer, said.starts_with("identical to rel_pos_floor"), "says something else");
            let divides = case.neighbor_window.is_multiple_of(case.group_size);
            report.holds(&pointer, divides, "the released matrix differs where G does not divide W");
            triangle(report, "self_extend", &pointer, case.n, &division, &case.rel_pos_floor);
        }
        Prefill::Other(want) => triangle(report, "self_extend", &pointer, case.n, &division, want),
    }
    let largest = remap::largest_relative_position(case.n, &floor);
    report.equal_number("self_extend", &format!("{at}/max_rel"), largest, case.max_rel);
}

fn rerope(report: &mut Report, at: &str, case: Rerope) {
    let with = |position_map| Params {
        position_map,
        rerope_window: case.window,
        leaky_factor: case.leaky_k,
        ..Params::default()
    };
    let (plain, leaky) = (with(PositionMap::Rerope), with(PositionMap::LeakyRerope));
    triangle(report, "rerope", &format!("{at}/rerope"), case.n, &plain, &case.rerope);
    triangle(report, "rerope", &format!("{at}/leaky_rerope"), case.n, &leaky, &case.leaky_rerope);
}

/// The matrix equals the lower triangle, and attention with the re-mapped rotations scores as the matrix says.
fn triangle(
    report: &mut Report,
    subject: &'static str,
    at: &str,
    n: usize,
    params: &Params,
    want: &Triangle,
) {
    let lower = |i: usize, j: usize, row: &[Option<f64>]| row.get(j).is_some_and(|g| g.is_some() == (j <= i));
    let shaped = want.len() == n
        && want.iter().enumerate().all(|(i, row)| row.len() == n && (0..n).all(|j| lower(i, j, row)));
    if !shaped {
        return report.fail(at, format!("is not the lower triangle of {n} × {n}"));
    }
    let ours = relative_positions(n, params);
    let flat = |values: Vec<f64>| -> ArrayD<f64> { Array1::from(values).into_dyn() };
    let got = (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))).map(|place| ours[place]).collect();
    report.equal(subject, at, flat(got), &flat(want.iter().flatten().flatten().copied().collect()));
    let gap = score_gap(n, params, &ours);
    report.holds(at, gap < 1e-12, "attention with the re-mapped rotations scores another distance");
}

/// How far re-mapped attention is from RoPE at the distances of `relative`, full mask.
fn score_gap(n: usize, params: &Params, relative: &Matrix64) -> f64 {
    let freq = Frequencies { inv_freq: default::inv_freq(8, 1e4), attention_factor: 1.0 };
    let vectors =
        |salt: f64| Matrix64::from_shape_fn((n, 8), |(i, j)| ((i * 8 + j) as f64 * 1.3 + salt).sin());
    let (q, k) = (vectors(0.0), vectors(1.0));
    let near = Angles::new(n, &freq, Pairing::HalfSplit);
    let far: Option<Remapped> = remap::remapped(n, &freq, Pairing::HalfSplit, params);
    let how = How { rotate: Some(&near), remapped: far.as_ref(), ..How::plain(1.0, Mask::Full) };
    let scores = attend(q.view(), k.view(), k.view(), &how).dot;
    let by_distance = Matrix64::from_shape_fn((n, n), |(i, j)| {
        let g = relative[[i, j]];
        rope_hands::pair_scores(q.row(i), k.row(j), g, &freq, Pairing::HalfSplit).iter().sum()
    });
    max_abs_diff(scores.view(), by_distance.view()).unwrap_or(f64::INFINITY)
}
