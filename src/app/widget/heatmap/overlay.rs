//! Labels, colour bar and cursor, drawn over the cells. What changes with the numbers has a small canvas of its own:
//! touching a large one copies it.

use super::{Heat, bounds, resize};
use crate::embed::runs::Kind;
use crate::picture::format;
use crate::picture::layout::Layout;
use crate::picture::paint::{Paint, Scale};
use crate::theme::{self, css};
use std::ops::Range;
use std::rc::Rc;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

const FONT: &str = "13px system-ui, 'Noto Sans CJK SC', sans-serif";
const MONO: &str = "12px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/// Colours of the colour bar: more than the eye tells apart in its height.
const BAR_STEPS: usize = 96;

/// Room for the numbers beside the bar.
const NUMBERS: f64 = 80.0;

/// Roughly how wide a label is: CJK and emoji are square, Latin letters about half.
pub fn label_width(label: &str) -> f64 {
    label.chars().map(|c| if (c as u32) < 0x2e80 { 7.4 } else { 13.5 }).sum()
}

/// Labels and lines: what stays as it is while the numbers change. Names of rows, columns and axes.
pub struct Axes {
    pub rows: Rc<Vec<String>>,
    pub cols: Rc<Vec<String>>,
    pub names: (&'static str, &'static str),
    /// What kinds of tokens stand where, if that is to be seen; and whether columns are tokens too.
    pub runs: Vec<(Kind, Range<usize>)>,
    pub columns: bool,
}

/// Draws the axes and, if there is a bar, its colours, those of `rule`; the labels of `cell` stand out.
pub fn axes(
    canvas: &HtmlCanvasElement,
    axes: &Axes,
    layout: &Layout,
    cell: (usize, usize),
    rule: Option<&Paint>,
) {
    let Some(ctx) = resize::context(canvas, layout.width, layout.height) else { return };
    let soft = css(theme::color("--soft"));
    let (ink, paper) = (css(theme::color("--ink")), css(theme::color("--card")));
    grid_lines(&ctx, layout, &paper);
    ctx.set_font(FONT);
    ctx.set_fill_style_str(&soft);
    let room = layout.left - if axes.names.0.is_empty() { 8.0 } else { 28.0 };
    row_labels(&ctx, (&axes.rows, room), layout, cell.0, &ink, &soft);
    col_labels(&ctx, &axes.cols, layout, cell.1, &ink, &soft);
    axis_names(&ctx, layout, axes.names.0, axes.names.1);
    bounds::draw(&ctx, layout, &axes.runs, axes.columns);
    if let Some(rule) = rule {
        color_bar(&ctx, layout, rule);
    }
}

/// Hairlines between cells that are large enough to be counted.
fn grid_lines(ctx: &CanvasRenderingContext2d, layout: &Layout, paper: &str) {
    let (left, top, width, height) = layout.cells();
    ctx.set_fill_style_str(paper);
    if layout.cell_w >= 9.0 && layout.cell_h >= 9.0 {
        for col in 1..layout.cols {
            ctx.fill_rect(left + col as f64 * layout.cell_w - 1.0, top, 1.0, height);
        }
    }
    if layout.cell_h >= 9.0 {
        for row in 1..layout.rows {
            ctx.fill_rect(left, top + row as f64 * layout.cell_h - 1.0, width, 1.0);
        }
    }
}

/// Which of `many` labels are drawn: the chosen one, and every so many others that do not touch it.
fn labelled(many: usize, every: usize, chosen: usize) -> impl Iterator<Item = usize> {
    (0..many).filter(move |&at| at == chosen || (at % every == 0 && at.abs_diff(chosen) >= every))
}

fn row_labels(
    ctx: &CanvasRenderingContext2d,
    (labels, room): (&[String], f64),
    layout: &Layout,
    chosen: usize,
    ink: &str,
    soft: &str,
) {
    let every = Layout::every(layout.cell_h, 15.0);
    ctx.set_text_align("right");
    ctx.set_text_baseline("middle");
    for row in labelled(layout.rows, every, chosen) {
        // the first of hundreds of rows would lose its upper half
        let y = (layout.top + (row as f64 + 0.5) * layout.cell_h).max(7.0);
        ctx.set_fill_style_str(if row == chosen { ink } else { soft });
        let _ = ctx.fill_text_with_max_width(&Heat::label(labels, row), layout.left - 7.0, y, room);
    }
}

