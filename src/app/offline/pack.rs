//! A pack that is kept when the reader asks.

use super::{answer, drop, keep, list};
use crate::embed::word_vectors;
use crate::offline_facts::Trouble;
use crate::panel::vocabulary_name;
use crate::picture::format::{SI, compact};
use crate::position::learned;
use crate::store::Store;
use crate::strings::Strings;
use crate::tokenize::VOCABULARIES;
use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::prelude::*;

#[derive(Clone, Copy, PartialEq)]
enum Kept {
    No,
    /// Bytes so far.
    Coming(f64),
    Yes,
    Failed(Trouble),
}

#[derive(Clone)]
pub struct Pack {
    /// Its name in the folder of the site.
    pub file: String,
    bytes: f64,
    kept: RwSignal<Kept>,
}

/// What the worker has.
#[derive(Clone, Default)]
pub struct Packs {
    /// Names of the packs that are always there.
    pub always: Vec<String>,
    pub others: Vec<Pack>,
}

/// Asks the worker; `None` if it does not answer as expected.
pub async fn packs() -> Option<Packs> {
    let found: Array = answer(list()).await.ok()?.dyn_into().ok()?;
    let always: Array = found.get(0).dyn_into().ok()?;
    let mut always: Vec<String> = always.iter().filter_map(|name| name.as_string()).collect();
    always.sort_by_key(|path| place(path));
    let one = |row: JsValue| {
        let row: Array = row.dyn_into().ok()?;
        let kept = if row.get(2).is_truthy() { Kept::Yes } else { Kept::No };
        Some(Pack { file: row.get(0).as_string()?, bytes: row.get(1).as_f64()?, kept: RwSignal::new(kept) })
    };
    let mut others: Vec<Pack> = found.get(1).dyn_into::<Array>().ok()?.iter().filter_map(one).collect();
    others.sort_by_key(|pack| place(&pack.file));
    Some(Packs { always, others })
}

fn file(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// Vocabularies come first, in the order of their menu.
fn place(path: &str) -> usize {
    VOCABULARIES.iter().position(|v| v.file == file(path)).unwrap_or(VOCABULARIES.len())
}

/// What the reader knows a file of the site by.
pub fn name(s: &Strings, path: &str) -> String {
    let file = file(path);
    if file == learned::FILE {
        return s.offline.positions.to_string();
    }
    let vocabulary = VOCABULARIES.iter().find(|v| v.file == file).map(|v| vocabulary_name(s, v.id));
    let words = || word_vectors::TABLES.iter().find(|table| table.file == file);
    vocabulary
        .or_else(|| words().map(|table| (s.offline.word_vectors)(s.words.choice("word_table", table.id))))
        .unwrap_or_else(|| file.into())
}

impl Pack {
    fn switch(&self) {
        let Pack { file, kept, .. } = self.clone();
        match kept.get_untracked() {
            Kept::Coming(_) => {}
            Kept::Yes => {
                kept.set(Kept::No);
                spawn_local(async move {
                    if let Err(why) = answer(drop(&file)).await {
                        kept.try_set(Kept::Failed(why));
                    }
                });
            }
            Kept::No | Kept::Failed(_) => {
                kept.set(Kept::Coming(0.0));
                spawn_local(async move {
                    let got = Closure::<dyn FnMut(f64)>::new(move |bytes| {
                        kept.try_set(Kept::Coming(bytes));
                    });
                    let done = answer(keep(&file, got.as_ref().unchecked_ref())).await;
                    kept.try_set(done.map_or_else(Kept::Failed, |_| Kept::Yes));
                });
            }
        }
    }
}

/// A pack with its size and its switch.
#[component]
pub fn Switch(pack: Pack) -> impl IntoView {
    let store = Store::here();
    let Pack { file, bytes, kept } = pack.clone();
    let (called, failed) = (file.clone(), file);
    let on = move || matches!(kept.get(), Kept::Yes | Kept::Coming(_));
    view! {
        <li>
            <label>
                <input type="checkbox" role="switch" prop:checked=on on:change=move |_| pack.switch()/>
                <span>{move || name(store.strings(), &called)}</span>
                <small>{format!("{}B", compact(bytes, SI))}</small>
            </label>
            {move || match kept.get() {
                Kept::Coming(got) => view! { <progress max=bytes value=got aria-label=store.t(|s| s.offline.more)></progress> }.into_any(),
                Kept::Failed(why) => {
                    let s = store.strings();
                    view! { <p class="bad" role="alert">{(s.offline.trouble)(&name(s, &failed), why)}</p> }.into_any()
                }
                Kept::No | Kept::Yes => ().into_any(),
            }}
        </li>
    }
}
