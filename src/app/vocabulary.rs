//! The vocabulary that cuts the page's text: asked for when it is chosen, and what the reader is told meanwhile.

use super::driver;
use super::gate::Gates;
use super::input::{self, TextInput};
use super::load_error::LoadError;
use super::packs::{Packs, Status};
use super::state::{Notice, Problem, State};
use super::store::Store;
use crate::tokenize::{self, TextTokenizer, TokenizeError, Vocabulary};
use leptos::prelude::*;
use std::rc::Rc;

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

/// What the reader is told of the chosen vocabulary, where a text is cut. `refused` is why it cannot cut it.
pub fn loading(gates: Gates, packs: Packs, refused: RwSignal<Option<TokenizeError>>) -> Memo<Loading> {
    let chosen = gates.follow(|s| takes_text(s).then_some(s.tokenizer));
    Memo::new(move |_| {
        let found = chosen.get().and_then(tokenize::by_id);
        let Some((vocabulary, status)) = found.and_then(|v| Some((v, packs.status(v.id)?))) else {
            return Loading::Idle;
        };
        let failed = |why| Loading::Failed { vocabulary: vocabulary.id, why };
        match status.get() {
            Status::Coming { got } => Loading::Bytes { vocabulary: vocabulary.id, got, of: vocabulary.bytes },
            Status::Failed(why) => failed(why),
            Status::Here => refused.get().map_or(Loading::Idle, |why| failed(LoadError::Tokenize(why))),
            Status::Away | Status::Stopped => Loading::Idle,
        }
    })
}

fn takes_text(state: &State) -> bool {
    matches!(state.mode, "text" | "mixed")
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

/// Cuts the text as soon as the chosen vocabulary comes, whoever asked for it. Call once.
pub fn follow(store: Store) {
    store.packs.listen(move |vocabulary| {
        if store.state.with_untracked(|s| takes_text(s) && s.tokenizer == vocabulary.id) {
            known(store, vocabulary);
        }
    });
}

/// Makes the chosen vocabulary available, then cuts the text with it; whether that is done already. If not,
/// [`input::lane_ready`] is called once it is.
pub fn encode(store: Store) -> bool {
    let (id, text) = store.state.with_untracked(|s| (s.tokenizer, s.text.clone()));
    let Some(vocabulary) = tokenize::by_id(id) else { return false };
    match store.packs.get(id) {
        Some(tokenizer) => cut(store, id, &text, &tokenizer),
        None => {
            store.packs.want(vocabulary);
            false
        }
    }
}

/// Cuts the text, or says why it cannot be; whether it was cut.
fn cut(store: Store, id: &'static str, text: &str, tokenizer: &TextTokenizer) -> bool {
    match TextInput::encode(id, text, tokenizer) {
        Ok(text) => {
            store.refused.set(None);
            store.text.set_value(Some(Rc::new(text)));
            true
        }
        Err(error) => {
            store.refused.set(Some(error));
            false
        }
    }
}

/// The chosen vocabulary has come, or will not come.
fn known(store: Store, vocabulary: &'static Vocabulary) {
    if store.packs.get(vocabulary.id).is_none() {
        fall_back(store);
    } else if encode(store) {
        return input::lane_ready(store);
    }
    driver::give_up(store);
}

/// The last picture stays; where there is none yet, that of the vocabulary that needs no pack is shown.
fn fall_back(store: Store) {
    if store.input.with_untracked(Option::is_none) {
        let built_in = tokenize::VOCABULARIES.iter().find_map(|v| Some((v.id, TextTokenizer::built_in(v)?)));
        let text = store.state.with_untracked(|s| s.text.clone());
        if built_in.is_some_and(|(id, tokenizer)| cut(store, id, &text, &tokenizer)) {
            input::lane_ready(store);
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
