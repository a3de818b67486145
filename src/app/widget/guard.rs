//! What a link lets its reader do with a control, in one place: a hidden control is not there, a locked one is shown and
//! does nothing. The root of a control is a `fieldset` with these attributes; the browser disables what is in it.

use crate::state::Touch;
use crate::store::Store;
use leptos::attr::Attribute;
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;

/// Attributes for the `fieldset` of the control of `key`, to be spread on it.
pub fn guard(key: &'static str) -> impl Attribute {
    let store = Store::here();
    let touch = touch(store, key);
    (
        custom_attribute("data-key", key),
        custom_attribute("hidden", move || touch.get() == Touch::Hidden),
        custom_attribute("disabled", move || touch.get() == Touch::Locked),
    )
}

/// What the link lets its reader do with `key`, followed.
pub fn touch(store: Store, key: &'static str) -> Memo<Touch> {
    store.get(move |s| s.touch(key))
}

/// Under a locked control: that the link locked it.
#[component]
pub fn Lock(key: &'static str) -> impl IntoView {
    let store = Store::here();
    let touch = touch(store, key);
    view! {
        <Show when=move || touch.get() == Touch::Locked>
            <p class="locked"><span aria-hidden="true">"🔒\u{fe0e} "</span>{store.t(|s| s.share.locked)}</p>
        </Show>
    }
}
