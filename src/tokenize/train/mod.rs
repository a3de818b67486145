//! Training a vocabulary on a small corpus, step by step: by merging pairs (BPE and WordPiece, [`pairs`]) or by pruning
//! pieces (Unigram, [`unigram`]).
//!
//! Both are steppers: a step does a bounded piece of work and leaves a record, so that a view can play forward and back.

pub mod corpus;
pub mod curve;
pub mod pairs;
pub mod training;
pub mod unigram;

pub use corpus::{Corpus, CorpusError, WordStart};
pub use curve::Point;
pub use training::Training;
