//! Operations of a prompt by its length, and of the token behind it.

use super::cache::{length_axis, lengths};
use super::{BYTES_PER_NUMBER, Card, HEIGHT, Subject, bytes, count};
use crate::economics::Model;
use crate::economics::cost::{Operations, attention_share, decode, decode_bytes, prefill};
use crate::picture::format::{SI, compact, percent};
use crate::store::Store;
use crate::widget::{Axis, Curve, Curves, Plot};
use leptos::prelude::*;

#[component]
pub fn Cost(model: Subject) -> impl IntoView {
    let store = Store::here();
    let length = store.get(|s| s.economics.cost_length);
    let title = Signal::derive(move || {
        let Some(model) = model.get() else { return String::new() };
        let cost = prefill(&model, length.get());
        let share = percent(attention_share(cost) as f32);
        (store.strings().economics.cost.title)(&count(length.get()), &compact(cost.total(), SI), &share)
    });
    let lead = Signal::derive(move || {
        model.get().map(|model| (store.strings().economics.cost.lead)(model.reach())).unwrap_or_default()
    });
    let numbers = move || {
        let cost = prefill(&model.get()?, length.get());
        let of = |x: f64| compact(x, SI);
        Some(format!("{} + {} = {}", of(cost.weights), of(cost.attention), of(cost.total())))
    };
    let next = move || {
        let (model, n) = (model.get()?, length.get());
        let cost = decode(&model, n);
        let [weights, cache] = decode_bytes(&model, n, BYTES_PER_NUMBER);
        let of = |x: f64| compact(x, SI);
        let s = &store.strings().economics.cost;
        let sentence = || (s.decode)(&of(cost.total()), &of(cost.attention), &bytes(weights), &bytes(cache));
        (!model.bidirectional).then(sentence)
    };
    view! {
        <Card id="cost" title lead>
            <Plot curves=move || model.get().map(|model| curves(store, &model, length.get())) name=title height=HEIGHT/>
            <p class="readout" data-testid="cost-numbers">{numbers}</p>
            <p class="hint" data-testid="cost-decode">{next}</p>
        </Card>
    }
}

fn curves(store: Store, model: &Model, n: u64) -> Curves {
    let s = &store.strings().economics.cost;
    let curve = |name: &str, color, of: fn(Operations) -> f64, strong| {
        let points = lengths().map(|n| (n as f64, of(prefill(model, n)))).collect();
        Curve { name: name.to_string(), points, color, strong, dashed: !strong }
    };
    let all = vec![
        curve(s.weights, "--tokens", |cost| cost.weights, false),
        curve(&(s.attention)(model.reach()), "--attention", |cost| cost.attention, true),
    ];
    let values = all.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
    let (low, high) = values.fold((f64::MAX, 1.0_f64), |(low, high), y: f64| (low.min(y), high.max(y)));
    let x = length_axis(store);
    Curves {
        upright: vec![((n as f64).max(x.min), count(n))],
        x,
        y: Axis { label: s.operations.to_string(), min: low.max(1.0), max: high, log: true },
        curves: all,
        shade: Vec::new(),
        level: Vec::new(),
    }
}
