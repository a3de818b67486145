//! Trains in slices of frames, a whole training at a time. What stands on the screen changes once the new one is done,
//! and stays where there is nothing to train on.

use crate::driver::{next_frame, now};
use crate::store::Store;
use crate::tokenize::train::training::{Algorithm, Problem, Settings, Training, sample};
use leptos::prelude::*;
use std::rc::Rc;

/// How long a slice may run, in milliseconds.
const SLICE: f64 = 8.0;

pub type Shown = RwSignal<Option<Rc<Training>>, LocalStorage>;

#[derive(Clone, Copy)]
pub struct Run {
    /// The last training that came to its end.
    pub shown: Shown,
    pub problem: RwSignal<Option<Problem>>,
    /// The text that the reader wrote and that could not be trained on, kept out of the state.
    pub refused: RwSignal<Option<Problem>>,
    /// Whether one is under way.
    pub busy: RwSignal<bool>,
    /// Counts the trainings, so that one that is out of date ends.
    number: StoredValue<u64>,
}

/// The settings of the state.
pub fn settings(store: Store) -> Settings {
    store.state.with(|s| Settings {
        algorithm: Algorithm::by_id(s.train_algorithm),
        vocabulary: s.train_vocab_size as usize,
        min_frequency: s.train_min_frequency,
    })
}

/// The corpus of the state.
pub fn corpus(store: Store) -> String {
    store.state.with(|s| if s.train_corpus.is_empty() { sample() } else { s.train_corpus.clone() })
}

impl Run {
    /// A training that follows the state.
    pub fn new(store: Store) -> Self {
        let run = Run {
            shown: RwSignal::new_local(None),
            problem: RwSignal::new(None),
            refused: RwSignal::new(None),
            busy: RwSignal::new(false),
            number: StoredValue::new(0),
        };
        let wanted = Memo::new(move |_| (corpus(store), settings(store)));
        Effect::new(move |_| wanted.with(|(text, settings)| run.begin(text, *settings)));
        run
    }

    fn begin(self, text: &str, settings: Settings) {
        let made = Training::new(text, settings);
        self.problem.set(made.as_ref().err().cloned());
        let nothing_yet = self.shown.with_untracked(Option::is_none);
        let training = match made {
            Ok(training) => Some(training),
            // a link with a bad corpus: the page's own is the next best
            Err(_) if nothing_yet => Training::new(&sample(), fallback(settings)).ok(),
            Err(_) => None,
        };
        let number = self.number.get_value() + 1;
        self.number.set_value(number);
        self.busy.set(training.is_some());
        if let Some(training) = training {
            self.slice(training, number);
        }
    }

    fn slice(self, mut training: Training, number: u64) {
        let begun = now();
        while training.advance() {
            if now() - begun > SLICE {
                return next_frame(move || {
                    // the panel may have been left, or the corpus changed, by then
                    if self.number.try_get_value() == Some(number) {
                        self.slice(training, number);
                    }
                });
            }
        }
        self.shown.set(Some(Rc::new(training)));
        self.busy.set(false);
    }
}

/// Settings under which the page's own sentences can be trained on.
fn fallback(settings: Settings) -> Settings {
    Settings { vocabulary: crate::state::State::default().train_vocab_size as usize, ..settings }
}
