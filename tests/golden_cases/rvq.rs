//! The cases of `rvq_kmeans.json` about residual quantisation: a trace of every level, and codecs' rates.

use super::numbers::Numbers;
use super::report::Report;
use locus::matrix::Matrix64;
use locus::tokenize::audio::codec::Codec;
use locus::tokenize::audio::rvq;
use ndarray::Array1;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trace {
    #[serde(rename = "D")]
    dim: usize,
    codebook_size: usize,
    n_q: usize,
    codebooks: Vec<Numbers>,
    x: Numbers,
    codes_level_by_frame: Vec<Vec<usize>>,
    decoded: Numbers,
    levels: Vec<Level>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    level: usize,
    codes: Vec<usize>,
    quantized: Numbers,
    residual_after: Numbers,
    mse: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rate {
    sample_rate: u32,
    hop: u32,
    frame_rate: f64,
    kbps: f64,
    bits_per_codebook: f64,
    n_q: f64,
    tokens_per_second: f64,
}

/// Encodes, compares every level, and decodes both codes.
pub fn trace(report: &mut Report, at: &str, value: Value) {
    let Some(case) = report.parse::<Trace>(at, value) else { return };
    let books: Option<Vec<Matrix64>> = case.codebooks.iter().map(Numbers::matrix).collect();
    let (Some(x), Some(books)) = (case.x.matrix(), books) else {
        return report.fail(at, "x or a codebook is not a matrix");
    };
    let sizes = books.iter().all(|book| book.dim() == (case.codebook_size, case.dim));
    report.holds(at, sizes && books.len() == case.n_q, "the codebooks have other sizes");
    let levels = match rvq::encode(&x, &books) {
        Ok(levels) if levels.len() == case.levels.len() => levels,
        Ok(levels) => return report.fail(at, format!("{} levels, ours {}", case.levels.len(), levels.len())),
        Err(error) => return report.fail(at, error),
    };
    for (number, (ours, want)) in levels.iter().zip(&case.levels).enumerate() {
        level(report, &format!("{at}/levels/{number}"), number, ours, want);
    }
    for (level, ours) in levels.iter().enumerate() {
        // a code that no frame chose
        let unused = (0..case.codebook_size).filter(|code| !ours.codes.contains(code));
        unused.for_each(|code| report.idle(&format!("{at}/codebooks/{level}/{code}")));
    }
    let codes: Vec<Vec<usize>> = levels.into_iter().map(|level| level.codes).collect();
    report.holds(at, codes == case.codes_level_by_frame, "codes_level_by_frame are others");
    match rvq::decode(&case.codes_level_by_frame, &books) {
        Ok(decoded) => report.equal("rvq", &format!("{at}/decoded"), decoded.into_dyn(), &case.decoded.0),
        Err(error) => report.fail(at, error),
    }
}

fn level(report: &mut Report, at: &str, number: usize, ours: &rvq::Level, want: &Level) {
    report.holds(at, want.level == number, "a level is left out");
    report.holds(at, want.codes == ours.codes, "the codes are others");
    let mut equal = |field: &str, got: &Matrix64, want: &Numbers| {
        report.equal("rvq", &format!("{at}/{field}"), got.clone().into_dyn(), &want.0);
    };
    equal("quantized", &ours.quantized, &want.quantized);
    equal("residual_after", &ours.residual, &want.residual_after);
    report.equal_number("rvq", &format!("{at}/mse"), ours.mean_squared_error(), want.mse);
}

/// One line of EnCodec's table.
pub fn rates(report: &mut Report, at: &str, value: Value) {
    report.each(at, value, |report, at, case: Rate| {
        let codec = Codec {
            name: "",
            rate: case.sample_rate,
            hop: case.hop,
            codebook_size: 1024,
            kbps: &[],
            source: "",
        };
        let ours = codec.at(case.kbps);
        let got = [ours.frame_rate, ours.bits_per_codebook, ours.n_q as f64, ours.tokens_per_second];
        let want = [case.frame_rate, case.bits_per_codebook, case.n_q, case.tokens_per_second];
        let (got, want) = (Array1::from(got.to_vec()), Array1::from(want.to_vec()));
        report.equal("codec_rates", at, got.into_dyn(), &want.into_dyn());
    });
}
