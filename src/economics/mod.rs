//! What a vocabulary and a length cost: parameters, bytes of cache, operations, counted from a model's configuration.
//!
//! ```text
//! embedding      V·d                    head: as much again unless tied; factorised: V·r + r·d
//! KV cache       layers · n · numbers per token and layer · bytes per number      (attention/gqa.rs, attention/mla.rs)
//! prefill        2 · n · weights  +  2 · pairs · heads · (d_qk + d_v) · layers    operations; pairs = n(n + 1)/2
//! one more token 2 · weights      +  2 · n · heads · (d_qk + d_v) · layers
//! ```
//!
//! Counts, not measurements: a multiplication and an addition are two operations, softmax, normalisations and RoPE are left
//! out. [`PRESETS`] are real configurations, and what we count of them is compared with what their makers published.

pub mod cache;
pub mod cost;
pub mod embedding;
pub mod model;
pub mod parameters;
mod presets;

pub use model::{Attention, Mlp, Model, Norms, Reach, Window};
pub use parameters::{Parameters, Part};
pub use presets::{PRESETS, by_id, ids};
