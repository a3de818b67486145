//! The words of the text, a page of them at a time; one is under the lens.

use super::lens::Lens;
use crate::export::{Save, Source, Table};
use crate::store::Store;
use crate::tokenize::{self, visible};
use crate::widget::roving;
use leptos::prelude::*;

/// Words on the screen at once.
const PAGE: usize = 80;
/// Characters of a word that its chip shows.
const LONGEST: usize = 16;

#[component]
pub fn Words() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let page = Memo::new(move |_| lens.word.get() / PAGE);
    let chosen = Selector::new(move || lens.word.get());
    let chips = move || {
        let survey = lens.survey.get()?;
        let first = page.get() * PAGE;
        let stop = lens.word.get_untracked();
        let chip = |(at, word): (usize, &crate::tokenize::microscope::Word)| {
            let text = shortened(&visible(survey.text(word)));
            let tokens = word.ids.len();
            let said = (store.strings().microscope.word)(&text, at + 1, tokens);
            let (on, pressed) = (chosen.clone(), chosen.clone());
            view! {
                <li>
                    <button
                        type="button"
                        class="tok"
                        tabindex=roving::stop(at == stop)
                        class:on=move || on.selected(&at)
                        class:part=word.part.is_some()
                        class:control=word.control
                        aria-pressed=move || pressed.selected(&at).to_string()
                        on:click=move |_| store.set("word_index", &at.to_string())
                    >
                        <b aria-hidden="true">{text}</b>
                        <i aria-hidden="true">{tokens}</i>
                        <span class="sr">{said}</span>
                    </button>
                </li>
            }
        };
        Some(survey.words.iter().enumerate().skip(first).take(PAGE).map(chip).collect_view())
    };
    let all = Memo::new(move |_| lens.survey.with(|survey| survey.as_ref().map_or(0, |s| s.words.len())));
    let turn = move |to: usize| store.set("word_index", &(to * PAGE).to_string());
    let pages = move || {
        let (page, all) = (page.get(), all.get());
        (all > PAGE).then(|| {
            let s = store.strings().microscope;
            let last = (all - 1) / PAGE;
            view! {
                <p class="hint pages">
                    {(s.words)(page * PAGE + 1, ((page + 1) * PAGE).min(all), all)} " "
                    <button class="btn" disabled={page == 0} on:click=move |_| turn(page.saturating_sub(1))>{s.earlier}</button>
                    <button class="btn" disabled={page >= last} on:click=move |_| turn(page + 1)>{s.later}</button>
                </p>
            }
        })
    };
    view! {
        <ul
            class="strip words"
            aria-label=store.t(|s| s.microscope.words_label)
            data-testid="words"
            on:keydown=move |event| {
                if roving::step(&event) {
                    press_focused();
                }
            }
            on:focusin=|event| roving::focused(&event)
        >
            {chips}
        </ul>
        {pages}
        <Save source=move || numbers(store, lens) kind="words"/>
    }
}

/// Every word, for files: how many tokens it is, and which.
fn numbers(store: Store, lens: Lens) -> Option<Source> {
    let survey = lens.survey.get()?;
    let s = store.strings();
    let columns = [s.tokens.col_index, s.side.picture.text, s.tokens.tokens, s.tokens.col_id];
    let row = |(at, word): (usize, &crate::tokenize::microscope::Word)| {
        let ids = word.ids.iter().map(|id| id.to_string()).collect::<Vec<_>>().join(" ");
        vec![at.into(), visible(survey.text(word)).into(), word.ids.len().into(), ids.into()]
    };
    let rows = survey.words.iter().enumerate().map(row).collect();
    Some(Source::Table(Table { columns: columns.map(str::to_owned).into(), rows }))
}

/// The arrows choose as they go.
fn press_focused() {
    use wasm_bindgen::JsCast;
    let focused =
        document().active_element().and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    focused.into_iter().for_each(|button| button.click());
}

/// A word by its beginning.
pub fn shortened(text: &str) -> String {
    tokenize::shortened(text, LONGEST)
}
