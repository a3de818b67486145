//! The scheme's own picture: a table, turning pairs, or bias lines.

use super::curves;
use crate::app::state::{MAX_SLOPE, Value};
use crate::app::store::Store;
use crate::app::widget::{Choice, Clocks, Curves, Grab, Heat, Heatmap, Level, Plot};
use crate::picture::format::significant;
use crate::picture::paint::Scale;
use crate::position::alibi;
use leptos::prelude::*;
use std::rc::Rc;

#[component]
pub fn SchemePicture() -> impl IntoView {
    let store = Store::here();
    let scheme = store.get(|s| s.scheme);
    move || match scheme.get() {
        "sinusoidal" => view! { <Table/> }.into_any(),
        "rope" => view! { <Rotary/> }.into_any(),
        "alibi" => view! { <Lines/> }.into_any(),
        _ => view! { <p class="soft">{store.t(|s| s.position.none_picture)}</p> <ScorePlot/> }.into_any(),
    }
}

/// The table that is added, position by dimension.
#[component]
fn Table() -> impl IntoView {
    let store = Store::here();
    let column = RwSignal::new(0usize);
    let query = store.get(|s| s.query as usize);
    let drawn = store.head_drawn;
    let heat = move || {
        let _ = drawn.get();
        let values = store.engine.with_value(|engine| engine.pipeline.added().cloned())?;
        let rows = (0..values.nrows()).map(|p| p.to_string()).collect();
        let (values, rows) = (Rc::new(values), Rc::new(rows));
        Some(Heat {
            values,
            rows,
            cols: Rc::default(),
            scale: Scale::Diverging,
            square: false,
            top: Some(1.0),
            device: None,
        })
    };
    let pick = Callback::new(move |(i, c): (usize, usize)| {
        column.set(c);
        store.set("query", &i.to_string());
    });
    let name = Signal::derive(move || scheme_title(store));
    view! {
        <Heatmap heat=heat cell=Signal::derive(move || (query.get(), column.get())) hover=Callback::new(|_| ()) pick=pick name=name tall=0.4/>
        <ScorePlot/>
    }
}

/// What the scheme in force shows, for a picture's accessible name.
fn scheme_title(store: Store) -> String {
    let id = store.state.with(|s| s.scheme);
    store.strings().words.scheme(id).map_or("", |words| words.title).to_string()
}

/// RoPE's curves, one at a time, and the clock hands.
#[component]
fn Rotary() -> impl IntoView {
    let store = Store::here();
    let curve = store.get(|s| s.curve);
    let unfinished =
        move || matches!(curve.get(), "frequency" | "wavelength").then(|| curves::unfinished(store));
    view! {
        <Choice key="curve"/>
        {move || match curve.get() {
            "wavelength" => plot(store, curves::wavelength).into_any(),
            "cosine" => plot(store, curves::cosine).into_any(),
            "score" => view! { <ScorePlot/> }.into_any(),
            "clocks" => view! { <Clocks/> }.into_any(),
            _ => plot(store, curves::frequency).into_any(),
        }}
        <p class="hint">{move || (store.strings().position.curve_lead)(curve.get())} " " {unfinished}</p>
    }
}

fn plot(store: Store, of: fn(Store) -> Option<Curves>) -> impl IntoView {
    let name = Signal::derive(move || of(store).map_or_else(String::new, |c| c.y.label));
    view! { <Plot curves=move || of(store) name=name/> }
}

/// The mean score over distance, for every scheme.
#[component]
fn ScorePlot() -> impl IntoView {
    let store = Store::here();
    view! {
        {plot(store, curves::score)}
        <p class="hint">{store.t(|s| s.position.score_caption)}</p>
    }
}

/// ALiBi's bias over distance, a line a head; drag one to change its slope.
#[component]
fn Lines() -> impl IntoView {
    let store = Store::here();
    let held = StoredValue::new(0usize);
    let slopes = move || {
        let (n, params) = store.state.with(|s| (s.n_heads as usize, crate::app::state::settings(s).params));
        alibi::slopes_in_force(n, &params.alibi)
    };
    let steepest = move || MAX_SLOPE * store.state.with(|s| s.params.alibi.slope_scale);
    let set = move |head: usize, in_force: f64| {
        let scale = store.state.with_untracked(|s| s.params.alibi.slope_scale).max(1e-6);
        let mut all = store.state.with_untracked(|s| s.params.alibi.slopes.clone());
        all.retain(|(h, _)| *h != head);
        // Four digits are finer than a pointer, and keep links short.
        let slope = format!("{:.3e}", (in_force / scale).max(0.0)).parse().unwrap_or(0.0);
        all.push((head, slope));
        all.sort_by_key(|(head, _)| *head);
        store.set("slopes", &Value::Slopes(all).to_text());
    };
    let grab = Callback::new(move |Grab { x, y, reach, begins }| {
        if x < 0.5 {
            return false;
        }
        if begins {
            let off = |m: f64| (-m * x - y).abs();
            let nearest = slopes().into_iter().enumerate().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
            let Some((head, _)) = nearest.filter(|(_, m)| off(*m) <= reach) else { return false };
            held.set_value(head);
            store.set("head", &head.to_string());
        }
        set(held.get_value(), -y / x);
        true
    });
    let nudge = Callback::new(move |by: f64| {
        let head = store.state.with_untracked(|s| s.head as usize);
        if let Some(slope) = slopes().get(head) {
            // ↑ raises the value, as on every slider: a steeper line.
            set(head, (slope * (1.0 + by * 0.05)).min(steepest()));
        }
    });
    let name = Signal::derive(move || scheme_title(store));
    let value = Signal::derive(move || {
        let head = store.state.with(|s| s.head as usize);
        let slope = slopes().get(head).copied().unwrap_or_default();
        Level {
            now: slope,
            max: steepest(),
            text: (store.strings().position.slope_n)(head, &significant(slope, 3)),
        }
    });
    view! {
        <Plot curves=move || curves::bias(store) name=name grab=grab nudge=nudge value=value/>
        <p class="hint">{store.t(|s| s.position.drag_slopes)}</p>
    }
}
