//! A panel's controls: a column beside the picture, on a phone a sheet under it that folds to the control in use. There
//! it begins folded: what the panel claims, and its picture, come first.

use crate::state::State;
use crate::store::Store;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The controls of a panel, in the colour of the stage `accent`.
#[component]
pub fn Sheet(accent: &'static str, children: Children) -> impl IntoView {
    let store = Store::here();
    // Where the style sheet shows a column, this means nothing.
    // In a frame that is as high as what it shows, nothing floats.
    let embedded = store.get(State::is_embedded);
    let folded = Memo::new(move |_| !embedded.get() && store.sheet_folded.get().unwrap_or(true));
    let use_control = move |event: &web_sys::Event| {
        if let Some(key) = key_of(event)
            && store.in_use.with_untracked(|before| *before != key)
        {
            store.in_use.set(key);
        }
    };
    view! {
        <aside
            class="card controls"
            class:folded=move || folded.get()
            style=format!("--c: var(--{accent})")
            aria-label=store.t(|s| s.controls.label)
            on:focusin=move |event| use_control(&event)
            on:pointerdown=move |event| use_control(&event)
        >
            <button
                class="handle"
                data-testid="sheet-handle"
                aria-expanded=move || (!folded.get()).to_string()
                on:click=move |_| store.sheet_folded.set(Some(!folded.get_untracked()))
            >
                {store.t(|s| s.controls.label)}
            </button>
            {children()}
        </aside>
    }
}

/// The field whose control an event came from.
fn key_of(event: &web_sys::Event) -> Option<String> {
    let element: web_sys::Element = event.target()?.dyn_into().ok()?;
    element.closest("[data-key]").ok()??.get_attribute("data-key")
}
