//! Where the reader is in a lesson: struct, defaults and schema side by side.

use super::State;
use super::field::{Access, Field, part_field};
use crate::lesson::format::MAX_STEPS;
use crate::position::parameter::{Kind, Value};

/// See [`FIELDS`] for what each is.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    pub lesson: String,
    pub lesson_step: u64,
}

impl Default for Lesson {
    fn default() -> Self {
        Lesson { lesson: String::new(), lesson_step: 1 }
    }
}

/// A field that stands in [`State::lesson`](super::State::lesson).
macro_rules! lesson {
    ($($field:tt)*) => {
        part_field!(lesson, $($field)*)
    };
}

/// Schema of [`Lesson`].
pub const FIELDS: &[Field] = &[
    lesson!(
        lesson,
        Text,
        Kind::Text { max_chars: 200 },
        "the lesson: the name of one that ships, or the address of a file on the same host, beginning with `.` or `/`; own is the reader's file, which no link carries"
    ),
    lesson!(
        lesson_step,
        Integer,
        Kind::Integer { min: 1, max: MAX_STEPS as u64, step: 1 },
        "the step of the lesson, from 1; without further keys the link shows the step's own settings"
    ),
];

impl State {
    /// Whether nothing is set but the lesson and what is the reader's own: then the step's settings are meant.
    pub fn is_bare(&self) -> bool {
        let plain = State::default();
        let State { lesson, lang, theme, backend, .. } = plain.clone();
        let mut rest = State { lesson, lang, theme, backend, ..self.clone() };
        rest.params.layout = plain.params.layout.clone(); // follows from the sequence
        rest == plain
    }
}

#[cfg(test)]
mod tests {
    use crate::state::hash;

    #[test]
    fn a_link_to_a_step_is_bare_until_it_sets_more() {
        assert!(hash::read("v=1&lesson=order&lesson_step=3&lang=zh").0.is_bare());
        assert!(!hash::read("v=1&lesson=order&scheme=rope").0.is_bare());
    }
}
