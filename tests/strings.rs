//! What the languages say of things that other files name: names and versions must be the same.

use locus_app::strings::LANGUAGES;
use std::collections::BTreeMap;

/// Every Latin word, name and number of `text`.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty())
}

#[test]
fn every_language_names_the_references_that_the_golden_tests_used() {
    #[derive(serde::Deserialize)]
    struct Entry {
        reference: String,
    }
    let measured: BTreeMap<String, Entry> =
        serde_json::from_str(include_str!("golden_measured.json")).unwrap();
    for (subject, Entry { reference }) in measured {
        let own: &'static str = reference.leak();
        for (language, strings) in LANGUAGES {
            let said = (strings.shell.reference)(own, &subject);
            assert_eq!(said != own, *language == "zh", "{language}, {subject}: “{said}”");
            for name in names(said) {
                assert!(names(own).any(|n| n == name), "{language}, {subject}: “{name}” is not in “{own}”");
            }
        }
    }
}
