//! What word vectors say of meaning: cosines, neighbours, analogies, a map; what a projection does to the numbers, and a
//! trap.

mod analogy;
mod bars;
mod change;
mod controls;
mod cosine;
mod export;
mod field;
mod loader;
mod map;
mod neighbours;
mod numbers;
mod places;
mod progress;
mod unknown;

use crate::embed::word_vectors::Source;
use crate::picture::format::grouped;
use crate::store::Store;
use leptos::prelude::*;
use loader::Loader;

#[component]
pub fn Meaning() -> impl IntoView {
    let store = Store::here();
    let loader = Loader::new(store);
    view! {
        <div class="two">
            <div class="stack">
                <progress::Progress loader/>
                <cosine::Cosine loader/>
                <div class="pair">
                    <neighbours::Neighbours loader/>
                    <change::Change loader/>
                </div>
                <analogy::Analogies loader/>
                <map::Map loader/>
                <unknown::Unknown loader/>
            </div>
            <controls::Controls loader/>
        </div>
    }
}

/// Says that a card shows the answer to another question, and why.
#[component]
fn Old(old: Memo<Option<String>>) -> impl IntoView {
    move || old.get().map(|said| view! { <p class="bad other-question" role="status">{said}</p> })
}

/// The table that a card's numbers are of, in numbers, and where it is from.
#[component]
fn Origin(of: Signal<Option<&'static Source>>) -> impl IntoView {
    let store = Store::here();
    move || {
        let source = of.get()?;
        let s = store.strings();
        let name = s.words.choice("word_table", source.id);
        let said = (s.meaning.table)(name, &grouped(source.words), source.columns);
        Some(view! {
            <p class="hint">
                {said} {store.t(|s| s.gap)} <cite lang="en">{source.citation} "; " {source.source} ", " {source.licence}</cite>
            </p>
        })
    }
}
