//! A picture with its grid of patches: what is pointed at or moved to with the arrow keys, and a colour over each patch.

use super::cut::Picture;
use crate::signal::image::Image;
use crate::store::Store;
use crate::theme;
use crate::widget::{heatmap_step, resize};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// Colours over patches, row by row, R, G, B, A each.
#[derive(Clone, PartialEq)]
pub struct Shades {
    pub rows: usize,
    pub columns: usize,
    pub rgba: Vec<u8>,
}

/// Paints a picture, one canvas pixel a pixel.
pub fn picture_canvas(canvas: &HtmlCanvasElement, image: &Image) {
    put(canvas, image.width(), image.height(), &image.rgba());
}

fn put(canvas: &HtmlCanvasElement, width: u32, height: u32, rgba: &[u8]) {
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let Ok(data) = ImageData::new_with_u8_clamped_array_and_sh(Clamped(rgba), width, height) else { return };
    let context = canvas.get_context("2d").ok().flatten();
    if let Some(context) = context.and_then(|c| c.dyn_into::<CanvasRenderingContext2d>().ok()) {
        let _ = context.put_image_data(&data, 0.0, 0.0);
    }
}

/// The grid's place in the picture, in pixels of the picture: cells of `cell` pixels, `rows` × `columns`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    pub rows: usize,
    pub columns: usize,
    pub cell: f64,
    /// S; padded cells reach beyond it.
    pub side: f64,
}

impl Lattice {
    /// The side of what is shown, in pixels of the picture.
    fn extent(&self) -> f64 {
        self.side.max(self.columns.max(self.rows) as f64 * self.cell)
    }

    fn hit(&self, x: f64, y: f64, width: f64) -> Option<usize> {
        let at = |offset: f64| (offset / width.max(1.0) * self.extent() / self.cell).floor();
        let (row, column) = (at(y), at(x));
        let inside = row >= 0.0 && column >= 0.0 && row < self.rows as f64 && column < self.columns as f64;
        inside.then(|| row as usize * self.columns + column as usize)
    }
}

/// The picture. Everything is followed; `pick` hears the cell that is chosen, counted row by row.
#[component]
pub fn PatchGrid(
    #[prop(into)] picture: Signal<Option<Rc<Picture>>, LocalStorage>,
    #[prop(into)] lattice: Signal<Option<Lattice>>,
    /// Nothing: the picture alone.
    #[prop(into)]
    shades: Signal<Option<Shades>>,
    #[prop(into)] chosen: Signal<usize>,
    #[prop(into)] pick: Callback<usize>,
    /// What the picture shows, for its accessible name.
    #[prop(into)]
    name: Signal<String>,
    /// What a screen reader says of a cell.
    #[prop(into)]
    spoken: Callback<usize, String>,
    /// Whether lines separate the cells.
    #[prop(default = true)]
    lines: bool,
) -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let [base, tint, over] = [(); 3].map(|()| NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let focused = RwSignal::new(false);
    Effect::new(move |_| {
        let (Some(canvas), Some(picture)) = (base.get(), picture.get()) else { return };
        picture_canvas(&canvas, &picture.of.image);
    });
    Effect::new(move |_| {
        let Some(canvas) = tint.get() else { return };
        match shades.get() {
            Some(Shades { rows, columns, rgba }) if rows * columns > 0 => put(&canvas, columns as u32, rows as u32, &rgba),
            _ => put(&canvas, 1, 1, &[0; 4]),
        }
    });
    Effect::new(move |_| {
        let (Some(canvas), Some(lattice), width) = (over.get(), lattice.get(), width.get()) else { return };
        let _ = store.dark.get();
        draw_lines(&canvas, &lattice, width, chosen.get(), lines);
    });
    let share = move |pixels: fn(&Lattice) -> (f64, f64)| {
        move || {
            lattice.get().map(|lattice| {
                let (wide, high) = pixels(&lattice);
                let percent = |x: f64| 100.0 * x / lattice.extent().max(1.0);
                format!("width: {}%; height: {}%", percent(wide), percent(high))
            })
        }
    };
    let hit = move |event: &web_sys::MouseEvent| {
        lattice.get_untracked()?.hit(event.offset_x().into(), event.offset_y().into(), width.get_untracked())
    };
    let keyed = move |event: web_sys::KeyboardEvent| {
        let Some(lattice) = lattice.get_untracked() else { return };
        let at = chosen.get_untracked();
        let columns = lattice.columns.max(1);
        let next = heatmap_step(&event.key(), (at / columns, at % columns), (lattice.rows, lattice.columns));
        if let Some((row, column)) = next {
            event.prevent_default();
            pick.run(row * columns + column);
        }
    };
    view! {
        <div
            class="patchgrid"
            node_ref=frame
            tabindex="0"
            role="application"
            aria-roledescription=store.t(|s| s.image.grid)
            aria-label=move || format!("{}. {}", name.get(), store.strings().image.keys_hint)
            on:focus=move |_| focused.set(true)
            on:blur=move |_| focused.set(false)
            on:keydown=keyed
        >
            <canvas class="base" node_ref=base aria-hidden="true" style=share(|l| (l.side, l.side))></canvas>
            <canvas
                class="tint"
                node_ref=tint
                aria-hidden="true"
                style=share(|l| (l.columns as f64 * l.cell, l.rows as f64 * l.cell))
            ></canvas>
            <canvas
                class="over"
                node_ref=over
                aria-hidden="true"
                on:click=move |event: web_sys::MouseEvent| {
                    if let Some(cell) = hit(&event) {
                        pick.run(cell);
                    }
                }
            ></canvas>
            <span class="sr" aria-live="polite">
                {move || if focused.get() { spoken.run(chosen.get()) } else { String::new() }}
            </span>
        </div>
    }
}

/// Hairlines between the cells, where they are far enough apart to be counted, and a frame around the chosen one.
fn draw_lines(canvas: &HtmlCanvasElement, lattice: &Lattice, width: f64, chosen: usize, lines: bool) {
    if width <= 0.0 {
        return;
    }
    let Some(ctx) = resize::context(canvas, width, width) else { return };
    let css = |name: &'static str, alpha: f64| {
        let [r, g, b] = theme::color(name);
        format!("rgba({r},{g},{b},{alpha})")
    };
    let cell = lattice.cell / lattice.extent().max(1.0) * width;
    let (wide, high) = (lattice.columns as f64 * cell, lattice.rows as f64 * cell);
    if lines && cell >= 4.0 {
        ctx.set_fill_style_str(&css("--card", 0.75));
        for column in 1..lattice.columns {
            ctx.fill_rect(column as f64 * cell - 0.5, 0.0, 1.0, high);
        }
        for row in 1..lattice.rows {
            ctx.fill_rect(0.0, row as f64 * cell - 0.5, wide, 1.0);
        }
    }
    let columns = lattice.columns.max(1);
    if chosen >= lattice.rows * columns {
        return;
    }
    let (x, y) = ((chosen % columns) as f64 * cell, (chosen / columns) as f64 * cell);
    let size = cell.max(5.0);
    ctx.set_line_width(2.0);
    ctx.set_stroke_style_str(&css("--card", 1.0));
    ctx.stroke_rect(x + 1.0, y + 1.0, size - 2.0, size - 2.0);
    ctx.set_stroke_style_str(&css("--ink", 1.0));
    ctx.stroke_rect(x - 1.0, y - 1.0, size + 2.0, size + 2.0);
}
