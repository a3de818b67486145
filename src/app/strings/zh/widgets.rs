//! 面板的构件。

use crate::strings::{Controls, Picture};

pub const CONTROLS: Controls =
    Controls { label: "控制", head_dim: |d| format!("head_dim = {d}"), auto: "自动" };

pub const PICTURE: Picture = Picture {
    heatmap: "热力图",
    query_key: |i, q, j, k, value| format!("查询 {i}“{q}”，键 {j}“{k}”：{value}"),
    row_col: |i, row, j, value| format!("第 {i} 行“{row}”，第 {j} 维：{value}"),
    masked: "被掩码",
    show_table: "显示为表格",
    hide_table: "收起表格",
    table_cut: |n| format!("表格只列出前 {n} 行、前 {n} 列。"),
    query: "查询 i",
    key: "键 j",
    keys_hint: "方向键移动格子",
    readout: |i, q, j, k| format!("查询 {i}“{q}” · 键 {j}“{k}”"),
    plot: |what| format!("曲线图：{what}"),
};
