//! What of the state a view follows, and nothing of the rest.
//!
//! A memo over the whole state has all that hangs on it ask again at every change of anything in it, and nearly everything
//! on the page hangs on the language or on what the link lets its reader touch. A gate reads the state at once and stays
//! silent where what it reads is the same as before.

use leptos::prelude::*;
use leptos::reactive::effect::ImmediateEffect;

/// What `read` finds, followed.
pub fn gate<T: PartialEq + Clone + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let passed = RwSignal::new(untrack(&read));
    ImmediateEffect::new_scoped(move || {
        let now = read();
        passed.maybe_update(|before| {
            let other = *before != now;
            *before = now;
            other
        });
    });
    Memo::new(move |_| passed.get())
}
