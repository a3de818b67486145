//! Walking through a lesson: entering a step, opening and leaving.

use crate::lesson::format::Lesson;
use crate::lesson::session::Loaded;
use crate::state::State;
use crate::store::Store;
use crate::widget::focus;
use crate::{driver, input, location};
use leptos::prelude::*;
use std::rc::Rc;

/// The lesson that stands, and the step that the state names, from 0.
fn here(store: Store) -> Option<(Rc<Lesson>, usize)> {
    let Loaded { of, lesson } = store.lesson.loaded.get_untracked()?;
    let place = store.state.with_untracked(|s| s.lesson.clone());
    let lesson = lesson.ok().filter(|_| of == place.lesson)?;
    let at = (place.lesson_step as usize).clamp(1, lesson.steps.len());
    Some((lesson, at - 1))
}

/// Shows `state`; `new_entry` makes a way back in the browser's history.
pub fn show(store: Store, state: State, new_entry: bool) {
    store.notices.maybe_update(|all| !std::mem::take(all).is_empty());
    store.state.set(state);
    input::refresh(store);
    driver::poke(store);
    location::changed(store, new_entry);
}

/// Sets the settings of the step on the screen.
pub fn settle(store: Store) {
    let Some((_, at)) = here(store) else { return };
    enter(store, at, false);
}

/// Goes to step `at`, from 0.
pub fn enter(store: Store, at: usize, new_entry: bool) {
    let Some((lesson, _)) = here(store) else { return };
    let mut state = lesson.settings(at, &store.state.get_untracked());
    state.lesson.lesson_step = at as u64 + 1;
    show(store, state, new_entry);
}

/// Opens the lesson `name` at its first step; what the reader has is kept until the lesson is left.
pub fn open(store: Store, name: &str) {
    let mut state = store.state.get_untracked();
    if state.lesson.lesson.is_empty() {
        store.lesson.before.set_value(Some(state.clone()));
    }
    state.lesson.lesson = name.into();
    state.lesson.lesson_step = 1;
    store.lesson.loaded.set(None);
    store.lesson.asked.set(true);
    store.lesson.list_open.set(false);
    store.state.set(state);
    location::changed(store, true);
}

/// Leaves the lesson: what the reader had before it comes back; after a link, what stands stays.
pub fn leave(store: Store) {
    let now = store.state.get_untracked();
    let mut before = None;
    store.lesson.before.update_value(|kept| before = kept.take());
    let state = before.unwrap_or_else(|| now.clone());
    // What was chosen for all of the page meanwhile stays.
    show(store, State { lesson: State::default().lesson, ..state }.with_own(&now), true);
    focus::to_lessons();
}

/// Whether the reader has moved anything away from the step's settings; followed.
pub fn is_moved(store: Store, lesson: &Lesson, at: usize) -> bool {
    store.state.with(|state| {
        let mut shown = lesson.settings(at, state);
        shown.lesson = state.lesson.clone();
        shown != *state
    })
}
