//! Trains in slices of frames, a whole training at a time. What stands on the screen changes once the new one is done,
//! and stays where there is nothing to train on.

use crate::driver::{next_frame, now};
use crate::store::Store;
use crate::strings::training::Whose;
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
    /// The corpus that it is of.
    trained_on: RwSignal<String>,
    pub problem: RwSignal<Option<Problem>>,
    /// The text that the reader wrote and that could not be trained on, kept out of the state.
    pub refused: RwSignal<Option<Problem>>,
    /// The characters of a text of which only the beginning was taken.
    pub cut: RwSignal<Option<usize>>,
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
            trained_on: RwSignal::new(String::new()),
            problem: RwSignal::new(None),
            refused: RwSignal::new(None),
            cut: RwSignal::new(None),
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
        let made = match made {
            Ok(training) => Some((training, text.to_string())),
            Err(_) if nothing_yet => stand_in(text, settings),
            Err(_) => None,
        };
        let number = self.number.get_value() + 1;
        self.number.set_value(number);
        self.busy.set(made.is_some());
        if let Some((training, text)) = made {
            self.slice(training, text, number);
        }
    }

    /// Which corpus the picture is of, seen from the state's.
    pub fn whose(self, store: Store) -> Whose {
        self.trained_on.with(|text| match text {
            text if *text == corpus(store) => Whose::Same,
            text if *text == sample() => Whose::Own,
            _ => Whose::Before,
        })
    }

    fn slice(self, mut training: Training, text: String, number: u64) {
        let begun = now();
        while training.advance() {
            if now() - begun > SLICE {
                return next_frame(move || {
                    // the panel may have been left, or the corpus changed, by then
                    if self.number.try_get_value() == Some(number) {
                        self.slice(training, text, number);
                    }
                });
            }
        }
        self.trained_on.set(text);
        self.shown.set(Some(Rc::new(training)));
        self.busy.set(false);
    }
}

/// What a link opens with whose settings cannot be computed, and the corpus that it is of: the link's own under a larger
/// vocabulary, or the page's sentences.
fn stand_in(text: &str, settings: Settings) -> Option<(Training, String)> {
    let vocabulary = crate::state::State::default().train_vocab_size as usize;
    let settings = Settings { vocabulary, ..settings };
    [text.to_string(), sample()]
        .into_iter()
        .find_map(|text| Some((Training::new(&text, settings).ok()?, text)))
}
