//! Pixels that the device drew against `Paint::color`, and its maxima against the maxima of what it returns.
//!
//! The pixels are those of `paint_pixels`, drawn by the same pipeline as a view's canvas; `canvas` compares the two.

use crate::case::{Case, Position, Terms, gpu, slopes_times, small};
use locus::attention::{Mask, Stage};
use locus::compute::gpu::{GpuAttention, PaintRule, Top};
use locus::compute::{AttentionBackend, ComputeError};
use locus::matrix::{Heads, Matrix};
use locus::picture::paint::{Paint, Scale};
use locus::position::Params;
use locus::position::scaling::frequencies;
use std::rc::Rc;
use wasm_bindgen_test::wasm_bindgen_test;

const STAGES: [Stage; 6] =
    [Stage::Dot, Stage::Scaled, Stage::Biased, Stage::Masked, Stage::Weights, Stage::Output];

/// Largest difference of a channel: the device's pow and division may end at the neighbour in the colour map.
const CHANNEL: u8 = 2;

/// A map whose neighbours differ by at most 2 in each channel and whose channels differ.
pub fn rule(top: Top) -> PaintRule {
    let lut =
        std::array::from_fn(|t| [t as u8, 255 - t as u8, (2 * t as i32 - 255).unsigned_abs() as u8, 255]);
    let paint = Paint { lut, scale: Scale::Sequential, top: 0.7, gamma: 1.0, masked: [9, 200, 100, 255] };
    PaintRule { paint, top }
}

/// One head as the page paints it on the CPU: weights that the mask forbids are −∞, so that they look masked.
fn as_shown(values: &Heads, head: usize, stage: Stage, mask: Mask) -> Matrix {
    let mut picture = values.index_axis(ndarray::Axis(0), head).to_owned();
    if stage == Stage::Weights {
        for ((i, j), weight) in picture.indexed_iter_mut() {
            if !mask.allows(i, j) {
                *weight = f32::NEG_INFINITY;
            }
        }
    }
    picture
}

/// The cell under the centre of a pixel.
fn cell(pixel: u32, pixels: u32, cells: usize) -> usize {
    ((f64::from(pixel) + 0.5) * cells as f64 / f64::from(pixels)) as usize
}

/// Whether every pixel of `got` has the colour of its cell.
fn check(got: &[u8], (width, height): (u32, u32), picture: &Matrix, paint: &Paint, what: &str) {
    let (rows, cols) = picture.dim();
    let pixels = got.as_chunks::<4>().0;
    assert_eq!(pixels.len(), (width * height) as usize, "{what}");
    for y in 0..height {
        for x in 0..width {
            let (i, j) = (cell(y, height, rows), cell(x, width, cols));
            let (want, pixel) = (paint.color(picture[[i, j]]), pixels[(y * width + x) as usize]);
            let off = want.iter().zip(pixel).map(|(a, b)| a.abs_diff(b)).max();
            assert!(
                off <= Some(CHANNEL),
                "{what}, {:?}, gamma {}: pixel ({x}, {y}) is {pixel:?}; cell ({i}, {j}) holds {}: {want:?}",
                paint.scale,
                paint.gamma,
                picture[[i, j]]
            );
        }
    }
}

/// Both scales, some gammas and both ends of the scale; `measured` is the end that the device found.
fn rules(measured: f32) -> Vec<(PaintRule, Paint)> {
    let mut rules = Vec::new();
    for scale in [Scale::Sequential, Scale::Diverging] {
        for gamma in [1.0, 0.5, 2.2] {
            for (top, high) in [(Top::Fixed, 0.7), (Top::Measured, measured)] {
                let mut rule = rule(top);
                rule.paint.scale = scale;
                rule.paint.gamma = gamma;
                let plain = Paint { top: high, ..rule.paint.clone() };
                rules.push((rule, plain));
            }
        }
    }
    rules
}

/// Every stage by every rule: a pixel per cell, a thumbnail, and cells of several pixels.
async fn check_stages(gpu: &mut GpuAttention, case: &Case) {
    let head = case.n_heads - 1;
    for stage in STAGES {
        let values = gpu.read(stage).await.unwrap();
        let picture = as_shown(&values, head, stage, case.mask);
        let measured = gpu.top(head, stage).await.unwrap();
        let (rows, cols) = (picture.nrows() as u32, picture.ncols() as u32);
        for size in [(cols, rows), (cols.div_ceil(2), 10), (3 * cols, 2 * rows + 1)] {
            for (rule, plain) in rules(measured) {
                let got = gpu.paint_pixels(head, stage, &rule, size.0, size.1).await.unwrap();
                let what = format!("{stage:?}, {:?}, {:?}, {size:?}", case.mask, rule.top);
                check(&got, size, &picture, &plain, &what);
            }
        }
    }
}

#[wasm_bindgen_test]
async fn pixels_are_the_colours_of_the_plain_rule() {
    let mut gpu = gpu().await;
    let freq = frequencies(6, &Default::default());
    for position in [Position::Alibi(Params::default()), Position::Everything(Terms::ALL, freq, 5)] {
        for mask in [Mask::Causal, Mask::Full] {
            let case = Case { n_heads: 2, n: 37, head_dim: 6, position: position.clone(), mask, padding: 0 };
            case.run(&mut gpu);
            check_stages(&mut gpu, &case).await;
        }
    }
}

