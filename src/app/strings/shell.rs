//! The frame of the page: header, text, rail and what is said around the panels.

use crate::load_error::LoadError;

pub struct Shell {
    pub title: &'static str,
    pub tagline: &'static str,
    pub text_label: &'static str,
    /// A text file that the browser could not read.
    pub text_unread: &'static str,
    pub text_placeholder: &'static str,
    pub tokenizer: &'static str,
    /// The row of the five stages, for those who hear it.
    pub pipeline: &'static str,
    /// The row of labs under it.
    pub labs: &'static str,
    /// The row of labs about words.
    pub labs_words: &'static str,
    pub stage_signal: &'static str,
    pub stage_tokens: &'static str,
    pub stage_vectors: &'static str,
    pub stage_position: &'static str,
    pub stage_attention: &'static str,
    pub stage_order: &'static str,
    pub stage_compare: &'static str,
    pub stage_microscope: &'static str,
    /// Which word is under the microscope, from 1.
    pub word_nth: fn(usize) -> String,
    /// How many stand side by side.
    pub schemes: fn(usize) -> String,
    pub characters: fn(usize) -> String,
    pub ids: fn(usize) -> String,
    pub ids_of: fn(usize, usize) -> String,
    pub enters: [&'static str; 5],
    pub equivariant: &'static str,
    pub not_equivariant: &'static str,
    pub loading: fn(&str) -> String,
    /// In the rail, while a vocabulary is on its way: how much of it is there, in per cent.
    pub loading_short: fn(u32) -> String,
    /// The vocabulary that did not load, why, and the one that the pictures show.
    pub load_failed: fn(&str, &str, &str) -> String,
    pub load_reason: fn(&LoadError) -> String,
    /// A panel on its way, and one that did not come.
    pub panel_loading: fn(&str) -> String,
    pub panel_failed: fn(&str) -> String,
    pub retry: &'static str,
    pub dismiss: &'static str,
    pub theme_dark: &'static str,
    pub theme_light: &'static str,
    pub computed: fn(&str, f64) -> String,
    pub empty: &'static str,
    pub no_tokens: &'static str,
    /// None of the parts of a mixed sequence has a token.
    pub no_parts: &'static str,
    pub cut_tokens: fn(usize, usize) -> String,
    pub seeded: &'static str,
    pub equal_to: fn(&str, &str) -> String,
    /// What a subject of the golden tests was compared with: the tests' own words (English), its id.
    pub reference: fn(&'static str, &str) -> &'static str,
    pub footer: &'static str,
    pub tokens_strip: &'static str,
    /// The link past header, text, rail and tokens.
    pub skip: &'static str,
}

pub struct Samples {
    pub dog: &'static str,
    pub dog_swapped: &'static str,
    pub english: (&'static str, &'static str),
    pub chinese: (&'static str, &'static str),
    pub code: (&'static str, &'static str),
    pub emoji: (&'static str, &'static str),
    pub mixed: (&'static str, &'static str),
    pub long: (&'static str, &'static str),
}
