//! What of the state the rail speaks of. All rows follow this one: the state changes with every movement of a slider.

use crate::embed::word_vectors::{self, Source};
use crate::panel::kv_heads;
use crate::state::State;

/// What the signal is, and what of a picture or a sound becomes tokens (empty for others): all that names depend on.
#[derive(Clone, Copy, PartialEq)]
pub struct Lane {
    pub mode: &'static str,
    pub route: &'static str,
}

impl Lane {
    pub fn of(s: &State) -> Self {
        let route = match s.mode {
            "image" => s.media.image_tokens,
            "audio" => s.media.audio_tokens,
            _ => "",
        };
        Lane { mode: s.mode, route }
    }
}

#[derive(Clone, Copy, PartialEq)]
pub struct Facts {
    pub lane: Lane,
    /// Parts of a mixed sequence.
    pub parts: usize,
    pub characters: usize,
    pub scheme: &'static str,
    /// The scheme, or the rule that stretches it.
    pub named: &'static str,
    pub n_heads: u64,
    pub d_model: u64,
    pub n_kv_heads: usize,
    /// Schemes beside each other.
    pub compared: usize,
    /// Training and target length.
    pub lengths: (u64, u64),
    pub long_n: u64,
    /// From 1.
    pub word: usize,
    /// Tokenizers beside each other.
    pub tokenizers: usize,
    pub algorithm: &'static str,
    /// Vocabulary and width of the model whose cost is told.
    pub table: (u64, u64),
    pub word_table: Option<&'static Source>,
}

impl Facts {
    pub fn of(s: &State) -> Self {
        Facts {
            lane: Lane::of(s),
            parts: s.media.parts.len(),
            characters: s.text.chars().count(),
            scheme: s.scheme,
            named: s.stretching_rule().unwrap_or(s.scheme),
            n_heads: s.n_heads,
            d_model: s.d_model,
            n_kv_heads: kv_heads(s),
            compared: s.compare.len(),
            lengths: (s.params.rope.original_max_position_embeddings as u64, s.target_length as u64),
            long_n: s.long_n,
            word: s.word_index as usize + 1,
            tokenizers: s.shown_tokenizers().len(),
            algorithm: s.train_algorithm,
            table: (s.economics.vocab_size, s.economics.hidden_size),
            word_table: word_vectors::by_id(s.meaning.word_table),
        }
    }
}
