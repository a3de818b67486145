//! The lab about the meaning of vectors.

pub struct Meaning {
    /// In the rail.
    pub stage: &'static str,
    /// A card shows the answer to an earlier question, or to the one that the page opens with: of which table.
    pub old: fn(&str) -> String,
    pub old_example: fn(&str) -> String,
    /// What was typed and how the table spells it.
    pub respelt: fn(&str, &str) -> String,
    pub lead: &'static str,
    /// Words, columns of the table on the screen.
    pub table: fn(&str, &str, u32) -> String,
    /// On its way: which.
    pub loading: fn(&str) -> String,
    pub cancel: &'static str,
    pub stopped: fn(&str) -> String,
    /// Which table, why.
    pub failed: fn(&str, &str) -> String,
    /// Example pairs, for those who hear the row of buttons.
    pub examples: &'static str,
    /// A table and a word that it has not; then words that begin so.
    pub not_in_table: fn(&str, &str) -> String,
    pub begins: fn(&str) -> String,
    /// Words that a list names in vain.
    pub none_of: fn(&str, &str) -> String,
    /// How many words count.
    pub only_first: fn(usize) -> String,
    pub type_a_word: &'static str,
    pub cosine: Cosine,
    pub neighbours: Neighbours,
    pub analogy: Analogy,
    pub map: Map,
    pub change: Change,
    pub unknown: Unknown,
}

pub struct Cosine {
    /// The word, the nearest, its cosine, the farthest, its cosine.
    pub title: fn(&str, &str, &str, &str, &str) -> String,
    /// With one other word.
    pub title_one: fn(&str, &str, &str) -> String,
    pub list: &'static str,
    pub hint: &'static str,
    /// How many columns.
    pub products: fn(usize) -> String,
    pub other_tables: &'static str,
}

pub struct Neighbours {
    /// Word, nearest, its cosine.
    pub title: fn(&str, &str, &str) -> String,
    pub lead: &'static str,
    pub go: fn(&str) -> String,
    /// Word, row, length.
    pub vector: fn(&str, &str, &str) -> String,
}

pub struct Analogy {
    /// Of an answer that is an input: the sum, the input, the word without the inputs.
    pub title_input: fn(&str, &str, &str) -> String,
    /// Of an answer that is not: the sum, the word.
    pub title: fn(&str, &str) -> String,
    pub lead: &'static str,
    pub including: &'static str,
    pub excluding: &'static str,
    pub is_input: &'static str,
    /// cos of the target with a, b, c.
    pub inputs: fn(&str, &str, &str) -> String,
    /// Answers in another language than any input.
    pub crowded: fn(&str) -> String,
}

pub struct Map {
    /// Per cent of the variance; how many words mislead, of how many.
    pub title: fn(&str, usize, usize) -> String,
    pub too_few: &'static str,
    /// Under a list with a single word.
    pub one_word: &'static str,
    pub lead: &'static str,
    /// Axis from 1, per cent.
    pub axis: fn(usize, &str) -> String,
    /// Word, x, y, nearest in all columns, cosine.
    pub readout: fn(&str, &str, &str, &str, &str) -> String,
    /// The nearest on the map, where it is another.
    pub on_map: fn(&str) -> String,
    pub same_on_map: &'static str,
    pub picture: fn(usize) -> String,
    pub languages: [&'static str; 2],
    pub in_table: &'static str,
    pub col_word: &'static str,
    pub col_near: &'static str,
    pub col_near_map: &'static str,
    pub unnamed: fn(usize) -> String,
}

pub struct Change {
    /// Original columns, kept columns, per cent of the variance, how many of how many rose.
    pub title: fn(usize, usize, &str, usize, usize) -> String,
    /// The columns of a table that was not projected.
    pub title_same: fn(usize) -> String,
    pub lead: &'static str,
    pub lead_same: &'static str,
    pub pair: &'static str,
    pub original: fn(usize) -> String,
    pub projected: fn(usize) -> String,
    pub packed: &'static str,
    /// Largest difference of the rounding.
    pub rounding: fn(&str) -> String,
}

pub struct Unknown {
    /// A vocabulary, two words, their cosine.
    pub title: fn(&str, &str, &str, &str) -> String,
    pub title_plain: &'static str,
    pub lead: &'static str,
    pub tokenizer: &'static str,
    pub ids: &'static str,
    pub through: &'static str,
    pub here: &'static str,
    pub trap: &'static str,
    pub known: &'static str,
    pub partly: &'static str,
    pub seeded: &'static str,
}
