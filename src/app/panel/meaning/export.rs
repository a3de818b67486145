//! The map of words, for files: its points as a plot, and beside them the nearest words as numbers.

use super::numbers::Mapped;
use crate::export::{Source, Table};
use crate::picture::format::percent;
use crate::store::Store;
use crate::widget::{Axis, Curves, Mark};

/// Room around the outermost points, as a share of the spread.
const MARGIN: f64 = 0.08;

pub fn source(store: Store, m: &Mapped) -> Source {
    let s = &store.strings().meaning.map;
    let word = |at: usize| m.rows.get(at).map_or("", |row| m.of.table.word(*row)).to_owned();
    let axis = |which: usize| {
        let values = || m.map.points.iter().map(|point| point[which]);
        let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let room = MARGIN * (high - low).max(1e-9);
        let label = (s.axis)(which + 1, &percent(m.map.explained[which] as f32));
        Axis { label, min: low - room, max: high + room, log: false }
    };
    let mark = |(at, [x, y]): (usize, &[f64; 2])| Mark { x: *x, y: *y, name: word(at) };
    let row = |(at, (near, [x, y])): (usize, (&crate::embed::word_vectors::map::Near, &[f64; 2]))| {
        let nearest = [word(near.in_table), word(near.on_map)].map(Into::into);
        let [in_table, on_map] = nearest;
        vec![word(at).into(), (*x).into(), (*y).into(), in_table, near.cosine.into(), on_map]
    };
    let columns = [s.col_word, "x", "y", s.col_near, "cos", s.col_near_map].map(str::to_owned);
    Source::Plot {
        curves: Curves {
            x: axis(0),
            y: axis(1),
            curves: Vec::new(),
            shade: None,
            upright: vec![(0.0, String::new())],
            level: vec![(0.0, String::new())],
        },
        marks: m.map.points.iter().enumerate().map(mark).collect(),
        table: Some(Table {
            columns: columns.into(),
            rows: m.near.iter().zip(&m.map.points).enumerate().map(row).collect(),
        }),
    }
}
