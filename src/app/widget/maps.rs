//! Matrices of one shape side by side, with one colour scale and one cell cursor: what they are the parts of can be
//! read off at a glance, and the chosen cell's value stands over each.

use super::frame::{Cell, Frame, arrows, pointing};
use super::heatmap::{cells, rule};
use super::resize;
use crate::export::{Grid, Save, Source};
use crate::matrix::Matrix;
use crate::picture::format;
use crate::picture::paint::{Paint, Scale};
use crate::store::Store;
use crate::theme::css;
use leptos::html::Canvas;
use leptos::prelude::*;
use std::rc::Rc;
use wasm_bindgen::JsCast;

/// One of them, row = query and column = key. Cells that hold no finite number are grey.
#[derive(Clone)]
pub struct Map {
    pub name: String,
    pub values: Rc<Matrix>,
}

/// Colours of the shared bar.
const BAR_STEPS: usize = 96;

/// The widget. `maps` is followed; the cell is the page's own.
#[component]
pub fn Maps(
    maps: impl Fn() -> Option<Vec<Map>> + 'static,
    #[prop(default = Scale::Diverging)] scale: Scale,
    /// What they show, for the accessible name.
    #[prop(into)]
    name: Signal<String>,
) -> impl IntoView {
    let store = Store::here();
    let shown = RwSignal::new_local(Vec::<Map>::new());
    Effect::new(move |_| {
        if let Some(next) = maps() {
            shown.set(next);
        }
    });
    let colormap = store.get(|s| s.colormap);
    let paint = Memo::new(move |_| {
        let (map, _) = (colormap.get(), store.dark.get());
        Paint { top: shown.with(|maps| top(maps)), ..rule(scale, map) }
    });
    let names =
        Memo::new(move |_| shown.with(|maps| maps.iter().map(|m| m.name.clone()).collect::<Vec<_>>()));
    let figures = move || {
        let one = |(at, name)| view! { <One shown=shown at=at name=name paint=paint/> };
        names.get().into_iter().enumerate().map(one).collect_view()
    };
    let size = move || shown.with_untracked(|maps| maps.first().map(|map| map.values.dim()));
    let spoken = Signal::derive(move || shown.with(|maps| speak(store, maps)));
    let source = move || {
        let (s, paint) = (store.strings_untracked(), paint.get());
        let labels = store.input.with(|input| input.as_ref().map(|input| input.labels.to_vec()))?;
        let low = if paint.scale == Scale::Diverging { -paint.top } else { 0.0 };
        let grid = |map: &Map| Grid {
            name: map.name.clone(),
            rows: labels.iter().take(map.values.nrows()).cloned().collect(),
            cols: labels.iter().take(map.values.ncols()).cloned().collect(),
            axes: [s.picture.query.to_owned(), s.picture.key.to_owned()],
            values: map.values.as_ref().clone(),
            square: true,
            paint: paint.clone(),
            ends: [low, paint.top],
            middle: (low + paint.top) / 2.0,
            pixels: None,
        };
        shown.with(|maps| (!maps.is_empty()).then(|| Source::Grids(maps.iter().map(grid).collect())))
    };
    view! {
        <Frame class="parts" name keys=arrows(size, store.cell.into(), store.pick()) spoken>
            {figures}
        </Frame>
        <Bar paint=paint/>
        <Save source kind="maps" name/>
    }
}

/// The largest magnitude of all maps, which all of them share as the end of their colours.
fn top(maps: &[Map]) -> f32 {
    let all = maps.iter().flat_map(|map| map.values.iter()).filter(|x| x.is_finite());
    all.fold(1e-12_f32, |top, x| top.max(x.abs()))
}

/// The chosen cell of every map, in words.
fn speak(store: Store, maps: &[Map]) -> String {
    let (i, j) = maps.first().map_or((0, 0), |map| within(map, store.cell.get()));
    let s = store.strings();
    let label =
        |at| store.input.with(|input| input.as_ref().map_or(String::new(), |x| x.label(at).to_string()));
    let cell = (s.picture.readout)(i, &label(i), j, &label(j));
    let values = maps.iter().map(|map| format!(", {} {}", map.name, value(map, (i, j), s.picture.masked)));
    values.fold(cell, |all, one| all + &one)
}

