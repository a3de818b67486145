//! What the reader is told of a panel that is not there yet.

use super::{Status, want, wanted};
use crate::rail;
use crate::store::Store;
use crate::widget::focus;
use leptos::prelude::*;

/// The chosen panel on its way, or that it did not come.
#[component]
pub fn Coming() -> impl IntoView {
    let store = Store::here();
    let (panel, called) = (store.get(|s| s.panel), rail::names(store));
    let name = move || called(panel.get());
    let place = store.get(wanted);
    move || {
        let part = place.get().0?;
        let again = move |_| {
            focus::to_rail(); // the button goes
            want(store, part);
        };
        match store.parts.status(part).get() {
            Status::Here => None,
            Status::Away | Status::Coming => Some(
                view! { <p class="load" role="status">{move || (store.strings().shell.panel_loading)(name())}</p> }
                    .into_any(),
            ),
            Status::Failed => Some(
                view! {
                    <p class="load bad" role="alert" data-testid="panel-failed">
                        {move || (store.strings().shell.panel_failed)(name())}
                        <button class="btn" on:click=again>{store.t(|s| s.shell.retry)}</button>
                    </p>
                }
                .into_any(),
            ),
        }
    }
}
