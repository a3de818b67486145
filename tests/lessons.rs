//! The lessons that ship: every file is read without a word of complaint, in every language, and each ends in something
//! that the reader does.

use locus_app::lesson::evaluate::needs;
use locus_app::lesson::format::{Lesson, Step, Texts};
use locus_app::lesson::markup;
use locus_app::lesson::source::SHIPPED;
use locus_app::state::State;
use locus_app::strings::LANGUAGES;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("public/lessons")
}

fn lessons() -> Vec<(&'static str, Lesson)> {
    let read = |name: &&'static str| {
        let bytes = std::fs::read(folder().join(format!("{name}.json"))).unwrap();
        (*name, Lesson::read(&bytes).unwrap_or_else(|why| panic!("{name}: {why:?}")))
    };
    SHIPPED.iter().map(read).collect()
}

#[test]
fn every_file_of_the_folder_is_listed() {
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap().replace(".json", ""))
        .collect();
    assert_eq!(files, SHIPPED.iter().map(|name| name.to_string()).collect());
}

#[test]
fn nothing_is_wrong_with_any() {
    for (name, lesson) in lessons() {
        assert!(lesson.problems.is_empty(), "{name}: {:?}", lesson.problems);
        assert!((5..=8).contains(&lesson.steps.len()), "{name}: {} steps", lesson.steps.len());
        assert!(!lesson.level.is_empty() && lesson.minutes.is_some(), "{name}");
    }
}

#[test]
fn each_has_questions_and_ends_with_one() {
    for (name, lesson) in lessons() {
        let asked = lesson.steps.iter().filter(|step| step.ask.is_some()).count();
        assert!(asked * 2 >= lesson.steps.len(), "{name}: {asked} questions");
        assert!(
            lesson.steps.last().is_some_and(|step| step.ask.is_some()),
            "{name} ends with something to do"
        );
        for (at, ask) in
            lesson.steps.iter().enumerate().filter_map(|(at, step)| Some((at, step.ask.as_ref()?)))
        {
            let state_alone = needs(ask).is_empty();
            assert!(!state_alone || name == "tokens", "{name}, step {}: nothing is computed", at + 1);
        }
    }
}

/// A lesson is the same wherever the reader stood before.
#[test]
fn settings_depend_on_the_lesson_alone() {
    for (name, lesson) in lessons() {
        for at in 0..lesson.steps.len() {
            let moved =
                State { scheme: "alibi", text: "x".into(), head: 3, panel: "long", ..State::default() };
            assert_eq!(
                lesson.settings(at, &moved),
                lesson.settings(at, &State::default()),
                "{name}, step {}",
                at + 1
            );
        }
    }
}

fn texts<'a>(lesson: &'a Lesson, step: &'a Step) -> Vec<&'a Texts> {
    let ask = step.ask.iter().flat_map(|ask| {
        [&ask.question, &ask.then].into_iter().chain(ask.options.iter().map(|option| &option.text))
    });
    [&lesson.title, &lesson.section, &step.title, &step.text].into_iter().chain(ask).collect()
}

/// Both languages say something of their own, marks are closed, and names in braces are known.
#[test]
fn texts_are_whole_in_every_language() {
    for (name, lesson) in lessons() {
        for (at, step) in lesson.steps.iter().enumerate() {
            for text in texts(&lesson, step) {
                for (language, _) in LANGUAGES {
                    let said = text.get(language);
                    let place = format!("{name}, step {}, {language}: {said}", at + 1);
                    assert!(!said.is_empty(), "{place}");
                    for run in markup::paragraphs(said).into_iter().flatten() {
                        if let markup::Run::Plain(plain) = run {
                            assert!(!plain.contains('`') && !plain.contains("**"), "{place}");
                        }
                    }
                }
            }
            let Some(ask) = &step.ask else { continue };
            for (language, _) in LANGUAGES {
                let then = ask.then.get(language);
                for part in then.split('{').skip(1) {
                    let named = part.split('}').next().unwrap_or_default();
                    let known = named == "answer" || ask.values.iter().any(|(name, _)| name == named);
                    assert!(known, "{name}, step {}: {{{named}}}", at + 1);
                }
            }
        }
    }
}

/// The complete example in LESSONS.md is one that can be read.
#[test]
fn the_documented_example_is_sound() {
    let text = include_str!("../LESSONS.md");
    let (_, rest) = text.split_once("```json\n").expect("LESSONS.md has an example");
    let (example, _) = rest.split_once("```").unwrap();
    let lesson = Lesson::read(example.as_bytes()).unwrap();
    assert!(lesson.problems.is_empty(), "{:?}", lesson.problems);
    assert!(lesson.steps.iter().filter(|step| step.ask.is_some()).count() >= 2);
}
