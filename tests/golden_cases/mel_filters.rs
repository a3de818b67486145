//! `mel_filters.json`: filterbanks row by row.

use super::report::Report;
use locus::tokenize::audio::mel::{Filterbank, MelScale, MelShape};
use ndarray::Array1;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bank {
    kind: String,
    n_mels: usize,
    n_fft: usize,
    fmin: f64,
    fmax: f64,
    sr: f64,
    #[serde(rename = "source")]
    _source: String,
    empty_rows: Option<Vec<usize>>,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    start: usize,
    w: Vec<f64>,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, value) in cases {
        let at = format!("/{kind}");
        match kind.as_str() {
            "filterbanks" => report.each(&at, value, bank),
            _ => report.unknown(&kind, &at),
        }
    }
}

fn bank(report: &mut Report, at: &str, case: Bank) {
    let (subject, scale) = match case.kind.as_str() {
        "slaney scale + slaney (area) norm" => ("mel_filters_slaney", MelScale::Slaney),
        "HTK scale, no norm" => ("mel_filters_htk", MelScale::Htk),
        other => return report.fail(at, format!("{other:?} is not a known filterbank")),
    };
    let Bank { n_mels, n_fft, .. } = case;
    let shape = MelShape { scale, n_mels, n_fft, rate: case.sr, low: case.fmin, high: case.fmax };
    let ours = Filterbank::new(shape);
    if case.rows.len() != ours.rows.len() {
        return report.fail(at, format!("{} rows, ours {}", case.rows.len(), ours.rows.len()));
    }
    if let Some(empty) = case.empty_rows {
        report.holds(at, empty == ours.empty_rows(), "other rows are empty");
    }
    for (m, (ours_row, row)) in ours.rows.iter().zip(&case.rows).enumerate() {
        let at = format!("{at}/rows/{m}");
        let dense = |start, weights| dense(ours.bins(), start, weights);
        match (dense(ours_row.start, &ours_row.weights), dense(row.start, &row.w)) {
            (Some(got), Some(want)) => report.equal(subject, &at, got.into_dyn(), &want.into_dyn()),
            _ => report.fail(&at, "reaches beyond the last bin"),
        }
    }
}

fn dense(bins: usize, start: usize, weights: &[f64]) -> Option<Array1<f64>> {
    let mut row = vec![0.0; bins];
    row.get_mut(start..start + weights.len())?.copy_from_slice(weights);
    Some(row.into())
}
