//! Ids become vectors: a lookup in a table with one row per token. Patches and frames do by a linear map ([`projection`]).

pub mod conv_stem;
pub mod convolution;
pub mod eigen;
pub mod gelu;
pub mod pca;
pub mod projection;
pub mod random;
pub mod resampler;
pub mod runs;
pub mod sequence;
pub mod similarity;
pub mod table;
pub mod word_vectors;
