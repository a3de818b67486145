//! `vit_patch.json`: patches in both orders, their projection, counts, resized tables, 2-D sinusoids, Swin's stages.

use super::numbers::Numbers;
use super::report::Report;
use locus::embed::projection::project;
use locus::matrix::Matrix64;
use locus::position::grid::resized;
use locus::position::resize::Resize;
use locus::position::sinusoidal_2d;
use locus::tokenize::image::budget::budget;
use locus::tokenize::image::patch::{Grid, Order, unroll};
use locus::tokenize::image::resize::{Filter, plain};
use locus::tokenize::image::swin::Pyramid;
use ndarray::{Array3, ArrayD, Axis, Ix3, concatenate};
use serde::Deserialize;
use serde_json::{Map, Value};

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
struct Size {
    #[serde(rename = "H")]
    height: usize,
    #[serde(rename = "W")]
    width: usize,
    #[serde(rename = "C")]
    channels: usize,
    patch: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Projection {
    #[serde(rename = "D")]
    d: usize,
    #[serde(rename = "conv_weight_DCpp")]
    weight: Numbers,
    bias: Vec<f64>,
    cls: Numbers,
    pos: Numbers,
    z0: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Count {
    #[serde(rename = "H")]
    height: usize,
    #[serde(rename = "W")]
    width: usize,
    #[serde(rename = "P")]
    patch: usize,
    #[serde(rename = "C")]
    channels: usize,
    patches: f64,
    seq_len_with_cls: f64,
    patch_dim: f64,
    attn_pairs: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Interpolation {
    old_grid: usize,
    new_grid: usize,
    pe: Numbers,
    scipy_zoom_order1: Numbers,
    torch_bilinear_align_corners_false: Numbers,
    torch_bicubic_align_corners_false: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sincos {
    embed_dim: usize,
    grid: usize,
    pe: Numbers,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SwinStage {
    stage: usize,
    #[serde(rename = "H")]
    height: usize,
    #[serde(rename = "W")]
    width: usize,
    tokens: f64,
    channels: usize,
    windows_7x7: f64,
    patch_merging_params: f64,
}

pub fn check(report: &mut Report, mut cases: Map<String, Value>) {
    let size = cases.remove("image").and_then(|size| report.parse::<Size>("/image", size));
    for (kind, value) in cases {
        let at = format!("/{kind}");
        match (kind.as_str(), size) {
            ("flatten_hwc", Some(size)) => flattened(report, &at, value, size, Order::Hwc),
            ("flatten_chw", Some(size)) => flattened(report, &at, value, size, Order::Chw),
            ("projection", Some(size)) => {
                if let Some(case) = report.parse(&at, value) {
                    projection(report, &at, case, size);
                }
            }
            ("token_counts", _) => report.each(&at, value, count),
            ("pe_interpolation", _) => {
                if let Some(case) = report.parse(&at, value) {
                    interpolation(report, &at, case);
                }
            }
            ("sincos_2d", _) => {
                if let Some(case) = report.parse(&at, value) {
                    sincos(report, &at, case);
                }
            }
            ("swin", _) => {
                if let Some(stages) = report.parse(&at, value) {
                    swin(report, &at, stages);
                }
            }
            _ => report.unknown(&kind, &at),
        }
    }
}

/// The picture of the file: every number is its flat index modulo 256.
fn picture(size: Size) -> Array3<f64> {
    let Size { height, width, channels, .. } = size;
    let flat = |(r, c, ch)| (r * width + c) * channels + ch;
    Array3::from_shape_fn((height, width, channels), |place| (flat(place) % 256) as f64)
}

fn flattened(report: &mut Report, at: &str, want: Value, size: Size, order: Order) {
    if let Some(want) = report.parse::<Numbers>(at, want) {
        let ours = unroll(picture(size).view(), size.patch, order);
        report.equal("patch_order", at, ours.into_dyn(), &want.0);
    }
}

fn projection(report: &mut Report, at: &str, case: Projection, size: Size) {
    let grid = Grid::of(size.height, size.width, size.channels, size.patch);
    let pixels = picture(size) / 255.0;
    let fits = case.weight.0.shape() == [case.d, size.channels, size.patch, size.patch];
    report.holds(at, fits, "the weights have other sizes");
    let Ok(chw) = case.weight.0.to_shape((case.d, grid.dim())) else {
        return report.fail(at, "the weights do not fit the patches");
    };
    let chw = chw.t().to_owned();
    let hwc = chw.select(Axis(0), &grid.permutation());
    let cls = case.cls.0.to_shape((1, case.d)).map(|row| row.to_owned());
    let (Ok(cls), Some(pos)) = (cls, case.pos.matrix().filter(|p| p.dim() == (grid.patches() + 1, case.d)))
    else {
        return report.fail(at, "cls or pos has another size");
    };
    for (order, weight) in [(Order::Chw, chw), (Order::Hwc, hwc)] {
        let Some(rows) = project(&unroll(pixels.view(), size.patch, order), &weight, &case.bias) else {
            return report.fail(at, "the bias has another size");
        };
        let z0 = concatenate![Axis(0), cls.view(), rows.view()] + &pos;
        report.equal("patch_projection", &format!("{at}/z0"), z0.into_dyn(), &case.z0.0);
    }
}

fn count(report: &mut Report, at: &str, case: Count) {
    let ours = budget(case.height, case.width, case.channels, case.patch);
    let counts = [
        ("patches", ours.patches, case.patches),
        ("seq_len_with_cls", ours.with_cls, case.seq_len_with_cls),
        ("patch_dim", ours.patch_dim, case.patch_dim),
        ("attn_pairs", ours.attention_pairs, case.attn_pairs),
    ];
    for (field, got, want) in counts {
        report.equal_number("patch_counts", &format!("{at}/{field}"), got as f64, want);
    }
}

fn interpolation(report: &mut Report, at: &str, case: Interpolation) {
    let (old, new) = (case.old_grid, case.new_grid);
    let Some(pe) = case.pe.0.clone().into_dimensionality::<Ix3>().ok().filter(|pe| pe.dim().0 == old) else {
        return report.fail(at, "pe is no grid of that size");
    };
    let d = pe.dim().2;
    let Some(table) = pe.to_shape((old * old, d)).ok().map(|table| table.to_owned()) else {
        return report.fail(at, "pe is no square");
    };
    let both = [
        ("position_resize_bilinear", Resize::Bilinear, "scipy_zoom_order1", &case.scipy_zoom_order1),
        (
            "position_resize_bicubic",
            Resize::Bicubic,
            "torch_bicubic_align_corners_false",
            &case.torch_bicubic_align_corners_false,
        ),
    ];
    for (subject, rule, field, want) in both {
        let ours = resized(&table, (old, old), (new, new), rule);
        let ours: ArrayD<f64> =
            ours.and_then(|table| table.into_shape_with_order((new, new, d)).ok()).unwrap().into_dyn();
        report.equal(subject, &format!("{at}/{field}"), ours, &want.0);
    }
    // no published rule for tables, but that of pictures, as far as it magnifies
    let field = format!("{at}/torch_bilinear_align_corners_false");
    let ours = plain(pe.view(), new, new, Filter::Bilinear);
    report.equal("picture_resize", &field, ours.into_dyn(), &case.torch_bilinear_align_corners_false.0);
}

fn sincos(report: &mut Report, at: &str, case: Sincos) {
    let ours: Matrix64 = sinusoidal_2d::table(case.grid, case.grid, case.embed_dim);
    report.equal("sinusoidal_2d", &format!("{at}/pe"), ours.into_dyn(), &case.pe.0);
}

fn swin(report: &mut Report, at: &str, stages: Vec<SwinStage>) {
    let Some(first) = stages.first() else { return };
    let (patch, window) = (4, 7);
    let pyramid = Pyramid {
        image: first.height * patch,
        patch,
        channels: first.channels,
        window,
        stages: stages.len(),
    };
    for (number, (ours, case)) in pyramid.stages().into_iter().zip(&stages).enumerate() {
        let at = format!("{at}/{number}");
        let sizes = (case.stage, case.height, case.width, case.channels);
        report.holds(
            &at,
            sizes == (number + 1, ours.side, ours.side, ours.channels),
            "the stage has other sizes",
        );
        let counts = [
            ("tokens", ours.tokens as f64, case.tokens),
            ("windows_7x7", ours.windows as f64, case.windows_7x7),
            ("patch_merging_params", ours.merge_parameters as f64, case.patch_merging_params),
        ];
        for (field, got, want) in counts {
            report.equal_number("swin", &format!("{at}/{field}"), got, want);
        }
    }
}
