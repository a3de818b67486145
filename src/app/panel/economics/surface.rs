//! V × d: real models as points, tables of equal size as lines, and the reader's own table.

use super::controls::set_model;
use super::export;
use super::plane::{BOTTOM, LEFT, Plane, plane};
use super::{Subject, count, table_of};
use crate::economics::{Model, PRESETS, Parameters};
use crate::export::Save;
use crate::picture::format::{COUNT, SI, compact, percent};
use crate::store::Store;
use crate::widget::{Trust, TwinButton, resize, roving};
use leptos::html::Div;
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Surface(model: Subject) -> impl IntoView {
    let store = Store::here();
    let title = move || {
        let model = model.get()?;
        let s = &store.strings().economics.surface;
        let parameters = compact(table_of(&model).with_head() as f64, COUNT);
        Some((s.title)(&count(model.vocab_size), &count(model.d_model), &parameters, &share(&model)))
    };
    let twin = RwSignal::new(false);
    view! {
        <section class="card" style="--c: var(--tokens)" data-card="surface">
            <h2 class="finding" data-testid="surface-title">{title}</h2>
            <p class="lead">{store.t(|s| s.economics.lead)}</p>
            <Picture model/>
            <TwinButton open=twin/>
            <Save source=move || Some(export::source(store, &model.get()?))/>
            {move || twin.get().then(|| table(store))}
            <Trust subjects=Signal::stored(vec!["counts"]) seeded=false computed=false/>
        </section>
    }
}

fn share(model: &Model) -> String {
    percent(Parameters::of(model).vocabulary_share() as f32)
}

#[component]
fn Picture(model: Subject) -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let width = resize::width_of(frame);
    let pointed = RwSignal::new(None::<usize>);
    let drawn = Memo::new(move |_| {
        let (model, width) = (model.get()?, width.get());
        (width > 0.0).then(|| Arc::new(plane(&model, width, store.strings().economics.surface.axes[1])))
    });
    // The dots and labels of the models stay while only the reader's own table moves.
    let places = Memo::new(move |_| {
        drawn.with(|p| p.as_ref().map(|p| (p.points.clone(), p.labels.clone(), p.letters)))
    });
    let height = Memo::new(move |_| drawn.with(|p| p.as_ref().map_or(300.0, |p| p.size[1])));
    let dots = move || {
        let (points, labels, letters) = places.get()?;
        let all = PRESETS.iter().zip(points).zip(labels).enumerate();
        Some(
            all.map(|(i, ((preset, point), label))| dot(store, i, preset, point, (label, letters), pointed))
                .collect_view(),
        )
    };
    let here = move || {
        let [x, y] = drawn.get()?.here;
        Some(view! { <i class="here" style=format!("left: {x:.1}px; top: {y:.1}px")></i> })
    };
    let said = move || match pointed.get().and_then(|at| PRESETS.get(at)) {
        Some(preset) => Some(readout(store, preset.name, preset)),
        None => model.get().map(|model| readout(store, store.strings().economics.surface.here, &model)),
    };
    view! {
        <div
            class="word-map plane"
            node_ref=frame
            role="group"
            aria-label=store.t(|s| s.economics.surface.picture)
            style=move || format!("height: {:.0}px", height.get())
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            <svg aria-hidden="true">{move || drawn.get().map(|p| grid(store, &p))}</svg>
            {here}
            {dots}
        </div>
        <p class="cell-line" data-testid="surface-readout" role="status">{said}</p>
        <ul class="legend" aria-hidden="true">
            <li><i class="dot"></i>{store.t(|s| s.economics.surface.tied[0])}</li>
            <li><i class="dot zh"></i>{store.t(|s| s.economics.surface.tied[1])}</li>
            <li><i class="cross"></i>{store.t(|s| s.economics.surface.here)}</li>
        </ul>
        <p class="hint">{store.t(|s| s.economics.surface.hint)}</p>
    }
}

