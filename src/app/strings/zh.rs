//! 中文。

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
mod reference;
mod share;
mod shell;
mod sound;
mod stages;
mod tokenizers;
mod training;
mod widgets;
mod words;

use super::Strings;

pub static STRINGS: Strings = Strings {
    tag: "zh",
    own_name: "中文",
    gap: "",
    colon: "：",
    comma: "、",
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

/// `word` between Chinese words: letters and digits keep a space from them, Chinese and quotation marks do not.
fn apart(word: &str) -> String {
    let space = |c: Option<char>| if c.is_some_and(|c| c.is_ascii_alphanumeric()) { " " } else { "" };
    format!("{}{word}{}", space(word.chars().next()), space(word.chars().next_back()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_keep_apart() {
        assert_eq!(["RoPE", "独立实现", "torch 的 nn"].map(apart), [" RoPE ", "独立实现", " torch 的 nn "]);
    }
}
