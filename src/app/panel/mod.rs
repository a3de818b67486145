//! One panel per stage of the picture, and one for the order of tokens. Adding a panel is one file, one line
//! in `state/panels.rs` and one here.

mod around;
mod attention;
mod compare;
mod complaint;
mod context;
mod image;
mod long;
mod mixed;
mod permutation;
mod position;
mod resting;
mod scheme_controls;
pub mod shared;
mod signal;
mod sound;
mod tokens;
mod vectors;

pub use around::kv_heads;
pub use context::lab_numbers;
pub use long::LongEngine;
pub use long::{data as long_data, is_behind as long_is_behind};
pub use shared::entry;
pub use tokens::vocabulary_name;

use super::store::Store;
use leptos::prelude::*;

/// The panel that the state names.
#[component]
pub fn Panel() -> impl IntoView {
    let store = Store::here();
    let panel = store.get(|s| s.panel);
    let is_picture = image::is_shown(store);
    let is_sound = store.get(|s| s.mode == "audio");
    let is_mixed = store.get(|s| s.mode == "mixed");
    move || match panel.get() {
        "signal" if is_picture.get() => view! { <image::Signal/> }.into_any(),
        "tokens" if is_picture.get() => view! { <image::Tokens/> }.into_any(),
        "signal" if is_sound.get() => view! { <sound::SoundSignal/> }.into_any(),
        "tokens" if is_sound.get() => view! { <sound::SoundTokens/> }.into_any(),
        "signal" if is_mixed.get() => view! { <mixed::Mixed/> }.into_any(),
        "tokens" if is_mixed.get() => view! { <mixed::Tokens/> }.into_any(),
        "signal" => view! { <signal::Signal/> }.into_any(),
        "tokens" => view! { <tokens::Tokens/> }.into_any(),
        "vectors" => view! { <vectors::Vectors/> }.into_any(),
        "position" => view! { <position::Position/> }.into_any(),
        "long" => view! { <long::Long/> }.into_any(),
        "context" => view! { <context::Context/> }.into_any(),
        "attention" => view! { <attention::Attention/> }.into_any(),
        "around" => view! { <around::Around/> }.into_any(),
        "compare" => view! { <compare::Compare/> }.into_any(),
        _ => view! { <permutation::Permutation/> }.into_any(),
    }
}
