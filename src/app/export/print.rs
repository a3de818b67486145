//! Printing: in light colours whatever the theme, with the parameters and the link under the panel (style/print.css).

use crate::state::hash;
use crate::store::Store;
use crate::{location, theme};
use leptos::prelude::*;

/// Pictures are painted anew in the paper's colours before the browser takes the page, and back afterwards.
pub fn follow() {
    let before = window_event_listener_untyped("beforeprint", |_| theme::on_paper(true));
    let after = window_event_listener_untyped("afterprint", |_| theme::on_paper(false));
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
}

/// Prints when the pictures stand in the paper's colours: two frames later.
pub fn now() {
    theme::on_paper(true);
    request_animation_frame(|| {
        request_animation_frame(|| {
            let _ = window().print();
            theme::on_paper(false);
        });
    });
}

/// What the paper says and the screen does not: the settings and the link. Written anew when the reader rests.
#[component]
pub fn PrintNote() -> impl IntoView {
    let store = Store::here();
    let text = move || {
        let _ = store.rested.get();
        let pairs = store.state.with(|s| hash::differing(s, false));
        pairs.into_iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(" · ")
    };
    let link = move || {
        let _ = store.rested.get();
        location::permalink(store)
    };
    view! {
        <aside class="paper-only" aria-hidden="true">
            <p>{text}</p>
            <p>{link}</p>
        </aside>
    }
}
