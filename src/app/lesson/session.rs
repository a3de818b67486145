//! What of lessons is there from the first picture on: the button, and the place where list and lesson stand once their
//! part of the page has come.

use super::format::Lesson;
use super::problem::Fatal;
use crate::parts::{self, Part, Status};
use crate::state::State;
use crate::store::Store;
use leptos::prelude::*;
use std::rc::Rc;

/// A lesson that was asked for.
#[derive(Clone)]
pub struct Loaded {
    /// The state's `lesson` for which it was.
    pub of: String,
    pub lesson: Result<Rc<Lesson>, Fatal>,
}

/// Handles to what a lesson keeps beside the state; copied into every closure.
#[derive(Clone, Copy)]
pub struct Session {
    pub list_open: RwSignal<bool>,
    /// What the reader had before the lesson began.
    pub before: StoredValue<Option<State>>,
    /// The file that the reader opened.
    pub own: StoredValue<Option<Rc<Lesson>>, LocalStorage>,
    pub loaded: RwSignal<Option<Loaded>, LocalStorage>,
    /// Counts the requests: an answer to an older one is none.
    pub requests: StoredValue<u64>,
    /// A script asked for the lesson or the step: its settings are to be set.
    pub asked: RwSignal<bool>,
}

impl Session {
    pub fn new() -> Self {
        Session {
            list_open: RwSignal::new(false),
            before: StoredValue::new(None),
            own: StoredValue::new_local(None),
            loaded: RwSignal::new_local(None),
            requests: StoredValue::new(0),
            asked: RwSignal::new(false),
        }
    }
}

/// Opens and closes the list of lessons.
#[component]
pub fn LessonButton() -> impl IntoView {
    let store = Store::here();
    let open = store.lesson.list_open;
    view! {
        <button
            class="btn"
            id="lessons-button"
            data-testid="lessons"
            aria-expanded=move || open.get().to_string()
            on:click=move |_| open.update(|open| *open = !*open)
        >
            {store.t(|s| s.lesson.list)}
        </button>
    }
}

/// List and lesson, above everything else of the page.
#[component]
pub fn LessonPlace() -> impl IntoView {
    let store = Store::here();
    let named = store.get(|s| !s.lesson.lesson.is_empty());
    let wanted = Memo::new(move |_| store.lesson.list_open.get() || named.get());
    Effect::new(move |_| {
        if wanted.get() {
            parts::want(store, Part::Lessons);
        }
    });
    let status = store.parts.status(Part::Lessons);
    move || {
        if !wanted.get() {
            return None;
        }
        match status.get() {
            Status::Here => parts::view((Some(Part::Lessons), "lessons")),
            Status::Away | Status::Coming => {
                Some(view! { <p class="load" role="status">{store.t(|s| s.lesson.loading)}</p> }.into_any())
            }
            Status::Failed => Some(
                view! {
                    <p class="load bad" role="alert">
                        {store.t(|s| s.lesson.failed)}
                        <button class="btn" on:click=move |_| parts::want(store, Part::Lessons)>{store.t(|s| s.shell.retry)}</button>
                    </p>
                }
                .into_any(),
            ),
        }
    }
}
