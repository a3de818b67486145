//! The pixels of a grid.

use crate::matrix::Matrix;
use crate::picture::colormap;
use crate::picture::paint::{Paint, Scale};
use crate::pipeline::{Grid, Span};
use crate::theme;
use crate::widget::cells;
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
    let size = (grid.raster.rows(), grid.raster.cols());
    let mut above_low = Matrix::from_elem(size, f32::NEG_INFINITY);
    for (row, mut out) in above_low.rows_mut().into_iter().enumerate() {
        let values = grid.row(row).unwrap_or_default();
        out.iter_mut().zip(values).for_each(|(out, ln)| *out = ln - span.low);
    }
    cells::draw(canvas, &above_low, &paint(span, map));
}

/// Moves an element to a rectangle of its parent: left, top, width, height as shares.
pub fn place(element: &web_sys::HtmlElement, shares: [f64; 4]) {
    let style = element.style();
    for (name, share) in ["left", "top", "width", "height"].into_iter().zip(shares) {
        let _ = style.set_property(name, &format!("{}%", share * 100.0));
    }
}
