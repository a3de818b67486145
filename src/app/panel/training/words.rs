//! The words of the corpus as they are cut after the step.

use super::Scene;
use crate::store::Store;
use crate::tokenize::train::training::{Cut, CutWord, Symbol};
use leptos::prelude::*;

/// Words of either list.
const MOST: usize = 60;
/// Symbols of a word that are shown.
const MOST_SYMBOLS: usize = 64;

#[component]
pub fn Words(scene: Scene) -> impl IntoView {
    let store = Store::here();
    let cut = Memo::new(move |_| scene.at().map_or_else(Cut::default, |at| at.training.cut(at.step, MOST)));
    let all = Memo::new(move |_| scene.run.shown.with(|t| t.as_ref().map_or(0, |t| t.words().len())));
    let changed = move || {
        let many = cut.with(|cut| cut.changed_total);
        (scene.step.get() > 0).then(|| (store.strings().training.changed)(many, all.get()))
    };
    let heading = move || (store.strings().training.words)(cut.with(|cut| cut.words.len()), all.get());
    view! {
        <h3 data-testid="training-changed">{changed}</h3>
        <ul class="wordcuts" data-testid="training-changed-words">{move || cut.with(|cut| list(&cut.changed))}</ul>
        <h3>{heading}</h3>
        <p class="hint">{store.t(|s| s.training.words_lead)}</p>
        <ul class="wordcuts" data-testid="training-words">{move || cut.with(|cut| list(&cut.words))}</ul>
    }
}

fn list(words: &[CutWord]) -> impl IntoView + use<> {
    words.iter().map(word).collect_view()
}

fn word(word: &CutWord) -> impl IntoView + use<> {
    let symbol = |symbol: &Symbol| view! { <b class:new=symbol.new>{symbol.text.clone()}</b> " " };
    let rest = (word.symbols.len() > MOST_SYMBOLS).then_some("…");
    view! {
        <li>
            <span>{word.symbols.iter().take(MOST_SYMBOLS).map(symbol).collect_view()}{rest}</span>
            <i>{format!("×{}", word.count)}</i>
        </li>
    }
}
