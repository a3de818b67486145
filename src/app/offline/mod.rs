//! The page without a network: a service worker (scripts/finish/sw.js) keeps its files in the browser's storage. It is
//! asked for when the first picture stands, and where there can be none, nothing happens but a sentence in the dialog.

mod bar;
mod dialog;
mod pack;

pub use bar::UpdateBar;
pub use dialog::Dialog;

use super::driver;
use super::offline_facts::{Offline, Trouble};
use super::store::Store;
use js_sys::{Function, Promise};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen(module = "/offline/offline.js")]
extern "C" {
    fn hindrance() -> String;
    fn begin(tell: &Function) -> Promise;
    fn list() -> Promise;
    fn keep(name: &str, got: &Function) -> Promise;
    fn drop(name: &str) -> Promise;
    fn update() -> Promise;
}

/// A handle to what is known of the worker: copied into every closure.
#[derive(Clone, Copy)]
struct Known {
    state: RwSignal<Offline>,
    /// Whether a newer version waits.
    update: RwSignal<bool>,
}

impl Known {
    fn here() -> Self {
        let nothing = || Known { state: RwSignal::new(Offline::NotYet), update: RwSignal::new(false) };
        use_context().unwrap_or_else(nothing)
    }
}

/// Has the worker come once the first picture stands. Call once.
pub fn follow(store: Store) {
    let known = Known { state: RwSignal::new(Offline::NotYet), update: RwSignal::new(false) };
    provide_context(known);
    match Offline::hindered(&hindrance()) {
        Some(state) => known.state.set(state),
        None => driver::when_drawn(store, move || {
            let tell = Closure::<dyn FnMut(String, bool, u16)>::new(move |state: String, update, status| {
                known.state.set(Offline::told(&state, status));
                known.update.set(update);
            });
            // It never rejects, and tells as long as the page lives.
            let _ = begin(tell.into_js_value().unchecked_ref());
        }),
    }
}

/// What a promise of offline.js gives, or why it does not: `[why, status]`.
async fn answer(promise: Promise) -> Result<JsValue, Trouble> {
    JsFuture::from(promise).await.map_err(|error| {
        let part = |at| js_sys::Reflect::get_u32(&error, at).unwrap_or_default();
        let status = part(1).as_f64().unwrap_or_default();
        Trouble::told(&part(0).as_string().unwrap_or_default(), status as u16)
    })
}
