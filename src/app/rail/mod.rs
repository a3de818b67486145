//! The way through the page: the five stages of the one picture with their live shapes, and under them, quieter, the
//! labs: those that ask something of all stages, and those about words. All rows are made of the list of panels.

mod facts;
mod live;
mod order;

use facts::{Facts, Lane};

use super::state::{Group, Panel, State, hash, panels};
use super::store::Store;
use leptos::prelude::*;

#[component]
pub fn Rail() -> impl IntoView {
    let store = Store::here();
    order::measure(store);
    let some = store.get(|s| !s.share.panels.is_empty());
    let facts = store.get(Facts::of);
    let row = |group| panels(group).map(|panel| view! { <Entry panel=panel facts=facts/> }).collect_view();
    view! {
        <div class="rail" class:some=move || some.get()>
            <nav class="stages" aria-label=store.t(|s| s.shell.pipeline)>{row(Group::Stage)}</nav>
            <nav class="labs" aria-label=store.t(|s| s.shell.labs)>
                <small aria-hidden="true">{store.t(|s| s.shell.labs)}</small>
                {row(Group::Lab)}
            </nav>
            <nav class="labs" aria-label=store.t(|s| s.shell.labs_words)>
                <small aria-hidden="true">{store.t(|s| s.shell.labs_words)}</small>
                {row(Group::Words)}
            </nav>
        </div>
    }
}

/// The names of panels in the rail, followed.
pub fn names(store: Store) -> impl Fn(&str) -> &'static str + Copy + Send + Sync {
    let lane = store.get(Lane::of);
    move |panel| live::name(store, lane.get(), panel)
}

/// A link to one panel: what it is called, what of it is chosen, and its shape. Choosing it brings the panel.
#[component]
fn Entry(panel: &'static Panel, facts: Memo<Facts>) -> impl IntoView {
    let store = Store::here();
    let Panel { id, accent, .. } = *panel;
    let (chosen, name) = (store.get(|s| s.panel), names(store));
    let offered = store.get(move |s| s.offers(id));
    let href = move || {
        let _ = store.rested.get();
        format!("#{}", hash::write(&State { panel: id, ..store.state.get_untracked() }))
    };
    let choose = move |event: web_sys::MouseEvent| {
        // With a key held, the browser opens the link in a place of its own.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            store.set("panel", id);
        }
    };
    let detail = move || live::detail(store, facts, id).map(|detail| view! { <i>{detail}</i> });
    view! {
        <a
            href=href
            style=format!("--c: var(--{accent})")
            data-panel=id
            hidden=move || !offered.get()
            aria-current=move || (chosen.get() == id).then_some("step")
            on:click=choose
        >
            <b>{move || name(id)} " " {detail}</b>
            <span>{move || live::shape(store, facts, id)}</span>
        </a>
    }
}
