//! Ids and settings in, every stage's numbers out, in steps small enough for a frame.
//!
//! A [`Pipeline`] keeps what the last settings made and recomputes only what a change touches: a RoPE slider
//! leaves the projections alone, a mask leaves everything but the softmax. [`Pipeline::step`] does one
//! bounded piece of the work that is left, so that the page stays live at any size.

mod around;
mod compare;
mod experiment;
mod long;
pub mod properties;
mod queue;
mod settings;
mod stages;

pub use around::{Beside, FullyRotated, Latent, MAX_DEPTH, criteria};
pub use compare::{Compare, difference, moved};
pub use experiment::{experiment_size, rotated, whole_order};
pub use long::{Blocks, Grid, LongPicture, LongStep, OVERVIEW, Span};
pub use queue::{Pipeline, Step};
pub use settings::{MAX_TOKENS, Settings};
