//! For every control that the present panel has: may the reader of the link use it, see it, or neither?

use super::choices::Choices;
use crate::state::Touch;
use crate::state::share::controls;
use crate::store::Store;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

const COLUMNS: [Touch; 3] = [Touch::Free, Touch::Locked, Touch::Hidden];

#[component]
pub fn Controls(choices: Choices) -> impl IntoView {
    let store = Store::here();
    let keys = present();
    let name = move |touch: Touch| {
        let s = store.strings().share;
        match touch {
            Touch::Free => s.free,
            Touch::Locked => s.lock,
            Touch::Hidden => s.hide,
        }
    };
    let rows = keys
        .iter()
        .map(|key| {
            let key = *key;
            let label = move || store.strings().control(key);
            let cells = COLUMNS.into_iter().map(|touch| {
                view! {
                    <td>
                        <label>
                            <input
                                type="radio"
                                name=format!("share-{key}")
                                data-touch=format!("{touch:?}").to_lowercase()
                                aria-label=move || (store.strings().share.touch)(label(), name(touch))
                                prop:checked=move || choices.touch(key) == touch
                                on:change=move |_| choices.set_touch(key, touch)
                            />
                        </label>
                    </td>
                }
            });
            view! { <tr data-row=key><th scope="row">{label}</th>{cells.collect_view()}</tr> }
        })
        .collect_view();
    let head =
        COLUMNS.into_iter().map(|touch| view! { <th scope="col">{move || name(touch)}</th> }).collect_view();
    let table =
        view! { <table class="touch"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table> };
    view! {
        <section>
            <h3>{store.t(|s| s.share.controls)}</h3>
            {if keys.is_empty() {
                view! { <p class="hint">{store.t(|s| s.share.no_controls)}</p> }.into_any()
            } else {
                table.into_any()
            }}
        </section>
    }
}

/// The keys whose controls are on the page now, in the order in which they stand there; hidden ones, too.
fn present() -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    let Ok(all) = document().query_selector_all("main fieldset[data-key]") else { return found };
    let elements = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<web_sys::Element>().ok());
    for element in elements {
        let key = element.get_attribute("data-key").unwrap_or_default();
        let known = controls().iter().find(|known| **known == key);
        found.extend(known.filter(|known| !found.contains(known)));
    }
    found
}
