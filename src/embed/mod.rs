//! Ids become vectors: a lookup in a table with one row per token.

pub mod random;
pub mod table;
