//! What the run finds: failures, what is not yet covered, and how close the rest is.

use super::folder::Files;
use super::{
    alibi, attention, axes, counts, geometry, log_mel, mel_filters, mla, relative_terms, remap, rope,
    rvq_kmeans, sinusoidal, subwords, t5_buckets, vit_patch,
};
use crate::{Limit, NOT_YET, TOLERANCES, Tolerance};
use ndarray::{ArrayD, Dimension};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// The largest differences of one subject.
#[derive(Clone, Copy, Debug, Default)]
pub struct Largest {
    pub absolute: f64,
    /// Relative to max(|ref|, floor); only where the tolerance is relative.
    pub relative: Option<f64>,
}

/// A case that [`NOT_YET`] lists: its entry and its JSON pointer in the file.
pub struct Uncovered {
    pub entry: (&'static str, &'static str),
    pub pointer: String,
}

/// The findings so far.
#[derive(Default)]
pub struct Report {
    pub failures: Vec<String>,
    pub not_yet: Vec<Uncovered>,
    pub measured: BTreeMap<&'static str, Largest>,
    /// Pointers of numbers on which no result of their file depends, such as table rows that no distance reaches.
    pub idle: Vec<String>,
    /// The file being checked, for messages.
    file: String,
}

impl Report {
    /// Checks every file.
    pub fn over(files: &Files) -> Self {
        let mut report = Report::default();
        for (file, root) in files {
            report.file(file, root);
        }
        report
    }

    /// Checks one file: its header is set aside, the rest goes to the subject's own checker.
    pub fn file(&mut self, file: &str, root: &Value) {
        self.file = file.to_owned();
        let Value::Object(root) = root else { return self.fail("", "is not an object") };
        let mut cases = root.clone();
        if cases.remove("_header").is_none() {
            self.fail("", "has no _header");
        }
        match file {
            "sinusoidal" => sinusoidal::check(self, cases),
            "rope_inv_freq" => rope::check_inv_freq(self, cases),
            "rope_apply" => rope::check_apply(self, cases),
            "rope_decay" => rope::check_decay(self, cases),
            "rope_2d_mrope" => axes::check(self, cases),
            "self_extend_rerope" => remap::check(self, cases),
            "alibi" => alibi::check(self, cases),
            "attention" => attention::check(self, cases),
            "relative_terms" => relative_terms::check(self, cases),
            "t5_buckets" => t5_buckets::check(self, cases),
            "mla" => mla::check(self, cases),
            "counts" => counts::check(self, cases),
            "geometry" => geometry::check(self, cases),
            "vit_patch" => vit_patch::check(self, cases),
            "rvq_kmeans" => rvq_kmeans::check(self, cases),
            "logmel" => log_mel::check(self, cases),
            "mel_filters" => mel_filters::check(self, cases),
            "tokenizers" => subwords::check(self, cases),
            _ => self.unknown("*", ""),
        }
    }

    /// A failure at a JSON pointer of the current file.
    pub fn fail(&mut self, pointer: &str, what: impl fmt::Display) {
        self.failures.push(format!("{}.json {pointer}: {what}", self.file));
    }

    /// Nothing of the current file depends on what stands at a JSON pointer.
    pub fn idle(&mut self, pointer: &str) {
        self.idle.push(pointer.to_owned());
    }

    /// A kind of case without a checker: listed in [`NOT_YET`], or a failure.
    pub fn unknown(&mut self, kind: &str, pointer: &str) {
        match NOT_YET.iter().find(|entry| **entry == (self.file.as_str(), kind)) {
            Some(&entry) => self.not_yet.push(Uncovered { entry, pointer: pointer.to_owned() }),
            None => self.fail(pointer, format!("the test does not know cases of kind {kind:?}")),
        }
    }

    /// Reads `value` as a T whose fields are all known.
    pub fn parse<T: DeserializeOwned>(&mut self, pointer: &str, value: Value) -> Option<T> {
        serde_json::from_value(value).map_err(|error| self.fail(pointer, error)).ok()
    }

