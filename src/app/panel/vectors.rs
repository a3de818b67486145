//! The embedding: each id picks one row of a table.

use super::image;
use super::shared::ModelControls;
use super::sound::Convolutions;
use crate::picture::format::short;
use crate::picture::paint::Scale;
use crate::store::Store;
use crate::tokenize;
use crate::widget::{Heat, Heatmap, Sheet, Strip, Trust};
use leptos::prelude::*;
use std::collections::HashMap;
use std::rc::Rc;

#[component]
pub fn Vectors() -> impl IntoView {
    let store = Store::here();
    let drawn = store.head_drawn;
    let column = RwSignal::new(0usize);
    let query = store.get(|s| s.query as usize);
    let heat = move || {
        let _ = drawn.get();
        let input = store.input.get()?;
        let values = store.engine.with_value(|engine| engine.pipeline.embedding().cloned())?;
        (values.nrows() == input.len() && !input.is_empty()).then(|| Heat {
            values,
            rows: Rc::clone(&input.labels),
            cols: Rc::default(),
            scale: Scale::Diverging,
            square: false,
            top: None,
            device: None,
        })
    };
    let is_picture = image::is_shown(store);
    let is_sound = store.get(|s| s.mode == "audio");
    let is_mixed = store.get(|s| s.mode == "mixed");
    let title = move || {
        let n = store.input.with(|input| input.as_ref().map_or(0, |i| i.len()));
        let d = store.state.with(|s| s.d_model as usize);
        let s = store.strings();
        match (is_picture.get(), is_mixed.get()) {
            (true, _) => (s.image.vectors_title)(n, d),
            (_, true) => (s.mixed.vectors_title)(n, d),
            _ => (s.vectors.title)(n, d),
        }
    };
    let pick = Callback::new(move |(i, c): (usize, usize)| {
        column.set(c);
        store.set("query", &i.to_string());
    });
    let cell = Signal::derive(move || (query.get(), column.get()));
    view! {
        <Strip/>
        <Show when=move || is_sound.get()><Convolutions/></Show>
        <div class="two">
            <section class="card" style="--c: var(--vectors)">
                <h2>{title}</h2>
                <p class="lead">{move || {
                    let s = store.strings();
                    match (is_picture.get(), is_sound.get()) {
                        (true, _) => s.image.vectors_lead,
                        (_, true) => s.sound.vectors_lead,
                        _ if is_mixed.get() => s.mixed.vectors_lead,
                        _ => s.vectors.lead,
                    }
                }} {store.t(|s| s.gap)} {move || twins(store)}</p>
                <Heatmap heat=heat cell=cell hover=Callback::new(|_| ()) pick=pick name=Signal::derive(title) tall=0.5/>
                {move || { let _ = drawn.get(); row(store, query.get()) }}
                <Show when=move || is_picture.get()><image::Projected/></Show>
                <Trust subjects=Signal::derive(Vec::new)/>
            </section>
            <Sheet accent="vectors">
                <ModelControls/>
            </Sheet>
        </div>
    }
}

/// How many tokens stand at more than one position.
fn twins(store: Store) -> Option<String> {
    let input = store.input.get()?;
    let mut counts = HashMap::new();
    let rows_of_tables = input.sequence.pieces.iter().filter(|piece| piece.id().is_some());
    rows_of_tables.for_each(|piece| *counts.entry(*piece).or_insert(0usize) += 1);
    let many = counts.values().filter(|count| **count > 1).sum::<usize>();
    (many > 0).then(|| (store.strings().vectors.same_rows)(many))
}

/// The chosen row: its numbers, and that it is one-hot × W.
fn row(store: Store, at: usize) -> Option<impl IntoView> {
    let input = store.input.get()?;
    let at = at.min(input.len().checked_sub(1)?);
    let id = input.sequence.pieces.get(at)?.id()?;
    let size = tokenize::by_id(input.text.as_ref()?.vocabulary)?.size as usize;
    let numbers = store.engine.with_value(|engine| {
        let x = engine.pipeline.embedding()?;
        (at < x.nrows()).then(|| x.row(at).iter().map(|v| short(*v)).collect::<Vec<_>>().join("  "))
    })?;
    let s = store.strings();
    Some(view! {
        <h3>{(s.vectors.row_of)(at, input.label(at), id)}</h3>
        <p class="hint">{(s.vectors.one_hot)(id, size)}</p>
        <p class="vals" tabindex="0">{numbers}</p>
    })
}
