//! A lesson file: version, title, steps. Sizes are bounded; what is wrong in one place leaves the rest.

use super::ask::{self, Ask};
use super::json::{self, Judge, Pairs};
use super::problem::{Fatal, Problem, What};
use crate::state::{self, State};
use serde_json::Value;

/// Version of the format. A newer file is read as far as it is understood, and the reader is told.
pub const VERSION: u64 = 1;
/// The largest file, in bytes.
pub const MAX_BYTES: usize = 262_144;
pub const MAX_STEPS: usize = 40;
/// The longest text.
pub const MAX_CHARS: usize = 2_000;
const MAX_HIGHLIGHTS: usize = 6;

/// A text in every language of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Texts(pub Vec<(&'static str, String)>);

impl Texts {
    /// The text in `language`; where that is missing, in one that has it.
    pub fn get(&self, language: &str) -> &str {
        let own = self.0.iter().find(|(id, text)| *id == language && !text.is_empty());
        let any = || self.0.iter().find(|(_, text)| !text.is_empty());
        own.or_else(any).map_or("", |(_, text)| text)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    pub title: Texts,
    pub section: Texts,
    pub level: &'static str,
    pub minutes: Option<u64>,
    /// What every step begins with; the rest is the page's default.
    pub state: Pairs,
    pub steps: Vec<Step>,
    /// What is wrong with the file though it can be read.
    pub problems: Vec<Problem>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub title: Texts,
    /// Paragraphs are parted by an empty line.
    pub text: Texts,
    pub state: Pairs,
    /// Fields whose controls are ringed.
    pub highlight: Vec<&'static str>,
    pub ask: Option<Ask>,
}

/// Levels, from the first.
pub const LEVELS: &[&str] = &["start", "middle", "far"];

impl Lesson {
    /// Reads a file.
    pub fn read(bytes: &[u8]) -> Result<Lesson, Fatal> {
        if bytes.len() > MAX_BYTES {
            return Err(Fatal::TooLarge { most: MAX_BYTES });
        }
        let file: Value = serde_json::from_slice(bytes).map_err(|_| Fatal::NotJson)?;
        let version = file.get("locus_lesson").and_then(Value::as_u64).ok_or(Fatal::NotALesson)?;
        let steps = file.get("steps").and_then(Value::as_array).filter(|steps| !steps.is_empty());
        let steps = steps.ok_or(Fatal::NoSteps)?;
        let mut judge = Judge { step: None, problems: Vec::new() };
        if version > VERSION {
            judge.say(What::Newer(version));
        }
        if steps.len() > MAX_STEPS {
            judge.say(What::TooManySteps(MAX_STEPS));
        }
        let level = file.get("level").and_then(Value::as_str).unwrap_or_default();
        Ok(Lesson {
            title: judge.texts(&file, "title", true),
            section: judge.texts(&file, "section", false),
            level: LEVELS.iter().find(|known| **known == level).copied().unwrap_or_default(),
            minutes: file.get("minutes").and_then(Value::as_u64).filter(|minutes| *minutes <= 600),
            state: file.get("state").map(|partial| judge.pairs(partial)).unwrap_or_default(),
            steps: steps
                .iter()
                .take(MAX_STEPS)
                .enumerate()
                .map(|(at, step)| {
                    judge.step = Some(at + 1);
                    Step::read(step, &mut judge)
                })
                .collect(),
            problems: judge.problems,
        })
    }

