//! Axes with token indices, the colour bar with its weights, and the cursor.

use super::cells;
use crate::picture::format;
use crate::picture::viewport::{Cells, Viewport};
use crate::pipeline::Span;
use crate::theme::{self, css};
use crate::widget::{Axis, resize};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

const FONT: &str = "13px system-ui, 'Noto Sans CJK SC', sans-serif";
const MONO: &str = "12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/// Room for the rows' numbers, the colour bar with its numbers of up to seven characters, the columns' numbers, and above
/// the picture.
const LEFT: f64 = 66.0;
const BAR: f64 = 79.0;
const BELOW: f64 = 44.0;
const TOP: f64 = 6.0;

/// Where the parts stand in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub width: f64,
    pub left: f64,
    pub top: f64,
    pub side: f64,
}

impl Place {
    /// The largest square that fits this width and height.
    pub fn new(width: f64, height: f64) -> Self {
        let side = (width - LEFT - BAR).min(height - BELOW - TOP).max(96.0).floor();
        Place { width, left: LEFT, top: TOP, side }
    }

    pub fn height(&self) -> f64 {
        self.top + self.side + BELOW
    }

    /// The point of an event on the picture, as shares of it.
    pub fn shares(&self, x: i32, y: i32) -> (f64, f64) {
        (f64::from(x) / self.side, f64::from(y) / self.side)
    }
}

/// What the axes say.
pub struct Axes<'a> {
    pub view: Viewport,
    pub names: (&'static str, &'static str),
    pub label: &'a dyn Fn(usize) -> String,
    pub span: Option<Span>,
    pub map: &'static str,
}

/// A line that names a cell, and where along its axis.
struct Tick {
    at: f64,
    text: String,
}

/// Draws everything but the cells.
pub fn draw(canvas: &HtmlCanvasElement, place: &Place, axes: &Axes) {
    let Some(ctx) = resize::context(canvas, place.width, place.height()) else { return };
    let (soft, line) = (css(theme::color("--soft")), css(theme::color("--edge")));
    ctx.set_font(FONT);
    rows(&ctx, place, &ticks(axes, axes.view.q, place.side), &soft, &line);
    columns(&ctx, place, &ticks(axes, axes.view.k, place.side), &soft, &line);
    names(&ctx, place, axes.names);
    if let Some(span) = axes.span {
        bar(&ctx, place, span, axes.map, &soft);
    }
}

/// Round indices from afar; close up every token by name, in its middle.
fn ticks(axes: &Axes, edge: f64, side: f64) -> Vec<Tick> {
    let size = axes.view.size;
    let cell = side / size;
    let at = |index: f64| (index + 0.5 - edge) * cell;
    if cell >= 15.0 {
        let (first, last) = (edge.ceil() as usize, (edge + size).floor() as usize);
        return (first..last)
            .map(|p| Tick { at: at(p as f64), text: format!("{} {}", format::grouped(p), (axes.label)(p)) })
            .collect();
    }
    let axis = Axis { label: String::new(), min: edge, max: edge + size - 1.0, log: false };
    let round = axis.ticks((side / 62.0) as usize).into_iter().filter(|tick| tick.fract() == 0.0);
    round.map(|tick| Tick { at: at(tick), text: format::grouped(tick as u64) }).collect()
}

fn rows(ctx: &CanvasRenderingContext2d, place: &Place, ticks: &[Tick], soft: &str, line: &str) {
    ctx.set_text_align("right");
    ctx.set_text_baseline("middle");
    for Tick { at, text } in ticks {
        let y = place.top + at;
        ctx.set_fill_style_str(line);
        ctx.fill_rect(place.left - 5.0, y.round(), 4.0, 1.0);
        ctx.set_fill_style_str(soft);
        let _ = ctx.fill_text_with_max_width(text, place.left - 8.0, y, place.left - 26.0);
    }
}

