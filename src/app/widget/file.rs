//! Files that the reader hands over: chosen in a field, or dropped on an area.

use leptos::attr::Attribute;
use leptos::ev::{self, on};
use leptos::html::Input;
use leptos::prelude::*;
use web_sys::{DataTransfer, DragEvent, File};

/// The file that was chosen in a field, which is emptied: choosing the same file again is a choice too.
pub fn chosen_file(field: NodeRef<Input>) -> Option<File> {
    let field = field.get_untracked()?;
    let file = field.files().and_then(|files| files.get(0));
    field.set_value("");
    file
}

/// Whether something comes as a file at all, and the first one.
pub fn first_file(data: Option<DataTransfer>) -> Option<File> {
    data?.files()?.get(0)
}

/// Attributes of an element on which files can be dropped; `over` follows whether one is held above it.
pub fn drop_area(over: RwSignal<bool>, take: impl Fn(File) + 'static) -> impl Attribute {
    let hold = move |event: DragEvent| {
        event.prevent_default();
        over.set(true);
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        over.set(false);
        first_file(event.data_transfer()).into_iter().for_each(&take);
    };
    (on(ev::dragover, hold), on(ev::dragleave, move |_| over.set(false)), on(ev::drop, drop))
}
