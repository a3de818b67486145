//! The panels of a picture, and what the panels of the later stages show of it.

mod attention;
mod budgets;
mod cards;
mod codes;
mod common;
mod export;
mod features;
mod projection;
mod resampler;
mod signal;
mod similarity;
mod swin;
mod tokens;
mod unrolled;

pub use attention::Attended;
pub use common::TooLarge;
pub use projection::Projected;
pub use signal::Signal;
pub use similarity::Similarity;
pub use tokens::Tokens;

use crate::store::Store;
use leptos::prelude::*;

/// Whether the signal is a picture.
pub fn is_shown(store: Store) -> Memo<bool> {
    store.get(|s| s.mode == "image")
}
