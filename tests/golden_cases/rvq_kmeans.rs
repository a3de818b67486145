//! `rvq_kmeans.json`: k-means step by step; the other cases are in [`super::rvq`].

use super::numbers::Numbers;
use super::report::Report;
use super::rvq;
use locus::tokenize::kmeans::{KMeans, lloyd_step};
use ndarray::{Array1, s};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fit {
    samples: Numbers,
    k: usize,
    init: String,
    iterations: Vec<Iteration>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Iteration {
    iters: usize,
    centroids: Numbers,
    labels: Numbers,
    inertia: f64,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, value) in cases {
        let at = format!("/{kind}");
        match kind.as_str() {
            "kmeans" => {
                if let Some(case) = report.parse(&at, value) {
                    fit(report, &at, case);
                }
            }
            "rvq" => rvq::trace(report, &at, value),
            "encodec_rates" => rvq::rates(report, &at, value),
            _ => report.unknown(&kind, &at),
        }
    }
}

fn fit(report: &mut Report, at: &str, case: Fit) {
    report.holds(at, case.init == "first k samples", "the fit starts in another way");
    let Some(samples) = case.samples.matrix().filter(|samples| samples.nrows() >= case.k) else {
        return report.fail(at, "there are fewer samples than codes");
    };
    let mut centroids = samples.slice(s![..case.k, ..]).to_owned();
    for (number, iteration) in case.iterations.iter().enumerate() {
        let at = format!("{at}/iterations/{number}");
        report.holds(&at, iteration.iters == number, "an iteration is left out");
        let step = lloyd_step(samples.view(), centroids.view());
        let labels: Array1<f64> = step.assignments.iter().map(|&code| code as f64).collect();
        // the fast assignment, on the codes of every iteration
        let fast =
            KMeans { centroids: centroids.mapv(|x| x as f32) }.assign(samples.mapv(|x| x as f32).view());
        let same = fast.iter().zip(&labels).all(|(&fast, &plain)| f64::from(fast) == plain);
        report.holds(&at, same && fast.len() == labels.len(), "the fast assignment is another one");
        report.equal("kmeans_labels", &format!("{at}/labels"), labels.into_dyn(), &iteration.labels.0);
        report.equal("kmeans", &format!("{at}/centroids"), centroids.into_dyn(), &iteration.centroids.0);
        report.equal_number("kmeans", &format!("{at}/inertia"), step.error, iteration.inertia);
        centroids = step.centroids;
    }
}
