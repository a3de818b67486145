//! The words nearest to a word.

use super::Old;
use super::bars::{Bar, Bars};
use super::loader::Loader;
use super::numbers::{self, Neighbourhood};
use crate::picture::format::{fixed, grouped, short};
use crate::store::Store;
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Neighbours(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let (near, old) = numbers::kept::<Neighbourhood>(store, loader.shown);
    let bars = Signal::derive(move || near.get().map(|near| bars_of(&near)).unwrap_or_default());
    let title = Memo::new(move |_| near.get().map_or_else(String::new, |near| title(store, &near)));
    let go = Callback::new(move |at: usize| {
        if let Some(bar) = bars.get_untracked().get(at) {
            store.set("word", &bar.word);
        }
    });
    let action = Callback::new(move |word: String| (store.strings().meaning.neighbours.go)(&word));
    view! {
        <section class="card" style="--c: var(--vectors)" data-card="neighbours" class:old=move || old.with(Option::is_some)>
            <Old old/>
            <h2 data-testid="neighbours-title">{title}</h2>
            <p class="lead">{store.t(|s| s.meaning.neighbours.lead)}</p>
            <Bars bars name=title pick=go action/>
            <Show when=move || near.with(Option::is_some)><Vector near/></Show>
        </section>
    }
}

/// The word's own row, number by number; made while it is looked at only.
#[component]
fn Vector(near: Memo<Option<Arc<Neighbourhood>>>) -> impl IntoView {
    let store = Store::here();
    let open = RwSignal::new(false);
    let heading = move || {
        let near = near.get()?;
        let table = &near.of.table;
        let length = table.vectors().lengths.get(near.row).copied().unwrap_or_default();
        let row = grouped(near.row);
        Some((store.strings().meaning.neighbours.vector)(table.word(near.row), &row, &short(length)))
    };
    let numbers = move || {
        let near = near.get().filter(|_| open.get())?;
        let vector = near.of.table.vector(near.row);
        Some(vector.into_iter().map(|x| fixed(x, 3)).collect::<Vec<_>>().join("  "))
    };
    view! {
        <details
            class="inv-freq"
            data-testid="vector"
            on:toggle=move |event| open.set(event_target::<web_sys::Element>(&event).has_attribute("open"))
        >
            <summary>{heading}</summary>
            <p class="vals" tabindex="0">{numbers}</p>
        </details>
    }
}

fn bars_of(near: &Neighbourhood) -> Vec<Bar> {
    near.all.iter().map(|found| near.of.bar(found.row, found.cosine.into())).collect()
}

fn title(store: Store, near: &Neighbourhood) -> String {
    let Some(first) = near.all.first() else { return String::new() };
    let table = &near.of.table;
    let cosine = fixed(first.cosine.into(), 3);
    (store.strings().meaning.neighbours.title)(table.word(near.row), table.word(first.row), &cosine)
}
