//! What drew the picture and how long it took.

use crate::app::store::Store;
use crate::compute::BackendKind;
use leptos::prelude::*;

/// "CPU · 1.2 ms", following the picture.
#[component]
pub fn Badge() -> impl IntoView {
    let store = Store::here();
    view! {
        <span class="badge" data-testid="backend">
            {move || {
                let drawn = store.drawn.get();
                let name = match drawn.backend {
                    BackendKind::Cpu => "CPU",
                    BackendKind::Gpu => "GPU",
                };
                (store.strings().shell.computed)(name, drawn.ms)
            }}
        </span>
    }
}
