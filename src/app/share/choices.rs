//! What is chosen in the dialog, and the state that its link carries. Nothing of it changes the page itself.

use crate::location;
use crate::state::{Share, State, Touch, hash};
use crate::store::Store;
use leptos::prelude::*;

#[derive(Clone, Copy)]
pub struct Choices {
    pub store: Store,
    pub share: RwSignal<Share>,
    /// `auto`: the reader's own.
    pub lang: RwSignal<&'static str>,
    pub theme: RwSignal<&'static str>,
}

impl Choices {
    /// What the link that the page came by says.
    pub fn new(store: Store) -> Self {
        let share = store.state.with_untracked(|s| s.share.clone());
        let fixed = |key: &str, value| if share.lock.contains(&key) { value } else { "auto" };
        let (lang, theme) = store.state.with_untracked(|s| (fixed("lang", s.lang), fixed("theme", s.theme)));
        Choices { store, share: RwSignal::new(share), lang: RwSignal::new(lang), theme: RwSignal::new(theme) }
    }

    /// What the reader may do with the control of `key`.
    pub fn touch(self, key: &'static str) -> Touch {
        self.share.with(|share| share.touch(key))
    }

    pub fn set_touch(self, key: &'static str, touch: Touch) {
        self.share.update(|share| {
            share.hide.retain(|k| *k != key);
            share.lock.retain(|k| *k != key);
            match touch {
                Touch::Free => {}
                Touch::Locked => share.lock.push(key),
                Touch::Hidden => share.hide.push(key),
            }
        });
    }

    /// The state of the link; `embed`: of a frame.
    pub fn state(self, embed: bool) -> State {
        let mut state = self.store.state.get();
        state.share = self.share.get();
        (state.lang, state.theme, state.backend) = (self.lang.get(), self.theme.get(), "auto");
        for (key, value) in [("lang", state.lang), ("theme", state.theme)] {
            state.share.lock.retain(|k| *k != key);
            if value != "auto" {
                state.share.lock.push(key);
            }
        }
        state.share.embed = if embed { "1" } else { "0" };
        state
    }

    pub fn link(self, embed: bool) -> String {
        location::link(&hash::write(&self.state(embed)))
    }
}
