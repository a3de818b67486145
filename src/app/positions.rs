//! The trained position table: fetched when a scheme wants it, at most once, and then part of the state that the
//! pipeline reads, but not of the address.

use super::idle::when_idle;
use super::load_error::LoadError;
use super::state::State;
use super::store::Store;
use super::{download, driver};
use crate::pack::Table;
use crate::position::learned::{self, Trained};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// What the reader is told while the table is on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum TableLoading {
    /// Not asked for, or there.
    Idle,
    /// Received bytes of [`learned::BYTES`].
    Bytes(u32),
    Failed(LoadError),
}

/// Sees to it that the table is there whenever the learned scheme is on the screen, alone or in a comparison. Call once.
pub fn follow(store: Store) {
    let wanted = store.get(|s| is_shown(s) && is_missing(s));
    let measured = store.get(|s| is_measured(s) && is_missing(s));
    let stands = Memo::new(move |_| store.drawn.with(|drawn| drawn.all > 0));
    Effect::new(move |_| {
        if wanted.get() {
            want(store);
        } else if measured.get() && stands.get() {
            // What is only measured beside the picture waits until the page has nothing else to do.
            when_idle(move || want(store));
        }
    });
}

fn is_shown(state: &State) -> bool {
    state.scheme == "learned" || (state.panel == "compare" && state.compare.contains(&"learned"))
}

/// Whether a table of all schemes stands on the panel.
fn is_measured(state: &State) -> bool {
    matches!(state.panel, "permutation" | "compare")
}

fn is_missing(state: &State) -> bool {
    state.params.learned.trained.is_none()
}

/// Whether what is measured under the table is about to be measured again: it is not there, and has not failed to come.
pub fn is_to_come(store: Store) -> Memo<bool> {
    let missing = store.get(is_missing);
    Memo::new(move |_| missing.get() && !store.table.with(|table| matches!(table, TableLoading::Failed(_))))
}

/// Puts the table into the state, fetching it the first time. Nothing happens while it is on its way.
pub fn want(store: Store) {
    let kept = store.engine.with_value(|engine| engine.trained.clone());
    if let Some(trained) = kept {
        put(store, trained);
    } else if !matches!(store.table.get_untracked(), TableLoading::Bytes(_)) {
        store.table.set(TableLoading::Bytes(0));
        spawn_local(fetch(store));
    }
}

async fn fetch(store: Store) {
    let bytes = download::pack(learned::FILE, learned::BYTES, None, |got| {
        store.table.set(TableLoading::Bytes(got));
    });
    let table = bytes.await.and_then(|bytes| Table::read(&bytes).map_err(LoadError::Pack));
    match table {
        Ok(table) => {
            let trained = Trained::new(table);
            store.engine.update_value(|engine| engine.trained = Some(trained.clone()));
            store.table.set(TableLoading::Idle);
            put(store, trained);
        }
        Err(why) => {
            store.table.set(TableLoading::Failed(why));
            driver::poke(store); // whoever waited gets the seeded table
        }
    }
}

fn put(store: Store, trained: Trained) {
    store.state.update(|s| s.params.learned.trained = Some(trained));
    driver::poke(store);
}
