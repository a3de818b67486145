//! Ids become vectors: a lookup in a table with one row per token.

pub mod eigen;
pub mod pca;
pub mod random;
pub mod similarity;
pub mod table;
