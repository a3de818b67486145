//! The button that asks once more for what did not come.

use crate::load_error::LoadError;
use crate::store::Store;
use leptos::ev::MouseEvent;
use leptos::prelude::*;

/// The button, where asking once more can help; `why` is nothing where the reader stopped it. `label` is for who cannot see
/// what it stands by.
pub fn retry<F: FnMut(MouseEvent) + 'static>(
    store: Store,
    why: Option<&LoadError>,
    label: Option<String>,
    again: F,
) -> Option<impl IntoView + use<F>> {
    why.is_none_or(LoadError::may_pass).then(|| {
        view! { <button class="btn" aria-label=label on:click=again>{store.t(|s| s.shell.retry)}</button> }
    })
}
