//! The golden test's parts: one file per subject, and what they share.

pub mod alibi;
pub mod around;
pub mod attention;
pub mod attention_relative;
pub mod axes;
pub mod counts;
pub mod folder;
pub mod geometry;
pub mod heads;
pub mod log_mel;
pub mod measured;
pub mod mel_filters;
pub mod mla;
pub mod numbers;
pub mod relative_terms;
pub mod remap;
pub mod report;
pub mod rope;
pub mod rvq;
pub mod rvq_kmeans;
pub mod sensitivity;
pub mod signals;
pub mod sinusoidal;
pub mod subwords;
pub mod t5_buckets;
pub mod vit_patch;
