//! Lessons: the player, the list, and what is wrong with a file.

use crate::lesson::problem::{Fatal, Problem};

pub struct Lesson {
    /// The button that opens the list, and the list's title.
    pub list: &'static str,
    pub list_lead: &'static str,
    pub close: &'static str,
    pub loading: &'static str,
    pub failed: &'static str,
    pub minutes: fn(u64) -> String,
    /// By the spelling in the file; empty for none.
    pub level: fn(&str) -> &'static str,
    pub open_file: &'static str,
    pub file_hint: &'static str,
    /// The lesson as a region of the page, with its title.
    pub region: fn(&str) -> String,
    pub step_of: fn(usize, usize) -> String,
    pub back: &'static str,
    pub next: &'static str,
    /// Instead of next, on the last step.
    pub finish: &'static str,
    pub leave: &'static str,
    pub fold: &'static str,
    pub unfold: &'static str,
    /// The reader has moved something; and the button that undoes it.
    pub changed: &'static str,
    pub reset: &'static str,
    /// Controls that are ringed, named.
    pub controls: fn(&str) -> String,
    pub question: &'static str,
    pub number: &'static str,
    pub cell: &'static str,
    pub cell_hint: &'static str,
    pub query: &'static str,
    pub key: &'static str,
    /// A cell: query and key from 0, and their tokens.
    pub cell_is: fn(usize, &str, usize, &str) -> String,
    /// A token in a list: its place from 0, and its label.
    pub token: fn(usize, &str) -> String,
    pub check: &'static str,
    pub checking: &'static str,
    /// Nothing was predicted yet.
    pub predict_first: &'static str,
    pub right: &'static str,
    pub wrong: &'static str,
    /// Before what was computed.
    pub computed: fn(&str) -> String,
    pub no_numbers: &'static str,
    pub problems: fn(usize) -> String,
    pub fatal: fn(&Fatal) -> String,
    /// Of a problem that is one of a setting there is a sentence elsewhere, which is given.
    pub problem: fn(&Problem, &str) -> String,
}
