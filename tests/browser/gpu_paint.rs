//! Pixels that the device drew against `Paint::color`, and its maxima against the maxima of what it returns.
//!
//! The tests that paint need a browser that can present a WebGPU canvas. Chromium 156, headless on the software
//! adapter, cannot: a canvas that plain JavaScript clears to a colour reads back as (0, 0, 0, 0) there and the
//! device is lost. They fail there; on such a browser `paint.wgsl` is validated but its pixels are not checked.

use crate::case::{Case, Position, gpu, small};
use locus::attention::{Mask, Stage};
use locus::compute::AttentionBackend;
use locus::compute::gpu::{GpuAttention, GpuView, PaintRule, Pixels, Top};
use locus::matrix::Heads;
use locus::picture::paint::{Paint, Scale};
use locus::position::Params;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

const STAGES: [Stage; 6] =
    [Stage::Dot, Stage::Scaled, Stage::Biased, Stage::Masked, Stage::Weights, Stage::Output];

pub fn canvas(width: u32, height: u32) -> HtmlCanvasElement {
    let document = web_sys::window().unwrap().document().unwrap();
    let canvas: HtmlCanvasElement = document.create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    canvas
}

/// A map whose neighbours differ by at most 2 in each channel and whose channels differ.
pub fn rule(top: Top) -> PaintRule {
    let lut =
        std::array::from_fn(|t| [t as u8, 255 - t as u8, (2 * t as i32 - 255).unsigned_abs() as u8, 255]);
    let paint = Paint { lut, scale: Scale::Sequential, top: 0.7, gamma: 1.0, masked: [9, 200, 100, 255] };
    PaintRule { paint, top }
}

/// What the canvas shows now, RGBA row by row.
fn pixels(canvas: &HtmlCanvasElement) -> Vec<u8> {
    let (width, height) = (canvas.width(), canvas.height());
    let copy = self::canvas(width, height);
    let context: CanvasRenderingContext2d = copy.get_context("2d").unwrap().unwrap().unchecked_into();
    context.draw_image_with_html_canvas_element(canvas, 0.0, 0.0).unwrap();
    context.get_image_data(0.0, 0.0, width.into(), height.into()).unwrap().data().0
}

/// Paints and compares every pixel with the colour of its cell.
fn check(
    gpu: &GpuAttention,
    view: &GpuView,
    canvas: &HtmlCanvasElement,
    stage: Stage,
    rule: &PaintRule,
    values: &Heads,
    top: f32,
) {
    let head = 1;
    gpu.paint(view, head, stage, rule).unwrap();
    let got = pixels(canvas);
    let want = Paint { top, ..rule.paint.clone() };
    let picture = values.index_axis(ndarray::Axis(0), head);
    assert_eq!((canvas.height() as usize, canvas.width() as usize), picture.dim(), "{stage:?}");
    for (&value, pixel) in picture.iter().zip(got.as_chunks::<4>().0) {
        let want = want.color(value);
        let off = want.iter().zip(pixel).map(|(a, b)| a.abs_diff(*b)).max();
        assert!(
            off <= Some(2),
            "{stage:?}, {:?}, gamma {}: {value} is {pixel:?}, not {want:?}",
            rule.paint.scale,
            rule.paint.gamma
        );
    }
}

#[wasm_bindgen_test]
async fn pixels_are_the_colours_of_the_plain_rule() {
    let mut gpu = gpu().await;
    let position = Position::Alibi(Params::default());
    Case { n_heads: 2, n: 37, head_dim: 6, position, mask: Mask::Causal }.run(&mut gpu);
    let canvas = canvas(1, 1);
    let view = gpu.view(&canvas, Pixels::PerCell).unwrap();
    for stage in STAGES {
        let values = gpu.read(stage).await.unwrap();
        let measured = gpu.top(1, stage).await.unwrap();
        for scale in [Scale::Sequential, Scale::Diverging] {
            for gamma in [1.0, 0.5, 2.2] {
                for (top, high) in [(Top::Fixed, 0.7), (Top::Measured, measured)] {
                    let mut rule = rule(top);
                    rule.paint.scale = scale;
                    rule.paint.gamma = gamma;
                    check(&gpu, &view, &canvas, stage, &rule, &values, high);
                }
            }
        }
    }
}

