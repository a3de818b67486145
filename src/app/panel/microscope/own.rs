//! The reader's own tokenizer.json or .tiktoken file, which stands in for the page's tokenizer in this panel. It is
//! read here and goes nowhere; a link cannot carry it.

use super::lens::{Brought, Lens};
use crate::store::Store;
use crate::tokenize::own::{MAX_BYTES, Own, OwnError};
use crate::tokenize::pre_tokenize::Pattern;
use js_sys::Uint8Array;
use leptos::html::Input;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{DragEvent, File};

/// What a `.tiktoken` file may be cut by: it names no pattern.
const PATTERNS: [(&str, Pattern); 6] = [
    ("cl100k", Pattern::Cl100k),
    ("o200k", Pattern::O200k),
    ("GPT-2", Pattern::Gpt2),
    ("Qwen2", Pattern::Qwen2),
    ("Llama 3", Pattern::Llama3),
    ("DeepSeek-V3", Pattern::DeepSeekV3),
];

/// What is said of the file.
#[derive(Clone, PartialEq)]
enum Told {
    Nothing,
    Reading,
    Unread,
    Wrong(OwnError),
}

#[component]
pub fn OwnFile() -> impl IntoView {
    let (store, lens) = (Store::here(), Lens::here());
    let input = NodeRef::<Input>::new();
    let told = RwSignal::new(Told::Nothing);
    let pattern = RwSignal::new(0_usize);
    let dragged = RwSignal::new(false);
    let take = move |file: File| {
        let chosen = PATTERNS.get(pattern.get_untracked()).map_or(Pattern::Cl100k, |(_, pattern)| *pattern);
        spawn_local(bring(lens, told, file, chosen));
    };
    let pick = move |_| {
        let Some(input) = input.get_untracked() else { return };
        input.files().and_then(|files| files.get(0)).into_iter().for_each(take);
        // the same file may be chosen again
        input.set_value("");
    };
    let drop = move |event: DragEvent| {
        event.prevent_default();
        dragged.set(false);
        event.data_transfer().and_then(|data| data.files()?.get(0)).into_iter().for_each(take);
    };
    let patterns = PATTERNS
        .iter()
        .enumerate()
        .map(|(at, (name, _))| view! { <option value=at selected={at == 0}>{*name}</option> });
    let patterns = patterns.collect_view();
    let said = move || {
        let s = store.strings().microscope;
        match told.get() {
            Told::Nothing => ().into_any(),
            Told::Reading => view! { <p class="hint">{s.own_reading}</p> }.into_any(),
            Told::Unread => view! { <p class="bad">{s.own_unread}</p> }.into_any(),
            Told::Wrong(error) => view! { <p class="bad">{(s.own_error)(&error)}</p> }.into_any(),
        }
    };
    let leave = move || {
        let brought = lens.own.get()?;
        let s = store.strings().microscope;
        Some(view! {
            <p class="hint">{(s.own_used)(&brought.name)}</p>
            <button class="btn" on:click=move |_| lens.own.set(None)>{s.own_leave}</button>
        })
    };
    view! {
        <div
            class="own-file"
            data-key="own"
            data-testid="own"
            class:dragged=move || dragged.get()
            on:dragover=move |event| {
                event.prevent_default();
                dragged.set(true);
            }
            on:dragleave=move |_| dragged.set(false)
            on:drop=drop
        >
            <label class="btn">
                {store.t(|s| s.microscope.own_choose)}
                <input class="sr" type="file" accept=".json,.tiktoken,.txt,application/json" node_ref=input data-testid="own-file" on:change=pick/>
            </label>
            <p class="hint">{store.t(|s| s.microscope.own_hint)}</p>
            <label class="own-pattern" for="own-pattern">{store.t(|s| s.microscope.own_pattern)}</label>
            <select
                id="own-pattern"
                on:change=move |event| pattern.set(event_target_value(&event).parse().unwrap_or_default())
            >
                {patterns}
            </select>
            <div role="status" data-testid="own-told">{said} {leave}</div>
        </div>
    }
}

/// Reads a file; if it is none that is understood, what stood before stays.
async fn bring(lens: Lens, told: RwSignal<Told>, file: File, pattern: Pattern) {
    let size = file.size() as usize;
    if size > MAX_BYTES {
        return told.set(Told::Wrong(OwnError::TooLarge(size)));
    }
    told.set(Told::Reading);
    let bytes = bytes(&file).await;
    // The panel may have gone in the meantime.
    if told.try_get_untracked().is_none() {
        return;
    }
    match bytes.map(|bytes| Own::read(&bytes, pattern)) {
        Err(_) => told.set(Told::Unread),
        Ok(Err(error)) => told.set(Told::Wrong(error)),
        Ok(Ok(own)) => {
            told.set(Told::Nothing);
            lens.own.set(Some(Rc::new(Brought { name: file.name(), own })));
        }
    }
}

async fn bytes(file: &File) -> Result<Vec<u8>, JsValue> {
    Ok(Uint8Array::new(&JsFuture::from(file.array_buffer()).await?).to_vec())
}
