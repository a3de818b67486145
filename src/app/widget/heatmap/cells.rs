//! The cells themselves: one device pixel each, stretched by the browser without smoothing.

use crate::matrix::Matrix;
use crate::picture::layout::Layout;
use crate::picture::paint::Paint;
use crate::widget::resize;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// Paints every cell.
pub fn draw(canvas: &HtmlCanvasElement, values: &Matrix, paint: &Paint) {
    let (rows, cols) = values.dim();
    let values = values.as_standard_layout();
    let rgba = paint.raster(values.as_slice().unwrap_or_default());
    if (canvas.width(), canvas.height()) != (cols as u32, rows as u32) {
        canvas.set_width(cols as u32);
        canvas.set_height(rows as u32);
    }
    let Ok(image) = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&rgba), cols as u32, rows as u32)
    else {
        return; // an empty matrix has no picture
    };
    let context = canvas.get_context("2d").ok().flatten();
    if let Some(context) = context.and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok()) {
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

/// Moves the canvas to where the layout wants the cells.
pub fn place(canvas: &HtmlCanvasElement, layout: &Layout) {
    let (left, top, width, height) = layout.cells();
    let edges = [("left", left), ("top", top), ("width", width), ("height", height)];
    resize::place(canvas, &edges, (layout.width, layout.height));
}
