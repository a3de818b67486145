//! `rope_2d_mrope.json`: RoPE over rows and columns (Qwen2-VL's vision tower), and over time, height and width.

use super::numbers::Numbers;
use super::report::Report;
use locus::matrix::Matrix64;
use locus::position::mrope::{self, NextId, Sections, Segment};
use locus::position::rope::{Angles, Pairing};
use locus::position::rope_axes::{grid_angles, merge_block_order, row_major};
use locus::position::scaling::default;
use serde::Deserialize;
use serde_json::{Map, Value};

/// θ of the vision tower, a constant of `VisionRotaryEmbedding`.
const VISION_THETA: f64 = 10_000.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vision {
    head_dim: usize,
    grid_thw: [usize; 3],
    spatial_merge_size: usize,
    ids_hw: Vec<(usize, usize)>,
    ids_row_major: Vec<(usize, usize)>,
    freqs: Numbers,
    x: Numbers,
    out: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Mrope {
    mrope_section: [usize; 3],
    head_dim: usize,
    theta: f64,
    n_text_before: usize,
    image_grid: [usize; 3],
    n_text_after: usize,
    position_ids_thw: Vec<Vec<usize>>,
    q: Numbers,
    out_sectioned: Numbers,
    out_interleaved_qwen3vl: Numbers,
}

pub fn check(report: &mut Report, cases: Map<String, Value>) {
    for (kind, case) in cases {
        let at = format!("/{kind}");
        match kind.as_str() {
            "vision" => {
                if let Some(case) = report.parse(&at, case) {
                    vision(report, &at, case);
                }
            }
            "mrope" => {
                if let Some(case) = report.parse(&at, case) {
                    multimodal(report, &at, case);
                }
            }
            _ => report.unknown(&kind, &at),
        }
    }
}

/// The vision tower keeps inv_freq in float32; the reference goes on in float64 from there.
fn vision_inv_freq(head_dim: usize) -> Vec<f64> {
    default::inv_freq(head_dim / 2, VISION_THETA).into_iter().map(|theta| f64::from(theta as f32)).collect()
}

/// `x` with row p turned by row p of `angle`, half-split as in all of Hugging Face.
fn turned(x: &Matrix64, angle: Matrix64) -> Matrix64 {
    let angles = Angles { angle, attention_factor: 1.0, pairing: Pairing::HalfSplit };
    let mut x = x.clone();
    x.rows_mut().into_iter().enumerate().for_each(|(p, row)| angles.turn(p, row));
    x
}

fn vision(report: &mut Report, at: &str, case: Vision) {
    let [frames, rows, columns] = case.grid_thw;
    let repeated = |one: Vec<(usize, usize)>| one.repeat(frames);
    let ids = repeated(merge_block_order(rows, columns, case.spatial_merge_size));
    report.holds(at, case.ids_hw == ids, "ids_hw is not the order of merge blocks");
    let plain = repeated(row_major(rows * columns, columns));
    report.holds(at, case.ids_row_major == plain, "ids_row_major is not row-major");
    let angle = grid_angles(&ids, &vision_inv_freq(case.head_dim));
    report.equal("rope_2d", &format!("{at}/freqs"), angle.clone().into_dyn(), &case.freqs.0);
    match case.x.matrix().filter(|x| x.dim() == (ids.len(), case.head_dim)) {
        Some(x) => {
            report.equal("rope_2d", &format!("{at}/out"), turned(&x, angle).into_dyn(), &case.out.0);
        }
        None => report.fail(at, "x does not fit the grid and the width"),
    }
}

fn multimodal(report: &mut Report, at: &str, case: Mrope) {
    let [frames, rows, columns] = case.image_grid;
    let visual = Segment::Visual { frames, rows, columns };
    let sequence = [Segment::Text(case.n_text_before), visual, Segment::Text(case.n_text_after)];
    let ids = mrope::position_ids(&sequence, NextId::MaxSide);
    let by_axis: Vec<Vec<usize>> = (0..3).map(|axis| ids.iter().map(|id| id[axis]).collect()).collect();
    report.holds(at, case.position_ids_thw == by_axis, "position_ids_thw are others");
    // both published rules agree on images
    let first_release = mrope::position_ids(&sequence, NextId::MaxId);
    report.holds(at, frames > rows.max(columns) || first_release == ids, "the rules differ on an image");

    let inv_freq = default::inv_freq(case.head_dim, case.theta);
    let pairs = inv_freq.len();
    report.holds(at, case.mrope_section.iter().sum::<usize>() == pairs, "the sections are not all pairs");
    let Some(q) = case.q.matrix().filter(|q| q.dim() == (ids.len(), case.head_dim)) else {
        return report.fail(at, "q does not fit the sequence and the width");
    };
    let both = [
        (Sections::Chunked, "out_sectioned", &case.out_sectioned),
        (Sections::Interleaved, "out_interleaved_qwen3vl", &case.out_interleaved_qwen3vl),
    ];
    for (sections, field, want) in both {
        let angle = mrope::angles(&ids, &inv_freq, case.mrope_section, sections);
        report.equal("mrope", &format!("{at}/{field}"), turned(&q, angle).into_dyn(), &want.0);
    }
    // text alone is RoPE
    let text = mrope::position_ids(&[Segment::Text(ids.len())], NextId::MaxSide);
    let plain = Matrix64::from_shape_fn((ids.len(), pairs), |(p, i)| p as f64 * inv_freq[i]);
    let equal = mrope::angles(&text, &inv_freq, case.mrope_section, Sections::Chunked) == plain;
    report.holds(at, equal, "M-RoPE of text is not RoPE");
}
