//! `tests/golden_measured.json`: how close we are to each reference, as the page says it.

use super::report::Largest;
use crate::TOLERANCES;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One subject of the file. Differences are rounded up to one significant digit.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    reference: String,
    max_abs_diff: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_rel_diff: Option<f64>,
}

type Entries = BTreeMap<String, Entry>;

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden_measured.json")
}

/// With `UPDATE_MEASURED=1` writes the file, otherwise compares; what is wrong, if anything.
pub fn update_or_compare(measured: &BTreeMap<&'static str, Largest>) -> Vec<String> {
    let now = entries(measured);
    if std::env::var("UPDATE_MEASURED").is_ok_and(|value| value == "1") {
        let text = serde_json::to_string_pretty(&now).unwrap();
        return std::fs::write(path(), text + "\n").err().map(|e| e.to_string()).into_iter().collect();
    }
    let committed = std::fs::read_to_string(path()).map_err(|e| e.to_string());
    match committed.and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string())) {
        Ok(committed) => compare(&committed, &now),
        Err(error) => vec![format!("golden_measured.json: {error}; write it with UPDATE_MEASURED=1")],
    }
}

fn entries(measured: &BTreeMap<&'static str, Largest>) -> Entries {
    let entry = |(subject, largest): (&&str, &Largest)| {
        let reference = TOLERANCES.iter().find(|t| t.subject == *subject).map_or("", |t| t.reference);
        let entry = Entry {
            reference: reference.to_owned(),
            max_abs_diff: round_up(largest.absolute),
            max_rel_diff: largest.relative.map(round_up),
        };
        (subject.to_string(), entry)
    };
    measured.iter().map(entry).collect()
}

fn compare(committed: &Entries, now: &Entries) -> Vec<String> {
    let mut wrong = Vec::new();
    for (subject, entry) in now {
        match committed.get(subject) {
            None => wrong.push(format!("golden_measured.json has no {subject:?}")),
            Some(old) if !covers(old, entry) => {
                wrong.push(format!("{subject}: measured {entry:?}, golden_measured.json says {old:?}"));
            }
            Some(_) => {}
        }
    }
    let gone = committed.keys().filter(|subject| !now.contains_key(*subject));
    wrong.extend(gone.map(|subject| format!("golden_measured.json has {subject:?}, which nothing measures")));
    wrong
}

/// Whether the committed entry still says the truth about a new measurement.
fn covers(old: &Entry, new: &Entry) -> bool {
    // a decimal number may be read one bit off
    let at_most = |new: f64, old: f64| new <= old * (1.0 + 1e-12);
    old.reference == new.reference
        && at_most(new.max_abs_diff, old.max_abs_diff)
        && match (new.max_rel_diff, old.max_rel_diff) {
            (Some(new), Some(old)) => at_most(new, old),
            (new, old) => new == old,
        }
}

/// The next number with one significant digit: 3.1e-13 → 4e-13.
fn round_up(x: f64) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let exponent = x.log10().floor() as i32;
    let digit = (x / 10_f64.powi(exponent) * (1.0 - 1e-12)).ceil();
    format!("{digit}e{exponent}").parse().unwrap_or(f64::NAN)
}

#[test]
fn rounding_goes_up_to_one_digit() {
    let pairs = [(3.1e-13, 4e-13), (4e-13, 4e-13), (9.5e-8, 1e-7), (1.0, 1.0), (0.0, 0.0)];
    for (x, rounded) in pairs {
        assert_eq!(round_up(x), rounded, "{x}");
    }
}

#[test]
fn a_larger_difference_or_another_subject_is_noticed() {
    let one = |subject: &str, max_abs_diff| {
        let entry = Entry { reference: "r".into(), max_abs_diff, max_rel_diff: None };
        Entries::from([(subject.to_owned(), entry)])
    };
    assert!(compare(&one("a", 2e-13), &one("a", 2e-13)).is_empty());
    assert!(compare(&one("a", 2e-13), &one("a", 1e-13)).is_empty());
    assert_eq!(compare(&one("a", 2e-13), &one("a", 3e-13)).len(), 1);
    assert_eq!(compare(&one("b", 2e-13), &one("a", 2e-13)).len(), 2);
}
