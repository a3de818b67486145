//! # Locus
//!
//! How text becomes tokens, vectors and *positioned* vectors, and what each positional scheme does to
//! attention: live, exact, in the reader's own browser.
//!
//! ```text
//!  signal ──► tokenize ──► embed ──► position ──► attention ──► picture
//!  text       ids          n × d     added to x,   scores,       heatmaps,
//!                          vectors   or rotates    weights,      curves,
//!                                    q,k, or biases outputs      numbers
//!                                    the logits
//! ```
//!
//! The modules stand in the order in which data flows; each may use only those before it (and
//! [`matrix`]); `tests/layering.rs` keeps it so. The page, `src/app`, is a crate of its own on top of this one.
//! Everything but the page and the WebGPU backend is plain Rust and is tested on the host.
//!
//! Conventions (they hold everywhere): query index `i`, key index `j`, both from 0; row = query,
//! column = key in every matrix and picture; Δ = i − j. Row vectors: Q = X W_Q. Tables and activations
//! are f32, angles and reference functions f64.

pub mod matrix;

pub mod simd;

pub mod signal;

pub mod pack;

pub mod tokenize;

pub mod embed;

pub mod position;

pub mod attention;

pub mod economics;

pub mod picture;

pub mod export;

pub mod compute;

pub mod pipeline;

pub mod measured;
