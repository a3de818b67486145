//! What the reader can set of what a vocabulary and a length cost: struct, defaults and schema side by side.

use super::field::{Access, Field, part_field};
use crate::position::parameter::{Kind, Value};
use locus::economics;

/// See [`FIELDS`] for what each is. The defaults are those of `cost_model`.
#[derive(Clone, Debug, PartialEq)]
pub struct Economics {
    pub cost_model: &'static str,
    pub vocab_size: u64,
    pub hidden_size: u64,
    pub lm_head: &'static str,
    pub embedding_rank: u64,
    pub cost_length: u64,
    pub fewer_tokens: f64,
}

impl Default for Economics {
    fn default() -> Self {
        Economics {
            cost_model: "qwen3_0_6b",
            vocab_size: 151_936,
            hidden_size: 1024,
            lm_head: "tied",
            embedding_rank: 128,
            cost_length: 32_768,
            fewer_tokens: 10.0,
        }
    }
}

impl Economics {
    /// The chosen model with the reader's table.
    pub fn model(&self) -> Option<economics::Model> {
        let model = economics::by_id(self.cost_model)?;
        Some(model.with_table(self.vocab_size, self.hidden_size, self.lm_head == "tied"))
    }
}

/// A field that stands in [`State::economics`](super::State::economics).
macro_rules! economics {
    ($($field:tt)*) => {
        part_field!(economics, $($field)*)
    };
}

const fn integer(min: u64, max: u64) -> Kind {
    Kind::Integer { min, max, step: 1 }
}

/// Schema of [`Economics`].
pub const FIELDS: &[Field] = &[
    economics!(
        cost_model,
        Choice,
        Kind::Choice(economics::ids),
        "economics: the model whose layers are counted"
    ),
    economics!(vocab_size, Integer, integer(256, 1_048_576), "economics: V, rows of the embedding table"),
    economics!(hidden_size, Integer, integer(64, 16_384), "economics: d, columns of the embedding table"),
    economics!(
        lm_head,
        Choice,
        Kind::Choice(|| &["tied", "untied"]),
        "economics: whether the head is the embedding table (tie_word_embeddings) or one of its own"
    ),
    economics!(
        embedding_rank,
        Integer,
        integer(1, 16_384),
        "economics: rank r of a factorised table, V × r and r × d"
    ),
    economics!(cost_length, Integer, integer(1, 1_048_576), "economics: length in tokens"),
    economics!(
        fewer_tokens,
        Number,
        Kind::Number { min: 0.0, max: 90.0, log: false },
        "economics: per cent fewer tokens for the same text"
    ),
];
