//! A field that holds a list of numbers, as a line of text.

use super::{KeyNotice, guard};
use crate::state;
use crate::store::Store;
use leptos::prelude::*;

/// Numbers joined by commas or spaces; the schema's own `-` is understood too.
#[component]
pub fn NumberList(key: &'static str) -> impl IntoView {
    let store = Store::here();
    let text = Memo::new(move |_| {
        let value = state::field(key).map(|field| store.state.with(|s| field.get(s).to_text()));
        value.unwrap_or_default().replace('-', ", ")
    });
    let id = format!("f-{key}");
    view! {
        <fieldset class="sl" {..guard(key)}>
            <div class="head">
                <label for=id.clone()>
                    {store.t(move |s| s.words.label(key))}
                    {move || store.strings().words.hint(key).map(|hint| view! { <small>{hint}</small> })}
                </label>
            </div>
            <input
                type="text"
                class="list"
                id=id
                spellcheck="false"
                autocomplete="off"
                prop:value=move || text.get()
                on:change=move |event| {
                    let given = event_target_value(&event);
                    let parts: Vec<&str> = given.split([',', ' ', ';', '-']).filter(|part| !part.is_empty()).collect();
                    store.set(key, &parts.join("-"));
                    event_target::<web_sys::HtmlInputElement>(&event).set_value(&text.get_untracked());
                }
            />
            <KeyNotice key=key/>
        </fieldset>
    }
}
