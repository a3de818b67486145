//! The square picture and its patches, for files: the pixels as they are seen, and the numbers that models are fed.

use crate::export::{Grid, Pixels, Source};
use crate::image::Picture;
use crate::matrix::Matrix;
use crate::picture::paint::Scale;
use crate::store::Store;
use crate::widget::rule;
use leptos::prelude::*;

/// Channels of a pixel, as the numbers have them.
const CHANNELS: [&str; 3] = ["R", "G", "B"];

/// S × 3 S numbers from −1 to 1: a row of pixels a row, red, green and blue of each beside each other.
pub fn square(store: Store) -> Option<Source> {
    let picture = store.image.shown.get()?;
    let (rows, cols, channels) = picture.numbers.dim();
    let values = picture.numbers.iter().copied().collect();
    let label = |at: usize| format!("{} {}", at / channels.max(1), CHANNELS.get(at % 3).unwrap_or(&""));
    let grid = Grid {
        rows: Vec::new(),
        cols: (0..cols * channels).map(label).collect(),
        values: Matrix::from_shape_vec((rows, cols * channels), values).ok()?,
        ..of(store, &picture)
    };
    Some(Source::Grids(vec![grid]))
}

/// N × P²·3, the numbers of `locus.data('patches')`; lines separate the patches, and those that are hidden are grey.
pub fn patches(store: Store) -> Option<Source> {
    store.image.cut.with(|cut| {
        let cut = cut.as_ref()?;
        let mut grid = Grid { values: cut.patches.clone(), ..of(store, &cut.picture) };
        let (size, columns) = (cut.grid.patch.max(1), cut.grid.columns);
        if let Some(Pixels { cols, rgba, .. }) = &mut grid.pixels {
            for (at, pixel) in rgba.as_chunks_mut::<4>().0.iter_mut().enumerate() {
                let (y, x) = (at / (*cols).max(1), at % (*cols).max(1));
                let hidden = cut.hidden.get(y / size * columns + x / size) == Some(&true);
                if y % size == 0 || x % size == 0 {
                    *pixel = [255; 4];
                } else if hidden && x / size < columns {
                    *pixel = [210, 208, 203, 255];
                }
            }
        }
        Some(Source::Grids(vec![grid]))
    })
}

/// The picture without its numbers, and without a colour bar: its colours are its own.
fn of(store: Store, picture: &Picture) -> Grid {
    let image = &picture.of.image;
    let side = picture.side();
    let map = store.state.with(|s| s.colormap);
    Grid {
        name: String::new(),
        rows: Vec::new(),
        cols: Vec::new(),
        axes: [String::new(), String::new()],
        values: Matrix::zeros((0, 0)),
        square: true,
        paint: rule(Scale::Sequential, map),
        ends: [-1.0, 1.0],
        middle: f32::NAN,
        pixels: Some(Pixels { rows: side, cols: side, rgba: image.rgba() }),
    }
}
