//! What works offline, and what more shall.

use super::Known;
use super::pack::{Packs, Switch, name, packs};
use crate::offline_facts::Offline;
use crate::store::Store;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

/// The button in the footer and its dialog.
#[component]
pub fn Dialog() -> impl IntoView {
    let store = Store::here();
    let known = Known::here();
    let dialog = NodeRef::<html::Dialog>::new();
    let open = RwSignal::new(false);
    let found = RwSignal::new_local(None::<Packs>);
    Effect::new(move |_| {
        if open.get() && known.state.get() == Offline::Works {
            spawn_local(async move {
                let packs = packs().await;
                found.try_set(packs);
            });
        }
    });
    let show = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            open.set(dialog.show_modal().is_ok());
        }
    };
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    view! {
        <button class="btn" aria-haspopup="dialog" data-testid="offline" on:click=show>{store.t(|s| s.offline.title)}</button>
        <dialog node_ref=dialog class="card offline" closedby="any" aria-labelledby="offline-title" on:close=move |_| open.set(false)>
            <h2 id="offline-title">{store.t(|s| s.offline.title)}</h2>
            <p role="status" data-testid="offline-state">{move || (store.strings().offline.state)(known.state.get())}</p>
            {move || found.get().map(|packs| view! { <Kept packs/> })}
            <button class="btn" on:click=close>{store.t(|s| s.offline.close)}</button>
        </dialog>
    }
}

/// What the worker keeps and could keep.
#[component]
fn Kept(packs: Packs) -> impl IntoView {
    let store = Store::here();
    let Packs { always, others } = packs;
    let sentence = move || {
        let s = store.strings();
        let names: Vec<String> = always.iter().map(|file| name(s, file)).collect();
        (s.offline.always)(&names)
    };
    view! {
        <p class="lead">{sentence}</p>
        <h3 id="offline-more">{store.t(|s| s.offline.more)}</h3>
        <ul aria-labelledby="offline-more">{others.into_iter().map(|pack| view! { <Switch pack/> }).collect_view()}</ul>
    }
}