fn columns(ctx: &CanvasRenderingContext2d, place: &Place, ticks: &[Tick], soft: &str, line: &str) {
    let y = place.top + place.side;
    let close = ticks.windows(2).any(|pair| matches!(pair, [a, b] if b.at - a.at < 40.0));
    ctx.set_text_baseline("top");
    ctx.set_text_align("center");
    // Named tokens are wider than their cells: as many as there is room for.
    let every = if close { (76.0 / (place.side / ticks.len().max(1) as f64)).ceil() as usize } else { 1 };
    for Tick { at, text } in ticks.iter().step_by(every.max(1)) {
        let x = place.left + at;
        ctx.set_fill_style_str(line);
        ctx.fill_rect(x.round(), y + 1.0, 1.0, 4.0);
        ctx.set_fill_style_str(soft);
        let _ = ctx.fill_text_with_max_width(text, x, y + 7.0, 72.0);
    }
}

fn names(ctx: &CanvasRenderingContext2d, place: &Place, (row_axis, col_axis): (&str, &str)) {
    ctx.set_text_align("center");
    ctx.set_text_baseline("bottom");
    let _ = ctx.fill_text(col_axis, place.left + place.side / 2.0, place.height() - 1.0);
    ctx.save();
    let _ = ctx.translate(14.0, place.top + place.side / 2.0);
    let _ = ctx.rotate(-std::f64::consts::FRAC_PI_2);
    let _ = ctx.fill_text(row_axis, 0.0, 0.0);
    ctx.restore();
}

/// The colours from the smallest to the largest weight, with the powers of ten between.
fn bar(ctx: &CanvasRenderingContext2d, place: &Place, span: Span, map: &str, soft: &str) {
    const STEPS: usize = 96;
    const WIDTH: f64 = 11.0;
    let paint = cells::paint(span, map);
    let x = place.left + place.side + 12.0;
    let step = place.side / STEPS as f64;
    for at in 0..STEPS {
        let share = 1.0 - (at as f32 + 0.5) / STEPS as f32;
        let [r, g, b, _] = paint.color(paint.top * share);
        ctx.set_fill_style_str(&css([r, g, b]));
        ctx.fill_rect(x, place.top + at as f64 * step, WIDTH, step + 0.5);
    }
    let [low, high] = [span.low, span.high].map(|ln| f64::from(ln).exp());
    let axis = Axis { label: String::new(), min: low, max: high, log: true };
    ctx.set_font(MONO);
    ctx.set_fill_style_str(soft);
    ctx.set_text_align("left");
    ctx.set_text_baseline("middle");
    for value in axis.ticks(8).into_iter().filter(|tick| (0.06..0.94).contains(&axis.share(*tick))) {
        let y = place.top + (1.0 - axis.share(value)) * place.side;
        let _ = ctx.fill_text(&format::significant(value, 1), x + WIDTH + 4.0, y);
    }
    for (value, y, baseline) in [(high, place.top, "top"), (low, place.top + place.side, "bottom")] {
        ctx.set_text_baseline(baseline);
        let _ = ctx.fill_text(&format::significant(value, 2), x + WIDTH + 4.0, y);
    }
    ctx.set_font(FONT);
}

/// Draws the cursor on a canvas as large as the picture.
pub fn cursor(canvas: &HtmlCanvasElement, place: &Place, view: &Viewport, (i, j): (usize, usize)) {
    let Some(ctx) = resize::context(canvas, place.side, place.side) else { return };
    let cell = Cells { q: i as f64, k: j as f64, rows: 1.0, cols: 1.0 };
    let [x, y, w, h] = view.shares(cell).map(|share| share * place.side);
    // A cell too small to be seen gets a square around it.
    let (w2, h2) = (w.max(7.0), h.max(7.0));
    let (x, y) = (x - (w2 - w) / 2.0, y - (h2 - h) / 2.0);
    for (color, out, width) in [("--card", 1.0, 2.0), ("--ink", 2.5, 1.5)] {
        ctx.set_stroke_style_str(&css(theme::color(color)));
        ctx.set_line_width(width);
        ctx.stroke_rect(x - out, y - out, w2 + 2.0 * out, h2 + 2.0 * out);
    }
}
