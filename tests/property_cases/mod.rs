//! The laws, one file per subject.

mod added_and_biases;
mod around;
mod criteria;
mod embedding;
mod image;
mod kmeans;
mod permutation;
mod relative;
mod relative_schemes;
mod rope;
mod rotary;
mod scaling;
mod scaling_rules;
mod softmax;
