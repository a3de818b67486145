//! What is under the lens: the text's words, the chosen one, and how many of its steps are made.

use crate::store::Store;
use crate::tokenize::microscope::{Slide, Source, Survey, Word, survey};
use crate::tokenize::own::Own;
use leptos::prelude::*;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

/// A tokenizer of the reader's own, and the name of its file.
pub struct Brought {
    pub name: String,
    pub own: Own,
}

/// Handles; copied into every closure.
#[derive(Clone, Copy)]
pub struct Lens {
    /// The reader's own tokenizer, which stands in for the page's in this panel.
    pub own: RwSignal<Option<Rc<Brought>>, LocalStorage>,
    pub survey: Memo<Option<Arc<Survey>>>,
    /// Index of the chosen word, within the words that there are.
    pub word: Memo<usize>,
    pub slide: Memo<Option<Arc<Slide>>>,
    pub steps: Memo<usize>,
    pub step: Memo<usize>,
    /// What is said of the element that is pointed at; empty where none is.
    pub pointed: RwSignal<String>,
}

thread_local! {
    /// The reader's own tokenizer while the panel is not there.
    static KEPT: Cell<Option<Rc<Brought>>> = const { Cell::new(None) };
}

impl Lens {
    pub fn new(store: Store) -> Self {
        // It outlives the panel: a teacher goes back and forth.
        let own = RwSignal::new_local(KEPT.take());
        Effect::new(move |_| KEPT.set(own.get()));
        let text = Memo::new(move |_| seen(store));
        let control = store.get(|s| s.control_tokens == "control");
        let survey = Memo::new(move |_| {
            text.with(|seen| {
                let (vocabulary, text) = seen.as_ref()?;
                look(store, own.get(), vocabulary, |source| Arc::new(survey(source, text, control.get())))
            })
        });
        let chosen = store.get(|s| s.word_index as usize);
        let word = Memo::new(move |_| {
            let words = survey.with(|survey| survey.as_ref().map_or(0, |survey| survey.words.len()));
            chosen.get().min(words.saturating_sub(1))
        });
        let slide = Memo::new(move |_| {
            let survey = survey.get()?;
            let word = survey.words.get(word.get())?;
            let vocabulary = text.with(|seen| seen.as_ref().map(|(vocabulary, _)| *vocabulary))?;
            look(store, own.get(), vocabulary, |source| Arc::new(source.slide(&survey, word)))
        });
        let steps = Memo::new(move |_| slide.with(|slide| slide.as_ref().map_or(0, |slide| slide.steps())));
        let set = store.get(|s| s.step as usize);
        let step = Memo::new(move |_| set.get().min(steps.get()));
        Lens { own, survey, word, slide, steps, step, pointed: RwSignal::new(String::new()) }
    }

    /// The lens of the surrounding panel.
    pub fn here() -> Self {
        // Every part of the panel is mounted below it, which provides it.
        use_context().unwrap_or_else(|| Lens::new(Store::here()))
    }

    /// The chosen word and its text.
    pub fn chosen(self) -> Option<(Word, String)> {
        let survey = self.survey.get()?;
        let word = survey.words.get(self.word.get())?.clone();
        let text = survey.text(&word).to_owned();
        Some((word, text))
    }

    /// Something of the tokenizer that is looked into, followed.
    pub fn ask<R>(self, store: Store, of: impl FnOnce(Source) -> R) -> Option<R> {
        let (vocabulary, _) = seen(store)?;
        look(store, self.own.get(), vocabulary, of)
    }
}

/// The vocabulary that cut the page's text, and the text.
fn seen(store: Store) -> Option<(&'static str, String)> {
    let shown = store.input.with(|input| input.as_ref().and_then(|input| input.text.clone()));
    let text = shown.or_else(|| store.text.get_value())?;
    Some((text.vocabulary, text.text.shown.clone()))
}

fn look<R>(
    store: Store,
    own: Option<Rc<Brought>>,
    vocabulary: &str,
    of: impl FnOnce(Source) -> R,
) -> Option<R> {
    if let Some(brought) = own {
        return Some(of(brought.own.source()));
    }
    Some(of(store.packs.get(vocabulary)?.source()))
}
