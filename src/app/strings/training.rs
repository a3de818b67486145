//! The panel that trains a tokenizer.

use crate::tokenize::train::pairs::Done;
use crate::tokenize::train::training::Problem;

/// Which corpus a picture is of that is older than the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The one of the settings.
    Same,
    /// The page's own sentences.
    Own,
    /// The one before.
    Before,
}

pub struct Training {
    /// In the rail.
    pub stage: &'static str,
    /// V and distinct words.
    pub title_start: fn(usize, usize) -> String,
    /// Step, a, b, f(ab); whether the order of ids decided.
    pub title_bpe: fn(usize, &str, &str, u64, bool) -> String,
    /// Step, a, b, score; the pair that stands most often, if it is another.
    pub title_word_piece: fn(usize, &str, &str, &str, Option<(&str, &str)>) -> String,
    /// Said after it where others have the same score.
    pub tied_score: &'static str,
    /// Step, log-likelihood before it, the piece with the largest expected count, that count.
    pub title_em: fn(usize, &str, &str, &str) -> String,
    /// Step, removed, of how many, the last to go.
    pub title_prune: fn(usize, usize, usize, Option<&str>) -> String,
    /// By id of the algorithm.
    pub lead: fn(&str) -> &'static str,
    pub trust: fn(&str) -> &'static str,

    pub by_count: &'static str,
    pub by_score: &'static str,
    pub ties_count: &'static str,
    pub ties_score: &'static str,
    /// Candidates shown.
    pub candidates_hint: fn(usize) -> String,
    pub pair: &'static str,
    pub becomes: &'static str,
    pub count: &'static str,
    pub score: &'static str,
    pub ids: &'static str,
    /// Said of the row that was merged.
    pub merged: &'static str,
    pub piece: &'static str,
    pub expected: &'static str,
    pub probability: &'static str,
    pub expected_title: &'static str,
    pub seeds_title: fn(usize, usize) -> String,
    pub places: &'static str,
    pub loss: &'static str,
    pub alternative: &'static str,
    pub prune_title: fn(usize) -> String,
    /// The last that went and its loss, the first that stayed and its loss.
    pub line: fn((&str, &str), (&str, &str)) -> String,

    /// a, b, the words with their products, f(ab).
    pub sum: fn(&str, &str, &str, u64) -> String,
    pub more_words: fn(usize) -> String,
    /// How often the new symbol stands, f(a), f(b), their sum.
    pub not_the_sum: fn(u64, u64, u64, u64) -> String,
    /// How often the new symbol of two equal parts stands, f(ab): pairs in a row of three overlap.
    pub overlapping: fn(u64, u64) -> String,
    /// a, b, f(a) and f(b) after the merge.
    pub after: fn(&str, &str, u64, u64) -> String,
    /// Piece, places, alternative, loss.
    pub removal: fn(&str, u64, &str, &str) -> String,
    /// Piece, c(x), p(x).
    pub share: fn(&str, &str, &str) -> String,

    /// Changed words, distinct words.
    pub changed: fn(usize, usize) -> String,
    pub words: fn(usize, usize) -> String,
    pub words_lead: &'static str,

    pub step_axis: &'static str,
    /// Vocabulary now and at the start.
    pub vocabulary: fn(usize, usize) -> String,
    pub vocabulary_axis: &'static str,
    /// Tokens, words, quotient, quotient at the start.
    pub tokens_per_word: fn(u64, u64, &str, &str) -> String,
    pub tokens_axis: &'static str,
    /// V, d_model, product.
    pub parameters: fn(usize, u64, &str) -> String,
    pub parameters_axis: &'static str,
    pub table_columns: [&'static str; 5],
    /// First and last step of the rows.
    pub table_caption: fn(usize, usize) -> String,

    pub first: &'static str,
    pub back: &'static str,
    pub forward: &'static str,
    pub last: &'static str,
    pub play: &'static str,
    pub pause: &'static str,
    /// Steps, why they end.
    pub end: fn(usize, &Done) -> String,
    pub end_pruned: fn(usize, usize) -> String,
    pub running: &'static str,

    /// Characters, the most.
    pub corpus_hint: fn(usize, usize) -> String,
    pub reset: &'static str,
    pub problem: fn(&Problem) -> String,
    /// What the picture is of where the settings cannot be computed: algorithm, vocabulary to reach, corpus.
    pub old: fn(&str, usize, Whose) -> String,
    /// Of a text in the box that cannot be trained on.
    pub not_taken: &'static str,
    /// Of a text in the box of which only the beginning was taken: its characters.
    pub cut: fn(usize) -> String,
    /// Where no pair stands often enough to be a candidate.
    pub no_candidates: &'static str,
}
