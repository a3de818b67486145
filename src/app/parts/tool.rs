//! What stands on no panel and is opened by a button: its part of the page is fetched then, if it is not there yet.

use super::{Part, Status, module, want};
use crate::store::Store;
use leptos::prelude::*;

/// The view `name` of [`Part::Tools`] while `open`; `title` is what the reader is told that did not come.
#[component]
pub fn Tool(
    name: &'static str,
    #[prop(into)] open: Signal<bool>,
    #[prop(into)] title: Signal<String>,
) -> impl IntoView {
    let store = Store::here();
    Effect::new(move |_| {
        if open.get() {
            want(store, Part::Tools);
        }
    });
    move || {
        let status = open.get().then(|| store.parts.status(Part::Tools).get())?;
        match status {
            Status::Here => (module::of(Part::Tools).view)(name),
            Status::Away | Status::Coming => None,
            Status::Failed => Some(
                view! {
                    <p class="load bad" role="alert">
                        {move || (store.strings().shell.panel_failed)(&title.get())}
                        <button class="btn" on:click=move |_| want(store, Part::Tools)>{store.t(|s| s.shell.retry)}</button>
                    </p>
                }
                .into_any(),
            ),
        }
    }
}
