//! The address bar follows the state, and the state follows the address bar.

use super::state::{Notice, Origin, State, apply, hash};
use super::store::Store;
use super::{driver, input};
use leptos::prelude::*;
use std::cell::Cell;
use std::time::Duration;
use wasm_bindgen::JsValue;

thread_local! {
    /// Whether a timer runs, and when the state changed last, in `performance.now()` milliseconds.
    static PENDING: Cell<bool> = const { Cell::new(false) };
    static CHANGED: Cell<f64> = const { Cell::new(0.0) };
}

/// Browsers limit how often the address may change, and a change costs them as much as a picture: it follows when the
/// reader rests.
const REST: Duration = Duration::from_millis(250);

/// The state that the address says, and what was wrong with it. `?embed=1` says the same as `embed=1` in the hash: some
/// hosts' editors take no hash.
pub fn read() -> (State, Vec<Notice>) {
    let location = window().location();
    let (mut state, notices) = hash::read(&location.hash().unwrap_or_default());
    let search = location.search().unwrap_or_default();
    let mut asked = form_urlencoded::parse(search.trim_start_matches('?').as_bytes());
    if asked.any(|(key, value)| key == "embed" && value == "1") {
        apply(&mut state, Origin::Link, "embed", "1");
    }
    (state, notices)
}

/// Writes the state to the address bar: a change of panel makes a history entry, everything else replaces it.
pub fn changed(store: Store, new_entry: bool) {
    CHANGED.set(driver::now());
    if new_entry {
        write(store, true);
    } else if !PENDING.replace(true) {
        set_timeout(move || rested(store), REST);
    }
}

/// Writes the address if nothing changed for as long as [`REST`], else waits for the rest of it.
fn rested(store: Store) {
    let since = Duration::from_secs_f64((driver::now() - CHANGED.get()).max(0.0) / 1e3);
    match REST.checked_sub(since).filter(|left| left.as_millis() > 0) {
        Some(left) => set_timeout(move || rested(store), left),
        None => {
            PENDING.set(false);
            write(store, false);
        }
    }
}

fn write(store: Store, new_entry: bool) {
    let hash = format!("#{}", store.state.with_untracked(hash::write));
    store.rested.update(|times| *times += 1);
    let Ok(history) = window().history() else { return };
    // A frame's entries would stand among those of the page around it.
    let new_entry = new_entry && !store.state.with_untracked(State::is_embedded);
    // Where history is out of reach (some sandboxed frames), the page works without it.
    let _ = if new_entry {
        history.push_state_with_url(&JsValue::NULL, "", Some(&hash))
    } else {
        history.replace_state_with_url(&JsValue::NULL, "", Some(&hash))
    };
}

/// The address of the page alone.
pub fn home() -> String {
    let href = window().location().href().unwrap_or_default();
    href.split(['#', '?']).next().unwrap_or_default().to_owned()
}

/// The address of the page with `hash`.
pub fn link(hash: &str) -> String {
    format!("{}#{hash}", home())
}

/// The address of the present state for others.
pub fn permalink(store: Store) -> String {
    link(&store.state.with_untracked(hash::write_shared))
}

/// Takes the state from the address bar when the reader edits it or goes back.
pub fn follow(store: Store) {
    let take = move || {
        let (state, notices) = read();
        bring(store, state, notices, Origin::Link);
    };
    let handle = window_event_listener(leptos::ev::popstate, move |_| take());
    let other = window_event_listener(leptos::ev::hashchange, move |_| take());
    on_cleanup(move || {
        handle.remove();
        other.remove();
    });
}

/// Puts on the page what a link or a file says; whether that changed anything.
pub fn bring(store: Store, state: State, notices: Vec<Notice>, from: Origin) -> bool {
    let own = store.state.get_untracked();
    // What a link does not carry stays as the reader has it.
    let state = State {
        lang: keep(state.lang, own.lang),
        theme: keep(state.theme, own.theme),
        backend: keep(state.backend, own.backend),
        ..state
    }
    .with_found(&own);
    let other = state != own;
    if other {
        store.state.set(state);
        store.notices.set(notices);
        store.cell_from.set_value(Some(from));
        input::refresh(store);
        driver::poke(store);
    } else if !notices.is_empty() {
        store.notices.set(notices); // a link may differ by what is wrong with it alone
    }
    other
}

fn keep(linked: &'static str, own: &'static str) -> &'static str {
    if linked == "auto" { own } else { linked }
}
