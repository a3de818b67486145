//! The button that shows a picture's table twin.

use crate::store::Store;
use leptos::prelude::*;

#[component]
pub fn TwinButton(open: RwSignal<bool>) -> impl IntoView {
    let store = Store::here();
    let text = move || {
        let s = &store.strings().picture;
        if open.get() { s.hide_table } else { s.show_table }
    };
    view! {
        <button class="btn table-toggle" aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|o| *o = !*o)>
            {text}
        </button>
    }
}
