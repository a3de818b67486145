//! The picture lane: from what the reader brought to a run of patches.

use super::store::Store;
use crate::embed::runs::Run;
use leptos::prelude::*;

/// What the lane keeps between refreshes. Copied into every closure, as [`Store`] is.
#[derive(Clone, Copy)]
pub struct Lane {
    run: StoredValue<Option<Run>, LocalStorage>,
}

impl Lane {
    pub fn new() -> Self {
        Lane { run: StoredValue::new_local(None) }
    }
}

/// Brings the run up to date with the state; what takes long ends in `input::lane_ready`.
pub fn refresh(_store: Store) {}

/// The newest run.
pub fn run(store: Store) -> Option<Run> {
    store.image.run.get_value()
}

/// Where the reader chooses or brings it.
#[component]
pub fn Bar() -> impl IntoView {}
