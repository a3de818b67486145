//! Numbers that are not worth a frame of a drag: measured when the reader rests.

use crate::store::Store;
use leptos::leptos_dom::helpers::debounce;
use leptos::prelude::*;
use std::rc::Rc;
use std::time::Duration;

/// How long the reader must rest before what is not worth a frame of a drag is measured again.
const REST: Duration = Duration::from_millis(200);

/// What `measure` finds, at once and then whenever the picture has changed and the reader rests; the last finding
/// stays meanwhile. `measure` is called outside of any effect: `follow` names what else it depends on.
pub fn measured<T: Send + Sync + 'static>(
    store: Store,
    follow: impl Fn() + 'static,
    measure: impl Fn() -> Option<T> + 'static,
) -> RwSignal<Option<T>> {
    let found = RwSignal::new(None);
    let measure = Rc::new(measure);
    let again = {
        let measure = Rc::clone(&measure);
        debounce(REST, move |()| {
            // The panel may have been left by then.
            if found.try_with_untracked(|_| ()).is_some() {
                let _ = found.try_set(untrack(|| measure()));
            }
        })
    };
    let again = StoredValue::new_local(again);
    Effect::new(move |before: Option<()>| {
        let _ = store.head_drawn.get();
        follow();
        match before {
            None => found.set(untrack(|| measure())),
            Some(()) => again.update_value(|again| again(())),
        }
    });
    found
}
