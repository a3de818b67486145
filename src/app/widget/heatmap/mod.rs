//! A matrix as coloured cells, with labels, a colour bar, a cell cursor and a table twin.
//!
//! Pointing at a cell shows it; a click or the arrow keys choose it. The picture is one focusable element
//! that speaks the chosen cell.

mod cells;
mod device;
mod overlay;
mod table;

pub use cells::put;

use super::resize;
use crate::app::store::Store;
use crate::app::theme;
use crate::attention::Stage;
use crate::matrix::Matrix;
use crate::picture::layout::{self, Layout, Wanted};
use crate::picture::paint::{Paint, Scale};
use crate::picture::{colormap, format};
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use std::rc::Rc;

/// What a heatmap shows.
#[derive(Clone)]
pub struct Heat {
    pub values: Rc<Matrix>,
    pub rows: Rc<Vec<String>>,
    /// Column labels; empty for plain indices.
    pub cols: Rc<Vec<String>>,
    pub scale: Scale,
    /// Whether cells are square (n × n) or fill the width (n × d).
    pub square: bool,
    /// The value at the high end; the largest in the matrix if not given.
    pub top: Option<f32>,
    /// Head and stage, if the GPU holds these cells: it paints them, and `values` may be a moment older.
    pub device: Option<(usize, Stage)>,
}

impl Heat {
    fn top(&self) -> f32 {
        let largest = || self.values.iter().filter(|x| x.is_finite()).fold(0.0_f32, |a, &b| a.max(b.abs()));
        self.top.unwrap_or_else(largest).max(1e-12)
    }

    /// The colour rule under the present theme and colour map.
    fn paint(&self, map: &str) -> Paint {
        let [r, g, b] = theme::color("--card");
        let [mr, mg, mb] = theme::color("--wash");
        Paint {
            lut: match self.scale {
                Scale::Sequential => colormap::sequential(map),
                Scale::Diverging => colormap::diverging([r, g, b]),
            },
            scale: self.scale,
            top: self.top(),
            gamma: if self.scale == Scale::Sequential { 0.5 } else { 1.0 },
            masked: [mr, mg, mb, 255],
        }
    }

    /// The value of a cell as text.
    fn text(&self, (i, j): (usize, usize), masked: &str) -> String {
        match self.values.get((i, j)) {
            Some(x) if x.is_finite() => format::short(*x),
            Some(_) => masked.to_string(),
            None => String::new(),
        }
    }

    fn label(labels: &[String], at: usize) -> String {
        labels.get(at).cloned().unwrap_or_else(|| at.to_string())
    }
}

/// What the axes say. It changes more rarely than the numbers.
#[derive(Clone)]
struct Labels {
    rows: Rc<Vec<String>>,
    cols: Rc<Vec<String>>,
    square: bool,
}

impl Labels {
    fn of(heat: &Heat) -> Self {
        Labels { rows: Rc::clone(&heat.rows), cols: Rc::clone(&heat.cols), square: heat.square }
    }

    fn same(&self, heat: &Heat) -> bool {
        self.square == heat.square && self.rows == heat.rows && self.cols == heat.cols
    }
}

