//! A link, seen only while it has the focus, that takes the keyboard past what repeats on every panel.

use crate::store::Store;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// The element that holds the panel.
pub const PANEL: &str = "panel";

/// Past header, text, rail and tokens to the heading of the panel's picture.
#[component]
pub fn SkipLink() -> impl IntoView {
    let store = Store::here();
    let go = |event: web_sys::MouseEvent| {
        event.prevent_default(); // the hash is the state
        let heading = document().query_selector(&format!("#{PANEL} h2")).ok().flatten();
        if let Some(heading) = heading.and_then(|h| h.dyn_into::<web_sys::HtmlElement>().ok()) {
            heading.set_tab_index(-1);
            let _ = heading.focus();
        }
    };
    view! { <a class="skip" href=format!("#{PANEL}") data-testid="skip" on:click=go>{store.t(|s| s.shell.skip)}</a> }
}
