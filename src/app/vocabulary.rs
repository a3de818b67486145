//! Fetching vocabulary packs, with progress; each at most once.

use super::load_error::LoadError;
use super::state::{Notice, Problem};
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
        why: LoadError,
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
            name_missing_cell(store);
            driver::poke(store);
        }
        Err(error) => store.loading.set(Loading::Failed { vocabulary: id, why: LoadError::Tokenize(error) }),
    }
}

/// Says so if a link or a script chose a cell past the last token. The picture takes the last one.
pub fn name_missing_cell(store: Store) {
    let tokens = store.input.with_untracked(|input| input.as_ref().map_or(0, |i| i.ids.len()));
    let Some(origin) = store.cell_from.try_update_value(Option::take).flatten().filter(|_| tokens > 0) else {
        return;
    };
    let (query, key) = store.state.with_untracked(|s| (s.query, s.key));
    let missing = [("query", query), ("key", key)].into_iter().filter(|(_, at)| *at >= tokens as u64);
    let found: Vec<Notice> = missing
        .map(|(name, at)| Notice::new(origin, name, &at.to_string(), Problem::FewerTokens { tokens }))
        .collect();
    if !found.is_empty() {
        store.notices.update(|all| all.extend(found));
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
                Err(error) => fail(store, vocabulary, LoadError::Pack(error)),
            },
            Err(error) => fail(store, vocabulary, error),
        }
    });
}

/// Says why, and keeps the last picture; where there is none yet, that of the vocabulary that needs no pack.
fn fail(store: Store, vocabulary: &'static Vocabulary, why: LoadError) {
    if store.input.with_untracked(Option::is_none) {
        let built_in = tokenize::VOCABULARIES.iter().find_map(|v| Some((v.id, TextTokenizer::built_in(v)?)));
        let text = store.state.with_untracked(|s| s.text.clone());
        if let Some((id, tokenizer)) = built_in {
            cut(store, id, &text, &tokenizer);
        }
    }
    if store.state.with_untracked(|s| s.tokenizer) == vocabulary.id {
        store.loading.set(Loading::Failed { vocabulary: vocabulary.id, why });
    }
    driver::give_up(store);
}

/// Whatever the browser says in its own words, the reader is told that the network failed.
fn network(_: JsValue) -> LoadError {
    LoadError::Network
}

/// The pack's bytes, read piece by piece so that the progress bar moves.
async fn download(store: Store, vocabulary: &'static Vocabulary) -> Result<Vec<u8>, LoadError> {
    let url = format!("packs/{}", vocabulary.file);
    let response: Response =
        JsFuture::from(window().fetch_with_str(&url)).await.and_then(JsCast::dyn_into).map_err(network)?;
    if !response.ok() {
        return Err(LoadError::Http(response.status()));
    }
    let body = response.body().ok_or(LoadError::Empty)?;
    let reader: ReadableStreamDefaultReader = body.get_reader().dyn_into().map_err(|_| LoadError::Network)?;
    // A host may answer anything: no pack of ours is larger than this.
    let limit = vocabulary.bytes as usize * 2 + 1_000_000;
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(network)?;
        let value = js_sys::Reflect::get(&piece, &"value".into()).map_err(network)?;
        if let Some(chunk) = value.dyn_ref::<js_sys::Uint8Array>() {
            bytes.extend_from_slice(&chunk.to_vec());
            let got = bytes.len() as u32;
            store.loading.set(Loading::Bytes { vocabulary: vocabulary.id, got, of: vocabulary.bytes });
        }
        if js_sys::Reflect::get(&piece, &"done".into()).map_err(network)?.is_truthy() {
            return Ok(bytes);
        }
        if bytes.len() > limit {
            return Err(LoadError::TooLarge);
        }
    }
}
