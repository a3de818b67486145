//! The button and what opens under it. It stands in the flow of the page, as the table twin does: nothing is covered, and
//! a phone needs no room beside it.

use super::entries::{self, Registered};
use super::{Failure, Format, Source, file, module, print};
use crate::save_as::save_as;
use crate::store::Store;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::rc::Rc;
use wasm_bindgen::JsCast;

/// `source` is asked when a file is wanted; it is not followed.
#[component]
pub fn Save(
    source: impl Fn() -> Option<Source> + 'static,
    /// Part of the file's name: `map`, `curves`, `table`.
    #[prop(default = "table")]
    kind: &'static str,
    /// What the picture shows, where the card's title does not say it.
    #[prop(optional, into)]
    name: Signal<String>,
) -> impl IntoView {
    let store = Store::here();
    let id = entries::register(Registered { kind, name, source: Rc::new(source) });
    let (open, said) = (RwSignal::new(false), RwSignal::new(None::<Result<String, Failure>>));
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        said.set(None);
        if open.get_untracked() {
            module::prefetch(); // a click copies only while it is fresh
        }
    };
    let save = move |format: Format| {
        spawn_local(async move {
            let _ = said.try_set(Some(download(store, id, format).await));
        });
    };
    let copy = move |_| {
        let copying = copy(store, id);
        spawn_local(async move {
            let _ = said.try_set(Some(copying.await));
        });
    };
    let formats = move || {
        let one = |format: Format| {
            view! {
                <button class="chip" data-format=format.id() on:click=move |_| save(format)>
                    {format.id().to_uppercase()}
                </button>
            }
        };
        Format::ALL.map(one).into_iter().collect_view()
    };
    let sentence = move || {
        let s = store.strings().export;
        said.get().map(|said| match said {
            Ok(file) if file.is_empty() => s.copied.to_owned(),
            Ok(file) => (s.saved)(&file),
            Err(failure) => failure.sentence(store).to_owned(),
        })
    };
    let bad = move || said.with(|said| matches!(said, Some(Err(_))));
    view! {
        <div class="save" data-save=id.to_string()>
            <button class="btn save-open" aria-expanded=move || open.get().to_string() on:click=toggle>
                {store.t(|s| s.export.save)}
            </button>
            <Show when=move || open.get()>
                <div class="chips" role="group" aria-label=store.t(|s| s.export.label)>
                    {formats}
                    <button class="chip" data-format="copy" on:click=copy>{store.t(|s| s.export.copy)}</button>
                    <button class="chip" data-format="print" on:click=move |_| print::now()>{store.t(|s| s.export.print)}</button>
                </div>
            </Show>
            <p class="hint" class:bad=bad role="status" data-testid="saved">{sentence}</p>
        </div>
    }
}

/// Hands the file to the browser; gives its name.
async fn download(store: Store, id: u32, format: Format) -> Result<String, Failure> {
    let entry = entries::by_id(id).ok_or(Failure::Nothing)?;
    let panel = store.state.with_untracked(|s| s.panel);
    let name = format!("locus-{panel}-{}.{}", entry.slug, format.id());
    let blob = file(store, entry, format).await?;
    save_as(&blob, &name).ok_or(Failure::Canvas)?;
    Ok(name)
}

/// Puts the picture into the clipboard. The clipboard is asked at once, while the click is fresh, and given a promise
/// of the picture, as Safari wants it. Where there is no clipboard, nothing is computed.
fn copy(store: Store, id: u32) -> impl Future<Output = Result<String, Failure>> {
    let written = put_image(store, id);
    async move {
        let written = written.ok_or(Failure::Clipboard)?;
        let done = wasm_bindgen_futures::JsFuture::from(written).await;
        done.map(|_| String::new()).map_err(|_| Failure::Clipboard)
    }
}

/// `navigator.clipboard.write([new ClipboardItem({ 'image/png': promise })])`; `None` where a part of it is missing.
fn put_image(store: Store, id: u32) -> Option<js_sys::Promise> {
    use js_sys::{Array, Function, Object, Promise, Reflect};
    use wasm_bindgen::JsValue;
    let make: Function = Reflect::get(&window(), &"ClipboardItem".into()).ok()?.dyn_into().ok()?;
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into()).ok()?;
    let write: Function = Reflect::get(&clipboard, &"write".into()).ok()?.dyn_into().ok()?;
    let entry = entries::by_id(id)?;
    let png = wasm_bindgen_futures::future_to_promise(async move {
        let made = file(store, entry, Format::Png).await;
        made.map(JsValue::from).map_err(|_| JsValue::UNDEFINED)
    });
    let contents = Object::new();
    Reflect::set(&contents, &"image/png".into(), &png).ok()?;
    let item = Reflect::construct(&make, &Array::of1(&contents)).ok()?;
    let written: Promise = write.call1(&clipboard, &Array::of1(&item)).ok()?.dyn_into().ok()?;
    Some(written)
}
