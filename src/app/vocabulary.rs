//! Fetching vocabulary packs, with progress; each at most once.

use super::input::{self, TextInput};
use super::load_error::LoadError;
use super::state::{Notice, Problem};
use super::store::Store;
use super::{download, driver};
use crate::tokenize::{self, TextTokenizer, Vocabulary};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

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

/// The vocabulary that the page speaks of: the chosen one, or where it did not come, the one before.
pub fn shown(store: Store) -> &'static str {
    let failed = matches!(store.loading.get(), Loading::Failed { .. });
    let before = store
        .input
        .with(|input| input.as_ref().and_then(|i| Some(i.text.as_ref()?.vocabulary)))
        .filter(|_| failed);
    before.unwrap_or_else(|| store.state.with(|s| s.tokenizer))
}

/// Makes the chosen vocabulary available, then cuts the text with it; whether that is done already. If not,
/// [`input::lane_ready`] is called once it is.
pub fn encode(store: Store) -> bool {
    let (id, text) = store.state.with_untracked(|s| (s.tokenizer, s.text.clone()));
    let ready = store.engine.with_value(|engine| engine.vocabularies.get(id).cloned());
    let Some(vocabulary) = tokenize::by_id(id) else { return false };
    match ready.or_else(|| TextTokenizer::built_in(vocabulary).map(Rc::new)) {
        Some(tokenizer) => cut(store, id, &text, &tokenizer),
        None => {
            fetch(store, vocabulary);
            false
        }
    }
}

/// Cuts the text, or says why it cannot be; whether it was cut.
fn cut(store: Store, id: &'static str, text: &str, tokenizer: &TextTokenizer) -> bool {
    match TextInput::encode(id, text, tokenizer) {
        Ok(text) => {
            store.loading.set(Loading::Idle);
            store.text.set_value(Some(Rc::new(text)));
            true
        }
        Err(error) => {
            store.loading.set(Loading::Failed { vocabulary: id, why: LoadError::Tokenize(error) });
            false
        }
    }
}

/// Says so if a link or a script chose a cell past the last token. The picture takes the last one.
pub fn name_missing_cell(store: Store) {
    let tokens = store.input.with_untracked(|input| input.as_ref().map_or(0, |i| i.len()));
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
        let got =
            |got| store.loading.set(Loading::Bytes { vocabulary: vocabulary.id, got, of: vocabulary.bytes });
        match load(vocabulary, got).await {
            Ok(tokenizer) => {
                store.engine.update_value(|engine| {
                    engine.vocabularies.insert(vocabulary.id, Rc::new(tokenizer));
                });
                if encode(store) {
                    input::lane_ready(store);
                }
            }
            Err(error) => fail(store, vocabulary, error),
        }
    });
}

async fn load(vocabulary: &'static Vocabulary, got: impl Fn(u32)) -> Result<TextTokenizer, LoadError> {
    let bytes = download::pack(vocabulary.file, vocabulary.bytes, got).await?;
    TextTokenizer::from_pack(vocabulary, &bytes).map_err(LoadError::Pack)
}

/// Says why, and keeps the last picture; where there is none yet, that of the vocabulary that needs no pack.
fn fail(store: Store, vocabulary: &'static Vocabulary, why: LoadError) {
    if store.input.with_untracked(Option::is_none) {
        let built_in = tokenize::VOCABULARIES.iter().find_map(|v| Some((v.id, TextTokenizer::built_in(v)?)));
        let text = store.state.with_untracked(|s| s.text.clone());
        if built_in.is_some_and(|(id, tokenizer)| cut(store, id, &text, &tokenizer)) {
            input::lane_ready(store);
        }
    }
    if store.state.with_untracked(|s| s.tokenizer) == vocabulary.id {
        store.loading.set(Loading::Failed { vocabulary: vocabulary.id, why });
    }
    driver::give_up(store);
}
