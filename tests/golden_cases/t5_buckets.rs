//! `t5_buckets.json`: the bucket of every distance of a range.

use super::numbers::Numbers;
use super::report::Report;
use locus::position::t5_buckets::{Buckets, Direction};
use ndarray::Array1;
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    num_buckets: usize,
    max_distance: usize,
    bidirectional: bool,
    /// First, last and step of r = key position − query position.
    distances: [i64; 3],
    distances_are: String,
    buckets: Numbers,
    /// Distances whose bucket is another one if the logarithm is taken in f64.
    float64_formula_differs_at: Vec<i64>,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, list) in cases {
        let pointer = format!("/{kind}");
        match kind.as_str() {
            "cases" => report.each(&pointer, list, buckets),
            _ => report.unknown(&kind, &pointer),
        }
    }
}

fn buckets(report: &mut Report, at: &str, case: Case) {
    report.holds(at, case.distances_are == "[first,last,step]", "distances are given in another way");
    let [first, last, step] = case.distances;
    let direction = if case.bidirectional { Direction::Bidirectional } else { Direction::Causal };
    let rule = match Buckets::new(case.num_buckets, case.max_distance, direction) {
        Ok(rule) if step > 0 => rule,
        Ok(_) => return report.fail(at, "the step is not positive"),
        Err(error) => return report.fail(at, error),
    };
    let distances: Vec<i64> = (first..=last).step_by(step as usize).collect();
    let ours: Array1<f64> = distances.iter().map(|&r| rule.of(r) as f64).collect();
    report.equal("t5_buckets", &format!("{at}/buckets"), ours.into_dyn(), &case.buckets.0);
    let differs: Vec<i64> = distances.into_iter().filter(|&r| rule.of(r) != in_f64(&case, r)).collect();
    report.holds(at, differs == case.float64_formula_differs_at, "the f64 formula differs elsewhere");
}

/// The published formula as it stands, in f64.
fn in_f64(case: &Case, r: i64) -> usize {
    let side = if case.bidirectional { case.num_buckets / 2 } else { case.num_buckets };
    let base = if case.bidirectional && r > 0 { side } else { 0 };
    let x = if case.bidirectional { r.abs() } else { (-r).max(0) } as usize;
    let exact = side / 2;
    if x < exact {
        return base + x;
    }
    let ln = |x: usize| (x as f64 / exact as f64).ln();
    let shared = exact + (ln(x) / ln(case.max_distance) * (side - exact) as f64) as usize;
    base + shared.min(side - 1)
}
