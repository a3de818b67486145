//! A panel's controls: a column beside the picture, on a phone a sheet under it that folds to the control in use.

use crate::store::Store;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Screens lower than this, in CSS pixels, begin with the sheet folded: open, it would leave the picture no room.
const LOW: f64 = 560.0;

/// Whether every sheet begins folded. Where the style sheet shows a column, this means nothing.
fn begins_folded() -> bool {
    window().inner_height().ok().and_then(|height| height.as_f64()).is_some_and(|height| height < LOW)
}

/// The controls of a panel, in the colour of the stage `accent`.
#[component]
pub fn Sheet(
    accent: &'static str,
    /// Begins folded on any phone, until the reader opens a sheet: the picture is taller than what the sheet leaves.
    #[prop(optional)]
    folded: bool,
    children: Children,
) -> impl IntoView {
    let store = Store::here();
    let begins = folded || begins_folded();
    let folded = Memo::new(move |_| store.sheet_folded.get().unwrap_or(begins));
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
