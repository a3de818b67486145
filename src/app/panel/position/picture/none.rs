//! No position at all: nothing to show but that the score does not fall with distance.

use super::common;
use crate::store::Store;
use leptos::prelude::*;

pub fn show(store: Store, _picture: &'static str) -> AnyView {
    view! { <p class="soft">{store.t(|s| s.position.none_picture)}</p> {common::score(store)} }.into_any()
}
