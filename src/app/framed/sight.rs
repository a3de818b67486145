//! A frame that nobody sees does nothing.

use crate::driver;
use crate::store::Store;
use crate::widget::sight;
use leptos::html::Div;
use leptos::prelude::*;

/// Lies behind the whole page and tells whether any of it is in sight, whatever page the frame stands in.
#[component]
pub fn Sight() -> impl IntoView {
    let store = Store::here();
    let node = NodeRef::<Div>::new();
    let seen = sight::of(node);
    let hidden = RwSignal::new(document().hidden());
    let turned = window_event_listener_untyped("visibilitychange", move |_| hidden.set(document().hidden()));
    on_cleanup(move || turned.remove());
    Effect::new(move |_| driver::sleep(store, hidden.get() || !seen.get()));
    view! { <div class="sight" aria-hidden="true" node_ref=node></div> }
}
