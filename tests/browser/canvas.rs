//! A view's canvas shows what `paint_pixels` reads back (which `gpu_paint` compares with the plain colour rule).
//!
//! Not every browser that computes on a device can show its canvases. Headless Chromium on the software adapter shows
//! (0, 0, 0, 0) for any and loses the device. With `--enable-features=Vulkan --use-vulkan=swiftshader
//! --use-angle=swiftshader` beside the flags of webdriver.json it shows them and this test compares pixels, but it has
//! been seen to hang there, so these are not the default. Plain WebGPU calls, with a device of their own, tell whether
//! this browser can; where it cannot, the test says so and ends. The runner goes through the tests from the last to
//! the first, and this module stands first in main.rs, so that what is lost here disturbs nobody.

use crate::case::{Case, Position, gpu, say};
use crate::gpu_paint::rule;
use locus::attention::{Mask, Stage};
use locus::compute::gpu::{GpuAttention, PaintRule, Pixels, Top};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

pub fn canvas(width: u32, height: u32) -> HtmlCanvasElement {
    let document = web_sys::window().unwrap().document().unwrap();
    let canvas: HtmlCanvasElement = document.create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    canvas
}

/// What the canvas shows now, RGBA row by row.
fn shown(canvas: &HtmlCanvasElement) -> Vec<u8> {
    let (width, height) = (canvas.width(), canvas.height());
    let copy = self::canvas(width, height);
    let context: CanvasRenderingContext2d = copy.get_context("2d").unwrap().unwrap().unchecked_into();
    context.draw_image_with_html_canvas_element(canvas, 0.0, 0.0).unwrap();
    context.get_image_data(0.0, 0.0, width.into(), height.into()).unwrap().data().0
}

fn near(got: &[u8], want: &[u8]) -> bool {
    got.len() == want.len() && got.iter().zip(want).all(|(a, b)| a.abs_diff(*b) <= 2)
}

/// The colour that a canvas shows when WebGPU, called from JavaScript, has cleared it to (51, 102, 153, 255).
async fn control() -> Vec<u8> {
    let cleared = js_sys::eval(
        "(async () => {
            const canvas = document.createElement('canvas');
            canvas.width = canvas.height = 4;
            const device = await (await navigator.gpu.requestAdapter()).requestDevice();
            const context = canvas.getContext('webgpu');
            context.configure({ device, format: navigator.gpu.getPreferredCanvasFormat() });
            const encoder = device.createCommandEncoder();
            encoder.beginRenderPass({ colorAttachments: [{
                view: context.getCurrentTexture().createView(),
                clearValue: [0.2, 0.4, 0.6, 1], loadOp: 'clear', storeOp: 'store',
            }] }).end();
            device.queue.submit([encoder.finish()]);
            return canvas;
        })()",
    );
    let cleared = JsFuture::from(js_sys::Promise::from(cleared.unwrap())).await.expect("plain WebGPU calls");
    shown(cleared.unchecked_ref()).into_iter().take(4).collect()
}

/// Paints one head's weights on a canvas and compares it with the pixels that are read back.
async fn check(
    gpu: &GpuAttention,
    canvas: &HtmlCanvasElement,
    pixels: Pixels,
    head: usize,
    rule: &PaintRule,
) {
    let view = gpu.view(canvas, pixels).unwrap();
    gpu.paint(&view, head, Stage::Weights, rule).unwrap();
    let got = shown(canvas);
    let want = gpu.paint_pixels(head, Stage::Weights, rule, canvas.width(), canvas.height()).await.unwrap();
    assert!(near(&got, &want), "head {head}, {pixels:?}: {:?}, not {:?}", &got[..4], &want[..4]);
}

#[wasm_bindgen_test]
async fn a_canvas_shows_what_is_read_back() {
    // With its retries, so that the control finds an adapter.
    drop(gpu().await);
    let control = control().await;
    if !near(&control, &[51, 102, 153, 255]) {
        say(&format!(
            "canvas: NOT TESTED: this browser shows {control:?} for a WebGPU canvas cleared to [51, 102, 153, 255]"
        ));
        return;
    }
    let mut gpu = gpu().await;
    Case { n_heads: 32, n: 8, head_dim: 4, position: Position::None, mask: Mask::Causal, padding: 0 }
        .run(&mut gpu);
    let rule = rule(Top::Measured);
    for head in 0..32 {
        check(&gpu, &canvas(1, 1), Pixels::PerCell, head, &rule).await;
    }
    check(&gpu, &canvas(20, 10), Pixels::OfCanvas, 3, &rule).await;
    check(&gpu, &canvas(5, 3), Pixels::OfCanvas, 3, &rule).await;
    assert_eq!(gpu.check(), Ok(()));
}
