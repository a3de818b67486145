//! A scene as PNG at twice its size, with what it is about inside; and rasters as addresses for SVG.

use super::paint;
use crate::export::Failure;
use leptos::prelude::document;
use locus::export::{About, Pixels, Scene, json, png_text};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlCanvasElement};

/// Pixels of the file for a CSS pixel.
const RATIO: f64 = 2.0;

/// The file.
pub async fn of(about: &About, scene: &Scene) -> Result<Vec<u8>, Failure> {
    let canvas = canvas(scene.width * RATIO, scene.height * RATIO).ok_or(Failure::Canvas)?;
    paint::scene(&canvas, scene, RATIO).ok_or(Failure::Canvas)?;
    let blob = to_blob(&canvas).await.ok_or(Failure::Canvas)?;
    let buffer = JsFuture::from(blob.array_buffer()).await.map_err(|_| Failure::Canvas)?;
    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
    let metadata = json::metadata(about);
    let texts = [
        ("Title", about.title.as_str()),
        ("Source", about.permalink.as_str()),
        ("Comment", metadata.trim_end()),
    ];
    Ok(png_text::with_texts(&bytes, &texts))
}

/// A canvas that is on no page.
pub fn canvas(width: f64, height: f64) -> Option<HtmlCanvasElement> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width.round() as u32);
    canvas.set_height(height.round() as u32);
    Some(canvas)
}

/// The canvas as PNG; `None` where the browser makes none, of one that is too large, say.
async fn to_blob(canvas: &HtmlCanvasElement) -> Option<Blob> {
    let promise = js_sys::Promise::new(&mut |resolve, reject| {
        let hand_over = Closure::once_into_js(move |blob: JsValue| {
            let _ = resolve.call1(&JsValue::UNDEFINED, &blob);
        });
        if canvas.to_blob(hand_over.unchecked_ref()).is_err() {
            let _ = reject.call0(&JsValue::UNDEFINED);
        }
    });
    JsFuture::from(promise).await.ok()?.dyn_into().ok()
}

/// A raster as a `data:` address, one pixel a cell.
pub fn address(pixels: &Pixels) -> Option<String> {
    let canvas = paint::raster(pixels)?;
    canvas.to_data_url_with_type("image/png").ok().filter(|address| address.starts_with("data:image/png"))
}
