//! Work that can wait.

use leptos::prelude::*;
use std::time::Duration;

/// Runs `work` when the browser has nothing to do; where it does not say when that is, in a second.
pub fn when_idle(work: impl Fn() + Copy + 'static) {
    if request_idle_callback_with_handle(work).is_err() {
        set_timeout(work, Duration::from_secs(1));
    }
}
