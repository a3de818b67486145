//! What is wrong with a lesson file: typed, so that each language of the page has a sentence of its own for it.

use crate::state::Notice;

/// Why there is no lesson at all.
#[derive(Clone, Debug, PartialEq)]
pub enum Fatal {
    /// Larger than this many bytes.
    TooLarge {
        most: usize,
    },
    NotJson,
    /// JSON, but no object with `"locus_lesson"`.
    NotALesson,
    NoSteps,
    /// Not an address on this page's own host.
    OtherOrigin,
    /// The file could not be fetched.
    Fetch(crate::load_error::LoadError),
    /// The reader's own file is not here: no link carries it.
    NotHere,
}

/// Something that is wrong in a lesson which can be read all the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The step, from 1; `None` for the lesson as a whole.
    pub step: Option<usize>,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// The file's version, which is newer than the page's.
    Newer(u64),
    /// Only so many steps are taken.
    TooManySteps(usize),
    NoState,
    /// A value of the state that is unknown, refused or changed.
    State(Notice),
    /// This key is the reader's own or the player's.
    Reserved(String),
    /// A text of this name that is missing in this language.
    NoText {
        field: String,
        language: &'static str,
    },
    /// A text that is cut to so many characters.
    LongText {
        field: String,
        most: usize,
    },
    /// Marks of HTML or a script address: shown as plain text.
    Markup {
        field: String,
    },
    UnknownHighlight(String),
    UnknownData(String),
    /// A name in braces that is no value of the question: it stays as it stands.
    UnknownValue(String),
    /// This part of a question cannot be understood; the question is left out.
    Ask(String),
}