    /// Reads a list, one T at a time, and checks each.
    pub fn each<T: DeserializeOwned>(
        &mut self,
        pointer: &str,
        list: Value,
        check: impl Fn(&mut Report, &str, T),
    ) {
        for (at, value) in self.parse::<Vec<Value>>(pointer, list).unwrap_or_default().into_iter().enumerate()
        {
            let pointer = format!("{pointer}/{at}");
            if let Some(case) = self.parse(&pointer, value) {
                check(self, &pointer, case);
            }
        }
    }

    /// A condition on a case.
    pub fn holds(&mut self, pointer: &str, condition: bool, what: &str) {
        if !condition {
            self.fail(pointer, what);
        }
    }

    /// `got` equals the reference `want` within the subject's tolerance; remembers the largest difference.
    pub fn equal(&mut self, subject: &'static str, pointer: &str, got: ArrayD<f64>, want: &ArrayD<f64>) {
        let Some(tolerance) = TOLERANCES.iter().find(|t| t.subject == subject && t.file == self.file) else {
            return self.fail(pointer, format!("no tolerance for {subject:?}"));
        };
        if got.shape() != want.shape() {
            return self.fail(pointer, format!("shape {:?}, ours {:?}", want.shape(), got.shape()));
        }
        let mut largest = self.measured.get(subject).copied().unwrap_or_default();
        let mut wrong = None;
        for ((index, &x), &reference) in got.indexed_iter().zip(want) {
            let within = largest.take(x, reference, tolerance.limit);
            wrong = wrong
                .or((!within)
                    .then(|| format!("{:?} is {reference}, ours {x}", index.as_array_view().to_vec())));
        }
        self.measured.insert(tolerance.subject, largest);
        if let Some(first) = wrong {
            self.fail(pointer, first);
        }
    }

    /// The same for a single number.
    pub fn equal_number(&mut self, subject: &'static str, pointer: &str, got: f64, want: f64) {
        let scalar = |x| ndarray::arr0(x).into_dyn();
        self.equal(subject, pointer, scalar(got), &scalar(want));
    }

    /// Every entry of [`NOT_YET`] stands for something.
    pub fn check_entries_used(&mut self) {
        for entry in NOT_YET {
            if !self.not_yet.iter().any(|uncovered| uncovered.entry == *entry) {
                self.failures.push(format!("NOT_YET lists {entry:?}, which matches nothing: take it out"));
            }
        }
    }

    /// [`TOLERANCES`] says what the headers say.
    pub fn check_header_tolerances(&mut self, files: &Files) {
        for Tolerance { subject, file, header, .. } in TOLERANCES {
            let said = files.get(*file).and_then(|root| root["_header"]["suggested_tolerance"].as_str());
            if said != Some(header) {
                self.failures
                    .push(format!("{subject}: the header of {file}.json says {said:?}, not {header:?}"));
            }
        }
    }
}

impl Largest {
    /// Takes one pair of numbers in; whether they are within `limit`. NaN never is.
    fn take(&mut self, x: f64, reference: f64, limit: Limit) -> bool {
        let gap = if x == reference { 0.0 } else { (x - reference).abs() };
        self.absolute = self.absolute.max(gap);
        match limit {
            Limit::Absolute(limit) => gap <= limit,
            Limit::Relative(limit, floor) => {
                let relative = if gap == 0.0 { 0.0 } else { gap / reference.abs().max(floor) };
                self.relative = Some(self.relative.unwrap_or(0.0).max(relative));
                relative <= limit
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\ngolden values, largest differences:")?;
        for (subject, largest) in &self.measured {
            write!(f, "  {subject:26} {:8.1e}", largest.absolute)?;
            match largest.relative {
                Some(relative) => writeln!(f, "  (relative {relative:.1e})")?,
                None => writeln!(f)?,
            }
        }
        writeln!(f, "golden values not yet covered:")?;
        let mut entries: Vec<_> = self.not_yet.iter().map(|uncovered| uncovered.entry).collect();
        entries.dedup();
        for (file, kind) in entries {
            writeln!(f, "  {file}.json {}", if kind == "*" { "(all of it)" } else { kind })?;
        }
        Ok(())
    }
}
