//! `sinusoidal.json`: the table in its three layouts and the matrices M_k that shift it.

use super::numbers::Numbers;
use super::report::Report;
use locus::position::sinusoidal::{BASE, Layout, entry, omega, shift, shift_matrix, table, table_in};
use ndarray::{Array1, Array2, Array3};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Interleaved {
    layout: String,
    max_len: usize,
    d_model: usize,
    base: f64,
    pe_float64: Numbers,
    pe_hf_float32: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Concatenated {
    layout: String,
    length: usize,
    channels: usize,
    pe_float64: Numbers,
    pe_whisper_float32: Option<Numbers>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotRows {
    layout: String,
    d_model: usize,
    base: f64,
    rows: Vec<SpotRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpotRow {
    pos: usize,
    first16: Numbers,
    last8: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Shift {
    k: f64,
    d_model: usize,
    omega: Numbers,
    #[serde(rename = "M")]
    m: Numbers,
    #[serde(rename = "identity")]
    _identity: String,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, list) in cases {
        let pointer = format!("/{kind}");
        match kind.as_str() {
            "interleaved" => report.each(&pointer, list, interleaved),
            "large_d_spot_rows" => report.each(&pointer, list, spot_rows),
            "relative_matrices" => report.each(&pointer, list, matrices),
            "txl_layout" => report.each(&pointer, list, transformer_xl),
            "whisper_layout" => report.each(&pointer, list, whisper),
            _ => report.unknown(&kind, &pointer),
        }
    }
}

fn interleaved(report: &mut Report, at: &str, case: Interleaved) {
    report.holds(at, case.layout == "interleaved", "layout is not interleaved");
    let (n, d) = (case.max_len, case.d_model);
    let ours = Array2::from_shape_fn((n, d), |(p, dim)| entry(p, dim, d, case.base));
    report.holds(at, case.base != BASE || ours == table(n, d), "the table is not made of its entries");
    report.equal("sinusoidal", &format!("{at}/pe_float64"), ours.clone().into_dyn(), &case.pe_float64.0);
    report.equal(
        "sinusoidal_float32",
        &format!("{at}/pe_hf_float32"),
        ours.into_dyn(),
        &case.pe_hf_float32.0,
    );
}

fn spot_rows(report: &mut Report, at: &str, case: SpotRows) {
    report.holds(at, case.layout == "interleaved", "layout is not interleaved");
    for (index, row) in case.rows.iter().enumerate() {
        let at = format!("{at}/rows/{index}");
        let ours: Array1<f64> =
            (0..case.d_model).map(|dim| entry(row.pos, dim, case.d_model, case.base)).collect();
        let first = ours.iter().take(16).copied().collect::<Array1<f64>>();
        let last = ours.iter().skip(case.d_model.saturating_sub(8)).copied().collect::<Array1<f64>>();
        report.equal("sinusoidal", &format!("{at}/first16"), first.into_dyn(), &row.first16.0);
        report.equal("sinusoidal", &format!("{at}/last8"), last.into_dyn(), &row.last8.0);
    }
}

fn transformer_xl(report: &mut Report, at: &str, case: Concatenated) {
    report.holds(at, case.layout.starts_with("concat_sin_cos (Transformer-XL"), "layout is another");
    report.holds(at, case.pe_whisper_float32.is_none(), "Whisper's values in Transformer-XL's layout");
    let ours = table_in(Layout::Concatenated, case.length, case.channels, BASE);
    report.equal("sinusoidal_concatenated", &format!("{at}/pe_float64"), ours.into_dyn(), &case.pe_float64.0);
}

fn whisper(report: &mut Report, at: &str, case: Concatenated) {
    report.holds(at, case.layout.starts_with("concat_sin_cos_div_half_minus_1"), "layout is another");
    let ours = table_in(Layout::Whisper, case.length, case.channels, BASE);
    let pointer = format!("{at}/pe_float64");
    report.equal("sinusoidal_whisper", &pointer, ours.clone().into_dyn(), &case.pe_float64.0);
    match case.pe_whisper_float32 {
        Some(want) => {
            let pointer = format!("{at}/pe_whisper_float32");
            report.equal("sinusoidal_whisper_float32", &pointer, ours.into_dyn(), &want.0);
        }
        None => report.fail(at, "no values of Whisper"),
    }
}

fn matrices(report: &mut Report, at: &str, case: Shift) {
    let pairs = case.d_model / 2;
    let ours = Array1::from_shape_fn(pairs, |i| omega(i, case.d_model, BASE));
    let matrices = Array3::from_shape_fn((pairs, 2, 2), |(i, r, c)| shift_matrix(case.k, ours[i])[r][c]);
    report.equal("sinusoidal_shift", &format!("{at}/M"), matrices.clone().into_dyn(), &case.m.0);
    report.equal("sinusoidal_shift", &format!("{at}/omega"), ours.clone().into_dyn(), &case.omega.0);

    // the identity: row p of the table, shifted, is row p + k
    let k = case.k.max(0.0) as usize;
    let pe = table(12 + k, case.d_model);
    let shifted = Array3::from_shape_fn((12, pairs, 2), |(p, i, r)| {
        (0..2).map(|c| matrices[[i, r, c]] * pe[[p, 2 * i + c]]).sum()
    });
    let moved = Array3::from_shape_fn((12, pairs, 2), |(p, i, r)| pe[[p + k, 2 * i + r]]);
    let mut shown = (0..12).flat_map(|p| ours.iter().map(move |w| shift(p as f64, case.k, *w)));
    let close = |shown: locus::position::sinusoidal::Shift| {
        (0..2).all(|row| (shown.moved[row] - shown.there[row]).abs() < 1e-13)
    };
    report.holds(at, shown.all(close), "M_k does not carry a pair to the pair k further");
    if case.k == k as f64 {
        report.equal("sinusoidal_shift", &format!("{at}/identity"), shifted.into_dyn(), &moved.into_dyn());
    }
}
