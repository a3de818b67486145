//! What drew the picture and how long it took.

use crate::compute::BackendKind;
use crate::store::Store;
use leptos::prelude::*;

/// "CPU · 1.2 ms", following the picture.
#[component]
pub fn Badge() -> impl IntoView {
    let store = Store::here();
    let backend = Memo::new(move |_| store.drawn.get().backend);
    view! {
        <span class="badge" data-testid="backend">
            {move || {
                let name = match backend.get() {
                    BackendKind::Cpu => "CPU",
                    BackendKind::Gpu => "GPU",
                };
                (store.strings().shell.computed)(name, store.ms.get())
            }}
        </span>
    }
}
