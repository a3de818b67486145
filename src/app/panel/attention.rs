//! Attention with every intermediate: one head large, all heads small, one cell taken apart.

use super::shared::{self, AttentionMap, BackendControl, ModelControls, SchemeControls};
use crate::app::store::Store;
use crate::app::widget::{Choice, Readout, Slider, Strip, Thumbs, Trust};
use crate::attention::{Stage, terms};
use crate::picture::format::{percent, short};
use leptos::prelude::*;

#[component]
pub fn Attention() -> impl IntoView {
    let store = Store::here();
    let stage = Signal::derive(move || shared::stage(store.state.with(|s| s.stage)));
    let title = move || finding(store).unwrap_or_else(|| store.strings().attention.title_plain.to_string());
    let subjects = Signal::derive(move || {
        let (scheme, yarn) = store.state.with(|s| (s.scheme, s.rope_type == "yarn"));
        shared::subjects(scheme, yarn)
    });
    view! {
        <Strip/>
        <div class="three wide-first">
            <section class="card" style="--c: var(--attention)">
                <h2>{title}</h2>
                <p class="lead">{store.t(|s| s.attention.lead)}</p>
                <AttentionMap stage=stage/>
                <Trust subjects=subjects/>
            </section>
            <section class="card wide" style="--c: var(--attention)">
                <h3>{store.t(|s| s.attention.terms)}</h3>
                <Readout/>
                {move || term_bars(store)}
                <Thumbs/>
            </section>
            <aside class="card controls" style="--c: var(--attention)" aria-label=store.t(|s| s.controls.label)>
                <Choice key="stage" name=|s| s.controls.stage label=|s, at, id| s.attention.stages.get(at).unwrap_or(&id).to_string()/>
                <Slider key="head" name=|s| s.controls.head/>
                <SchemeControls/>
                <ModelControls/>
                <Choice key="colormap" name=|s| s.controls.colormap label=|s, _, id| (s.controls.colormaps)(id).to_string()/>
                <BackendControl/>
            </aside>
        </div>
    }
}

/// The title states what the chosen cell shows.
fn finding(store: Store) -> Option<String> {
    let _ = store.drawn.get();
    let input = store.input.get()?;
    let (i, j) = store.cell.get();
    let head = store.state.with(|s| s.head as usize);
    let weight = store.engine.with_value(|engine| engine.pipeline.cell(head, Stage::Weights, i, j))?;
    Some((store.strings().attention.title)(input.label(i), input.label(j), &percent(weight)))
}

/// q_c · k_c for every dimension, as numbers and bars.
fn term_bars(store: Store) -> Option<impl IntoView> {
    let _ = store.drawn.get();
    let (i, j) = store.cell.get();
    let head = store.state.with(|s| s.head as usize);
    let (q, k) = store.engine.with_value(|engine| {
        let p = &engine.pipeline;
        Some((p.rotated_row(0, head, i)?, p.rotated_row(1, head, j)?))
    })?;
    let products = terms::terms(&q, &k);
    let top = products.iter().fold(1e-9_f32, |a, b| a.max(b.abs()));
    let rows = products
        .iter()
        .zip(q.iter().zip(&k))
        .enumerate()
        .map(|(c, (product, (q, k)))| {
            let share = product.abs() / top * 50.0;
            let left = if *product < 0.0 { 50.0 - share } else { 50.0 };
            let style = format!("left: {left:.1}%; width: {share:.1}%");
            view! {
                <div>
                    <span class="bar"><i class:neg=*product < 0.0 style=style></i></span>
                    <span>{format!("{c}: {} · {} = {}", short(*q), short(*k), short(*product))}</span>
                </div>
            }
        })
        .collect_view();
    Some(view! { <div class="terms" tabindex="0">{rows}</div> })
}
