//! A file may be dropped anywhere on the page, or pasted: nobody leaves Locus by missing a box; text that is
//! dragged or pasted is none of ours. What has a box of its own
//! there (a sound, a tokenizer, a lesson) has taken its file before.

use super::bring_later;
use crate::store::Store;
use crate::widget::first_file;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// Whether a file is being dragged over the page.
#[derive(Clone, Copy)]
pub struct Dragged(RwSignal<bool>);

impl Dragged {
    pub fn here() -> RwSignal<bool> {
        use_context().map_or_else(|| RwSignal::new(false), |Dragged(dragged)| dragged)
    }
}

/// Opens the doors. Call once.
pub fn open(store: Store) {
    let dragged = RwSignal::new(false);
    provide_context(Dragged(dragged));
    let over = window_event_listener(leptos::ev::dragover, move |event| {
        if event.data_transfer().is_some_and(|data| data.types().includes(&"Files".into(), 0)) {
            event.prevent_default();
            dragged.set(true);
        }
    });
    let leave = window_event_listener(leptos::ev::dragleave, move |event| {
        if event.related_target().is_none() {
            dragged.set(false);
        }
    });
    let drop = window_event_listener(leptos::ev::drop, move |event| {
        dragged.set(false);
        if let Some(file) = first_file(event.data_transfer()).filter(|_| !event.default_prevented()) {
            event.prevent_default();
            bring_later(store, file.into());
        }
    });
    let paste = window_event_listener(leptos::ev::paste, move |event| {
        let event: &web_sys::ClipboardEvent = event.unchecked_ref();
        if let Some(file) = first_file(event.clipboard_data()) {
            event.prevent_default();
            bring_later(store, file.into());
        }
    });
    on_cleanup(move || {
        over.remove();
        leave.remove();
        drop.remove();
        paste.remove();
    });
}
