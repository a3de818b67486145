//! The text cut by every chosen tokenizer, one of them an animation frame: typing never waits for six. What was cut of an
//! older text is cut again before anything is drawn, so no frame is spent on what nobody will see.

use crate::driver::next_frame;
use crate::packs::Status;
use crate::store::Store;
use crate::tokenize::align::{Alignment, align};
use crate::tokenize::fertility::script::Script;
use crate::tokenize::fertility::{Bilingual, Counts, ScriptCounts, by_script};
use crate::tokenize::{TextTokenizer, Token, TokenizeError, Vocabulary};
use leptos::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// The text as one tokenizer cuts it, counted.
pub struct Cut {
    pub vocabulary: &'static Vocabulary,
    text: Arc<str>,
    pub tokens: Vec<Token>,
    pub counts: Counts,
    pub scripts: [(Script, ScriptCounts); 2],
    /// Why it cannot be cut.
    refused: Option<TokenizeError>,
}

impl Cut {
    fn of(vocabulary: &'static Vocabulary, text: &Arc<str>, tokenizer: &TextTokenizer) -> Self {
        let (tokens, refused) = match tokenizer.encode(text) {
            Ok(tokens) => (tokens, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        Cut {
            vocabulary,
            counts: Counts::of(text, &tokens),
            scripts: by_script(text, &tokens),
            text: Arc::clone(text),
            tokens,
            refused,
        }
    }
}

/// What stands on the screen: tokenizations of one text, aligned.
pub struct Seen {
    pub text: Arc<str>,
    pub cuts: Vec<Arc<Cut>>,
    pub alignment: Alignment,
}

#[derive(Clone, Copy)]
pub struct Lane {
    pub seen: RwSignal<Option<Arc<Seen>>>,
    /// What each vocabulary makes of the shipped text.
    pub measured: RwSignal<Vec<(&'static str, Bilingual)>>,
    /// Whether something is still to be cut or measured.
    working: RwSignal<bool>,
    /// The block that was chosen: row, and block in that row.
    pub chosen: RwSignal<(usize, usize)>,
    /// The block under the pointer, if the pointer is on one.
    pub hover: RwSignal<Option<(usize, usize)>>,
    work: StoredValue<Work>,
}

#[derive(Default)]
struct Work {
    cuts: HashMap<&'static str, Arc<Cut>>,
    asked: bool,
}

impl Lane {
    pub fn new() -> Self {
        Lane {
            seen: RwSignal::new(None),
            measured: RwSignal::new(Vec::new()),
            working: RwSignal::new(true),
            chosen: RwSignal::new((0, 0)),
            hover: RwSignal::new(None),
            work: StoredValue::new(Work::default()),
        }
    }

    /// The block to explain: what is pointed at, else what was chosen.
    pub fn at(self) -> (usize, usize) {
        self.hover.get().unwrap_or_else(|| self.chosen.get())
    }

    /// Whether the picture is not that of the present state yet, followed.
    pub fn is_busy(self, store: Store) -> bool {
        let shown = store.state.with(|s| s.shown_tokenizers());
        let coming = |v: &&'static Vocabulary| {
            let status = store.packs.status(v.id).map(|status| status.get());
            matches!(status, Some(Status::Coming { .. } | Status::Away))
        };
        self.working.get() || shown.iter().any(coming)
    }

    /// Asks for the packs of what is chosen, and cuts whenever the text, the choice, or what is there changes. Call once.
    pub fn follow(self, store: Store) {
        let text = store.get(|s| s.text.clone());
        let shown = store.get(|s| s.shown_tokenizers());
        let here = Memo::new(move |_| {
            let status = |v: &&'static Vocabulary| store.packs.status(v.id);
            let here = |v: &&'static Vocabulary| status(v).is_some_and(|s| s.get() == Status::Here);
            shown.get().into_iter().filter(here).map(|v| v.id).collect::<Vec<_>>()
        });
        Effect::new(move |_| {
            for vocabulary in shown.get() {
                let status = store.packs.status(vocabulary.id).map(|status| status.get_untracked());
                if status == Some(Status::Away) {
                    store.packs.want(vocabulary);
                }
            }
        });
        Effect::new(move |_| {
            // Read, not only tracked: a memo that nobody reads never runs.
            text.with(|_| here.with(|_| ()));
            self.ask(store);
        });
    }

    fn ask(self, store: Store) {
        let mut already = false;
        self.work.update_value(|work| already = std::mem::replace(&mut work.asked, true));
        if !already {
            self.working.set(true);
            next_frame(move || self.frame(store));
        }
    }

    /// Does one thing, and asks for another frame if there was one to do.
    fn frame(self, store: Store) {
        // The panel may have been left.
        if self.work.try_update_value(|work| work.asked = false).is_none() {
            return;
        }
        let (text, shown) = store.state.with_untracked(|s| (s.text.clone(), s.shown_tokenizers()));
        let here: Vec<_> = shown.into_iter().filter_map(|v| Some((v, store.packs.get(v.id)?))).collect();
        let fresh = |id| self.work.with_value(|work| work.cuts.get(id).is_some_and(|cut| *cut.text == *text));
        if let Some((vocabulary, tokenizer)) = here.iter().find(|(v, _)| !fresh(v.id)) {
            let cut = Arc::new(Cut::of(vocabulary, &self.shared_text(&text), tokenizer));
            self.work.update_value(|work| drop(work.cuts.insert(vocabulary.id, cut)));
            return self.ask(store);
        }
        let cuts = |work: &Work| {
            let cuts = here.iter().filter_map(|(v, _)| work.cuts.get(v.id).cloned());
            cuts.filter(|cut| cut.refused.is_none()).collect::<Vec<_>>()
        };
        if self.show(self.work.with_value(cuts)) {
            return self.ask(store);
        }
        let known = |id| self.measured.with_untracked(|all| all.iter().any(|(known, _)| *known == id));
        let unknown = here.iter().find(|(v, _)| !known(v.id));
        if let Some((id, found)) = unknown
            .and_then(|(v, tokenizer)| Some((v.id, Bilingual::measure(|text| tokenizer.encode(text)).ok()?)))
        {
            self.measured.update(|all| all.push((id, found)));
            return self.ask(store);
        }
        self.working.set(false);
    }

    /// The text as the other rows already hold it.
    fn shared_text(self, text: &str) -> Arc<str> {
        let held =
            |work: &Work| work.cuts.values().find(|cut| *cut.text == *text).map(|cut| Arc::clone(&cut.text));
        self.work.with_value(held).unwrap_or_else(|| Arc::from(text))
    }

    /// Aligns what has been cut; whether it was not on the screen yet.
    fn show(self, cuts: Vec<Arc<Cut>>) -> bool {
        let same = |seen: &Arc<Seen>| {
            seen.cuts.len() == cuts.len() && seen.cuts.iter().zip(&cuts).all(|(a, b)| Arc::ptr_eq(a, b))
        };
        let stands = self.seen.with_untracked(|seen| seen.as_ref().map_or(cuts.is_empty(), same));
        if stands {
            return false;
        }
        let text = cuts.first().map(|first| Arc::clone(&first.text));
        let seen = text.map(|text| {
            let spans: Vec<Vec<_>> =
                cuts.iter().map(|cut| cut.tokens.iter().map(|token| token.span.clone()).collect()).collect();
            Arc::new(Seen { alignment: align(&text, &spans), text, cuts })
        });
        self.seen.set(seen);
        true
    }
}
