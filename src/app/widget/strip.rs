//! The tokens as chips: whitespace visible, and a character that was cut apart shown whole over its bytes.

use super::SkipLink;
use super::roving;
use crate::image::Thumbnails;
use crate::input::TextInput;
use crate::store::Store;
use crate::tokenize::{Group, Token, hex, visible};
use leptos::prelude::*;

/// More chips than this have a link before them that skips them.
const MANY: usize = 20;

/// All tokens of the input, one tab stop among them. A click makes a token the selected query.
#[component]
pub fn Strip() -> impl IntoView {
    let is_picture = Store::here().get(|s| s.mode == "image");
    move || if is_picture.get() { view! { <Thumbnails/> }.into_any() } else { view! { <Chips/> }.into_any() }
}

/// The tokens of a text alone with their ids; those of any other sequence by their labels.
#[component]
fn Chips() -> impl IntoView {
    let store = Store::here();
    let alone =
        Memo::new(move |_| store.input.with(|input| input.as_ref().is_none_or(|i| i.is_text_alone())));
    move || if alone.get() { view! { <Words/> }.into_any() } else { view! { <Plain/> }.into_any() }
}

/// The tokens of a sequence that has other parts than text.
#[component]
fn Plain() -> impl IntoView {
    let store = Store::here();
    let query = store.get(|s| s.query as usize);
    let chosen = Selector::new(move || query.get());
    let chips = move || {
        let input = store.input.get()?;
        let first = untrack(|| query.get()).min(input.len().saturating_sub(1));
        let chip = |(at, label): (usize, &String)| {
            let (on, pressed) = (chosen.clone(), chosen.clone());
            view! {
                <li>
                    <button class="tok moment" tabindex=roving::stop(at == first) class:on=move || on.selected(&at) aria-pressed=move || pressed.selected(&at).to_string() on:click=move |_| select(store, at)>
                        <b>{label.clone()}</b>
                    </button>
                </li>
            }
        };
        Some(input.labels.iter().enumerate().map(chip).collect_view())
    };
    Effect::new(move |_| {
        let _ = query.get();
        request_animation_frame(reveal_chosen);
    });
    view! {
        <SkipLink/>
        <Row class="strip moments">{chips}</Row>
    }
}

/// Scrolls the row, and nothing else, to the chosen chip.
fn reveal_chosen() {
    let chosen = document().query_selector("[data-testid=strip] [aria-pressed=true]").ok().flatten();
    let Some(chosen) = chosen else { return };
    let Ok(Some(row)) = chosen.closest("[data-testid=strip]") else { return };
    let (chip, seen) = (chosen.get_bounding_client_rect(), row.get_bounding_client_rect());
    let moved = (chip.bottom() - seen.bottom()).max(0.0) + (chip.top() - seen.top()).min(0.0);
    row.set_scroll_top(row.scroll_top() + moved as i32);
}

/// A row of chips, one tab stop among them.
#[component]
fn Row(class: &'static str, children: Children) -> impl IntoView {
    let store = Store::here();
    view! {
        <ul
            class=class
            aria-label=store.t(|s| s.shell.tokens_strip)
            data-testid="strip"
            on:keydown=|event| {
                roving::step(&event);
            }
            on:focusin=|event| roving::focused(&event)
        >
            {children()}
        </ul>
    }
}

/// The tokens of a text.
#[component]
fn Words() -> impl IntoView {
    let store = Store::here();
    let query = store.get(|s| s.query as usize);
    // Only the two chips concerned hear of a change.
    let chosen = Selector::new(move || query.get());
    let chips = move || {
        let input = store.input.get()?.text.clone()?;
        let chips = input.groups.iter().map(|group| match input.tokens.get(group.tokens.clone()) {
            Some([token]) => single(store, &chosen, group, token, group.tokens.start).into_any(),
            Some(tokens) => split(store, &chosen, &input.text.shown, group, tokens).into_any(),
            None => ().into_any(),
        });
        Some(chips.collect_view())
    };
    let many = Memo::new(move |_| text(store, |text| text.groups.len()) > MANY);
    view! {
        <Show when=move || many.get()><SkipLink/></Show>
        <Row class="strip">{chips}</Row>
    }
}

/// The first tab stop of the row: the chosen token, or the first where there is none such.
fn is_stop(store: Store, at: usize) -> bool {
    let many = untrack(|| text(store, |text| text.tokens.len()));
    let chosen = store.state.with_untracked(|s| s.query as usize);
    at == if chosen < many { chosen } else { 0 }
}

fn select(store: Store, at: usize) {
    store.set("query", &at.to_string());
}

fn single(
    store: Store,
    chosen: &Selector<usize>,
    group: &Group,
    token: &Token,
    at: usize,
) -> impl IntoView + use<> {
    let (text, id, unknown) = (visible(&group.text), token.id, token.unknown);
    let stop = roving::stop(is_stop(store, at));
    let (on, pressed) = (chosen.clone(), chosen.clone());
    view! {
        <li>
            <button class="tok" tabindex=stop class:on=move || on.selected(&at) class:unknown=unknown aria-pressed=move || pressed.selected(&at).to_string() on:click=move |_| select(store, at)>
                <b>{text}</b>
                <i>{id}</i>
            </button>
        </li>
    }
}

fn split(
    store: Store,
    chosen: &Selector<usize>,
    text: &str,
    group: &Group,
    tokens: &[Token],
) -> impl IntoView + use<> {
    let first = group.tokens.start;
    let whole = visible(&group.text);
    let pieces = tokens
        .iter()
        .enumerate()
        .map(|(k, token)| {
            let at = first + k;
            let bytes = text.as_bytes().get(token.span.clone()).unwrap_or_default();
            let (hex, id) = (hex(bytes), token.id);
            let stop = roving::stop(is_stop(store, at));
            let (on, pressed) = (chosen.clone(), chosen.clone());
            view! {
                <button tabindex=stop class:on=move || on.selected(&at) aria-pressed=move || pressed.selected(&at).to_string() on:click=move |_| select(store, at)>
                    <span class="bytes">{hex}</span>
                    <i>{id}</i>
                </button>
            }
        })
        .collect_view();
    view! { <li class="tok split"><b>{whole}</b><span class="pieces">{pieces}</span></li> }
}

/// Something of the encoded text, 0 where there is none.
fn text(store: Store, of: fn(&TextInput) -> usize) -> usize {
    store
        .input
        .with(|input| input.as_ref().and_then(|input| Some(of(input.text.as_ref()?))).unwrap_or_default())
}
