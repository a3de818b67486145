//! What the pictures of the schemes say.

use crate::position::learned::Source;

pub struct Pictures {
    /// What a picture claims, by scheme and picture.
    pub claim: fn(&str, &str) -> &'static str,
    /// Row axis, row, column axis, column, value: a cell of a heatmap, spoken. An axis may have no name.
    pub at: fn(&str, &str, &str, &str, &str) -> String,
    /// What a model would learn is random.
    pub seeded: &'static str,
    /// The settings are not defined; the control says why.
    pub plus_terms: &'static str,
    /// Name of the maps of a logit's terms, for their accessible name.
    pub maps: &'static str,
    /// The map of the logits themselves.
    pub sum: &'static str,
    pub position: &'static str,
    pub position_p: fn(usize) -> String,
    /// r = j − i, as an axis.
    pub distance_r: &'static str,
    /// |r| or |Δ|, as a log axis.
    pub far: &'static str,
    pub row: &'static str,
    pub bucket: &'static str,
    /// Keys to the left of the query, and to the right.
    pub left: &'static str,
    pub right: &'static str,
    pub table_loading: &'static str,
    pub table_failed: fn(&str) -> String,
    /// Rows of the table, tokens.
    pub past_table: fn(usize, usize) -> String,
    pub stretched: fn(usize, usize) -> String,
    pub source: fn(Source) -> String,
    /// Number of a principal component from 1, and its share of the variance.
    pub component: fn(usize, &str) -> String,
    pub path: &'static str,
    pub this_text: &'static str,
    pub no_path: &'static str,
    /// M_k: frequency index, p, k.
    pub turn: fn(usize, usize, usize) -> String,
    pub no_pair: &'static str,
    /// Largest of the differences of the two, as a number.
    pub turn_gap: fn(&str) -> String,
    pub u_v: &'static str,
    pub memory: fn(usize) -> String,
    /// The p2c of code and paper, and their largest difference.
    pub code: &'static str,
    pub paper: &'static str,
    pub apart: fn(&str) -> String,
    pub needs_p2c: &'static str,
    pub shift_axis: &'static str,
    pub score: &'static str,
    pub both_move: &'static str,
    pub query_moves: &'static str,
    /// Shift, score there, largest change over all shifts.
    pub shifted: fn(usize, &str, &str) -> String,
    pub one_axis: &'static str,
    pub trained_pairing: &'static str,
    pub mixed_up: &'static str,
    pub permuted: &'static str,
    /// Largest difference when mixed up, and when permuted.
    pub mixed_gap: fn(&str, &str) -> String,
    /// A form of ALiBi, largest difference of its logits and of its weights from the paper's.
    pub form_gap: fn(&str, &str, &str) -> String,
    pub forms_need_causal: &'static str,
    pub grid: [&'static str; 2],
    pub time: [&'static str; 3],
    pub axis: &'static str,
    pub ids: &'static str,
    pub map: &'static str,
    /// Dimensions that turn, of how many.
    pub turning: fn(usize, usize) -> String,
    /// Tokens that stand on no grid, of all.
    pub off_the_grid: fn(usize, usize) -> String,
    pub no_turn: &'static str,
    pub farthest: fn(&str, usize) -> String,
    /// The greatest distance on each axis.
    pub farthest_on_axes: fn(&str) -> String,
    /// Last position, training length, by how much its query would be multiplied.
    pub query_scale: fn(usize, u64, &str) -> String,
}
