//! The part of the long map that is in view, for files: a number a pixel, those of `locus.data('long')`.

use super::{Look, cells};
use crate::export::{Grid, Pixels, Source};
use crate::matrix::Matrix;
use leptos::prelude::*;

/// The largest weight of each pixel's keys, in the colours of the screen, which follow its logarithm. Until the last row
/// has come there is nothing to save.
pub fn source(look: Look) -> Option<Source> {
    let store = look.store;
    let (s, map) = (store.strings(), store.state.with(|s| s.colormap));
    store.engine.with_value(|engine| {
        let (grid, span) = (engine.long.picture.shown()?, engine.long.picture.span()?);
        let (rows, cols) = (grid.raster.rows(), grid.raster.cols());
        let paint = cells::paint(span, map);
        let above_low: Vec<f32> = grid.values.iter().map(|ln| ln - span.low).collect();
        let weights = grid.values.iter().map(|ln| ln.exp()).collect();
        let key = |ends: &[usize]| match *ends {
            [from, to] if to > from + 1 => format!("{from}–{}", to - 1),
            [from, ..] => format!("{from} {}", look.label(from)),
            [] => String::new(),
        };
        let [low, middle, high] = [span.low, (span.low + span.high) / 2.0, span.high].map(f32::exp);
        let grid = Grid {
            name: String::new(),
            rows: grid.raster.queries.iter().map(|query| format!("{query} {}", look.label(*query))).collect(),
            cols: grid.raster.edges.windows(2).map(key).collect(),
            axes: [s.picture.query.to_owned(), s.picture.key.to_owned()],
            values: Matrix::from_shape_vec((rows, cols), weights).ok()?,
            square: rows == cols,
            pixels: Some(Pixels { rows, cols, rgba: paint.raster(&above_low) }),
            paint,
            ends: [low, high],
            middle,
        };
        engine.long.picture.shown()?.is_done().then_some(Source::Grids(vec![grid]))
    })
}
