//! A newer version is announced, and comes when the reader says so.

use super::{Known, answer, update};
use crate::store::Store;
use leptos::prelude::*;
use leptos::task::spawn_local;

#[component]
pub fn UpdateBar() -> impl IntoView {
    let store = Store::here();
    let known = Known::here();
    let later = RwSignal::new(false);
    let others = RwSignal::new(0usize);
    let reload = move |_| {
        spawn_local(async move {
            // Whatever is wrong with the worker, the reader may go on with the old version.
            let left = answer(update()).await.ok().and_then(|n| n.as_f64()).unwrap_or_default();
            others.set(left as usize);
        });
    };
    let text = move || {
        let s = store.strings().offline;
        match others.get() {
            0 => s.update.to_string(),
            n => (s.others)(n),
        }
    };
    view! {
        <div role="status" class="update" data-testid="update">
            <Show when=move || known.update.get() && !later.get()>
                <p>{text}</p>
                <button class="btn" on:click=reload>{store.t(|s| s.offline.reload)}</button>
                <button class="btn" on:click=move |_| later.set(true)>{store.t(|s| s.offline.later)}</button>
            </Show>
        </div>
    }
}
