//! What of the page comes after the first picture: the panels, in a few groups that are fetched as one. A part that was
//! not asked for comes when the page has nothing to do, so that soon nothing more is needed from the host.

mod coming;
mod module;
mod tool;

pub use coming::Coming;
pub use tool::Tool;

use super::idle::when_idle;
use super::state::State;
use super::store::Store;
use super::{driver, export, panel};
use leptos::prelude::*;
use leptos::task::spawn_local;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// The stages, of text and what all kinds of signal have in common.
    Stages,
    /// The signal and the tokens of every other mode than text.
    Media,
    Labs,
    /// The labs about words.
    Words,
    /// What stands on no panel: dialogs.
    Tools,
    /// The lessons, which stand above the panels.
    Lessons,
}

const ALL: [Part; 6] = [Part::Stages, Part::Media, Part::Labs, Part::Words, Part::Tools, Part::Lessons];

/// A view in the panels' place: the part that holds it (`None`: always there), and its name in that part.
pub type Place = (Option<Part>, &'static str);

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Status {
    /// Not asked for.
    Away,
    Coming,
    Here,
    Failed,
}

/// What is there of each part.
#[derive(Clone, Copy)]
pub struct Parts([RwSignal<Status>; ALL.len()]);

impl Parts {
    pub fn new() -> Self {
        let status = if module::APART { Status::Away } else { Status::Here };
        Parts(ALL.map(|_| RwSignal::new(status)))
    }

    pub fn status(self, part: Part) -> RwSignal<Status> {
        let Parts([stages, media, labs, words, tools, lessons]) = self;
        match part {
            Part::Stages => stages,
            Part::Media => media,
            Part::Labs => labs,
            Part::Words => words,
            Part::Tools => tools,
            Part::Lessons => lessons,
        }
    }
}

/// What the state asks for.
fn wanted(state: &State) -> Place {
    panel::place(state.panel, state.mode)
}

/// Sees to it that the part of the chosen panel comes, and all others when the first picture stands. Call once.
pub fn follow(store: Store) {
    let part = store.get(|s| wanted(s).0);
    Effect::new(move |_| {
        if let Some(part) = part.get() {
            want(store, part);
        }
    });
    // A frame in another page shows one panel: what it does not need, the other frames of that page do not either.
    if !store.state.with_untracked(State::is_embedded) {
        driver::when_drawn(store, move || prefetch(store));
    }
}

/// What stands in the panels' place: what the state asks for, or while that is not there, what stood before.
pub fn shown(store: Store) -> Memo<Option<Place>> {
    let wanted = store.get(wanted);
    Memo::new(move |before: Option<&Option<Place>>| {
        let place = wanted.get();
        let here = place.0.is_none_or(|part| store.parts.status(part).get() == Status::Here);
        if here { Some(place) } else { before.copied().flatten() }
    })
}

/// The view of a place whose part is there.
pub fn view((part, name): Place) -> Option<AnyView> {
    match part {
        None => Some(panel::first()),
        Some(part) => (module::of(part).view)(name),
    }
}

/// Whether the chosen panel is still on its way.
pub fn is_behind(store: Store) -> bool {
    let part = store.state.with_untracked(|s| wanted(s).0);
    let status = part.map(|part| store.parts.status(part).get_untracked());
    matches!(status, Some(Status::Away | Status::Coming))
}

/// Fetches a part that is not there and not on its way.
pub fn want(store: Store, part: Part) {
    if matches!(store.parts.status(part).get_untracked(), Status::Away | Status::Failed) {
        spawn_local(fetch(store, part));
    }
}

async fn fetch(store: Store, part: Part) {
    let status = store.parts.status(part);
    status.set(Status::Coming);
    let came = (module::of(part).load)().await;
    status.set(if came { Status::Here } else { Status::Failed });
    if store.state.with_untracked(|s| wanted(s).0) == Some(part) {
        driver::poke(store); // whoever waits for its picture
    }
}

/// Fetches what nobody asked for, one part after the other.
fn prefetch(store: Store) {
    let away = move |part: &Part| store.parts.status(*part).get_untracked() == Status::Away;
    let Some(part) = ALL.into_iter().find(away) else {
        return when_idle(export::prefetch);
    };
    when_idle(move || {
        spawn_local(async move {
            if away(&part) {
                fetch(store, part).await;
            }
            prefetch(store);
        });
    });
}
