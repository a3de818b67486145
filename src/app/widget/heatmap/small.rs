//! One of several maps that share axes, colours and the chosen cell: a heatmap without bar and table of its own.

use super::{Heat, bounds, cells, overlay, rule, spoken::speak};
use crate::matrix::Matrix;
use crate::picture::layout::{self, Layout, Wanted};
use crate::picture::paint::{Paint, Scale};
use crate::store::Store;
use crate::widget::frame::{Cell, Frame, arrows, pointing};
use crate::widget::resize;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use std::rc::Rc;

/// Row and column labels take at most this share of the width, and at most so many pixels of the height.
const LABELS: (f64, f64) = (0.24, 64.0);

/// Where the parts of a small map stand. Labels that no cell has room for are drawn as far as they fit.
fn arrange(heat: &Heat, width: f64, max_height: f64) -> Layout {
    let (rows, cols) = heat.values.dim();
    let longest = |labels: &[String]| labels.iter().map(|l| overlay::label_width(l)).fold(18.0, f64::max);
    layout::place(&Wanted {
        rows,
        cols,
        width,
        max_height,
        square: true,
        left: longest(&heat.rows).min(width * LABELS.0) + 9.0,
        below: longest(&heat.cols).min(LABELS.1) * 0.75 + 16.0,
        right: 4.0,
    })
}

/// The map. `heat` is followed; `cell` is the cell of all maps, `hover` hears what is pointed at, `pick` what is chosen.
#[component]
pub fn SmallMap(
    #[prop(into)] heat: Signal<Option<Heat>, LocalStorage>,
    #[prop(into)] cell: Signal<Cell>,
    #[prop(into)] hover: Callback<Option<Cell>>,
    #[prop(into)] pick: Callback<Cell>,
    /// What the picture shows, for its accessible name.
    #[prop(into)]
    name: Signal<String>,
    /// The greatest height in CSS pixels.
    #[prop(into)]
    tall: Signal<f64>,
) -> impl IntoView {
    let store = Store::here();
    let frame = NodeRef::<Div>::new();
    let [plain, axes, over] = [(); 3].map(|()| NodeRef::<Canvas>::new());
    let width = resize::width_of(frame);
    let colormap = store.get(|s| s.colormap);
    let place = Memo::new(move |_| {
        let (width, tall) = (width.get(), tall.get());
        heat.with(|heat| heat.as_ref().filter(|_| width > 0.0).map(|heat| arrange(heat, width, tall)))
    });
    Effect::new(move |_| {
        let (map, _) = (colormap.get(), store.dark.get());
        let Some(canvas) = plain.get() else { return };
        heat.with(|heat| {
            if let Some(heat) = heat {
                cells::draw(&canvas, &heat.values, &heat.paint(lifted(heat.scale, map), heat.ends()));
            }
        });
    });
    let names = Memo::new(move |_| {
        // Not the numbers: labels are drawn anew only if they or the place of the cells change.
        heat.with(|heat| heat.as_ref().map(|heat| heat.rows.to_vec()))
    });
    Effect::new(move |_| {
        let (Some(layout), Some(labels), Some(canvas)) = (place.get(), names.get(), axes.get()) else {
            return;
        };
        let _ = store.dark.get();
        let labels = Rc::new(labels);
        let runs = bounds::of(store, &labels);
        let axes =
            overlay::Axes { rows: Rc::clone(&labels), cols: labels, names: ("", ""), runs, columns: true };
        overlay::axes(&canvas, &axes, &layout, cell.get(), None);
        if let Some(plain) = plain.get() {
            cells::place(&plain, &layout);
        }
    });
    Effect::new(move |_| {
        let (Some(layout), Some(canvas)) = (place.get(), over.get()) else { return };
        let _ = store.dark.get();
        overlay::cursor(&canvas, &layout, cell.get());
    });
    let hit = move |event: &web_sys::MouseEvent| {
        place.get_untracked().and_then(|layout| layout.hit(event.offset_x().into(), event.offset_y().into()))
    };
    let size = move || heat.with_untracked(|heat| heat.as_ref().map(|heat| heat.values.dim()));
    let spoken = Signal::derive(move || {
        let strings = store.strings();
        heat.with(|heat| {
            heat.as_ref().map_or_else(String::new, |heat| speak(heat, cell.get(), None, strings).0)
        })
    });
    view! {
        <Frame class="heat" node_ref=frame name keys=arrows(size, cell, pick) spoken>
            <canvas class="cells" node_ref=plain aria-hidden="true"></canvas>
            <canvas class="axes" node_ref=axes aria-hidden="true"></canvas>
            <canvas class="over" node_ref=over aria-hidden="true" {..pointing(hit, hover, pick)}></canvas>
        </Frame>
    }
}

/// The colour rule of small maps. Many of them share one scale, on which the gentle ones would be nearly blank: small
/// values are lifted, signed ones too.
pub fn lifted(scale: Scale, map: &str) -> Paint {
    Paint { gamma: 0.5, ..rule(scale, map) }
}

/// Steps of a [`Ramp`]: more than the eye tells apart in its width.
const STEPS: usize = 128;

/// The colours of a scale from its low to its high end, lying; what the ends stand for is written beside it.
#[component]
pub fn Ramp(#[prop(into)] scale: Signal<Scale>) -> impl IntoView {
    let store = Store::here();
    let canvas = NodeRef::<Canvas>::new();
    let colormap = store.get(|s| s.colormap);
    Effect::new(move |_| {
        let (map, scale, _) = (colormap.get(), scale.get(), store.dark.get());
        let Some(canvas) = canvas.get() else { return };
        let low = if scale == Scale::Diverging { -1.0 } else { 0.0 };
        let value = |(_, at)| low + (1.0 - low) * at as f32 / (STEPS - 1) as f32;
        cells::draw(&canvas, &Matrix::from_shape_fn((1, STEPS), value), &lifted(scale, map));
    });
    view! { <canvas class="ramp" node_ref=canvas aria-hidden="true"></canvas> }
}
