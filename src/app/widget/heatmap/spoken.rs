//! What a heatmap says of a cell: on the line above it, and to a screen reader.

use super::{Cell, Heat};
use crate::strings::Strings;

/// A sentence about a cell in two: where it is, which may be cut short, and its value, which may not.
pub fn parted<'a>(sentence: &'a str, value: &str) -> (&'a str, &'a str) {
    let place = sentence.strip_suffix(value).unwrap_or(sentence).trim_end();
    sentence.split_at(place.len())
}

/// Where the cell is and what its value is, in a sentence; and that value.
pub fn speak(heat: &Heat, (i, j): Cell, axes: Option<(&str, &str)>, s: &Strings) -> (String, String) {
    let (row, col) = (Heat::label(&heat.rows, i), Heat::label(&heat.cols, j));
    let value = heat.text((i, j), s.picture.masked);
    let sentence = match axes {
        Some((rows, cols)) => (s.pictures.at)(rows, &row, cols, &col, &value),
        None if heat.square => (s.picture.query_key)(i, &row, j, &col, &value),
        None => (s.picture.row_col)(i, &row, j, &value),
    };
    (sentence, value)
}
