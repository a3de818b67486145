//! Whether an element is in sight, followed: what is not need not be drawn.

use crate::store::{Drawn, Store};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    type IntersectionObserver;
    type Entry;
    #[wasm_bindgen(constructor, catch)]
    fn new(callback: &js_sys::Function, options: &JsValue) -> Result<IntersectionObserver, JsValue>;
    #[wasm_bindgen(method)]
    fn observe(this: &IntersectionObserver, target: &web_sys::Element);
    #[wasm_bindgen(method)]
    fn disconnect(this: &IntersectionObserver);
    #[wasm_bindgen(method, getter, js_name = isIntersecting)]
    fn is_intersecting(this: &Entry) -> bool;
}

/// The newest of the pictures that `counted` counts, for what hangs on `node`: out of sight it waits until the reader
/// rests.
pub fn paced(
    store: Store,
    node: NodeRef<Div>,
    counted: impl Fn(&Drawn) -> u64 + Copy + Send + Sync + 'static,
) -> Memo<u64> {
    let seen = of(node);
    Memo::new(move |_| {
        if seen.get() {
            return store.drawn.with(counted);
        }
        let _ = store.rested.get();
        store.drawn.with_untracked(counted)
    })
}

/// Drawn this far outside of the screen already, so that scrolling meets finished pictures.
const MARGIN: &str = "120px";

/// Whether `node` is on the screen or nearly; true until that is known.
pub fn of(node: NodeRef<Div>) -> RwSignal<bool> {
    let seen = RwSignal::new(true);
    Effect::new(move |_| {
        let Some(element) = node.get() else { return };
        let follow = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            // The last entry is the newest.
            let now =
                entries.iter().last().is_some_and(|entry| entry.unchecked_into::<Entry>().is_intersecting());
            if seen.try_get_untracked().is_some_and(|before| before != now) {
                seen.set(now);
            }
        });
        let options = js_sys::Object::new();
        let _ = js_sys::Reflect::set(&options, &"rootMargin".into(), &MARGIN.into());
        if let Ok(observer) = IntersectionObserver::new(follow.as_ref().unchecked_ref(), &options) {
            observer.observe(&element);
            let kept = StoredValue::new_local((observer, follow));
            on_cleanup(move || {
                kept.try_with_value(|(observer, _)| observer.disconnect());
            });
        }
    });
    seen
}
