//! A line of text bound to one field of the state, with what is wrong with it under it.

use crate::state;
use crate::store::Store;
use crate::widget::{KeyNotice, guard};
use leptos::prelude::*;

#[component]
pub fn TextField(
    key: &'static str,
    /// What the tables have to say of it.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Lines that are seen at once; more than one makes a box.
    #[prop(default = 1)]
    rows: u32,
) -> impl IntoView {
    let store = Store::here();
    let text = Memo::new(move |_| {
        state::field(key).map(|field| store.state.with(|s| field.get(s).to_text())).unwrap_or_default()
    });
    let (id, error_id) = (format!("f-{key}"), format!("e-{key}"));
    let is_wrong = move || error.with(Option::is_some).to_string();
    let put = move |event: web_sys::Event| store.set(key, &event_target_value(&event));
    let input = if rows > 1 {
        view! {
            <textarea
                id=id.clone()
                rows=rows
                dir="auto"
                spellcheck="false"
                aria-invalid=is_wrong
                aria-describedby=error_id.clone()
                prop:value=move || text.get()
                on:input=put
            ></textarea>
        }
        .into_any()
    } else {
        view! {
            <input
                type="text"
                id=id.clone()
                dir="auto"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-invalid=is_wrong
                aria-describedby=error_id.clone()
                prop:value=move || text.get()
                on:input=put
            />
        }
        .into_any()
    };
    view! {
        <fieldset class="field" class:in-use=move || store.in_use.with(|used| used == key) {..guard(key)}>
            <label for=id>
                {store.t(move |s| s.words.label(key))}
                {move || store.strings().words.hint(key).map(|hint| view! { <small>{hint}</small> })}
            </label>
            {input}
            <div id=error_id role="status">{move || error.get().map(|text| view! { <p class="bad">{text}</p> })}</div>
            <KeyNotice key=key/>
        </fieldset>
    }
}
