//! What the golden tests measured for this build: the largest deviation from each reference library.
//!
//! `tests/golden_measured.json` is written by `tests/golden.rs` (UPDATE_MEASURED=1) and checked by it in every run.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// One subject's comparison.
#[derive(Clone, Debug, Deserialize)]
pub struct Measured {
    /// The library the values came from.
    pub reference: String,
    /// Largest absolute difference.
    pub max_abs_diff: f64,
}

/// The measurement of a subject of the golden test's tolerance table.
pub fn subject(name: &str) -> Option<&'static Measured> {
    static ALL: OnceLock<BTreeMap<String, Measured>> = OnceLock::new();
    ALL.get_or_init(|| {
        serde_json::from_str(include_str!("../tests/golden_measured.json")).unwrap_or_default()
    })
    .get(name)
}
