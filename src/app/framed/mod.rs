//! One panel alone, in a frame of another page (`embed=1`): no header, no input, no rail; a link to the whole page. It
//! works only while it is in sight, leaves the wheel to the page around it until the reader turns to it, and answers
//! that page's messages.

mod messages;
mod sight;

use super::state::{State, hash};
use super::store::Store;
use super::{location, theme};
use leptos::prelude::*;
use std::cell::Cell;

thread_local! {
    static FRAMED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the page opened as a panel in a frame.
pub fn is_framed() -> bool {
    FRAMED.get()
}

/// Does what a frame needs, if this is one. Call once, before the first view.
pub fn follow(store: Store) {
    if !store.state.with_untracked(State::is_embedded) {
        return;
    }
    FRAMED.set(true);
    theme::mark("data-embed", true);
    // Style sheets let the frame scroll once it has the focus; a wheel that passes over it scrolls the page around it.
    let turned = move || theme::mark("data-turned", document().has_focus().unwrap_or(true));
    let handles = [
        window_event_listener_untyped("focus", move |_| turned()),
        window_event_listener_untyped("blur", move |_| turned()),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    turned();
    messages::follow(store);
}

/// Under the panel: the way to the whole page, with the same state.
#[component]
pub fn Foot() -> impl IntoView {
    let store = Store::here();
    let whole = move || {
        let _ = store.rested.get();
        let mut state = store.state.get_untracked();
        state.share.embed = "0";
        location::link(&hash::write_shared(&state))
    };
    view! {
        <sight::Sight/>
        <footer class="open">
            <a href=whole target="_blank" rel="noopener" data-testid="open">{store.t(|s| s.share.open)} " ↗"</a>
        </footer>
    }
}
