//! The state as a file, saved and opened.

use super::choices::Choices;
use crate::location;
use crate::save_as::save_as;
use crate::state::Origin;
use crate::state::file::{self, FileError, MAX_BYTES};
use crate::store::Store;
use crate::widget::chosen_file;
use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

const NAME: &str = "locus-state.json";

#[component]
pub fn StateFile(choices: Choices, close: Callback<()>) -> impl IntoView {
    let store = Store::here();
    let refused = RwSignal::new(None::<FileError>);
    let node = NodeRef::<Input>::new();
    let pick = move |_| {
        let Some(chosen) = chosen_file(node) else { return };
        leptos::task::spawn_local(async move {
            match read(&chosen).await.and_then(|text| open(store, &text)) {
                Ok(()) => close.run(()),
                Err(error) => {
                    refused.try_set(Some(error));
                }
            }
        });
    };
    view! {
        <section>
            <h3>{store.t(|s| s.share.file)}</h3>
            <p class="hint">{store.t(|s| s.share.file_hint)}</p>
            <div class="files">
                <button type="button" class="btn" data-testid="share-save" on:click=move |_| save(&file::write(&choices.state(false)))>
                    {store.t(|s| s.share.save)}
                </button>
                <label class="btn">
                    {store.t(|s| s.share.load)}
                    <input class="sr" type="file" accept=".json,application/json" node_ref=node data-testid="share-file" on:change=pick/>
                </label>
            </div>
            <div role="status" data-testid="share-refused">
                {move || refused.get().map(|error| view! { <p class="bad">{(store.strings().share.file_error)(&error)}</p> })}
            </div>
        </section>
    }
}

/// Hands the file to the browser's downloads.
fn save(text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&parts) else { return };
    save_as(&blob, NAME);
}

async fn read(chosen: &web_sys::Blob) -> Result<String, FileError> {
    if chosen.size() > MAX_BYTES as f64 {
        return Err(FileError::TooLong { bytes: chosen.size() as usize });
    }
    let text = JsFuture::from(chosen.text()).await.ok().and_then(|text| text.as_string());
    text.ok_or(FileError::NotAState)
}

/// Puts the state of a file on the page, as opening a link would.
fn open(store: Store, text: &str) -> Result<(), FileError> {
    let (state, notices) = file::read(text)?;
    if location::bring(store, state, notices, Origin::File) {
        location::changed(store, true);
    }
    Ok(())
}
