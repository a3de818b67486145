//! A scene on a canvas.

use super::png;
use crate::theme::css;
use locus::export::scene::{Anchor, Text};
use locus::export::{Item, Pixels, Scene};
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

const FONT: &str = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/// Paints all of it, `ratio` pixels to a CSS pixel; `None` where the browser gives no canvas.
pub fn scene(canvas: &HtmlCanvasElement, scene: &Scene, ratio: f64) -> Option<()> {
    let ctx = context(canvas)?;
    ctx.scale(ratio, ratio).ok()?;
    ctx.set_image_smoothing_enabled(false);
    scene.items.iter().try_for_each(|item| one(&ctx, item))
}

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// A canvas with one pixel for each of a raster's.
pub fn raster(pixels: &Pixels) -> Option<HtmlCanvasElement> {
    let canvas = png::canvas(pixels.cols as f64, pixels.rows as f64)?;
    let (cols, rows) = (pixels.cols as u32, pixels.rows as u32);
    let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(&pixels.rgba), cols, rows).ok()?;
    context(&canvas)?.put_image_data(&image, 0.0, 0.0).ok()?;
    Some(canvas)
}

fn path(ctx: &CanvasRenderingContext2d, points: &[[f64; 2]]) {
    ctx.begin_path();
    points.iter().for_each(|[x, y]| ctx.line_to(*x, *y));
}

fn one(ctx: &CanvasRenderingContext2d, item: &Item) -> Option<()> {
    match item {
        Item::Rect { at: [x, y, w, h], fill } => {
            ctx.set_fill_style_str(&css(*fill));
            ctx.fill_rect(*x, *y, *w, *h);
        }
        Item::Line { points, color, width } => {
            ctx.set_stroke_style_str(&css(*color));
            ctx.set_line_width(*width);
            ctx.set_line_join("round");
            path(ctx, points);
            ctx.stroke();
        }
        Item::Area { points, fill } => {
            ctx.set_fill_style_str(&css(*fill));
            path(ctx, points);
            ctx.fill();
        }
        Item::Circle { at: [x, y], radius, color, filled } => {
            ctx.begin_path();
            ctx.arc(*x, *y, *radius, 0.0, std::f64::consts::TAU).ok()?;
            if *filled {
                ctx.set_fill_style_str(&css(*color));
                ctx.fill();
            } else {
                ctx.set_stroke_style_str(&css(*color));
                ctx.stroke();
            }
        }
        Item::Text(text) => write(ctx, text)?,
        Item::Cells { pixels, .. } if pixels.rows * pixels.cols == 0 => {}
        Item::Cells { at: [x, y, w, h], pixels } => {
            let cells = raster(pixels)?;
            ctx.draw_image_with_html_canvas_element_and_dw_and_dh(&cells, *x, *y, *w, *h).ok()?;
        }
    }
    Some(())
}

fn write(ctx: &CanvasRenderingContext2d, text: &Text) -> Option<()> {
    let [x, y] = text.at;
    ctx.save();
    ctx.translate(x, y).ok()?;
    ctx.rotate(text.turn.to_radians()).ok()?;
    let weight = if text.bold { "600 " } else { "" };
    ctx.set_font(&format!("{weight}{}px {FONT}", text.size));
    ctx.set_fill_style_str(&css(text.color));
    ctx.set_text_align(match text.anchor {
        Anchor::Start => "left",
        Anchor::Middle => "center",
        Anchor::End => "right",
    });
    ctx.fill_text(&text.text, 0.0, 0.0).ok()?;
    ctx.restore();
    Some(())
}
