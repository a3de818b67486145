//! Matrices as coloured cells with labels, axis names and a colour bar; several of them side by side.

use super::letters::{fit, plain, width};
use super::numbers::Grid;
use super::scene::{Anchor, Inks, Item, Scene, Text};
use crate::picture::format;
use crate::picture::layout::{self, Layout, Wanted};
use crate::picture::paint::Scale;

const SIZE: f64 = 13.0;
/// The height that cells and their labels may take: one matrix, one of several.
const TALL: [f64; 2] = [620.0, 360.0];
/// Maps in a row at most, the space between them, and the line that bears their name.
const ABREAST: usize = 3;
const GAP: f64 = 18.0;
const NAME: f64 = 22.0;
/// Colours of the bar.
const STEPS: usize = 64;
/// Labels of columns take at most so many pixels.
const LONGEST: f64 = 84.0;

/// All of `grids` within `room` pixels.
pub fn draw(grids: &[Grid], room: f64, inks: &Inks) -> Scene {
    if let [grid] = grids {
        return one(grid, room, TALL[0], inks);
    }
    let abreast = grids.len().clamp(1, ABREAST);
    let each = (room - GAP * (abreast - 1) as f64) / abreast as f64;
    let mut out = Scene::new(room, 0.0);
    for row in grids.chunks(abreast) {
        let top = out.height + if out.height > 0.0 { GAP } else { 0.0 };
        for (at, grid) in row.iter().enumerate() {
            let left = at as f64 * (each + GAP);
            out.text([left, top + 14.0], fit(&grid.name, each, plain(SIZE)), SIZE, Anchor::Start, inks.ink);
            let scene = one(grid, each, TALL[1], inks);
            out.height = out.height.max(top + NAME + scene.height);
            out.place(scene, [left, top + NAME]);
        }
    }
    out
}

fn one(grid: &Grid, room: f64, tall: f64, inks: &Inks) -> Scene {
    let (rows, cols) = grid.size();
    let apart = grid.size() != grid.values.dim();
    let longest = |many: usize, label: &dyn Fn(usize) -> String| {
        (0..many.min(512)).map(|at| width(&label(at), plain(SIZE))).fold(18.0, f64::max)
    };
    let named = !grid.axes[0].is_empty();
    let labels = if apart { 0.0 } else { longest(rows, &|at| grid.row(at)).min(room * 0.24) };
    let below = if apart { 0.0 } else { longest(cols, &|at| grid.col(at)).min(LONGEST) };
    let place = layout::place(&Wanted {
        rows,
        cols,
        width: room,
        max_height: tall,
        square: grid.square,
        left: labels + if named { 30.0 } else { 10.0 },
        below: below * 0.75 + if grid.axes[1].is_empty() { 14.0 } else { 36.0 },
        right: layout::BAR,
    });
    let (left, top, w, h) = place.cells();
    let mut out = Scene::new(place.bar + layout::BAR, place.height);
    out.items.push(Item::Cells { at: [left, top, w, h], pixels: grid.raster() });
    if !apart {
        row_labels(&mut out, grid, &place, labels, inks);
        col_labels(&mut out, grid, &place, below, inks);
    }
    if named {
        let at = [13.0, top + h / 2.0];
        let text = grid.axes[0].clone();
        let (anchor, color) = (Anchor::Middle, inks.soft);
        out.items.push(Item::Text(Text { at, text, size: SIZE, bold: false, anchor, turn: -90.0, color }));
    }
    out.text([left + w / 2.0, place.height - 4.0], grid.axes[1].clone(), SIZE, Anchor::Middle, inks.soft);
    if grid.middle.is_finite() {
        bar(&mut out, grid, &place, inks);
    }
    out.height = out.height.max(place.top + bar_height(&place) + 8.0);
    out
}

fn row_labels(out: &mut Scene, grid: &Grid, place: &Layout, room: f64, inks: &Inks) {
    let every = Layout::every(place.cell_h, 15.0);
    for row in (0..grid.values.nrows()).step_by(every) {
        let y = place.top + (row as f64 + 0.5) * place.cell_h + 0.35 * SIZE;
        let at = [place.left - 7.0, y.max(11.0)];
        out.text(at, fit(&grid.row(row), room, plain(SIZE)), SIZE, Anchor::End, inks.soft);
    }
}

fn col_labels(out: &mut Scene, grid: &Grid, place: &Layout, widest: f64, inks: &Inks) {
    let upright = widest + 6.0 <= place.cell_w || grid.cols.is_empty();
    let every = Layout::every(place.cell_w, if upright { widest + 8.0 } else { 16.0 });
    let y = place.top + place.rows as f64 * place.cell_h;
    for col in (0..grid.values.ncols()).step_by(every) {
        let x = place.left + (col as f64 + 0.5) * place.cell_w;
        if upright {
            out.text([x, y + 18.0], grid.col(col), SIZE, Anchor::Middle, inks.soft);
        } else {
            let text = fit(&grid.col(col), LONGEST, plain(SIZE));
            let (anchor, color) = (Anchor::End, inks.soft);
            let at = [x + 4.0, y + 13.0];
            let text = Text { at, text, size: SIZE, bold: false, anchor, turn: -45.0, color };
            out.items.push(Item::Text(text));
        }
    }
}

/// As high as the cells, but its three numbers need room.
fn bar_height(place: &Layout) -> f64 {
    place.cells().3.max(48.0)
}

fn bar(out: &mut Scene, grid: &Grid, place: &Layout, inks: &Inks) {
    let rule = &grid.paint;
    let low = if rule.scale == Scale::Diverging { -rule.top } else { 0.0 };
    let height = bar_height(place);
    let step = height / STEPS as f64;
    for at in 0..STEPS {
        let share = 1.0 - (at as f32 + 0.5) / STEPS as f32;
        let [r, g, b, _] = rule.color(low + (rule.top - low) * share);
        let at = [place.bar, place.top + at as f64 * step, 11.0, step + 0.3];
        out.items.push(Item::Rect { at, fill: [r, g, b] });
    }
    let [low, high] = grid.ends;
    for (value, share) in [(high, 0.0), (grid.middle, 0.5), (low, 1.0)] {
        let text = format::significant(f64::from(value), 2);
        let y = place.top + share * height + SIZE * (0.8 - 0.8 * share);
        out.text([place.bar + 16.0, y], text, SIZE - 1.0, Anchor::Start, inks.soft);
    }
}