fn dot(
    store: Store,
    i: usize,
    preset: &'static Model,
    [x, y]: [f64; 2],
    (label, letters): (Option<[f64; 2]>, f64),
    pointed: RwSignal<Option<usize>>,
) -> impl IntoView {
    let chosen = move || store.state.with(|s| s.economics.cost_model == preset.id);
    let label = label.map(|[dx, dy]| {
        view! {
            <span class="name" class:now=chosen aria-hidden="true" style=format!("left: {:.1}px; top: {:.1}px; font-size: {letters}px", x + dx, y + dy)>
                {preset.name}
            </span>
        }
    });
    let leave = move || pointed.update(|at| *at = at.filter(|at| *at != i));
    view! {
        {label}
        <button
            type="button"
            class="dot"
            class:zh=!preset.tied
            class:now=chosen
            tabindex=roving::stop(i == 0)
            aria-pressed=move || chosen().to_string()
            aria-label=move || readout(store, preset.name, preset)
            style=format!("left: {x:.1}px; top: {y:.1}px")
            on:click=move |_| set_model(store, preset)
            on:focus=move |_| pointed.set(Some(i))
            on:blur=move |_| leave()
            on:pointerenter=move |_| pointed.set(Some(i))
            on:pointerleave=move |_| leave()
        ></button>
    }
}

fn readout(store: Store, name: &str, model: &Model) -> String {
    let parameters = count(table_of(model).with_head());
    let (v, d) = (count(model.vocab_size), count(model.d_model));
    (store.strings().economics.surface.readout)(name, &v, &d, model.tied, &parameters, &share(model))
}

/// Axes with their numbers, and the lines of equal size.
fn grid(store: Store, p: &Plane) -> impl IntoView + use<> {
    let [width, height] = p.size;
    let (left, bottom) = (LEFT, height - BOTTOM);
    let s = &store.strings().economics.surface;
    let levels = p.levels.iter().map(|level| {
        let [[x1, y1], [x2, y2]] = level.ends;
        let name =
            level.named.map(|[x, y]| view! { <text class="level" x=x y=y>{level.name.clone()}</text> });
        view! { <line class="level" x1=x1 y1=y1 x2=x2 y2=y2></line> {name} }
    });
    let leads = p.leads.iter().map(|[[x1, y1], [x2, y2]]| {
        view! { <line class="lead-line" x1=*x1 y1=*y1 x2=*x2 y2=*y2></line> }
    });
    let below = p.ticks_v.iter().map(|(value, x)| {
        view! { <text x=*x y=bottom + 16.0 text-anchor="middle">{compact(*value, SI)}</text> }
    });
    let beside = p.ticks_d.iter().map(|(value, y)| {
        view! { <text x=left - 6.0 y=*y + 4.0 text-anchor="end">{count(*value as u64)}</text> }
    });
    view! {
        <line class="axis" x1=left x2=width y1=bottom y2=bottom></line>
        <line class="axis" x1=left x2=left y1="0" y2=bottom></line>
        {levels.collect_view()}
        {leads.collect_view()}
        {below.collect_view()}
        {beside.collect_view()}
        <text x=width - 6.0 y=height - 8.0 text-anchor="end">{s.axes[0]}</text>
        <text x=left + 6.0 y="16">{s.axes[1]}</text>
    }
}

fn table(store: Store) -> impl IntoView {
    let s = &store.strings().economics.surface;
    let row = |model: &Model| {
        view! {
            <tr>
                <th scope="row">{model.name}</th>
                <td>{count(model.vocab_size)}</td>
                <td>{count(model.d_model)}</td>
                <td>{s.tied[usize::from(!model.tied)]}</td>
                <td>{count(table_of(model).with_head())}</td>
                <td>{share(model)}</td>
            </tr>
        }
    };
    view! {
        <div class="tablewrap" tabindex="0" role="region" aria-label=s.picture>
            <table class="data">
                <thead><tr>
                    <th scope="col">{s.col_model}</th>
                    <th scope="col">"V"</th>
                    <th scope="col">"d"</th>
                    <th scope="col">{s.col_head}</th>
                    <th scope="col">{s.col_parameters}</th>
                    <th scope="col">{s.col_share}</th>
                </tr></thead>
                <tbody>{PRESETS.iter().map(row).collect_view()}</tbody>
            </table>
        </div>
    }
}
