//! The building blocks of the panels.

pub struct Controls {
    pub label: &'static str,
    pub head_dim: fn(usize) -> String,
    pub auto: &'static str,
}

pub struct Picture {
    pub heatmap: &'static str,
    pub query_key: fn(usize, &str, usize, &str, &str) -> String,
    pub row_col: fn(usize, &str, usize, &str) -> String,
    pub masked: &'static str,
    pub show_table: &'static str,
    pub hide_table: &'static str,
    pub table_cut: fn(usize) -> String,
    pub query: &'static str,
    pub key: &'static str,
    pub keys_hint: &'static str,
    pub readout: fn(usize, &str, usize, &str) -> String,
    pub plot: fn(&str) -> String,
}
