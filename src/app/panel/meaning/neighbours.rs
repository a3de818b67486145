//! The words nearest to a word.

use super::bars::{Bar, Bars};
use super::loader::Loader;
use super::numbers::{self, Neighbourhood};
use crate::picture::format::fixed;
use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn Neighbours(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let near = numbers::kept(store, loader.shown, numbers::near);
    let bars = Signal::derive(move || near.get().map(|near| bars_of(&near)).unwrap_or_default());
    let title = Memo::new(move |_| near.get().map_or_else(String::new, |near| title(store, &near)));
    let go = Callback::new(move |at: usize| {
        if let Some(bar) = bars.get_untracked().get(at) {
            store.set("word", &bar.word);
        }
    });
    let action = Callback::new(move |word: String| (store.strings().meaning.neighbours.go)(&word));
    view! {
        <section class="card" style="--c: var(--vectors)" data-card="neighbours">
            <h2 data-testid="neighbours-title">{title}</h2>
            <p class="lead">{store.t(|s| s.meaning.neighbours.lead)}</p>
            <Bars bars name=title pick=go action/>
        </section>
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
