//! The building blocks of the panels in English.

use crate::strings::{Controls, Picture};

pub const CONTROLS: Controls =
    Controls { label: "Controls", head_dim: |d| format!("head_dim = {d}"), auto: "auto" };

pub const PICTURE: Picture = Picture {
    heatmap: "heatmap",
    query_key: |i, q, j, k, value| format!("query {i} “{q}”, key {j} “{k}”: {value}"),
    row_col: |i, row, j, value| format!("row {i} “{row}”, dimension {j}: {value}"),
    masked: "masked",
    show_table: "Show as table",
    hide_table: "Hide table",
    table_cut: |n| format!("The table shows the first {n} rows and columns."),
    query: "query i",
    key: "key j",
    keys_hint: "arrow keys move the cell",
    readout: |i, q, j, k| format!("query {i} “{q}” · key {j} “{k}”"),
    plot: |what| format!("plot: {what}"),
};
