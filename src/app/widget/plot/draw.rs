//! Drawing a plot with plotters at the device's resolution.

use super::surface::{Recorder, Surface};
use super::{Axis, Curve, Curves, Mark};
use crate::theme;
use leptos::prelude::window;
use locus::export::Scene;
use locus::export::letters::{plain, width};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_canvas::CanvasBackend;
use std::ops::Range;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

/// The rectangle of the data in CSS pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Area {
    left: f64,
    right: f64,
    pub top: f64,
    pub bottom: f64,
}

impl Area {
    /// 0 at the left end of the x axis, 1 at the right.
    pub fn share_x(&self, x: f64) -> f64 {
        ((x - self.left) / (self.right - self.left).max(1.0)).clamp(0.0, 1.0)
    }

    /// Where a share of the x axis stands, in CSS pixels.
    pub fn x_at(&self, share: f64) -> f64 {
        self.left + (self.right - self.left) * share
    }

    /// 0 at the bottom of the y axis, 1 at the top.
    pub fn share_y(&self, y: f64) -> f64 {
        ((self.bottom - y) / (self.bottom - self.top).max(1.0)).clamp(0.0, 1.0)
    }
}

/// Our axis as plotters' coordinate.
#[derive(Clone)]
struct Coordinate(Axis);

impl Ranged for Coordinate {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let share = self.0.share(*value).clamp(-0.5, 1.5);
        limit.0 + ((limit.1 - limit.0) as f64 * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        self.0.ticks(hint.max_num_points().min(9))
    }

    fn range(&self) -> Range<f64> {
        self.0.min..self.0.max
    }
}

impl ValueFormatter<f64> for Coordinate {
    fn format_ext(&self, value: &f64) -> String {
        self.0.name(*value)
    }
}

/// Room beside the data for names, in CSS pixels.
/// The left one is more where the numbers there are long.
pub const LEFT: f64 = 64.0;
pub const RIGHT: f64 = 14.0;

/// The most numbers along the upright axis.
const TICKS: usize = 7;

const FAMILY: &str = "system-ui, 'Noto Sans CJK SC', sans-serif";

/// The two canvases of a plot. What a slider seldom moves (the paper with its grid and the names along the axes) is drawn
/// on the lower one, and only when it changes: letters take a canvas longer than lines.
pub struct Sheets {
    pub lines: HtmlCanvasElement,
    pub ground: HtmlCanvasElement,
}

/// What a ground was drawn for.
#[derive(Clone, PartialEq)]
pub struct Ground {
    axes: (Axis, Axis),
    size: (u32, u32),
    colors: [[u8; 3]; 3],
}

/// Draws and tells where the data stand; `before` is what the ground shows. An error of a canvas leaves the last picture.
pub fn draw(
    sheets: &Sheets,
    before: &mut Option<Ground>,
    curves: &Curves,
    marks: &[Mark],
    (width, height): (f64, f64),
) -> Option<Area> {
    let ratio = window().device_pixel_ratio().max(1.0);
    let size = ((width * ratio) as u32, (height * ratio) as u32);
    let wanted = Ground {
        axes: (curves.x.clone(), curves.y.clone()),
        size,
        colors: ["--card", "--line", "--soft"].map(theme::color),
    };
    if before.as_ref() != Some(&wanted) {
        fit(&sheets.ground, size);
        let root = Surface::Screen(backend(&sheets.ground)?).into_drawing_area();
        root.fill(&rgb("--card")).ok()?;
        grid(&mut chart(&root, curves, ratio).ok()?, curves, ratio).ok()?;
        *before = Some(wanted);
    }
    fit(&sheets.lines, size);
    let context: CanvasRenderingContext2d = sheets.lines.get_context("2d").ok()??.dyn_into().ok()?;
    context.clear_rect(0.0, 0.0, size.0.into(), size.1.into());
    let root = Surface::Screen(backend(&sheets.lines)?).into_drawing_area();
    let mut chart = chart(&root, curves, ratio).ok()?;
    // The grid is to be seen through it.
    shade(&mut chart, curves, &rgb("--soft").mix(0.16)).ok()?;
    lines(&mut chart, curves, marks, ratio, Some(&context)).ok()
}

fn backend(canvas: &HtmlCanvasElement) -> Option<CanvasBackend> {
    CanvasBackend::with_canvas_object(canvas.clone())
}

