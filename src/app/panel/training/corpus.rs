//! The box with the corpus. What cannot be trained on stays in the box, not in the state; of what is too long the
//! beginning is taken.

use super::run::{self, Run};
use crate::store::Store;
use crate::tokenize::train::training::{self, MAX_CHARS, Problem, sample};
use crate::widget::{Lock, guard};
use leptos::prelude::*;

#[component]
pub fn CorpusBox(run: Run) -> impl IntoView {
    let store = Store::here();
    // What the box holds, as far as the reader wrote it.
    let written = RwSignal::new(untrack(|| run::corpus(store)));
    let known = store.get(|s| s.train_corpus.clone());
    Effect::new(move |_| {
        // another than the box's own: a link or a script
        let text = if known.with(String::is_empty) { sample() } else { known.get() };
        if written.with_untracked(|written| *written != text) {
            written.set(text);
            run.refused.set(None);
            run.cut.set(None);
        }
    });
    let take = move |text: String| {
        let chars = text.chars().count();
        run.cut.set((chars > MAX_CHARS).then_some(chars));
        let text: String = text.chars().take(MAX_CHARS).collect();
        written.set(text.clone());
        match refusal(&text, store) {
            Some(problem) => run.refused.set(Some(problem)),
            None => {
                run.refused.set(None);
                store.set("train_corpus", if text == sample() { "" } else { &text });
            }
        }
    };
    let chars = move || written.with(|text| text.chars().count());
    let complaints = move || {
        let s = &store.strings().training;
        let refused = run.refused.get();
        let not_taken = refused.is_some().then(|| s.not_taken.to_string());
        let problem = refused.or_else(|| run.problem.get().filter(|problem| !is_about_size(problem)));
        [run.cut.get().map(s.cut), problem.map(|problem| (s.problem)(&problem)), not_taken]
    };
    let is_bad = Memo::new(move |_| complaints().iter().any(Option::is_some));
    let own = store.get(|s| s.train_corpus.is_empty());
    let reset = move |_| {
        store.set("train_corpus", "");
        run.refused.set(None);
        run.cut.set(None);
        written.set(sample());
    };
    view! {
        <fieldset class="config corpus" class:in-use=move || store.in_use.with(|used| used == "train_corpus") {..guard("train_corpus")}>
            <label for="train-corpus">{store.t(|s| s.words.label("train_corpus"))}</label>
            <textarea
                id="train-corpus"
                rows="8"
                spellcheck="false"
                autocomplete="off"
                aria-describedby="train-corpus-hint"
                aria-invalid=move || is_bad.get().to_string()
                prop:value=move || written.get()
                on:input=move |event| take(event_target_value(&event))
            ></textarea>
            <div role="status" data-complaint="train_corpus">
                {move || complaints().map(|said| said.map(|text| view! { <p class="bad">{text}</p> })).into_iter().collect_view()}
            </div>
            <p class="hint" id="train-corpus-hint">{move || (store.strings().training.corpus_hint)(chars(), MAX_CHARS)}</p>
            <div class="presets">
                <button type="button" aria-pressed=move || own.get().to_string() on:click=reset>{store.t(|s| s.training.reset)}</button>
            </div>
            <Lock key="train_corpus"/>
        </fieldset>
    }
}

/// Why a text cannot be trained on, whatever the vocabulary.
fn refusal(text: &str, store: Store) -> Option<Problem> {
    training::corpus(text, untrack(|| run::settings(store)).algorithm).err()
}

fn is_about_size(problem: &Problem) -> bool {
    matches!(problem, Problem::TooSmall { .. })
}

/// The sentence by the vocabulary's slider.
#[component]
pub fn TooSmall(run: Run) -> impl IntoView {
    let store = Store::here();
    let sentence = Memo::new(move |_| {
        let problem = run.problem.get().filter(is_about_size);
        problem.map(|problem| (store.strings().training.problem)(&problem))
    });
    let in_use =
        move || sentence.with(Option::is_some) && store.in_use.with(|used| used == "train_vocab_size");
    view! {
        <div role="status" data-complaint="train_vocab_size" class:in-use=in_use>
            {move || sentence.get().map(|text| view! { <p class="bad">{text}</p> })}
        </div>
    }
}
