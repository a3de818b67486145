//! Where the reader brings a signal: the choice of its kind, and under it what that kind needs.

use crate::state::MODES;
use crate::store::Store;
use crate::{image, sound};
use leptos::prelude::*;

/// `text` is the box for text.
#[component]
pub fn Bar(text: ViewFn) -> impl IntoView {
    let store = Store::here();
    let mode = store.get(|s| s.mode);
    let buttons = MODES
        .iter()
        .map(|id| {
            view! {
                <button
                    type="button"
                    data-value=*id
                    aria-pressed=move || (mode.get() == *id).to_string()
                    on:click=move |_| store.set("mode", id)
                >
                    {store.t(move |s| s.words.choice("mode", id))}
                </button>
            }
        })
        .collect_view();
    let has = move |lane: &'static str| move || mode.get() == lane || mode.get() == "mixed";
    view! {
        <div class="seg modes" role="group" data-key="mode" aria-label=store.t(|s| s.words.label("mode"))>{buttons}</div>
        <Show when=has("text")>{text.run()}</Show>
        <Show when=has("image")><image::Bar/></Show>
        <Show when=has("audio")><sound::Bar/></Show>
    }
}
