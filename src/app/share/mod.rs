//! The dialog that makes a link to exactly this state, with what its reader may touch; a frame for another page; the
//! state as a file. It comes in a part of its own, when first opened.

mod choices;
mod clipboard;
mod controls;
mod file;
mod output;
mod panels;

use crate::store::Store;
use choices::Choices;
use leptos::html;
use leptos::prelude::*;

#[component]
pub fn Dialog() -> impl IntoView {
    let store = Store::here();
    let node = NodeRef::<html::Dialog>::new();
    let choices = Choices::new(store);
    Effect::new(move |_| {
        if let Some(dialog) = node.get() {
            let _ = dialog.show_modal();
        }
    });
    let from_disk = window().location().protocol().is_ok_and(|protocol| protocol == "file:");
    let close = move || {
        if let Some(dialog) = node.get_untracked() {
            dialog.close(); // gives the focus back to the button
        }
    };
    view! {
        <dialog
            class="share"
            node_ref=node
            aria-labelledby="share-title"
            data-testid="share-dialog"
            on:close=move |_| store.sharing.set(false)
        >
            <header>
                <h2 id="share-title">{store.t(|s| s.share.title)}</h2>
                <button type="button" class="btn" on:click=move |_| close()>{store.t(|s| s.share.close)}</button>
            </header>
            <p class="lead">{store.t(move |s| if from_disk { s.share.lead_file } else { s.share.lead })}</p>
            <div class="columns">
                <div>
                    <output::Link choices/>
                    <output::Frame choices/>
                    <file::StateFile choices close=Callback::new(move |()| close())/>
                </div>
                <div>
                    <controls::Controls choices/>
                    <panels::Panels choices/>
                    <panels::Fixed choices/>
                </div>
            </div>
        </dialog>
    }
}