/// The page's cell, or the nearest one that the map has: it may hold the first tokens only.
fn within(map: &Map, (i, j): Cell) -> Cell {
    let (rows, cols) = map.values.dim();
    (i.min(rows.saturating_sub(1)), j.min(cols.saturating_sub(1)))
}

fn value(map: &Map, cell: Cell, masked: &str) -> String {
    match map.values.get(cell) {
        Some(x) if x.is_finite() => format::short(*x),
        _ => masked.to_string(),
    }
}

/// Map number `at`: its name, the value of the chosen cell, and the cells under the cursor.
#[component]
fn One(
    shown: RwSignal<Vec<Map>, LocalStorage>,
    at: usize,
    name: String,
    paint: Memo<Paint>,
) -> impl IntoView {
    let store = Store::here();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (paint, Some(canvas)) = (paint.get(), canvas.get()) else { return };
        shown.with(|maps| {
            if let Some(map) = maps.get(at) {
                cells::draw(&canvas, &map.values, &paint);
            }
        });
    });
    let size = Memo::new(move |_| shown.with(|maps| maps.get(at).map_or((1, 1), |map| map.values.dim())));
    let text = move || {
        shown.with(|maps| {
            let map = maps.get(at)?;
            Some(value(map, within(map, store.cell.get()), store.strings().picture.masked))
        })
    };
    let cursor = move || {
        let (rows, cols) = size.get();
        let (i, j) = shown.with(|maps| maps.get(at).map_or((0, 0), |map| within(map, store.cell.get())));
        let share = |at: usize, of: usize| 100.0 * at as f64 / of.max(1) as f64;
        format!(
            "top: {}%; left: {}%; height: {}%; width: {}%",
            share(i, rows),
            share(j, cols),
            share(1, rows),
            share(1, cols)
        )
    };
    let hit = move |event: &web_sys::MouseEvent| {
        let area: web_sys::Element = event.current_target()?.dyn_into().ok()?;
        let (rows, cols) = size.get_untracked();
        let cell = |at: i32, length: i32, of: usize| {
            let share = f64::from(at) / f64::from(length.max(1));
            (share >= 0.0 && share < 1.0).then_some((share * of as f64) as usize)
        };
        let row = cell(event.offset_y(), area.client_height(), rows)?;
        Some((row, cell(event.offset_x(), area.client_width(), cols)?))
    };
    view! {
        <figure>
            <figcaption aria-hidden="true"><span>{name}</span><b>{text}</b></figcaption>
            <div class="map" {..pointing(hit, store.point(), store.pick())}>
                <canvas node_ref=canvas aria-hidden="true"></canvas>
                <i style=cursor></i>
            </div>
        </figure>
    }
}

/// The colours and the numbers at their ends.
#[component]
fn Bar(paint: Memo<Paint>) -> impl IntoView {
    let canvas = NodeRef::<Canvas>::new();
    let low = |paint: &Paint| if paint.scale == Scale::Diverging { -paint.top } else { 0.0 };
    Effect::new(move |_| {
        let (paint, Some(canvas)) = (paint.get(), canvas.get()) else { return };
        let (width, height) = (f64::from(canvas.client_width()), 10.0);
        let Some(ctx) = resize::context(&canvas, width, height) else { return };
        for at in 0..BAR_STEPS {
            let share = (at as f32 + 0.5) / BAR_STEPS as f32;
            let [r, g, b, _] = paint.color(low(&paint) + (paint.top - low(&paint)) * share);
            ctx.set_fill_style_str(&css([r, g, b]));
            let width = width / BAR_STEPS as f64;
            ctx.fill_rect(at as f64 * width, 0.0, width + 0.5, height);
        }
    });
    let end = move |high: bool| {
        paint.with(|p| format::significant(f64::from(if high { p.top } else { low(p) }), 2))
    };
    view! {
        <p class="maps-bar" aria-hidden="true">
            <span>{move || end(false)}</span>
            <canvas node_ref=canvas></canvas>
            <span>{move || end(true)}</span>
        </p>
    }
}
