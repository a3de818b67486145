//! Work that can wait.

use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::IdleRequestOptions;

/// What waits does not wait longer: a page in a frame that nothing changes is not told that it is idle.
const LONGEST: Duration = Duration::from_secs(2);

/// Runs `work` when the browser has nothing to do, or after two seconds; where it does not say when that is, in a second.
pub fn when_idle(work: impl Fn() + Copy + 'static) {
    let options = IdleRequestOptions::new();
    options.set_timeout(LONGEST.as_millis() as u32);
    let callback = Closure::once_into_js(work);
    if window().request_idle_callback_with_options(callback.unchecked_ref(), &options).is_err() {
        set_timeout(work, Duration::from_secs(1));
    }
}
