//! One tab stop for a long row of buttons: arrow keys, Home and End move among them (ARIA's roving tabindex).
//!
//! The row renders its buttons with [`stop`]; its root hears `keydown` and `focusin`. The tab stop then lives in the
//! document: a signal would wake every button of a row of hundreds at each step.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// The first value of a button's `tabindex`.
pub fn stop(is_stop: bool) -> &'static str {
    if is_stop { "0" } else { "-1" }
}

/// Moves the focus among the buttons of the row that hears `event`; says whether the key was one of ours.
pub fn step(event: &web_sys::KeyboardEvent) -> bool {
    if event.ctrl_key() || event.alt_key() || event.meta_key() {
        return false;
    }
    let Some(row) = element(event.current_target()) else { return false };
    let buttons = buttons(&row);
    let active = element(event.target());
    let Some(at) = buttons.iter().position(|button| active.as_ref() == Some(button.as_ref())) else {
        return false;
    };
    let last = buttons.len() - 1; // there is one at `at`
    let to = match event.key().as_str() {
        "ArrowLeft" | "ArrowUp" => at.saturating_sub(1),
        "ArrowRight" | "ArrowDown" => (at + 1).min(last),
        "Home" => 0,
        "End" => last,
        _ => return false,
    };
    event.prevent_default();
    if let Some(button) = buttons.get(to) {
        let _ = button.focus();
    }
    true
}

/// Makes the button that got the focus the row's tab stop.
pub fn focused(event: &web_sys::FocusEvent) {
    let (Some(row), Some(button)) = (element(event.current_target()), element(event.target())) else {
        return;
    };
    for other in buttons(&row) {
        if other.tab_index() == 0 {
            other.set_tab_index(-1);
        }
    }
    let _ = button.set_attribute("tabindex", stop(true));
}

fn element(target: Option<web_sys::EventTarget>) -> Option<Element> {
    target?.dyn_into().ok()
}

fn buttons(row: &Element) -> Vec<HtmlElement> {
    let Ok(found) = row.query_selector_all("button") else { return Vec::new() };
    (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok()).collect()
}
