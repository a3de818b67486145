//! One of a few choices, as buttons side by side.

use super::{KeyNotice, guard};
use crate::state::{self, Kind, Value};
use crate::store::Store;
use crate::strings::Strings;
use leptos::prelude::*;

/// Buttons for a field of the schema. `label` gives the text of a choice where it is not in the table of words.
#[component]
pub fn Choice(
    key: &'static str,
    #[prop(optional)] label: Option<fn(&'static Strings, &'static str) -> String>,
    /// The choices that make sense here, where they are not all; the first stands for any other.
    #[prop(optional)]
    only: Option<&'static [&'static str]>,
    /// Takes what the reader chooses, where that is more than the field.
    #[prop(optional, into)]
    put: Option<Callback<&'static str>>,
) -> impl IntoView {
    let store = Store::here();
    let choices = match (only, state::field(key).map(|field| field.kind)) {
        (Some(only), _) => only,
        (None, Some(Kind::Choice(choices))) => choices(),
        _ => &[],
    };
    let current = store.get(move |s| {
        let read = state::field(key).map(|field| field.get(s));
        let chosen = if let Some(Value::Choice(choice)) = read { choice } else { "" };
        let first = choices.first().copied().filter(|_| !choices.contains(&chosen));
        first.unwrap_or(chosen)
    });
    let buttons = choices
        .iter()
        .map(|id| {
            view! {
                <button
                    type="button"
                    data-value=*id
                    aria-pressed=move || (current.get() == *id).to_string()
                    on:click=move |_| match put {
                        Some(put) => put.run(id),
                        None => store.set(key, id),
                    }
                >
                    {move || match label {
                        Some(label) => label(store.strings(), id),
                        None => store.strings().words.choice(key, id).to_string(),
                    }}
                </button>
            }
        })
        .collect_view();
    view! {
        <fieldset class="choice" class:in-use=move || store.in_use.with(|used| used == key) {..guard(key)}>
            <legend>{store.t(move |s| s.words.label(key))}</legend>
            <div class="seg" style=format!("--columns: {}", columns(choices.len()))>{buttons}</div>
            <KeyNotice key=key/>
        </fieldset>
    }
}

/// How many buttons stand side by side: rows of equal length, so that none is left alone on the last.
fn columns(choices: usize) -> usize {
    match choices {
        0..=3 => choices.max(1),
        4 => 2,
        _ => 3,
    }
}
