//! Which pictures on the page can be saved, in the order in which they stand, and what their files are called.

use super::Source;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;

thread_local! {
    static NEXT: Cell<u32> = const { Cell::new(0) };
    static ALL: RefCell<Vec<(u32, Registered)>> = const { RefCell::new(Vec::new()) };
}

/// The attribute that marks a button's element with its number.
const MARK: &str = "data-save";

/// What a picture says of itself when it comes to the page.
#[derive(Clone)]
pub struct Registered {
    /// Part of the file's name, where the card has none of its own.
    pub kind: &'static str,
    /// The picture's name in words.
    pub name: Signal<String>,
    pub source: Rc<dyn Fn() -> Option<Source>>,
}

/// A picture that stands on the page.
#[derive(Clone)]
pub struct Entry {
    /// What its file is called beside `locus-` and the panel.
    pub slug: String,
    /// The element of its button.
    pub element: Element,
    pub picture: Registered,
}

/// Takes a picture in until the component that asks is gone; gives its number.
pub fn register(picture: Registered) -> u32 {
    let id = NEXT.replace(NEXT.get().wrapping_add(1));
    ALL.with_borrow_mut(|all| all.push((id, picture)));
    on_cleanup(move || ALL.with_borrow_mut(|all| all.retain(|(other, _)| *other != id)));
    id
}

/// The entry of number `id`.
pub fn by_id(id: u32) -> Option<Entry> {
    let text = id.to_string();
    list().into_iter().find(|entry| entry.element.get_attribute(MARK).as_deref() == Some(&text))
}

/// All pictures, as they stand on the page. Several of one kind are numbered from the second on.
pub fn list() -> Vec<Entry> {
    let Ok(found) = document().query_selector_all(&format!("[{MARK}]")) else { return Vec::new() };
    let mut entries: Vec<Entry> = Vec::new();
    for at in 0..found.length() {
        let Some(element) = found.get(at).and_then(|node| node.dyn_into::<Element>().ok()) else { continue };
        let id = element.get_attribute(MARK).and_then(|text| text.parse::<u32>().ok());
        let known = |id| ALL.with_borrow(|all| all.iter().find(|(other, _)| *other == id).cloned());
        let Some((_, picture)) = id.and_then(known) else { continue };
        let card = element.closest("[data-card]").ok().flatten();
        let base = card.and_then(|card| card.get_attribute("data-card")).unwrap_or(picture.kind.to_owned());
        let taken = |slug: &str| entries.iter().any(|entry| entry.slug == slug);
        let slug = match (2..).map(|nth| format!("{base}-{nth}")).find(|slug| !taken(slug)) {
            Some(numbered) if taken(&base) => numbered,
            _ => base,
        };
        entries.push(Entry { slug, element, picture });
    }
    entries
}

/// What [`find`] knows.
pub fn names() -> Vec<String> {
    list().into_iter().map(|entry| entry.slug).collect()
}

/// The picture of that name; the first one if none is named.
pub fn find(name: Option<&str>) -> Option<Entry> {
    list().into_iter().find(|entry| name.is_none_or(|name| entry.slug == name))
}
