//! Reading values of a lesson file, each bounded; what is wrong is kept with its step.

use super::format::{MAX_CHARS, Texts};
use super::markup;
use super::problem::{Problem, What};
use crate::state::{self, Origin, State};
use crate::strings::LANGUAGES;
use serde_json::Value;

/// Settings as key and spelling, as a file names them.
pub type Pairs = Vec<(String, String)>;

/// Keys that no lesson sets: they are the reader's own, or the player's.
const RESERVED: &[&str] = &["lang", "theme", "backend", "lesson", "lesson_step"];

/// Collects what is wrong.
pub struct Judge {
    pub step: Option<usize>,
    pub problems: Vec<Problem>,
}

impl Judge {
    pub fn say(&mut self, what: What) {
        let problem = Problem { step: self.step, what };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The text of `field` in every language.
    pub fn texts(&mut self, of: &Value, field: &str, needed: bool) -> Texts {
        let found = of.get(field);
        let mut texts = Vec::new();
        for (language, _) in LANGUAGES {
            let text = found.and_then(|texts| texts.get(language)?.as_str()).unwrap_or_default();
            if text.is_empty() && (needed || found.is_some()) {
                self.say(What::NoText { field: field.into(), language });
            }
            texts.push((*language, self.bounded(text, field)));
        }
        Texts(texts)
    }

    fn bounded(&mut self, text: &str, field: &str) -> String {
        if markup::looks_executable(text) {
            self.say(What::Markup { field: field.into() });
        }
        if let Some((cut, _)) = text.char_indices().nth(MAX_CHARS) {
            self.say(What::LongText { field: field.into(), most: MAX_CHARS });
            return text.get(..cut).unwrap_or_default().into();
        }
        text.into()
    }

    /// The settings of a partial of the state; those that the page does not know are named and left out.
    pub fn pairs(&mut self, partial: &Value) -> Pairs {
        let mut pairs = Pairs::new();
        for (key, value) in partial.as_object().into_iter().flatten().take(64) {
            if RESERVED.contains(&key.as_str()) {
                self.say(What::Reserved(key.chars().take(40).collect()));
                continue;
            }
            let raw = state::file::spelled(value);
            match state::apply(&mut State::default(), Origin::Lesson, key, &raw) {
                // Which head exists depends on n_heads, which may be set too.
                Some(notice) if !matches!(notice.problem, state::Problem::FewerHeads { .. }) => {
                    self.say(What::State(notice));
                }
                _ => pairs.push((key.clone(), raw)),
            }
        }
        pairs
    }
}

/// `state` with `pairs` set. What the file got wrong was named when it was read.
pub fn with(mut state: State, pairs: &Pairs) -> State {
    state::apply_all(&mut state, Origin::Lesson, pairs);
    state
}
