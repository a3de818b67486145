//! English.

mod around;
mod compare;
mod complaints;
mod context;
mod economics;
mod export;
mod image;
mod lesson;
mod long;
mod meaning;
mod media;
mod microscope;
mod mixed;
mod offline;
mod permutation;
mod pictures;
mod problems;
mod share;
mod shell;
mod sound;
mod stages;
mod tokenizers;
mod training;
mod widgets;
mod words;

use super::Strings;
use crate::picture::format::grouped;

pub static STRINGS: Strings = Strings {
    tag: "en",
    own_name: "English",
    gap: " ",
    colon: ": ",
    comma: ", ",
    shell: shell::SHELL,
    samples: shell::SAMPLES,
    share: &share::SHARE,
    signal: stages::SIGNAL,
    tokens: stages::TOKENS,
    vectors: stages::VECTORS,
    position: stages::POSITION,
    attention: stages::ATTENTION,
    permutation: permutation::PERMUTATION,
    compare: compare::COMPARE,
    controls: widgets::CONTROLS,
    picture: widgets::PICTURE,
    export: &export::EXPORT,
    pictures: &pictures::PICTURES,
    complaint: complaints::COMPLAINTS,
    context: context::CONTEXT,
    training: &training::TRAINING,
    words: &words::WORDS,
    lesson: &lesson::LESSON,
    long: long::LONG,
    around: &around::AROUND,
    microscope: &microscope::MICROSCOPE,
    economics: &economics::ECONOMICS,
    meaning: &meaning::MEANING,
    mixed: &mixed::MIXED,
    image: image::IMAGE,
    sound: &sound::SOUND,
    problem: problems::PROBLEMS,
    offline: &offline::OFFLINE,
    side: &tokenizers::TOKENIZERS,
};

/// `1 token`, `2,048 tokens`.
fn counted(n: usize, thing: &str) -> String {
    said(&grouped(n), thing)
}

/// The same of a number that is already written.
fn said(n: &str, thing: &str) -> String {
    let ending = if n == "1" { "" } else { "s" };
    format!("{n} {thing}{ending}")
}
