//! 中文。

mod around;
mod compare;
mod complaints;
mod context;
mod image;
mod long;
mod media;
mod microscope;
mod mixed;
mod permutation;
mod pictures;
mod problems;
mod reference;
mod shell;
mod sound;
mod stages;
mod widgets;
mod words;

use super::Strings;

pub static STRINGS: Strings = Strings {
    tag: "zh",
    own_name: "中文",
    shell: shell::SHELL,
    samples: shell::SAMPLES,
    signal: stages::SIGNAL,
    tokens: stages::TOKENS,
    vectors: stages::VECTORS,
    position: stages::POSITION,
    attention: stages::ATTENTION,
    permutation: permutation::PERMUTATION,
    compare: compare::COMPARE,
    controls: widgets::CONTROLS,
    picture: widgets::PICTURE,
    pictures: &pictures::PICTURES,
    complaint: complaints::COMPLAINTS,
    context: context::CONTEXT,
    words: &words::WORDS,
    long: long::LONG,
    around: &around::AROUND,
    microscope: &microscope::MICROSCOPE,
    mixed: &mixed::MIXED,
    image: image::IMAGE,
    sound: &sound::SOUND,
    problem: problems::PROBLEMS,
};
