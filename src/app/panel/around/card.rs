//! What the cards have in common.

use crate::matrix::Matrix64;
use crate::pipeline::{Settings, experiment_size};
use crate::store::Store;
use crate::widget::{Map, Trust};
use leptos::prelude::*;
use std::rc::Rc;

/// A finding, one sentence, a picture, where it is from and what it was compared with.
#[component]
pub fn Card(
    id: &'static str,
    #[prop(into)] title: Signal<String>,
    #[prop(into)] lead: Signal<&'static str>,
    citation: &'static str,
    /// Subjects of the golden tests.
    subjects: &'static [&'static str],
    /// Whether the numbers come from random tables.
    seeded: bool,
    /// The colour of the stage it belongs to.
    #[prop(default = "attention")]
    accent: &'static str,
    children: Children,
) -> impl IntoView {
    view! {
        <section class="card" data-card=id style=format!("--c: var(--{accent})")>
            <h2 data-testid=format!("{id}-title")>{title}</h2>
            <p class="lead">{lead}</p>
            {children()}
            <p class="hint"><cite lang="en">{citation}</cite></p>
            <Trust subjects=Signal::stored(subjects.to_vec()) seeded=seeded computed=false/>
        </section>
    }
}

/// The state as the maths needs it, followed.
pub fn settings(store: Store) -> Settings {
    store.state.with(crate::state::settings)
}

/// A map of a double-precision matrix.
pub fn map(name: &str, values: &Matrix64) -> Map {
    Map { name: name.to_string(), values: Rc::new(values.mapv(|x| x as f32)) }
}

/// The cell that the maps show, in words.
#[component]
pub fn Cell() -> impl IntoView {
    let store = Store::here();
    let words = move || {
        let input = store.input.get()?;
        let last = tokens_used(store).saturating_sub(1);
        let (i, j) = store.cell.get();
        let (i, j) = (i.min(last), j.min(last));
        Some((store.strings().picture.readout)(i, input.label(i), j, input.label(j)))
    };
    view! { <p class="hint mono" aria-hidden="true">{words}</p> }
}

/// How many tokens the cards compute with.
pub fn tokens_used(store: Store) -> usize {
    let tokens = store.input.with(|input| input.as_ref().map_or(0, |input| input.len()));
    experiment_size(tokens, store.state.with(|s| s.d_model as usize))
}

/// Says so where those are not all.
pub fn first_tokens(store: Store) -> Option<String> {
    let tokens = store.input.with(|input| input.as_ref().map_or(0, |input| input.len()));
    let used = tokens_used(store);
    (tokens > used).then(|| (store.strings().permutation.first_tokens)(used))
}
