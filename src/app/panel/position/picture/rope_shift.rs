//! "Move m and n together: the score stays."

use super::common::{self, settings};
use crate::picture::format::{gap, significant};
use crate::position::rope_axes::Axes;
use crate::position::rope_hands::{largest_change, score, shifted_scores};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Mark, Plot, Slider};
use leptos::prelude::*;
use ndarray::{ArrayView1, s};

/// Shifts that are drawn: 0 … this.
const FAR: usize = 512;

/// The score of the chosen pair under common shifts and under shifts of the query alone.
#[derive(Clone, Debug, PartialEq)]
struct Scores {
    together: Vec<f64>,
    alone: Vec<f64>,
    largest_change: f64,
}

/// The curve of both, the slider, and the numbers.
#[component]
pub fn Shift() -> impl IntoView {
    let store = Store::here();
    let head = common::head(store);
    let scores = Memo::new(move |_| {
        let _ = store.head_drawn.get();
        scores(store, head.get(), store.cell.get())
    });
    let shift = store.get(|s| s.shift as usize);
    let curves = move || scores.with(|scores| drawn(store, scores.as_ref()?));
    let marks = Signal::derive(move || {
        let s = shift.get();
        scores
            .with(|all| all.as_ref().and_then(|all| all.together.get(s).copied()))
            .map_or_else(Vec::new, |y| vec![Mark { x: s as f64, y, name: significant(y, 6) }])
    });
    let told = move || {
        let (s, words) = (shift.get(), &store.strings().pictures);
        if settings(store).params.axes.rope_axes != Axes::One {
            return Some(words.one_axis.to_string());
        }
        scores.with(|all| {
            let all = all.as_ref()?;
            let now = significant(*all.together.get(s)?, 8);
            Some((words.shifted)(s, &now, &gap(all.largest_change)))
        })
    };
    let name = Signal::derive(move || store.strings().pictures.score.to_string());
    view! {
        <Plot curves=curves name=name marks=marks/>
        <p class="finding-line" data-testid="shifted">{told}</p>
        <div class="own"><Slider key="shift"/></div>
    }
}

fn scores(store: Store, head: usize, (i, j): (usize, usize)) -> Option<Scores> {
    store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        let (qkv, freq, params) = (p.qkv()?, p.frequencies(), &p.settings().params);
        let (heads, n, _) = qkv.q.dim();
        if head >= heads || i >= n || j >= n || params.axes.rope_axes != Axes::One {
            return None;
        }
        let row = |x: ArrayView1<f32>| x.mapv(f64::from);
        let (q, k) = (row(qkv.q.slice(s![head, i, ..])), row(qkv.k.slice(s![head, j, ..])));
        let pairing = params.rope.rope_pairing;
        let (m, n) = (i as f64, j as f64);
        let shifts = || (0..=FAR).map(|s| s as f64);
        let together = shifted_scores((q.view(), m), (k.view(), n), shifts(), &freq, pairing);
        let alone = shifts().map(|s| score((q.view(), m + s), (k.view(), n), &freq, pairing)).collect();
        let largest_change = largest_change(*together.first()?, &together);
        Some(Scores { together, alone, largest_change })
    })
}

fn drawn(store: Store, scores: &Scores) -> Option<Curves> {
    let s = &store.strings().pictures;
    let points = |all: &[f64]| all.iter().enumerate().map(|(s, y)| (s as f64, *y)).collect();
    let (low, high) = scores
        .alone
        .iter()
        .chain(&scores.together)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), y| (a.min(*y), b.max(*y)));
    let room = (high - low).max(0.1) * 0.1;
    let curve =
        |name: &str, points, color, strong| Curve { name: name.into(), points, color, strong, dashed: false };
    Some(Curves {
        x: Axis { label: s.shift_axis.into(), min: 0.0, max: FAR as f64, log: false },
        y: Axis { label: s.score.into(), min: low - room, max: high + room, log: false },
        curves: vec![
            curve(s.query_moves, points(&scores.alone), "--tokens", false),
            curve(s.both_move, points(&scores.together), "--position", true),
        ],
        shade: Vec::new(),
        upright: Vec::new(),
        level: Vec::new(),
    })
}
