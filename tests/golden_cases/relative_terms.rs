//! `relative_terms.json`: the score terms of Shaw, Transformer-XL and DeBERTa one by one, and what comes of them.

mod deberta;
mod shaw;
mod transformer_xl;

use super::report::Report;
use serde_json::{Map, Value};

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, value) in cases {
        let pointer = format!("/{kind}");
        match kind.as_str() {
            "shaw" => shaw::check(report, &pointer, value),
            "transformer_xl" => transformer_xl::check(report, &pointer, value),
            "deberta" => deberta::check(report, &pointer, value),
            "deberta_v2_log_buckets" => report.each(&pointer, value, deberta::log_buckets),
            _ => report.unknown(&kind, &pointer),
        }
    }
}
