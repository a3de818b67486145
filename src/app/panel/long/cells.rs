//! The pixels of a grid.

use crate::app::theme;
use crate::app::widget::put_pixels;
use crate::picture::colormap;
use crate::picture::paint::{Paint, Scale};
use crate::pipeline::{Grid, Span};
use web_sys::HtmlCanvasElement;

/// The colours of ln A − low, under the present theme.
pub fn paint(span: Span, map: &str) -> Paint {
    let [r, g, b] = theme::color("--wash");
    Paint {
        lut: colormap::sequential(map),
        scale: Scale::Sequential,
        top: span.high - span.low,
        gamma: 1.0,
        masked: [r, g, b, 255],
    }
}

/// Paints a grid, one pixel a value; rows that have not come yet look like the nearest one above.
pub fn draw(canvas: &HtmlCanvasElement, grid: &Grid, span: Span, map: &str) {
    let paint = paint(span, map);
    let (rows, cols) = (grid.raster.rows(), grid.raster.cols());
    let mut rgba = Vec::with_capacity(rows * cols * 4);
    for row in 0..rows {
        match grid.row(row) {
            Some(values) => values.iter().for_each(|ln| rgba.extend_from_slice(&paint.color(ln - span.low))),
            None => (0..cols).for_each(|_| rgba.extend_from_slice(&paint.masked)),
        }
    }
    put_pixels(canvas, &rgba, rows, cols);
}

/// Moves an element to a rectangle of its parent: left, top, width, height as shares.
pub fn place(element: &web_sys::HtmlElement, shares: [f64; 4]) {
    let style = element.style();
    for (name, share) in ["left", "top", "width", "height"].into_iter().zip(shares) {
        let _ = style.set_property(name, &format!("{}%", share * 100.0));
    }
}
