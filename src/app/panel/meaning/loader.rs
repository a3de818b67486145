//! Word vectors on their way: fetched when the panel first asks, each table at most once, until the reader cancels.

use crate::download;
use crate::driver;
use crate::embed::word_vectors::{self, Source, WordTable};
use crate::load_error::LoadError;
use crate::pack::WordVectors;
use crate::store::Store;
use leptos::prelude::*;
use std::cell::RefCell;
use std::sync::Arc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, AbortSignal};

thread_local! {
    /// The tables that have come.
    static TABLES: RefCell<Vec<Loaded>> = const { RefCell::new(Vec::new()) };
}

/// A table and what is said of it.
#[derive(Clone)]
pub struct Loaded {
    pub source: &'static Source,
    pub table: Arc<WordTable>,
}

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.table, &other.table)
    }
}

/// What the reader is told while a table is on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Loading {
    Idle,
    /// Received bytes.
    Bytes(&'static Source, u32),
    Stopped(&'static Source),
    Failed(&'static Source, LoadError),
}

/// The table on the screen, and the one on its way.
#[derive(Clone, Copy)]
pub struct Loader {
    store: Store,
    /// The last that came; the one that is chosen unless that is on its way.
    pub shown: RwSignal<Option<Loaded>>,
    pub loading: RwSignal<Loading>,
    /// Ends the download.
    stop: StoredValue<Option<AbortController>, LocalStorage>,
}

impl Loader {
    /// Follows the choice of the table while the panel is on the page.
    pub fn new(store: Store) -> Self {
        let loader = Loader {
            store,
            shown: RwSignal::new(None),
            loading: RwSignal::new(Loading::Idle),
            stop: StoredValue::new_local(None),
        };
        let chosen = store.get(|s| s.meaning.word_table);
        Effect::new(move |_| loader.want(chosen.get()));
        on_cleanup(move || loader.end());
        loader
    }

    /// Asks again for the table that is chosen.
    pub fn again(self) {
        self.want(self.store.state.with_untracked(|s| s.meaning.word_table));
    }

    /// Ends the download; where another table stands on the screen, that is the choice again.
    pub fn cancel(self) {
        self.end();
        let Loading::Bytes(source, _) = self.loading.get_untracked() else { return };
        self.loading.set(Loading::Stopped(source));
        if let Some(shown) = self.shown.get_untracked() {
            self.store.set("word_table", shown.source.id);
        }
    }

    fn end(self) {
        if let Some(stop) = self.stop.try_update_value(Option::take).flatten() {
            stop.abort();
        }
    }

    fn want(self, id: &str) {
        self.end();
        let Some(source) = word_vectors::by_id(id) else { return };
        let kept = TABLES.with_borrow(|all| all.iter().find(|loaded| loaded.source.id == id).cloned());
        if let Some(loaded) = kept {
            // A cancelled choice goes back to what was there: the sentence about it stays.
            if !matches!(self.loading.get_untracked(), Loading::Stopped(_)) {
                self.loading.set(Loading::Idle);
            }
            self.shown.set(Some(loaded));
            return;
        }
        self.loading.set(Loading::Bytes(source, 0));
        let Ok(stop) = AbortController::new() else {
            return self.loading.set(Loading::Failed(source, LoadError::Network));
        };
        let signal = stop.signal();
        self.stop.set_value(Some(stop));
        spawn_local(async move {
            let got = |bytes| {
                if !signal.aborted() {
                    self.loading.try_set(Loading::Bytes(source, bytes));
                }
            };
            let found = load(source, &signal, got).await;
            if !signal.aborted() {
                self.take(source, found);
            }
        });
    }

    fn take(self, source: &'static Source, found: Result<WordTable, LoadError>) {
        match found {
            Ok(table) => {
                let loaded = Loaded { source, table: Arc::new(table) };
                TABLES.with_borrow_mut(|all| all.push(loaded.clone()));
                self.loading.try_set(Loading::Idle);
                self.shown.try_set(Some(loaded));
            }
            Err(why) => {
                self.loading.try_set(Loading::Failed(source, why));
            }
        }
    }
}

/// Reading the numbers and making the index of the words are two tasks, so that neither holds the page up for long.
async fn load(
    source: &'static Source,
    stop: &AbortSignal,
    got: impl Fn(u32),
) -> Result<WordTable, LoadError> {
    let bytes = download::pack(source.file, source.bytes, Some(stop), got).await?;
    frame().await;
    let vectors = WordVectors::read(&bytes).map_err(LoadError::Pack)?;
    frame().await;
    Ok(WordTable::new(vectors))
}

/// The next frame.
async fn frame() {
    let promise = js_sys::Promise::new(&mut |resolve, _| {
        driver::next_frame(move || {
            let _ = resolve.call0(&JsValue::NULL);
        });
    });
    let _ = JsFuture::from(promise).await;
}
