//! Light or dark, language and title: what the root element says.

use super::gate::Gates;
use super::store::Store;
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Whether the page is dark now: the reader's choice, or the system's.
pub fn dark(gates: Gates) -> Memo<bool> {
    let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    let system = RwSignal::new(query.as_ref().is_some_and(|q| q.matches()));
    if let Some(query) = query {
        let follow = Closure::<dyn FnMut(web_sys::MediaQueryListEvent)>::new(
            move |event: web_sys::MediaQueryListEvent| {
                system.set(event.matches());
            },
        );
        let _ = query.add_event_listener_with_callback("change", follow.as_ref().unchecked_ref());
        follow.forget(); // lives as long as the page
    }
    let chosen = gates.follow(|s| s.theme);
    Memo::new(move |_| match chosen.get() {
        _ if PAPER.with(|paper| paper.get()) => false,
        "dark" => true,
        "light" => false,
        _ => system.get(),
    })
}

/// Keeps theme, `lang` and `title` of the document in step.
pub fn follow(store: Store) {
    Effect::new(move |_| {
        if let Some(root) = document().document_element() {
            let _ = root.set_attribute("data-theme", if store.dark.get() { "dark" } else { "light" });
            COLORS.with_borrow_mut(HashMap::clear);
            let strings = store.strings();
            let _ = root.set_attribute("lang", strings.tag);
            document().set_title(strings.shell.title);
        }
    });
}

/// Sets an attribute without a value on the root element, or takes it away.
pub fn mark(name: &str, on: bool) {
    if let Some(root) = document().document_element() {
        let _ = root.toggle_attribute_with_force(name, on);
    }
}

/// Whether the page is shown in light colours since it is printed.
pub fn on_paper(printing: bool) {
    PAPER.with(|paper| paper.set(printing));
}

thread_local! {
    /// Of no owner: the first who asks may be gone before the page is.
    static PAPER: ArcRwSignal<bool> = ArcRwSignal::new(false);
    /// The colours read so far under the present theme: asking the style sheet costs a layout.
    static COLORS: RefCell<HashMap<&'static str, [u8; 3]>> = RefCell::default();
}

/// A colour of the style sheet as red, green, blue.
pub fn color(name: &'static str) -> [u8; 3] {
    COLORS.with_borrow_mut(|colors| *colors.entry(name).or_insert_with(|| read(name)))
}

/// A colour as canvases take it.
pub fn css([r, g, b]: [u8; 3]) -> String {
    format!("rgb({r},{g},{b})")
}

fn read(name: &str) -> [u8; 3] {
    let value = document()
        .document_element()
        .and_then(|root| window().get_computed_style(&root).ok().flatten())
        .and_then(|style| style.get_property_value(name).ok())
        .unwrap_or_default();
    parse_hex(value.trim()).unwrap_or([128, 128, 128])
}

fn parse_hex(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#')?;
    let at = |i: usize| digits.get(2 * i..2 * i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    Some([at(0)?, at(1)?, at(2)?])
}
