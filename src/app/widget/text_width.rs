//! How wide words are on this screen.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// Widths in CSS pixels in `font` (as in a style sheet); a guess where the browser does not measure.
pub fn text_widths<'a>(font: &str, words: impl Iterator<Item = &'a str>) -> Vec<f64> {
    let ruler = ruler();
    if let Some(ruler) = &ruler {
        ruler.set_font(font);
    }
    let width = |word: &str| Some(ruler.as_ref()?.measure_text(word).ok()?.width());
    words.map(|word| width(word).unwrap_or(word.chars().count() as f64 * 14.0)).collect()
}

fn ruler() -> Option<CanvasRenderingContext2d> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.get_context("2d").ok()??.dyn_into().ok()
}
