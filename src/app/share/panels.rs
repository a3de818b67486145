//! Which panels the rail offers, and whether language and theme are the reader's own.

use super::choices::Choices;
use crate::rail;
use crate::state::{LANGS, PANELS};
use crate::store::Store;
use crate::strings::{LANGUAGES, Strings};
use leptos::prelude::*;

#[component]
pub fn Panels(choices: Choices) -> impl IntoView {
    let store = Store::here();
    let name = rail::names(store);
    let boxes = PANELS
        .iter()
        .map(|panel| {
            let id = panel.id;
            // The link's own panel stays.
            let own = store.state.with_untracked(|s| s.panel) == id;
            view! {
                <label>
                    <input
                        type="checkbox"
                        data-offer=id
                        disabled=own
                        prop:checked=move || own || choices.share.with(|s| s.panels.is_empty() || s.panels.contains(&id))
                        on:change=move |event| offer(choices, id, event_target_checked(&event))
                    />
                    {move || name(id)}
                </label>
            }
        })
        .collect_view();
    view! {
        <details class="offered">
            <summary>{store.t(|s| s.share.panels)}</summary>
            <fieldset>
                <legend class="sr">{store.t(|s| s.share.panels)}</legend>
                <p class="hint">{store.t(|s| s.share.panels_hint)}</p>
                <div class="boxes">{boxes}</div>
            </fieldset>
        </details>
    }
}

/// All panels are an empty list: a panel that is added later is among them.
fn offer(choices: Choices, id: &'static str, offered: bool) {
    let present = choices.store.state.with_untracked(|s| s.panel);
    choices.share.update(|share| {
        let before = |panel: &'static str| share.panels.is_empty() || share.panels.contains(&panel);
        let wanted =
            |panel: &'static str| panel == present || if panel == id { offered } else { before(panel) };
        let chosen: Vec<&'static str> =
            PANELS.iter().map(|panel| panel.id).filter(|panel| wanted(panel)).collect();
        share.panels = if chosen.len() == PANELS.len() { Vec::new() } else { chosen };
    });
}

/// Language and theme: the reader's own, or the link's.
#[component]
pub fn Fixed(choices: Choices) -> impl IntoView {
    let language = |s: &'static Strings, id: &str| match LANGUAGES.iter().find(|(tag, _)| *tag == id) {
        Some((_, strings)) => strings.own_name,
        None => s.share.own,
    };
    let theme = |s: &'static Strings, id: &str| match id {
        "light" => s.shell.theme_light,
        "dark" => s.shell.theme_dark,
        _ => s.share.own,
    };
    view! {
        <section class="fixed">
            <Pick id="share-lang" label=|s| s.share.language ids=LANGS name=language value=choices.lang/>
            <Pick id="share-theme" label=|s| s.share.theme ids=&["auto", "light", "dark"] name=theme value=choices.theme/>
        </section>
    }
}

#[component]
fn Pick(
    id: &'static str,
    label: fn(&'static Strings) -> &'static str,
    ids: &'static [&'static str],
    name: fn(&'static Strings, &str) -> &'static str,
    value: RwSignal<&'static str>,
) -> impl IntoView {
    let store = Store::here();
    let options = ids
        .iter()
        .map(|choice| view! { <option value=*choice selected=move || value.get() == *choice>{move || name(store.strings(), choice)}</option> })
        .collect_view();
    let choose = move |event: web_sys::Event| {
        let chosen = event_target_value(&event);
        if let Some(known) = ids.iter().find(|known| **known == chosen) {
            value.set(known);
        }
    };
    view! {
        <label class="pick" for=id>
            {store.t(label)}
            <select id=id on:change=choose>{options}</select>
        </label>
    }
}
