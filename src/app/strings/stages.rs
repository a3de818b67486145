//! The panels of the five stages.

pub struct Signal {
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    pub more: fn(usize) -> String,
}

pub struct Tokens {
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    /// How many characters; whether only the first tokens were looked at.
    pub split_lead: fn(usize, bool) -> String,
    pub unknown_lead: fn(usize) -> String,
    pub characters: &'static str,
    pub bytes: &'static str,
    pub tokens: &'static str,
    pub per_token: &'static str,
    pub bytes_per_token: &'static str,
    pub vocabulary: &'static str,
    pub vocabulary_size: fn(usize) -> String,
    /// Of what looks like a special token in the text.
    pub specials: &'static str,
    pub algorithm: [&'static str; 5],
    /// Names of vocabularies that are words, not names, by id.
    pub vocabulary_name: fn(&str) -> Option<&'static str>,
    pub kilobytes: fn(u32) -> String,
    pub col_index: &'static str,
    pub col_token: &'static str,
    pub col_id: &'static str,
    pub col_bytes: &'static str,
    pub table: &'static str,
}

pub struct Vectors {
    pub title: fn(usize, usize) -> String,
    pub lead: &'static str,
    pub row_of: fn(usize, &str, u32) -> String,
    pub one_hot: fn(u32, usize) -> String,
    pub same_rows: fn(usize) -> String,
    pub dimension: &'static str,
}

pub struct Position {
    /// A RoPE extension and how many times slower its slowest pair turns.
    pub title_stretched: fn(&str, &str) -> String,
    /// A RoPE extension that changes nothing as it is set.
    pub title_unstretched: fn(&str) -> String,
    /// What an extension does, by the value of `rope_type`.
    pub lead_stretched: fn(&str) -> &'static str,
    pub chain: [&'static str; 7],
    pub pair: &'static str,
    pub distance: &'static str,
    /// Of a pair that turns by one of several axes.
    pub distance_on_axis: &'static str,
    pub frequency_axis: &'static str,
    pub wavelength_axis: &'static str,
    pub cosine_axis: &'static str,
    pub score_axis: &'static str,
    pub bias_axis: &'static str,
    pub unscaled: &'static str,
    pub in_force: &'static str,
    pub trained: fn(u64) -> String,
    pub target: fn(u64) -> String,
    pub pair_n: fn(usize) -> String,
    pub mean_all: &'static str,
    pub mean_text: &'static str,
    pub unfinished: fn(usize, usize) -> String,
    pub head_n: fn(usize) -> String,
    pub drag_slopes: &'static str,
    pub reset_slopes: &'static str,
    pub where_enters: &'static str,
    pub none_picture: &'static str,
    pub clock_label: fn(usize, &str) -> String,
    /// RoPE with positions on a grid, and with time, height and width.
    pub lead_grid: &'static str,
    pub lead_time: &'static str,
    /// An axis and the distance along it.
    pub delta_on: fn(&str, &str) -> String,
    /// Query and key in words, the distance or distances, and whether they stand in for a cell of the diagonal.
    pub clocks_caption: fn(&str, &str, bool) -> String,
    /// At the lower edge of ALiBi's plot, where lines are cut off.
    pub cut_below: &'static str,
    pub slope_n: fn(usize, &str) -> String,
}

pub struct Attention {
    pub title: fn(&str, &str, &str) -> String,
    /// Stage, query, key, value.
    pub title_stage: fn(&str, &str, &str, &str) -> String,
    /// Of a token that is memory: it asks nothing.
    pub title_memory: fn(&str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub lead_scores: &'static str,
    pub lead_output: &'static str,
    pub thumbs: &'static str,
    pub terms: &'static str,
    pub masked_cell: &'static str,
    pub who: &'static str,
}
