//! Drawing a plot with plotters at the device's resolution.

use super::surface::{Recorder, Surface};
use super::{Axis, Curve, Curves, Mark};
use crate::theme;
use leptos::prelude::window;
use locus::export::Scene;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters_canvas::CanvasBackend;
use std::ops::Range;
use web_sys::HtmlCanvasElement;

/// The rectangle of the data in CSS pixels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    /// 0 at the left end of the x axis, 1 at the right.
    pub fn share_x(&self, x: f64) -> f64 {
        ((x - self.left) / (self.right - self.left).max(1.0)).clamp(0.0, 1.0)
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
pub const LEFT: f64 = 64.0;
pub const RIGHT: f64 = 14.0;

const FAMILY: &str = "system-ui, 'Noto Sans CJK SC', sans-serif";

/// Draws and tells where the data stand. An error of the canvas leaves the last picture.
pub fn draw(canvas: &HtmlCanvasElement, curves: &Curves, marks: &[Mark], width: f64, height: f64) -> Area {
    let ratio = window().device_pixel_ratio().max(1.0);
    let size = ((width * ratio) as u32, (height * ratio) as u32);
    // Setting a size throws the canvas's memory away, even if it is the same size; all of it is painted over anyway.
    if (canvas.width(), canvas.height()) != size {
        canvas.set_width(size.0);
        canvas.set_height(size.1);
        let _ = web_sys::HtmlElement::style(canvas).set_property("height", &format!("{height}px"));
    }
    CanvasBackend::with_canvas_object(canvas.clone())
        .and_then(|backend| render(Surface::Screen(backend), curves, marks, ratio).ok())
        .unwrap_or_default()
}

/// The same drawing as shapes, for files: in CSS pixels, placed to a sixteenth of one.
pub fn paper(curves: &Curves, marks: &[Mark], width: f64, height: f64) -> Scene {
    const FINE: f64 = 16.0;
    let recorder = Recorder::new(width, height, FINE);
    // A recorder has no errors; what plotters finds wrong with the axes leaves what was drawn.
    let _ = render(Surface::Paper(recorder.clone()), curves, marks, FINE);
    recorder.scene()
}

fn rgb(name: &'static str) -> RGBColor {
    let [r, g, b] = theme::color(name);
    RGBColor(r, g, b)
}

fn render(
    backend: Surface,
    curves: &Curves,
    marks: &[Mark],
    ratio: f64,
) -> Result<Area, DrawingAreaErrorKind<<CanvasBackend as DrawingBackend>::ErrorType>> {
    let px = |css: f64| (css * ratio).round() as i32;
    let root = backend.into_drawing_area();
    root.fill(&rgb("--card"))?;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(px(8.0))
        .margin_right(px(RIGHT))
        .x_label_area_size(px(44.0))
        .y_label_area_size(px(LEFT))
        .build_cartesian_2d(Coordinate(curves.x.clone()), Coordinate(curves.y.clone()))?;
    if let Some((from, to)) = curves.shade {
        let corners = [(from, curves.y.min), (to, curves.y.max)];
        chart.draw_series([Rectangle::new(corners, rgb("--wash").filled())])?;
    }
    let text = |size: f64, color: &'static str| (FAMILY, px(size)).into_font().color(&rgb(color));
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(rgb("--line").stroke_width(px(1.0) as u32))
        .axis_style(rgb("--line").stroke_width(px(1.0) as u32))
        .label_style(text(13.0, "--soft"))
        .axis_desc_style(text(13.5, "--soft"))
        .x_desc(curves.x.label.as_str())
        .y_desc(curves.y.label.as_str())
        .x_labels(9)
        .y_labels(7)
        .draw()?;
    for (at, name) in &curves.upright {
        let ends = vec![(*at, curves.y.min), (*at, curves.y.max)];
        chart.draw_series(dashed(&ends, rgb("--soft"), ratio))?;
        // The name stands on the side with more room.
        let right = curves.x.share(*at) < 0.6;
        let (dx, anchor) = if right { (px(5.0), HPos::Left) } else { (-px(5.0), HPos::Right) };
        let style = text(13.0, "--soft").pos(Pos::new(anchor, VPos::Top));
        chart.draw_series([
            EmptyElement::at((*at, curves.y.max)) + Text::new(name.clone(), (dx, px(2.0)), style)
        ])?;
    }
    for (at, name) in &curves.level {
        let ends = vec![(curves.x.min, *at), (curves.x.max, *at)];
        chart.draw_series(dashed(&ends, rgb("--soft"), ratio))?;
        let style = text(13.0, "--soft").pos(Pos::new(HPos::Left, VPos::Bottom));
        chart.draw_series([
            EmptyElement::at((curves.x.min, *at)) + Text::new(name.clone(), (px(6.0), -px(2.0)), style)
        ])?;
    }
    for Curve { points, color, strong, dashed: is_dashed, .. } in &curves.curves {
        let color = rgb(color);
        let width = px(if *strong { 3.0 } else { 1.8 }) as u32;
        if *is_dashed {
            chart.draw_series(dashed(points, color, ratio))?;
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
    for Mark { x, y, name } in marks {
        let style = text(13.0, "--ink").pos(Pos::new(HPos::Left, VPos::Bottom));
        chart.draw_series([EmptyElement::at((*x, *y))
            + Circle::new((0, 0), px(3.5), rgb("--ink").filled())
            + Text::new(name.clone(), (px(5.0), -px(4.0)), style)])?;
    }
    let (x, y) = chart.plotting_area().get_pixel_range();
    root.present()?;
    let css = |device: i32| f64::from(device) / ratio;
    Ok(Area { left: css(x.start), right: css(x.end), top: css(y.start), bottom: css(y.end) })
}

/// A dashed line through `points`.
fn dashed(
    points: &[(f64, f64)],
    color: RGBColor,
    ratio: f64,
) -> DashedLineSeries<std::vec::IntoIter<(f64, f64)>, i32> {
    let px = |css: f64| (css * ratio).round() as i32;
    DashedLineSeries::new(points.to_vec(), px(6.0), px(4.0), color.stroke_width(px(1.6) as u32))
}