/// Setting a size throws the canvas's memory away, even if it is the same size.
fn fit(canvas: &HtmlCanvasElement, size: (u32, u32)) {
    if (canvas.width(), canvas.height()) != size {
        canvas.set_width(size.0);
        canvas.set_height(size.1);
    }
}

/// The same drawing as shapes, for files: in CSS pixels, placed to a sixteenth of one.
pub fn paper(curves: &Curves, marks: &[Mark], width: f64, height: f64) -> Scene {
    const FINE: f64 = 16.0;
    let recorder = Recorder::new(width, height, FINE);
    let root = Surface::Paper(recorder.clone()).into_drawing_area();
    // A recorder has no errors; what plotters finds wrong with the axes leaves what was drawn.
    let _ = root.fill(&rgb("--card")).and_then(|()| {
        let mut chart = chart(&root, curves, FINE)?;
        shade(&mut chart, curves, &rgb("--wash"))?;
        grid(&mut chart, curves, FINE)?;
        lines(&mut chart, curves, marks, FINE, None)
    });
    recorder.scene()
}

fn rgb(name: &'static str) -> RGBColor {
    let [r, g, b] = theme::color(name);
    RGBColor(r, g, b)
}

type Fault = DrawingAreaErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>;
type Root = DrawingArea<Surface, Shift>;
type Chart<'a> = ChartContext<'a, Surface, Cartesian2d<Coordinate, Coordinate>>;

/// CSS pixels as device pixels.
fn pixels(css: f64, ratio: f64) -> i32 {
    (css * ratio).round() as i32
}

fn label(size: f64, ratio: f64, color: &'static str) -> TextStyle<'static> {
    (FAMILY, pixels(size, ratio)).into_font().color(&rgb(color))
}

/// Room for the axis' name and the widest of its numbers.
fn left(axis: &Axis) -> f64 {
    let widest = axis.ticks(TICKS).into_iter().map(|tick| width(&axis.name(tick), plain(13.0)));
    widest.fold(LEFT, |room, number| room.max(number + 29.0))
}

/// The rectangle of the data with room for names beside it.
fn chart<'a>(root: &'a Root, curves: &Curves, ratio: f64) -> Result<Chart<'a>, Fault> {
    let px = |css| pixels(css, ratio);
    ChartBuilder::on(root)
        .margin_top(px(8.0))
        .margin_right(px(RIGHT))
        .x_label_area_size(px(44.0))
        .y_label_area_size(px(left(&curves.y)))
        .build_cartesian_2d(Coordinate(curves.x.clone()), Coordinate(curves.y.clone()))
}

fn shade(chart: &mut Chart, curves: &Curves, color: &impl Color) -> Result<(), Fault> {
    for &(from, to) in &curves.shade {
        let corners = [(from, curves.y.min), (to, curves.y.max)];
        chart.draw_series([Rectangle::new(corners, color.filled())])?;
    }
    Ok(())
}

/// The grid, and the names along the axes.
fn grid(chart: &mut Chart, curves: &Curves, ratio: f64) -> Result<(), Fault> {
    let px = |css| pixels(css, ratio);
    let across = chart.plotting_area().get_pixel_range().0;
    let most = most_across(&curves.x, f64::from(across.end - across.start) / ratio);
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(rgb("--line").stroke_width(px(1.0) as u32))
        .axis_style(rgb("--line").stroke_width(px(1.0) as u32))
        .label_style(label(13.0, ratio, "--soft"))
        .axis_desc_style(label(13.5, ratio, "--soft"))
        .x_desc(curves.x.label.as_str())
        .y_desc(curves.y.label.as_str())
        .x_labels(most)
        .y_labels(TICKS)
        .draw()
}

/// So many numbers along the lower axis as stand apart from each other.
fn most_across(axis: &Axis, room: f64) -> usize {
    const APART: f64 = 8.0;
    let apart = |most: &usize| {
        let ticks = axis.ticks(*most);
        let half = |tick: f64| width(&axis.name(tick), plain(13.0)) / 2.0;
        let pairs = ticks.iter().zip(ticks.iter().skip(1));
        pairs.into_iter().all(|(&a, &b)| (axis.share(b) - axis.share(a)) * room >= half(a) + half(b) + APART)
    };
    (2..=9).rev().find(apart).unwrap_or(2)
}