    /// What step `at` (from 0) shows: the page's defaults, the lesson's settings, then the step's. Language, theme and
    /// backend stay as in `own`.
    pub fn settings(&self, at: usize, own: &State) -> State {
        let plain = State { lesson: own.lesson.clone(), ..State::default() }.with_own(own);
        let shown = json::with(plain, &self.state);
        self.steps.get(at).map_or(shown.clone(), |step| json::with(shown, &step.state))
    }
}

impl Step {
    fn read(step: &Value, judge: &mut Judge) -> Step {
        let state = step.get("state").filter(|state| state.is_object());
        if state.is_none() {
            judge.say(What::NoState);
        }
        Step {
            title: judge.texts(step, "title", true),
            text: judge.texts(step, "text", true),
            state: state.map(|partial| judge.pairs(partial)).unwrap_or_default(),
            highlight: highlight(step, judge),
            ask: step.get("ask").and_then(|asked| ask::read(asked, judge)),
        }
    }
}

fn highlight(step: &Value, judge: &mut Judge) -> Vec<&'static str> {
    let mut known = Vec::new();
    let named = step.get("highlight").and_then(Value::as_array);
    for key in named.into_iter().flatten().take(MAX_HIGHLIGHTS) {
        match key.as_str().and_then(state::field) {
            Some(field) => known.push(field.key),
            None => judge.say(What::UnknownHighlight(key.to_string().chars().take(40).collect())),
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::problem::What;
    use serde_json::json;

    fn text() -> Value {
        json!({ "en": "a", "zh": "甲" })
    }

    fn read(step: Value) -> Lesson {
        let file = json!({ "locus_lesson": 1, "title": text(), "steps": [step] });
        Lesson::read(file.to_string().as_bytes()).unwrap()
    }

    fn whats(lesson: &Lesson) -> Vec<What> {
        lesson.problems.iter().map(|problem| problem.what.clone()).collect()
    }

    #[test]
    fn a_sound_step_is_read_without_a_word() {
        let state = json!({ "n_heads": 8, "head": 7, "scheme": "rope", "order": [2, 1, 0] });
        let lesson = read(json!({ "title": text(), "text": text(), "state": state, "highlight": ["base"] }));
        assert_eq!(whats(&lesson), []);
        let shown = lesson.settings(0, &State { lang: "zh", ..State::default() });
        assert_eq!((shown.scheme, shown.head, shown.order, shown.lang), ("rope", 7, vec![2, 1, 0], "zh"));
        assert_eq!(lesson.steps[0].highlight, ["base"]);
    }

    #[test]
    fn what_is_no_lesson_is_refused() {
        let of = |text: &str| Lesson::read(text.as_bytes()).unwrap_err();
        assert_eq!(of("<html>"), Fatal::NotJson);
        assert_eq!(of("[1]"), Fatal::NotALesson);
        assert_eq!(of(r#"{"locus_lesson": 1, "steps": []}"#), Fatal::NoSteps);
        assert_eq!(of(&" ".repeat(MAX_BYTES + 1)), Fatal::TooLarge { most: MAX_BYTES });
        assert_eq!(of(&"[".repeat(100_000)), Fatal::NotJson);
    }

    #[test]
    fn each_wrong_thing_is_named_with_its_step_and_the_rest_stands() {
        let state = json!({ "panel": "basement", "base": 5e5, "lang": "zh", "nope": 1 });
        let lesson = read(json!({
            "title": text(), "text": { "en": "<script>alert(1)</script>" }, "state": state, "highlight": ["basement"],
        }));
        assert!(lesson.problems.iter().all(|problem| problem.step == Some(1)));
        let said = whats(&lesson);
        let state: Vec<_> = said
            .iter()
            .filter_map(|what| if let What::State(notice) = what { Some(notice.key.as_str()) } else { None })
            .collect();
        assert_eq!(state, ["nope", "panel"]);
        assert!(said.contains(&What::Reserved("lang".into())));
        assert!(said.contains(&What::Markup { field: "text".into() }));
        assert!(said.contains(&What::NoText { field: "text".into(), language: "zh" }));
        assert!(said.contains(&What::UnknownHighlight("\"basement\"".into())));
        let shown = lesson.settings(0, &State::default());
        assert_eq!((shown.params.rope.base, shown.panel), (5e5, "permutation"));
    }

    #[test]
    fn a_missing_state_and_a_newer_version_are_named() {
        let lesson = read(json!({ "title": text(), "text": text() }));
        assert_eq!(whats(&lesson), [What::NoState]);
        let file = json!({ "locus_lesson": 9, "title": text(), "steps": [{ "title": text(), "text": text(), "state": {} }] });
        let newer = Lesson::read(file.to_string().as_bytes()).unwrap();
        assert_eq!(whats(&newer), [What::Newer(9)]);
    }
}
