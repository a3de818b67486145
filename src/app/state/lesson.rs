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
        State { lesson: Lesson::default(), ..self.clone() }.with_own(&plain) == plain
    }
}

#[cfg(test)]
mod tests {
    use crate::pack::Table;
    use crate::position::learned::Trained;
    use crate::position::mrope::Segment;
    use crate::state::hash;
    use locus::matrix::Matrix;

    #[test]
    fn a_link_to_a_step_is_bare_until_it_sets_more() {
        assert!(hash::read("v=1&lesson=order&lesson_step=3&lang=zh").0.is_bare());
        assert!(!hash::read("v=1&lesson=order&scheme=rope").0.is_bare());
    }

    #[test]
    fn what_the_page_found_sets_nothing() {
        let (mut state, _) = hash::read("v=1&lesson=order&lesson_step=3");
        state.params.layout = [Segment::Text(3)].into();
        let table = Table { rows: Matrix::zeros((1, 1)), step: 1.0, embedding_rms: 1.0 };
        state.params.learned.trained = Some(Trained::new(table));
        assert!(state.is_bare());
    }
}