/// The paper under a name, so that no curve goes through it: `left` and `top` from its point, in device pixels.
fn under(name: &str, (left, top): (i32, i32), ratio: f64) -> Rectangle<(i32, i32)> {
    let (right, bottom) = (left + pixels(width(name, plain(13.0)), ratio), top + pixels(15.0, ratio));
    Rectangle::new([(left, top), (right, bottom)], rgb("--card").mix(0.8).filled())
}

/// What stands on the ground: named lines, curves and points. Tells where the data stand. `canvas` is what it is drawn on,
/// if it is one.
fn lines(
    chart: &mut Chart,
    curves: &Curves,
    marks: &[Mark],
    ratio: f64,
    canvas: Option<&CanvasRenderingContext2d>,
) -> Result<Area, Fault> {
    let px = |css| pixels(css, ratio);
    for (at, _) in &curves.upright {
        let ends = vec![(*at, curves.y.min), (*at, curves.y.max)];
        dashed(chart, &ends, rgb("--soft"), ratio, canvas)?;
    }
    for (at, name) in &curves.level {
        let ends = vec![(curves.x.min, *at), (curves.x.max, *at)];
        dashed(chart, &ends, rgb("--soft"), ratio, canvas)?;
        let style = label(13.0, ratio, "--soft").pos(Pos::new(HPos::Left, VPos::Bottom));
        chart.draw_series([
            EmptyElement::at((curves.x.min, *at)) + Text::new(name.clone(), (px(6.0), -px(2.0)), style)
        ])?;
    }
    for Curve { points, color, strong, dashed: is_dashed, .. } in &curves.curves {
        let color = rgb(color);
        let width = px(if *strong { 3.0 } else { 1.8 }) as u32;
        if *is_dashed {
            dashed(chart, points, color, ratio, canvas)?;
        } else {
            chart.draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(width)))?;
        }
        if points.len() <= 40 {
            let dots = points
                .iter()
                .map(|point| Circle::new(*point, px(if *strong { 3.0 } else { 2.0 }), color.filled()));
            chart.draw_series(dots)?;
        }
    }
    // Over the curves, which would go through them.
    for (at, name) in &curves.upright {
        // The name stands on the side with more room.
        let right = curves.x.share(*at) < 0.6;
        let (dx, anchor) = if right { (px(5.0), HPos::Left) } else { (-px(5.0), HPos::Right) };
        let style = label(13.0, ratio, "--soft").pos(Pos::new(anchor, VPos::Top));
        let begins = if right { dx } else { dx - px(width(name, plain(13.0))) };
        chart.draw_series([EmptyElement::at((*at, curves.y.max))
            + under(name, (begins, px(2.0)), ratio)
            + Text::new(name.clone(), (dx, px(2.0)), style)])?;
    }
    for Mark { x, y, name } in marks {
        let style = label(13.0, ratio, "--ink").pos(Pos::new(HPos::Left, VPos::Bottom));
        chart.draw_series([EmptyElement::at((*x, *y))
            + under(name, (px(5.0), -px(18.0)), ratio)
            + Circle::new((0, 0), px(3.5), rgb("--ink").filled())
            + Text::new(name.clone(), (px(5.0), -px(4.0)), style)])?;
    }
    let (x, y) = chart.plotting_area().get_pixel_range();
    let css = |device: i32| f64::from(device) / ratio;
    Ok(Area { left: css(x.start), right: css(x.end), top: css(y.start), bottom: css(y.end) })
}

/// A dashed line through `points`. A canvas makes the dashes of one line itself; plotters draws each as a line of its own,
/// some fifty across a plot.
fn dashed(
    chart: &mut Chart,
    points: &[(f64, f64)],
    color: RGBColor,
    ratio: f64,
    canvas: Option<&CanvasRenderingContext2d>,
) -> Result<(), Fault> {
    let [dash, gap] = [6.0, 4.0].map(|css| pixels(css, ratio));
    let style = color.stroke_width(pixels(1.6, ratio) as u32);
    let Some(canvas) = canvas else {
        return chart.draw_series(DashedLineSeries::new(points.to_vec(), dash, gap, style)).map(|_| ());
    };
    let pattern = |lengths: &[i32]| {
        let lengths: js_sys::Array = lengths.iter().map(|&length| js_sys::Number::from(length)).collect();
        let _ = canvas.set_line_dash(&lengths); // without it the line is whole
    };
    pattern(&[dash, gap]);
    let drawn = chart.draw_series(LineSeries::new(points.iter().copied(), style));
    pattern(&[]);
    drawn.map(|_| ())
}
