//! Fetching vocabulary packs, with progress; each at most once.

use super::store::Store;
use super::{driver, input::Input};
use crate::tokenize::{self, TextTokenizer, Vocabulary};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ReadableStreamDefaultReader, Response};

/// What the reader is told while a vocabulary is on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Loading {
    Idle,
    /// Received and expected bytes.
    Bytes {
        vocabulary: &'static str,
        got: u32,
        of: u32,
    },
    Failed {
        vocabulary: &'static str,
        why: String,
    },
}

/// Makes the chosen vocabulary available, then cuts the text with it. Call when either changes.
pub fn encode(store: Store) {
    let (id, text) = store.state.with_untracked(|s| (s.tokenizer, s.text.clone()));
    let ready = store.engine.with_value(|engine| engine.vocabularies.get(id).cloned());
    let Some(vocabulary) = tokenize::by_id(id) else { return };
    match ready.or_else(|| TextTokenizer::built_in(vocabulary).map(Rc::new)) {
        Some(tokenizer) => cut(store, id, &text, &tokenizer),
        None => fetch(store, vocabulary),
    }
}

fn cut(store: Store, id: &'static str, text: &str, tokenizer: &TextTokenizer) {
    match Input::encode(id, text, tokenizer) {
        Ok(input) => {
            store.loading.set(Loading::Idle);
            store.input.set(Some(Rc::new(input)));
            driver::poke(store);
        }
        Err(error) => store.loading.set(Loading::Failed { vocabulary: id, why: error.to_string() }),
    }
}

fn fetch(store: Store, vocabulary: &'static Vocabulary) {
    let asked =
        matches!(store.loading.get_untracked(), Loading::Bytes { vocabulary: id, .. } if id == vocabulary.id);
    if asked {
        return;
    }
    store.loading.set(Loading::Bytes { vocabulary: vocabulary.id, got: 0, of: vocabulary.bytes });
    spawn_local(async move {
        match download(store, vocabulary).await {
            Ok(bytes) => match TextTokenizer::from_pack(vocabulary, &bytes) {
                Ok(tokenizer) => {
                    store.engine.update_value(|engine| {
                        engine.vocabularies.insert(vocabulary.id, Rc::new(tokenizer));
                    });
                    encode(store);
                }
                Err(error) => fail(store, vocabulary.id, error.to_string()),
            },
            Err(error) => fail(store, vocabulary.id, reason(&error)),
        }
    });
}

fn fail(store: Store, vocabulary: &'static str, why: String) {
    store.loading.set(Loading::Failed { vocabulary, why });
    driver::give_up(store);
}

fn reason(error: &JsValue) -> String {
    let text =
        error.as_string().or_else(|| error.dyn_ref::<js_sys::Error>().map(|e| String::from(e.message())));
    text.unwrap_or_else(|| "?".to_string())
}

/// The pack's bytes, read piece by piece so that the progress bar moves.
async fn download(store: Store, vocabulary: &'static Vocabulary) -> Result<Vec<u8>, JsValue> {
    let url = format!("packs/{}", vocabulary.file);
    let response: Response = JsFuture::from(window().fetch_with_str(&url)).await?.dyn_into()?;
    if !response.ok() {
        return Err(JsValue::from_str(&format!("HTTP {}", response.status())));
    }
    let body = response.body().ok_or_else(|| JsValue::from_str("empty answer"))?;
    let reader: ReadableStreamDefaultReader = body.get_reader().dyn_into()?;
    // A host may answer anything: no pack of ours is larger than this.
    let limit = vocabulary.bytes as usize * 2 + 1_000_000;
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await?;
        let value = js_sys::Reflect::get(&piece, &"value".into())?;
        if let Some(chunk) = value.dyn_ref::<js_sys::Uint8Array>() {
            bytes.extend_from_slice(&chunk.to_vec());
            let got = bytes.len() as u32;
            store.loading.set(Loading::Bytes { vocabulary: vocabulary.id, got, of: vocabulary.bytes });
        }
        if js_sys::Reflect::get(&piece, &"done".into())?.is_truthy() {
            return Ok(bytes);
        }
        if bytes.len() > limit {
            return Err(JsValue::from_str("the file is too large"));
        }
    }
}
