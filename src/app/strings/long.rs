//! The long map.

pub struct Long {
    /// Its name in the rail.
    pub stage: &'static str,
    /// Query, its index, key, its index, weight.
    pub title: fn(&str, usize, &str, usize, &str) -> String,
    pub title_plain: &'static str,
    /// How many tokens the text has, and the map.
    pub repeated: fn(usize, usize) -> String,
    /// How many keys a column covers.
    pub sampled: fn(usize) -> String,
    pub every_cell: &'static str,
    /// Weights at both ends of the colours.
    pub colours: fn(&str, &str) -> String,
    pub closer: &'static str,
    pub farther: &'static str,
    pub all: &'static str,
    pub overview: &'static str,
    /// Of the table that stands for the map.
    pub table: &'static str,
    pub hint: &'static str,
    /// Of n tokens: queries from, to, keys from, to.
    pub summary: fn(usize, [usize; 2], [usize; 2]) -> String,
    /// Query and key, their distance.
    pub logit: &'static str,
    pub normalizer: &'static str,
    pub weight: &'static str,
    pub too_long: fn(usize) -> String,
}
