//! Copying. Where the clipboard is out of reach (plain http, some frames), the text is selected for the reader to copy.

use crate::store::Store;
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A box with `text` and a button that copies it.
#[component]
pub fn Copied(
    id: &'static str,
    label: fn(&'static crate::strings::Strings) -> &'static str,
    #[prop(into)] text: Signal<String>,
    rows: u32,
) -> impl IntoView {
    let store = Store::here();
    let done = RwSignal::new(None::<bool>);
    let copy = move |_| {
        leptos::task::spawn_local(async move {
            let copied = write(&text.get_untracked()).await;
            if !copied {
                select(id);
            }
            done.try_set(Some(copied));
            set_timeout(
                move || {
                    done.try_set(None);
                },
                Duration::from_secs(2),
            );
        });
    };
    view! {
        <div class="copied">
            <textarea
                id=id
                rows=rows
                readonly
                spellcheck="false"
                aria-label=store.t(label)
                prop:value=move || text.get()
                on:focus=move |_| select(id)
            ></textarea>
            <button type="button" class="btn" aria-live="polite" data-copy=id on:click=copy>
                {move || {
                    let s = store.strings().share;
                    match done.get() {
                        None => s.copy,
                        Some(true) => s.copied,
                        Some(false) => s.copy_failed,
                    }
                }}
            </button>
        </div>
    }
}

fn select(id: &str) {
    let found =
        document().get_element_by_id(id).and_then(|e| e.dyn_into::<web_sys::HtmlTextAreaElement>().ok());
    if let Some(area) = found {
        area.select();
    }
}

/// Whether `text` is on the clipboard now.
async fn write(text: &str) -> bool {
    let clipboard =
        js_sys::Reflect::get(&window().navigator(), &"clipboard".into()).unwrap_or(JsValue::UNDEFINED);
    let Ok(clipboard) = clipboard.dyn_into::<web_sys::Clipboard>() else { return false };
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}
