//! The cache of keys and values by length, as the model has it and as it would be otherwise.

use super::{BYTES_PER_NUMBER, Card, HEIGHT, Subject, bytes, count, said};
use crate::economics::cache::{self, Layout};
use crate::economics::{Attention, Model};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::prelude::*;

/// Lengths at the ends of the picture, and how many are drawn.
const ENDS: [f64; 2] = [128.0, 1_048_576.0];
const POINTS: i32 = 28;

const LAYOUTS: [(Layout, &str); 3] =
    [(Layout::MultiHead, "--order"), (Layout::Own, "--attention"), (Layout::MultiQuery, "--vectors")];

fn at(model: &Model, layout: Layout, n: u64) -> f64 {
    cache::bytes(model, layout, n, 1, BYTES_PER_NUMBER) as f64
}

#[component]
pub fn Cache(model: Subject) -> impl IntoView {
    let store = Store::here();
    let length = store.get(|s| s.economics.cost_length);
    let title = Signal::derive(move || {
        let Some(model) = model.get() else { return String::new() };
        let s = &store.strings().economics.cache;
        let (n, own) = (count(length.get()), at(&model, Layout::Own, length.get()));
        let all = at(&model, Layout::MultiHead, length.get());
        if own == all { (s.title_same)(&n, &bytes(own)) } else { (s.title)(&n, &bytes(own), &bytes(all)) }
    });
    let numbers = move || {
        let model = model.get()?;
        let n = length.get();
        let per_token = cache::numbers(&model, Layout::Own);
        let own = count(at(&model, Layout::Own, n) as u64);
        let tokens = match model.window {
            None => format!("{} · {}", model.layers, count(n)),
            Some(_) => format!("Σ min({}, w)", count(n)),
        };
        Some(format!("{tokens} · {} · {BYTES_PER_NUMBER} = {own} B", count(per_token as u64)))
    };
    view! {
        <Card id="cache" title lead=said(|s| s.cache.lead)>
            <Plot curves=move || model.get().map(|model| curves(store, &model, length.get())) name=title height=HEIGHT/>
            <p class="readout" data-testid="cache-numbers">{numbers}</p>
            <p class="hint">{move || model.get().map(|model| notes(store, &model, length.get()))}</p>
        </Card>
    }
}

fn notes(store: Store, model: &Model, n: u64) -> String {
    let strings = store.strings();
    let s = &strings.economics.cache;
    let window = model.window.map(|window| (s.window)(&count(window.size)));
    let encoder = model.bidirectional.then(|| s.encoder.to_string());
    let past = (n > model.context).then(|| (s.past)(&count(model.context)));
    [window, encoder, past].into_iter().flatten().collect::<Vec<_>>().join(strings.gap)
}

fn name(store: Store, model: &Model, layout: Layout) -> String {
    let s = &store.strings().economics.cache;
    match (layout, model.attention) {
        (Layout::MultiHead, _) => s.multi_head.to_string(),
        (Layout::MultiQuery, _) => s.multi_query.to_string(),
        (Layout::Own, Attention::Grouped { n_heads, n_kv_heads, .. }) => (s.own_grouped)(n_heads, n_kv_heads),
        (Layout::Own, Attention::Latent { .. }) => s.own_latent.to_string(),
    }
}

/// Lengths equally far apart on the axis.
pub fn lengths() -> impl Iterator<Item = u64> {
    let axis = Axis { label: String::new(), min: ENDS[0], max: ENDS[1], log: true };
    (0..=POINTS).map(move |step| axis.value(f64::from(step) / f64::from(POINTS)).round() as u64)
}

/// The axis of lengths.
pub fn length_axis(store: Store) -> Axis {
    let label = store.strings().economics.cache.length.to_string();
    Axis { label, min: ENDS[0], max: ENDS[1], log: true }
}

fn curves(store: Store, model: &Model, n: u64) -> Curves {
    let s = &store.strings().economics.cache;
    let curve = |(layout, color): (Layout, &'static str)| {
        let points = lengths().map(|n| (n as f64, at(model, layout, n))).collect();
        let numbers = count(cache::numbers(model, layout) as u64);
        let name = (s.legend)(&name(store, model, layout), &numbers, &bytes(at(model, layout, n)));
        Curve { name, points, color, strong: layout == Layout::Own, dashed: layout != Layout::Own }
    };
    let all = LAYOUTS.map(curve).to_vec();
    let values = all.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
    let (low, high) = values.fold((f64::MAX, 1.0_f64), |(low, high), y: f64| (low.min(y), high.max(y)));
    Curves {
        x: length_axis(store),
        y: Axis { label: s.bytes.to_string(), min: low.max(1.0), max: high, log: true },
        curves: all,
        shade: Vec::new(),
        upright: vec![((n as f64).max(ENDS[0]), count(n))],
        level: Vec::new(),
    }
}