#[wasm_bindgen_test]
async fn cells_that_the_mask_forbids_are_masked_in_the_weights_too() {
    let mut gpu = gpu().await;
    let rule = rule(Top::Measured);
    for mask in [Mask::Causal, Mask::Full] {
        Case { mask, ..small() }.run(&mut gpu);
        for stage in STAGES {
            let got = gpu.paint_pixels(0, stage, &rule, 9, 9).await.unwrap();
            let past_mask = matches!(stage, Stage::Masked | Stage::Weights);
            for (at, pixel) in got.as_chunks::<4>().0.iter().enumerate() {
                let forbidden = past_mask && !mask.allows(at / 9, at % 9);
                assert_eq!(
                    *pixel == rule.paint.masked,
                    forbidden,
                    "{stage:?}, {mask:?}, cell {at}: {pixel:?}"
                );
            }
        }
    }
}

#[wasm_bindgen_test]
async fn maxima_are_those_of_the_numbers() {
    let mut gpu = gpu().await;
    let alibi = Position::Alibi(slopes_times(3.0));
    for (mask, position) in [
        (Mask::Causal, alibi.clone()),
        (Mask::Full, alibi),
        (Mask::Causal, Position::Terms(Terms::ALL)),
        (Mask::Full, Position::Terms(Terms::ALL)),
    ] {
        Case { n_heads: 3, n: 70, head_dim: 7, position, mask, padding: 0 }.run(&mut gpu);
        for stage in STAGES {
            let values = gpu.read(stage).await.unwrap();
            let tops = gpu.tops(stage).unwrap().await.unwrap();
            let want: Vec<f32> = values
                .outer_iter()
                .map(|head| head.iter().filter(|x| x.is_finite()).fold(0.0_f32, |a, x| a.max(x.abs())))
                .collect();
            for (got, want) in tops.iter().zip(&want) {
                // the device may contract · and + into one rounding
                assert!((got - want).abs() <= 1e-6 * want, "{stage:?} {mask:?}: {tops:?}, not {want:?}");
            }
            assert_eq!(tops.len(), 3);
        }
    }
}

#[wasm_bindgen_test]
async fn each_picture_keeps_its_own_head_and_moment() {
    let mut gpu = gpu().await;
    let case =
        Case { n_heads: 32, n: 8, head_dim: 4, position: Position::None, mask: Mask::Full, padding: 0 };
    let later = Case { position: Position::Alibi(slopes_times(8.0)), ..case.clone() };
    case.run(&mut gpu);
    let values = gpu.read(Stage::Weights).await.unwrap();
    let rule = rule(Top::Fixed);
    // All are under way at once, and the slider moves before the first is there.
    let under_way: Vec<_> = (0..32).map(|head| gpu.paint_pixels(head, Stage::Weights, &rule, 8, 8)).collect();
    gpu.attend(&later.attend()).unwrap();
    for (head, pixels) in under_way.into_iter().enumerate() {
        let picture = as_shown(&values, head, Stage::Weights, case.mask);
        check(&pixels.await.unwrap(), (8, 8), &picture, &rule.paint, &format!("head {head}"));
    }
}

#[wasm_bindgen_test]
async fn a_picture_of_zeros_has_a_colour() {
    let mut gpu = gpu().await;
    let mut qkv = Rc::unwrap_or_clone(small().qkv());
    qkv.q.fill(0.0);
    gpu.load(Rc::new(qkv)).unwrap();
    gpu.attend(&small().attend()).unwrap();
    let mut rule = rule(Top::Measured);
    for (scale, entry) in [(Scale::Sequential, 0), (Scale::Diverging, 128)] {
        rule.paint.scale = scale;
        let got = gpu.paint_pixels(0, Stage::Dot, &rule, 9, 9).await.unwrap();
        assert_eq!(got, [rule.paint.lut[entry]; 81].as_flattened(), "{scale:?}");
    }
    assert_eq!(gpu.top(0, Stage::Dot).await, Ok(0.0));
}

#[wasm_bindgen_test]
async fn nothing_to_draw_is_transparent_and_too_much_is_refused() {
    let mut gpu = gpu().await;
    let rule = rule(Top::Measured);
    let early = gpu.paint_pixels(0, Stage::Dot, &rule, 4, 4).await;
    assert_eq!(early, Err(ComputeError::NothingYet));
    small().run(&mut gpu);
    assert_eq!(gpu.paint_pixels(99, Stage::Dot, &rule, 4, 3).await, Ok(vec![0; 48]), "no such head");
    assert_eq!(gpu.paint_pixels(0, Stage::Dot, &rule, 0, 3).await, Ok(Vec::new()), "no pixel");
    let huge = gpu.paint_pixels(0, Stage::Dot, &rule, 1, 1 << 20).await;
    assert!(matches!(huge, Err(ComputeError::TooLarge { bytes: 4_194_304, .. })), "{huge:?}");
    Case { n: 0, ..small() }.run(&mut gpu);
    assert_eq!(gpu.paint_pixels(0, Stage::Dot, &rule, 2, 2).await, Ok(vec![0; 16]), "an empty text");
    assert_eq!(gpu.check(), Ok(()));
}
