//! `geometry.json`: cosines, an analogy, the principal components and the dot products of the sinusoid.

use super::numbers::Numbers;
use super::report::Report;
use locus::embed::pca::pca_f64;
use locus::embed::similarity::cosine;
use locus::embed::word_vectors::plain;
use locus::matrix::Matrix64;
use locus::position::sinusoidal;
use ndarray::{Array1, Array2};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Whose vectors and dot products the file has.
const TABLE: &str = "sinusoidal interleaved";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// By name, in the order of the cosine matrix.
    vectors: BTreeMap<String, Vec<f64>>,
    cosine: Numbers,
    analogy: Analogy,
    pca: Pca,
    sinusoidal_dot_pe0_pek: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Analogy {
    /// `A-B+C`.
    query: String,
    cosines: BTreeMap<String, f64>,
    ranking_excluding_inputs: Vec<String>,
    top_including_inputs: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pca {
    table: String,
    n: usize,
    d: usize,
    pc_scores_2d: Numbers,
    explained_variance_ratio: Numbers,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    let Some(file) = report.parse::<File>("", Value::Object(cases)) else { return };
    let names: Vec<&String> = file.vectors.keys().collect();
    let d = file.vectors.values().next().map_or(0, Vec::len);
    let flat: Vec<f64> = file.vectors.values().flatten().copied().collect();
    let Ok(rows) = Matrix64::from_shape_vec((names.len(), d), flat) else {
        return report.fail("/vectors", "are not of one length");
    };
    let n = rows.nrows();
    let cosines = Array2::from_shape_fn((n, n), |(i, j)| cosine(rows.row(i), rows.row(j)));
    report.equal("cosine", "/cosine", cosines.into_dyn(), &file.cosine.0);
    analogy(report, &file.analogy, &names, &rows);
    components(report, &file.pca);
    dots(report, &file);
}

fn analogy(report: &mut Report, case: &Analogy, names: &[&String], rows: &Matrix64) {
    let at = "/analogy";
    let row = |name: &str| names.iter().position(|other| *other == name);
    let inputs = case.query.split(['-', '+']).map(row).collect::<Option<Vec<_>>>();
    let Some(&[a, b, c]) = inputs.as_deref() else { return report.fail(at, "is not of three vectors") };
    let Some(target) = plain::target(rows, [a, b, c]) else { return report.fail(at, "a vector is missing") };
    let ours = plain::cosines(rows, target.view());
    let want: Option<Vec<f64>> = names.iter().map(|name| case.cosines.get(*name).copied()).collect();
    let Some(want) = want else { return report.fail("/analogy/cosines", "a vector is missing") };
    report.holds("/analogy/cosines", case.cosines.len() == names.len(), "there are others");
    report.equal(
        "analogy",
        "/analogy/cosines",
        Array1::from(ours.clone()).into_dyn(),
        &Array1::from(want).into_dyn(),
    );
    let named = |order: Vec<usize>| order.into_iter().map(|row| names[row].clone()).collect::<Vec<String>>();
    let excluding = named(plain::ranking(&ours, &[a, b, c]));
    report.holds(at, excluding == case.ranking_excluding_inputs, "the ranking without the inputs differs");
    let including = named(plain::ranking(&ours, &[]));
    report.holds(at, including.first() == Some(&case.top_including_inputs), "the nearest of all differs");
}

fn components(report: &mut Report, case: &Pca) {
    report.holds("/pca", case.table == TABLE, "another table");
    let table = sinusoidal::table(case.n, case.d);
    let pca = pca_f64(table.clone(), 4);
    let scores = pca.scores.slice(ndarray::s![.., ..2]).to_owned();
    report.equal("pca", "/pca/pc_scores_2d", scores.into_dyn(), &case.pc_scores_2d.0);
    let explained = Array1::from(pca.explained).into_dyn();
    report.equal("pca", "/pca/explained_variance_ratio", explained, &case.explained_variance_ratio.0);
}

fn dots(report: &mut Report, file: &File) {
    let table = sinusoidal::table(file.pca.n, file.pca.d);
    let dots: Array1<f64> = table.rows().into_iter().map(|row| row.dot(&table.row(0))).collect();
    report.equal(
        "sinusoidal_dot",
        "/sinusoidal_dot_pe0_pek",
        dots.into_dyn(),
        &file.sinusoidal_dot_pe0_pek.0,
    );
}
