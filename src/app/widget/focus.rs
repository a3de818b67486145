//! Where the keyboard goes on when the button that it stood on is taken away.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Puts the focus on the control of the field `key`; where the page shows none, on the heading of the panel.
pub fn to_control(key: &str) {
    // Keys come from links: only what can be a field's name goes into a selector.
    let is_name = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    let selectors = [
        format!("#f-{key}"),
        format!("[data-key={key}] [aria-pressed=true]"),
        format!("[data-key={key}] :is(input, textarea, button)"),
    ];
    let control = selectors.iter().filter(|_| is_name).find_map(|selector| visible(selector));
    let found = control.or_else(|| visible("#panel h2"));
    if let Some(element) = found {
        if element.tag_name() == "H2" {
            element.set_tab_index(-1);
        }
        let _ = element.focus();
    }
}

/// Puts the focus on the chosen panel in the rail.
pub fn to_rail() {
    if let Some(element) = visible(".rail [aria-current=step]") {
        let _ = element.focus();
    }
}

/// Puts the focus on the button that opens the list of lessons.
pub fn to_lessons() {
    if let Some(element) = visible("#lessons-button") {
        let _ = element.focus();
    }
}

/// The first element that matches and is not hidden.
fn visible(selector: &str) -> Option<HtmlElement> {
    let all = document().query_selector_all(selector).ok()?;
    let elements = (0..all.length()).filter_map(|at| all.item(at)?.dyn_into::<HtmlElement>().ok());
    elements.into_iter().find(|element| element.offset_width() > 0)
}
