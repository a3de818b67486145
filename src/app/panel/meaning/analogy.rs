//! a − b + c, with the inputs among the answers and without, side by side.

use super::Old;
use super::bars::{Bar, Bars};
use super::field::TextField;
use super::loader::Loader;
use super::numbers::{self, Answered};
use crate::embed::word_vectors::nearest::Neighbour;
use crate::picture::format::fixed;
use crate::store::Store;
use crate::widget::Trust;
use leptos::prelude::*;

/// Tables and words that are worth a look.
const EXAMPLES: &[(&str, [&str; 3])] = &[
    ("glove", ["king", "man", "woman"]),
    ("glove", ["paris", "france", "italy"]),
    ("glove", ["doctor", "man", "woman"]),
    ("use", ["king", "man", "woman"]),
    ("use", ["国王", "男", "女"]),
    ("use", ["Paris", "France", "Italy"]),
];

const KEYS: [&str; 3] = ["analogy_a", "analogy_b", "analogy_c"];

#[component]
pub fn Analogies(loader: Loader) -> impl IntoView {
    let store = Store::here();
    let (answered, old) = numbers::kept::<Answered>(store, loader.shown);
    let title = Memo::new(move |_| answered.get().map_or_else(String::new, |a| title(store, &a)));
    let respelt = move || {
        let a = answered.get().filter(|_| old.with(Option::is_none))?;
        let words = store.state.with(|s| {
            let m = &s.meaning;
            [&m.analogy_a, &m.analogy_b, &m.analogy_c].map(String::clone)
        });
        numbers::respelt(store, &a.of, words.iter().map(String::as_str))
    };
    let list = move |of: fn(&Answered) -> &[Neighbour]| {
        Signal::derive(move || answered.get().map(|a| bars(store, &a, of(&a))).unwrap_or_default())
    };
    let [including, excluding] = [list(|a| &a.analogy.including), list(|a| &a.analogy.excluding)];
    let column = move |bars: Signal<Vec<Bar>>,
                       name: fn(&crate::strings::meaning::Analogy) -> &'static str| {
        let name = Signal::derive(move || name(&store.strings().meaning.analogy).to_string());
        let go = Callback::new(move |at: usize| {
            if let Some(bar) = bars.get_untracked().get(at) {
                store.set("word", &bar.word);
            }
        });
        let action = Callback::new(move |word: String| (store.strings().meaning.neighbours.go)(&word));
        view! { <div><h3>{name}</h3><Bars bars name pick=go action noted=true/></div> }
    };
    view! {
        <section class="card" style="--c: var(--vectors)" data-card="analogy" class:old=move || old.with(Option::is_some)>
            <Old old/>
            <h2 data-testid="analogy-title">{title}</h2>
            <p class="lead">{store.t(|s| s.meaning.analogy.lead)}</p>
            <div class="sum">
                <Input key="analogy_a" loader/> <span aria-hidden="true">"−"</span>
                <Input key="analogy_b" loader/> <span aria-hidden="true">"+"</span>
                <Input key="analogy_c" loader/>
            </div>
            <Examples/>
            <div class="pair">
                {column(including, |s| s.including)}
                {column(excluding, |s| s.excluding)}
            </div>
            <p class="readout">{move || answered.get().map(|a| inputs(store, &a))}</p>
            <p class="hint" data-testid="analogy-respelt">{respelt}</p>
            <p class="hint" data-testid="analogy-crowded">{move || answered.get().and_then(|a| crowded(store, &a))}</p>
            <p class="hint"><cite lang="en">"Mikolov, Yih & Zweig, Linguistic Regularities in Continuous Space Word Representations, NAACL 2013"</cite></p>
            <Trust subjects=Signal::stored(vec!["analogy"]) seeded=false computed=false/>
        </section>
    }
}

#[component]
fn Input(key: &'static str, loader: Loader) -> impl IntoView {
    let store = Store::here();
    let word = move || {
        store.state.with(|s| match key {
            "analogy_a" => s.meaning.analogy_a.clone(),
            "analogy_b" => s.meaning.analogy_b.clone(),
            _ => s.meaning.analogy_c.clone(),
        })
    };
    let error = Signal::derive(move || numbers::complaint(store, &loader.shown.get()?, &word()));
    view! { <TextField key error/> }
}

#[component]
fn Examples() -> impl IntoView {
    let store = Store::here();
    let button = |(table, words): &'static (&str, [&str; 3])| {
        let [a, b, c] = *words;
        let chosen = move || {
            store.state.with(|s| {
                let m = &s.meaning;
                m.word_table == *table
                    && [&m.analogy_a, &m.analogy_b, &m.analogy_c].iter().zip(words).all(|(x, y)| *x == y)
            })
        };
        let put = move |_| {
            KEYS.iter().zip(words).for_each(|(key, word)| store.set(key, word));
            store.set("word_table", table);
        };
        let short = if *table == "use" { "USE" } else { "GloVe" };
        view! {
            <button type="button" aria-pressed=move || chosen().to_string() on:click=put>
                {short} {store.t(|s| s.colon)} <span lang="mul">{format!("{a} − {b} + {c}")}</span>
            </button>
        }
    };
    view! {
        <div class="presets" role="group" aria-label=store.t(|s| s.meaning.examples) data-testid="analogy-examples">
            {EXAMPLES.iter().map(button).collect_view()}
        </div>
    }
}

fn bars(store: Store, a: &Answered, found: &[Neighbour]) -> Vec<Bar> {
    let is_input = store.strings().meaning.analogy.is_input;
    let bar = |found: &Neighbour| Bar {
        note: a.analogy.inputs.contains(&found.row).then_some(is_input),
        ..a.of.bar(found.row, found.cosine.into())
    };
    found.iter().map(bar).collect()
}

fn title(store: Store, a: &Answered) -> String {
    let s = &store.strings().meaning.analogy;
    let word = |row: usize| a.of.table.word(row);
    let [x, y, z] = a.analogy.inputs.map(word);
    let sum = format!("“{x} − {y} + {z}”");
    let first = |found: &[Neighbour]| found.first().map_or("", |found| word(found.row));
    let (with, without) = (first(&a.analogy.including), first(&a.analogy.excluding));
    if a.analogy.answer_is_an_input() { (s.title_input)(&sum, with, without) } else { (s.title)(&sum, with) }
}

fn inputs(store: Store, a: &Answered) -> String {
    let [x, y, z] = a.analogy.input_cosines.map(|cosine| fixed(cosine, 3));
    (store.strings().meaning.analogy.inputs)(&x, &y, &z)
}

fn crowded(store: Store, a: &Answered) -> Option<String> {
    let rows = a.analogy.in_other_languages(&a.of.table);
    let answers_in_all = a.analogy.excluding.len() > rows.len();
    let words: Vec<String> = rows.iter().map(|row| format!("“{}”", a.of.table.word(*row))).collect();
    (!words.is_empty() && answers_in_all)
        .then(|| (store.strings().meaning.analogy.crowded)(&words.join(store.strings().comma)))
}