/// The widget. `heat` is followed; `cell` is the chosen cell, `hover` hears what is pointed at, `pick` what is chosen.
#[component]
pub fn Heatmap(
    heat: impl Fn() -> Option<Heat> + 'static,
    #[prop(into)] cell: Signal<(usize, usize)>,
    #[prop(into)] hover: Callback<Option<(usize, usize)>>,
    #[prop(into)] pick: Callback<(usize, usize)>,
    /// What the picture shows, for its accessible name.
    #[prop(into)]
    name: Signal<String>,
    /// Share of the window's height that the picture may take.
    #[prop(default = 0.62)]
    tall: f64,
) -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let [cells, axes, over] = [(); 3].map(|()| NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let shown = RwSignal::new_local(None::<Heat>);
    let rule = StoredValue::new_local(None::<Paint>);
    let labels = RwSignal::new_local(None::<Labels>);
    let place = RwSignal::new(None::<Layout>);
    let colormap = store.get(|s| s.colormap);
    let dark = store.dark;
    let focused = RwSignal::new(false);
    let device_canvas = NodeRef::<Canvas>::new();
    let device = device::painter(store, device_canvas);

    Effect::new(move |_| {
        if let Some(heat) = heat() {
            shown.set(Some(heat));
        }
    });
    Effect::new(move |_| {
        let (Some(heat), Some(canvas)) = (shown.get(), cells.get()) else { return };
        let _ = dark.get();
        let layout = Some(arrange(&heat, width.get(), tall));
        if place.get_untracked() != layout {
            place.set(layout);
        }
        if labels.with_untracked(|old| !old.as_ref().is_some_and(|old| old.same(&heat))) {
            labels.set(Some(Labels::of(&heat)));
        }
        let paint = heat.paint(colormap.get());
        let on_device = heat.device.is_some_and(|at| device.get().is_some_and(|d| d.paint(at, &paint)));
        if !on_device {
            cells::draw(&canvas, &heat, &paint);
        }
        device::show(&canvas, device_canvas.get().as_ref(), on_device);
        rule.set_value(Some(paint));
    });
    Effect::new(move |_| {
        let (Some(labels), Some(layout), Some(canvas)) = (labels.get(), place.get(), axes.get()) else {
            return;
        };
        let _ = dark.get();
        let s = store.strings();
        let names = if labels.square { (s.picture.query, s.picture.key) } else { ("", s.vectors.dimension) };
        let Labels { rows, cols, .. } = labels;
        overlay::axes(&canvas, &overlay::Axes { rows, cols, names }, &layout, cell.get());
        for canvas in [cells.get(), device_canvas.get()].into_iter().flatten() {
            cells::place(&canvas, &layout);
        }
    });
    Effect::new(move |_| {
        let (Some(layout), Some(canvas)) = (place.get(), over.get()) else { return };
        let _ = (dark.get(), colormap.get());
        let Some(scale) = shown.with(|heat| heat.as_ref().map(|heat| heat.scale)) else { return };
        rule.with_value(|paint| {
            if let Some(paint) = paint {
                overlay::marks(&canvas, &layout, cell.get(), scale, paint);
            }
        });
    });

    let at = move |event: &web_sys::PointerEvent| {
        place.get_untracked().and_then(|layout| layout.hit(event.offset_x().into(), event.offset_y().into()))
    };
    let spoken = move || {
        let strings = store.strings();
        shown.with(|heat| heat.as_ref().map_or_else(String::new, |heat| speak(heat, cell.get(), strings)))
    };
    let square = Memo::new(move |_| shown.with(|heat| heat.as_ref().is_some_and(|heat| heat.square)));
    view! {
        // In sight while the picture is: on a phone it sticks to the top of the screen.
        <p class="cell-line" class:square=move || square.get() data-testid="cell" aria-hidden="true">{spoken}</p>
        <div
            class="heat"
            node_ref=frame
            tabindex="0"
            role="application"
            aria-roledescription=store.t(|s| s.picture.heatmap)
            aria-label=move || format!("{}. {}", name.get(), store.strings().picture.keys_hint)
            on:focus=move |_| focused.set(true)
            on:blur=move |_| focused.set(false)
            on:keydown=move |event| {
                let size = shown.with_untracked(|h| h.as_ref().map(|h| h.values.dim()));
                if let Some(next) = size.and_then(|size| step(&event.key(), cell.get_untracked(), size)) {
                    event.prevent_default();
                    pick.run(next);
                }
            }
        >
            <canvas class="cells" node_ref=cells aria-hidden="true"></canvas>
            {move || {
                // A canvas never changes the kind of its context: a new device needs a new one.
                let epoch = store.gpu_epoch.get();
                (epoch > 0).then(|| view! { <canvas class="cells" node_ref=device_canvas aria-hidden="true"></canvas> })
            }}
            <canvas class="axes" node_ref=axes aria-hidden="true"></canvas>
            <canvas
                class="over"
                node_ref=over
                aria-hidden="true"
                on:pointermove=move |event| hover.run(at(&event))
                on:pointerleave=move |_| hover.run(None)
                on:click=move |event: web_sys::MouseEvent| {
                    let hit = place.get_untracked().and_then(|l| l.hit(event.offset_x().into(), event.offset_y().into()));
                    if let Some(cell) = hit {
                        pick.run(cell);
                    }
                }
            ></canvas>
            <span class="sr" aria-live="polite">{move || if focused.get() { spoken() } else { String::new() }}</span>
        </div>
        <table::Table shown=shown/>
    }
}

fn arrange(heat: &Heat, width: f64, tall: f64) -> Layout {
    let view = window().inner_height().ok().and_then(|h| h.as_f64()).unwrap_or(800.0);
    let (rows, cols) = heat.values.dim();
    let longest = |labels: &[String], many: usize| {
        labels.iter().take(many).map(|l| overlay::label_width(l)).fold(18.0, f64::max)
    };
    layout::place(&Wanted {
        rows,
        cols,
        width,
        max_height: (view * tall).max(220.0),
        square: heat.square,
        left: longest(&heat.rows, rows).min(width * 0.22) + 30.0,
        below: if heat.cols.is_empty() { 38.0 } else { longest(&heat.cols, cols).min(84.0) * 0.75 + 36.0 },
    })
}

/// Where a key moves the cell; `None` for keys that are not ours.
fn step(key: &str, (i, j): (usize, usize), (rows, cols): (usize, usize)) -> Option<(usize, usize)> {
    let (last_row, last_col) = (rows.checked_sub(1)?, cols.checked_sub(1)?);
    Some(match key {
        "ArrowUp" => (i.saturating_sub(1), j),
        "ArrowDown" => ((i + 1).min(last_row), j),
        "ArrowLeft" => (i, j.saturating_sub(1)),
        "ArrowRight" => (i, (j + 1).min(last_col)),
        "Home" => (i, 0),
        "End" => (i, last_col),
        "PageUp" => (0, j),
        "PageDown" => (last_row, j),
        _ => return None,
    })
}

fn speak(heat: &Heat, (i, j): (usize, usize), s: &crate::app::strings::Strings) -> String {
    let (row, value) = (Heat::label(&heat.rows, i), heat.text((i, j), s.picture.masked));
    if heat.square {
        (s.picture.query_key)(i, &row, j, &Heat::label(&heat.cols, j), &value)
    } else {
        (s.picture.row_col)(i, &row, j, &value)
    }
}