#[wasm_bindgen_test]
async fn maxima_are_those_of_the_numbers() {
    let mut gpu = gpu().await;
    let position = Position::Alibi(Params { slope_scale: 3.0, ..Params::default() });
    for mask in [Mask::Causal, Mask::Full] {
        Case { n_heads: 3, n: 70, head_dim: 7, position: position.clone(), mask }.run(&mut gpu);
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
async fn enlarged_cells_are_crisp_and_keep_their_place() {
    let mut gpu = gpu().await;
    let case = Case { n_heads: 2, n: 5, head_dim: 4, position: Position::None, mask: Mask::Causal };
    case.run(&mut gpu);
    let values = gpu.read(Stage::Masked).await.unwrap();
    let canvas = canvas(20, 10);
    let view = gpu.view(&canvas, Pixels::OfCanvas).unwrap();
    let rule = rule(Top::Fixed);
    gpu.paint(&view, 0, Stage::Masked, &rule).unwrap();
    let got = pixels(&canvas);
    for y in 0..10 {
        for x in 0..20 {
            let want = rule.paint.color(values[[0, y / 2, x / 4]]);
            let at = 4 * (20 * y + x);
            let off = want.iter().zip(&got[at..at + 4]).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(off <= Some(2), "pixel ({x}, {y}) is {:?}, not {want:?}", &got[at..at + 4]);
        }
    }
}

#[wasm_bindgen_test]
async fn thirty_three_views_draw_each_their_own_head() {
    let mut gpu = gpu().await;
    let case = Case { n_heads: 32, n: 8, head_dim: 4, position: Position::None, mask: Mask::Full };
    case.run(&mut gpu);
    let values = gpu.read(Stage::Weights).await.unwrap();
    let rule = rule(Top::Fixed);
    let views: Vec<_> = (0..33)
        .map(|_| {
            let canvas = canvas(8, 8);
            (gpu.view(&canvas, Pixels::PerCell).unwrap(), canvas)
        })
        .collect();
    for (at, (view, _)) in views.iter().enumerate() {
        gpu.paint(view, at % 32, Stage::Weights, &rule).unwrap();
    }
    for (at, (_, canvas)) in views.iter().enumerate() {
        let want = rule.paint.color(values[[at % 32, 3, 5]]);
        let got = pixels(canvas);
        let pixel = &got[4 * (3 * 8 + 5)..][..4];
        assert!(
            want.iter().zip(pixel).all(|(a, b)| a.abs_diff(*b) <= 2),
            "view {at}: {pixel:?}, not {want:?}"
        );
    }
    assert_eq!(gpu.paint(&views[0].0, 99, Stage::Weights, &rule), Ok(()), "no such head: nothing is drawn");
}

#[wasm_bindgen_test]
async fn a_picture_of_zeros_has_a_colour() {
    let mut gpu = gpu().await;
    let mut qkv = std::rc::Rc::unwrap_or_clone(small().qkv());
    qkv.q.fill(0.0);
    gpu.load(std::rc::Rc::new(qkv)).unwrap();
    gpu.attend(&small().attend()).unwrap();
    let canvas = canvas(1, 1);
    let view = gpu.view(&canvas, Pixels::PerCell).unwrap();
    let rule = rule(Top::Measured);
    gpu.paint(&view, 0, Stage::Dot, &rule).unwrap();
    assert!(pixels(&canvas).as_chunks::<4>().0.iter().all(|pixel| *pixel == rule.paint.lut[0]));
    assert_eq!(gpu.top(0, Stage::Dot).await, Ok(0.0));
}
