//! What drew the picture and how long it took.

use crate::compute::BackendKind;
use crate::store::Store;
use leptos::prelude::*;

/// "CPU · 1.2 ms": while the reader drags, of the picture before, since nobody reads a number that changes with every
/// frame.
#[component]
pub fn Badge() -> impl IntoView {
    let store = Store::here();
    let backend = Memo::new(move |_| store.drawn.get().backend);
    let ms = Memo::new(move |before: Option<&f64>| match before {
        Some(&before) if before > 0.0 => {
            let _ = store.rested.get();
            store.ms.get_untracked()
        }
        _ => store.ms.get(),
    });
    view! {
        <span class="badge" data-testid="backend">
            {move || {
                let name = match backend.get() {
                    BackendKind::Cpu => "CPU",
                    BackendKind::Gpu => "GPU",
                };
                (store.strings().shell.computed)(name, ms.get())
            }}
        </span>
    }
}
