//! T5: the staircase of buckets, what each head adds by distance, and the bucket of every pair.

use super::common::{self, scheme_title, settings};
use crate::picture::paint::Scale;
use crate::position::Sizes;
use crate::position::relative::{distances, index_matrix};
use crate::position::t5_buckets::Buckets;
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::prelude::*;

pub fn show(store: Store, picture: &'static str) -> AnyView {
    let name = Signal::derive(move || scheme_title(store));
    match picture {
        "bias" => view! { <Plot curves=move || lines(store) name=name/> }.into_any(),
        "rows" => {
            let index = move || {
                let (n, buckets) = (common::tokens(store), buckets(store)?);
                common::by_pair(store, index_matrix(n, |r| buckets.of(r)), Scale::Sequential)
            };
            let name = Signal::derive(move || store.strings().pictures.bucket.to_string());
            common::pair_map(store, index, name).into_any()
        }
        "terms" => common::term_maps(store, |_, _| 0).into_any(),
        "score" => common::score(store),
        _ => view! { <Plot curves=move || staircase(store) name=name/> }.into_any(),
    }
}

fn buckets(store: Store) -> Option<Buckets> {
    settings(store).params.t5.buckets().ok()
}

/// r and its bucket.
pub fn cell(store: Store, (i, j): (usize, usize)) -> Option<String> {
    let r = j as i64 - i as i64;
    let (bucket, name) = (buckets(store)?.of(r), store.strings().pictures.bucket);
    Some(format!("r = j − i = {r} → {name} {bucket}").replace('-', "−"))
}

/// Bucket over distance on a log axis, for keys on either side.
fn staircase(store: Store) -> Option<Curves> {
    let (buckets, params) = (buckets(store)?, settings(store).params.t5);
    let s = &store.strings().pictures;
    let far = 2 * params.relative_attention_max_distance.max(common::tokens(store));
    let side = |sign: i64| stairs(buckets.staircase(far + 1), sign);
    let curve =
        |name: &str, points, color| Curve { name: name.into(), points, color, strong: true, dashed: false };
    let max = params.relative_attention_max_distance as f64;
    Some(Curves {
        x: Axis { label: s.far.into(), min: 1.0, max: far as f64, log: true },
        y: Axis {
            label: s.bucket.into(),
            min: 0.0,
            max: params.relative_attention_num_buckets as f64 * 1.15,
            log: false,
        },
        curves: vec![curve(s.left, side(-1), "--position"), curve(s.right, side(1), "--tokens")],
        shade: vec![(max, far as f64)],
        upright: vec![(
            max,
            format!("{} {max}", store.strings().words.label("relative_attention_max_distance")),
        )],
        level: Vec::new(),
    })
}

/// The corners of the steps for distances of one sign: where a level begins and where it ends, by |distance|.
pub fn stairs(steps: Vec<(i64, usize)>, sign: i64) -> Vec<(f64, f64)> {
    let mut side: Vec<(i64, usize)> =
        steps.into_iter().filter(|(r, _)| r.signum() == sign).map(|(r, level)| (r.abs(), level)).collect();
    side.sort_unstable();
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (at, (r, level)) in side.iter().enumerate() {
        let (before, after) = (at.checked_sub(1).and_then(|k| side.get(k)), side.get(at + 1));
        let inner = |other: Option<&(i64, usize)>| other.is_some_and(|(_, l)| l == level);
        if !(inner(before) && inner(after)) {
            corners.push((*r as f64, *level as f64));
        }
    }
    corners
}

/// Distances that the lines of the bias show at least: enough for the first steps.
const NEAR: usize = 33;

/// B over r for every head, that on the screen strong.
fn lines(store: Store) -> Option<Curves> {
    let (settings, shown) = (settings(store), store.state.with(|s| s.head as usize));
    let s = store.strings();
    let n = common::tokens(store).max(NEAR);
    let sizes = Sizes { n, ..settings.sizes(n) };
    let bias = settings.scheme.distance_bias(sizes, &settings.params)?;
    let line = |(head, row): (usize, ndarray::ArrayView1<f32>)| {
        let strong = head == shown;
        Curve {
            name: if strong { (s.position.head_n)(head) } else { String::new() },
            points: corners(distances(n).zip(row.iter().copied())),
            color: if strong { "--position" } else { "--edge" },
            strong,
            dashed: false,
        }
    };
    let mut curves: Vec<Curve> = bias.rows().into_iter().enumerate().map(line).collect();
    curves.sort_by_key(|curve| curve.strong);
    let top = bias.iter().fold(0.1_f32, |top, x| top.max(x.abs())) as f64 * 1.08;
    let far = (n - 1) as f64;
    Some(Curves {
        x: Axis { label: s.pictures.distance_r.into(), min: -far, max: far, log: false },
        y: Axis { label: s.position.bias_axis.into(), min: -top, max: top, log: false },
        curves,
        shade: Vec::new(),
        upright: Vec::new(),
        level: vec![(0.0, String::new())],
    })
}

/// A step function as the ends of its levels.
fn corners(values: impl Iterator<Item = (i64, f32)>) -> Vec<(f64, f64)> {
    let mut corners: Vec<(f64, f64)> = Vec::new();
    for (r, y) in values {
        let (x, y) = (r as f64, f64::from(y));
        if let Some((_, before)) = corners.last().copied().filter(|(_, before)| *before != y) {
            corners.push((x - 0.5, before));
            corners.push((x - 0.5, y));
        }
        if corners.is_empty() {
            corners.push((x, y));
        }
    }
    if let Some((_, y)) = corners.last().copied() {
        let end = corners.first().map_or(0.0, |(x, _)| -x);
        corners.push((end, y));
    }
    corners
}
