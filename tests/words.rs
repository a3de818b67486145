//! Every control, choice and scheme has a name in every language.

use locus::attention::readers::READERS;
use locus::position::parameter::Choice;
use locus::position::scaling::RopeType;
use locus::position::{SCHEMES, variants};
use locus_app::schemes::{page, subjects};
use locus_app::state::{Kind, Origin, State, apply, fields};
use locus_app::strings::LANGUAGES;
use std::collections::BTreeSet;

/// Fields without a control that shows their key: text, places on the page, and what is dragged or pointed at.
const UNNAMED: &[&str] = &[
    "panel",
    "text",
    "tokenizer",
    "slopes",
    "query",
    "key",
    "order",
    "lang",
    "theme",
    "long_query",
    "long_key",
    "view_q",
    "view_k",
    "view_size",
    "hide",
    "lock",
    "panels",
    "embed",
    "lesson",
    "lesson_step",
];

#[test]
fn every_control_and_choice_has_a_name() {
    let mut missing = Vec::new();
    for (language, strings) in LANGUAGES {
        for field in fields().filter(|field| !UNNAMED.contains(&field.key)) {
            if !strings
                .words
                .labels
                .iter()
                .copied()
                .flatten()
                .any(|(key, name, _)| *key == field.key && !name.is_empty())
            {
                missing.push(format!("{language}: {}", field.key));
            }
            if let (Kind::Choice(ids), false) = (field.kind, field.key == "scheme") {
                let named =
                    strings.words.choices.iter().copied().flatten().find(|(key, _)| *key == field.key);
                for id in ids() {
                    if !named.is_some_and(|(_, all)| all.iter().any(|(known, _)| known == id)) {
                        missing.push(format!("{language}: {} = {id}", field.key));
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "no name for\n{}", missing.join("\n"));
}

#[test]
fn every_scheme_and_variant_has_its_words() {
    for (language, strings) in LANGUAGES {
        for scheme in SCHEMES {
            let id = scheme.info().id;
            let words = strings.words.scheme(id);
            assert!(words.is_some_and(|w| !w.title.is_empty() && !w.lead.is_empty()), "{language}: {id}");
        }
        for variant in variants::all() {
            assert_ne!(strings.words.variant(variant.id), variant.id, "{language}: {}", variant.id);
        }
    }
}

/// Chinese readers are not given the English convention.
#[test]
fn conventions_are_told_in_the_readers_language() {
    for (_, strings) in LANGUAGES.iter().filter(|(language, _)| *language != "en") {
        let all = SCHEMES.iter().map(|scheme| strings.words.scheme(scheme.info().id));
        assert!(all.into_iter().all(|words| words.is_some_and(|words| words.convention.is_some())));
    }
}

/// Every scheme has a page of its own, with pictures that say what they claim.
#[test]
fn every_picture_says_what_it_claims() {
    for id in SCHEMES.iter().map(|scheme| scheme.info().id) {
        let page = page(id);
        assert_eq!(page.scheme, id, "no page for {id}");
        assert!(!page.pictures.is_empty(), "{id} has no picture");
        for (language, strings) in LANGUAGES {
            for picture in page.pictures {
                assert!(!(strings.pictures.claim)(id, picture).is_empty(), "{language}: {id}, {picture}");
            }
        }
    }
}

/// What a page says its numbers were compared with was measured, whatever is set.
#[test]
fn every_subject_was_measured() {
    for field in fields() {
        let Kind::Choice(ids) = field.kind else { continue };
        for (scheme, choice) in SCHEMES.iter().flat_map(|s| ids().iter().map(move |id| (s.info().id, *id))) {
            let mut state = State { scheme, ..State::default() };
            if field.key != "scheme" {
                apply(&mut state, Origin::Script, field.key, choice);
            }
            let subjects = subjects(&state);
            assert!(!subjects.is_empty());
            for subject in subjects {
                assert!(
                    locus::measured::subject(subject).is_some(),
                    "{scheme}, {} = {choice}: {subject}",
                    field.key
                );
            }
        }
    }
}

/// Every reader of the permutation panel has a name of its own in every language.
#[test]
fn every_reader_has_a_name() {
    for (language, strings) in LANGUAGES {
        let names: Vec<_> = READERS.iter().map(|reader| (strings.around.readers.name)(reader.id)).collect();
        let distinct: BTreeSet<_> = names.iter().filter(|name| !name.is_empty()).collect();
        assert_eq!(distinct.len(), READERS.len(), "{language}: {names:?}");
    }
}

/// Each RoPE extension says what it does in words of its own.
#[test]
fn every_extension_says_what_it_does() {
    let rules: Vec<_> = RopeType::ALL.iter().filter(|rule| rule.stretches()).collect();
    assert_eq!(rules.len(), RopeType::ALL.len() - 1, "all but plain RoPE");
    for (language, strings) in LANGUAGES {
        let said: BTreeSet<_> =
            rules.iter().map(|rule| (strings.position.lead_stretched)(rule.id())).collect();
        assert_eq!(said.len(), rules.len(), "{language}");
    }
}