fn col_labels(
    ctx: &CanvasRenderingContext2d,
    labels: &[String],
    layout: &Layout,
    chosen: usize,
    ink: &str,
    soft: &str,
) {
    let widest = labels.iter().map(|l| label_width(l)).fold(22.0, f64::max);
    let upright = widest + 6.0 <= layout.cell_w || labels.is_empty();
    let every = Layout::every(layout.cell_w, if upright { widest + 8.0 } else { 16.0 });
    let y = layout.top + layout.rows as f64 * layout.cell_h + 7.0;
    for col in labelled(layout.cols, every, chosen) {
        let x = layout.left + (col as f64 + 0.5) * layout.cell_w;
        let label = Heat::label(labels, col);
        ctx.set_fill_style_str(if col == chosen { ink } else { soft });
        if upright {
            ctx.set_text_align("center");
            ctx.set_text_baseline("top");
            let _ = ctx.fill_text(&label, x, y);
        } else {
            ctx.save();
            ctx.set_text_align("right");
            ctx.set_text_baseline("middle");
            let _ = ctx.translate(x, y + 2.0);
            let _ = ctx.rotate(-std::f64::consts::FRAC_PI_4);
            let _ = ctx.fill_text_with_max_width(&label, 0.0, 0.0, 84.0);
            ctx.restore();
        }
    }
    ctx.set_fill_style_str(soft);
}

fn axis_names(ctx: &CanvasRenderingContext2d, layout: &Layout, row_axis: &str, col_axis: &str) {
    let (left, top, width, height) = layout.cells();
    ctx.set_text_align("center");
    ctx.set_text_baseline("bottom");
    let _ = ctx.fill_text(col_axis, left + width / 2.0, layout.height - 1.0);
    ctx.save();
    let _ = ctx.translate(14.0, top + height / 2.0);
    let _ = ctx.rotate(-std::f64::consts::FRAC_PI_2);
    let _ = ctx.fill_text(row_axis, 0.0, 0.0);
    ctx.restore();
}

/// How high the colour bar is: as the cells, but its three numbers need room.
fn bar_height(layout: &Layout) -> f64 {
    layout.cells().3.max(48.0)
}

fn low_end(scale: Scale, top: f32) -> f32 {
    if scale == Scale::Diverging { -top } else { 0.0 }
}

fn color_bar(ctx: &CanvasRenderingContext2d, layout: &Layout, rule: &Paint) {
    let low = low_end(rule.scale, rule.top);
    let step_height = bar_height(layout) / BAR_STEPS as f64;
    for step in 0..BAR_STEPS {
        let share = 1.0 - (step as f32 + 0.5) / BAR_STEPS as f32;
        let [r, g, b, _] = rule.color(low + (rule.top - low) * share);
        ctx.set_fill_style_str(&css([r, g, b]));
        ctx.fill_rect(layout.bar, layout.top + step as f64 * step_height, 11.0, step_height + 0.5);
    }
}

/// Left edge and width of the canvas of [`bar_numbers`]: whole pixels, so that text is as sharp as on the others.
fn numbers(layout: &Layout) -> (f64, f64) {
    let left = (layout.bar + 11.0).floor();
    (left, (layout.width - left).clamp(1.0, NUMBERS).floor())
}

/// Moves the canvas of [`bar_numbers`] to where the layout wants it.
pub fn place_numbers(canvas: &HtmlCanvasElement, layout: &Layout) {
    let (left, width) = numbers(layout);
    resize::place(canvas, &[("left", left), ("width", width)], (layout.width, layout.height));
}

/// Writes the numbers beside the colour bar, between its low and its high end.
pub fn bar_numbers(canvas: &HtmlCanvasElement, layout: &Layout, (low, top): (f32, f32)) {
    let (left, width) = numbers(layout);
    let Some(ctx) = resize::context(canvas, width, layout.height) else { return };
    let height = bar_height(layout);
    let (first, middle, last) = (layout.top, layout.top + height / 2.0, layout.top + height);
    ctx.set_font(MONO);
    ctx.set_fill_style_str(&css(theme::color("--soft")));
    ctx.set_text_align("left");
    for (value, y, baseline) in
        [(top, first, "top"), ((top + low) / 2.0, middle, "middle"), (low, last, "bottom")]
    {
        ctx.set_text_baseline(baseline);
        let text = format::significant(f64::from(value), 2);
        let _ = ctx.fill_text(&text, layout.bar + 15.0 - left, y);
    }
}

/// Draws the cursor around `cell`.
pub fn cursor(canvas: &HtmlCanvasElement, layout: &Layout, (i, j): (usize, usize)) {
    let Some(ctx) = resize::context(canvas, layout.width, layout.height) else { return };
    if i >= layout.rows || j >= layout.cols {
        return;
    }
    let (x, y) = (layout.left + j as f64 * layout.cell_w, layout.top + i as f64 * layout.cell_h);
    let (w, h) = (layout.cell_w.max(5.0), layout.cell_h.max(5.0));
    ctx.set_line_width(2.0);
    ctx.set_stroke_style_str(&css(theme::color("--card")));
    ctx.stroke_rect(x, y, w - 1.0, h - 1.0);
    ctx.set_stroke_style_str(&css(theme::color("--ink")));
    ctx.stroke_rect(x - 2.0, y - 2.0, w + 3.0, h + 3.0);
}
