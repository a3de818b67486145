//! The panel's controls: table, word, what it is compared with, and examples.

use super::field::TextField;
use super::loader::Loader;
use super::numbers::{self, MOST_OTHERS};
use crate::store::Store;
use crate::widget::{Choice, Sheet};
use leptos::prelude::*;

/// A table, a word, and what it is compared with.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("use", "cat", "dog, car"),
    ("use", "猫", "狗, 汽车"),
    ("use", "cat", "猫, 狗, 汽车"),
    ("glove", "cat", "dog, car"),
];

#[component]
pub fn Controls(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let word = store.get(|s| s.meaning.word.clone());
    let others = store.get(|s| s.meaning.word_others.clone());
    let word_error = Signal::derive(move || numbers::complaint(store, &loader.shown.get()?, &word.get()));
    let others_error = Signal::derive(move || {
        numbers::list_complaint(store, &loader.shown.get()?, &others.get(), MOST_OTHERS)
    });
    let has_two = move || loader.shown.with(|of| of.as_ref().is_some_and(|of| of.source.languages.len() > 1));
    view! {
        <Sheet accent="vectors">
            <Choice key="word_table"/>
            <TextField key="word" error=word_error/>
            <TextField key="word_others" error=others_error/>
            <Examples/>
            <Show when=has_two><Choice key="word_language"/></Show>
        </Sheet>
    }
}

#[component]
fn Examples() -> impl IntoView {
    let store = Store::here();
    let button = |(table, word, others): &'static (&str, &str, &str)| {
        let chosen = move || {
            store.state.with(|s| {
                let m = &s.meaning;
                m.word_table == *table && m.word == *word && m.word_others == *others
            })
        };
        let put = move |_| {
            store.set("word", word);
            store.set("word_others", others);
            store.set("word_table", table);
        };
        let said = move || {
            let s = store.strings();
            let table = if *table == "use" { String::new() } else { format!("GloVe{}", s.colon) };
            (table, format!("{word}{}{}", s.colon, others.replace(", ", s.comma)))
        };
        view! {
            <button type="button" aria-pressed=move || chosen().to_string() on:click=put>
                {move || said().0} <span lang="mul">{move || said().1}</span>
            </button>
        }
    };
    view! {
        <div class="presets" role="group" aria-label=store.t(|s| s.meaning.examples) data-testid="word-examples">
            {EXAMPLES.iter().map(button).collect_view()}
        </div>
    }
}
