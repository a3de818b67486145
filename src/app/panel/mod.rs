//! One panel per stage of the picture, and one for the order of tokens. Adding a panel is one file, one line
//! in `state/panels.rs` and one here.

mod around;
mod attention;
mod compare;
mod complaint;
mod context;
mod economics;
mod image;
mod long;
mod meaning;
mod microscope;
mod mixed;
mod outdated;
mod permutation;
mod position;
mod resting;
mod scheme_controls;
pub mod shared;
mod signal;
mod sound;
mod tokenizers;
mod tokens;
mod training;
mod vectors;

pub use around::kv_heads;
pub use context::lab_numbers;
pub use long::LongEngine;
pub use long::{data as long_data, is_behind as long_is_behind, refused as long_refused};
pub use shared::entry;
pub use tokens::vocabulary_name;

use super::parts::{self, Part, Place};
use super::state::{Group, panel};
use super::store::Store;
use leptos::prelude::*;

/// The panel that the state names; while its part of the page is on its way, what stood before.
#[component]
pub fn Panel() -> impl IntoView {
    let shown = parts::shown(Store::here());
    move || shown.get().and_then(parts::view)
}

/// Where the panel of a state is found. Every other mode than text has a signal and tokens of its own.
pub fn place(panel: &'static str, mode: &str) -> Place {
    match (panel, mode) {
        ("permutation", _) => (None, panel),
        ("signal", "image") => (Some(Part::Media), "image_signal"),
        ("tokens", "image") => (Some(Part::Media), "image_tokens"),
        ("signal", "audio") => (Some(Part::Media), "sound_signal"),
        ("tokens", "audio") => (Some(Part::Media), "sound_tokens"),
        ("signal", "mixed") => (Some(Part::Media), "mixed_signal"),
        ("tokens", "mixed") => (Some(Part::Media), "mixed_tokens"),
        _ => (Some(part(panel)), panel),
    }
}

/// The part that holds what has a single view.
fn part(id: &str) -> Part {
    match panel(id).map(|panel| panel.group) {
        Some(Group::Stage) => Part::Stages,
        Some(Group::Words) => Part::Words,
        Some(Group::Lab) | None => Part::Labs,
    }
}

/// The panel that a page without a link opens with: the first picture needs no part that comes later.
pub fn first() -> AnyView {
    view! { <permutation::Permutation/> }.into_any()
}

/// A view of [`Part::Stages`].
pub fn stages(name: &'static str) -> AnyView {
    match name {
        "tokens" => view! { <tokens::Tokens/> }.into_any(),
        "vectors" => view! { <vectors::Vectors/> }.into_any(),
        "position" => view! { <position::Position/> }.into_any(),
        "attention" => view! { <attention::Attention/> }.into_any(),
        _ => view! { <signal::Signal/> }.into_any(),
    }
}

/// A view of [`Part::Media`].
pub fn media(name: &'static str) -> AnyView {
    match name {
        "image_tokens" => view! { <image::Tokens/> }.into_any(),
        "sound_signal" => view! { <sound::SoundSignal/> }.into_any(),
        "sound_tokens" => view! { <sound::SoundTokens/> }.into_any(),
        "mixed_signal" => view! { <mixed::Mixed/> }.into_any(),
        "mixed_tokens" => view! { <mixed::Tokens/> }.into_any(),
        _ => view! { <image::Signal/> }.into_any(),
    }
}

/// A view of [`Part::Labs`].
pub fn labs(name: &'static str) -> AnyView {
    match name {
        "long" => view! { <long::Long/> }.into_any(),
        "context" => view! { <context::Context/> }.into_any(),
        "around" => view! { <around::Around/> }.into_any(),
        _ => view! { <compare::Compare/> }.into_any(),
    }
}

/// A view of [`Part::Tools`]: no panel, but it comes as one.
pub fn tools(_name: &'static str) -> AnyView {
    view! { <crate::share::Dialog/> }.into_any()
}

/// A view of [`Part::Words`].
pub fn words(name: &'static str) -> AnyView {
    match name {
        "training" => view! { <training::Training/> }.into_any(),
        "microscope" => view! { <microscope::Microscope/> }.into_any(),
        "tokenizers" => view! { <tokenizers::Tokenizers/> }.into_any(),
        "economics" => view! { <economics::Economics/> }.into_any(),
        "meaning" => view! { <meaning::Meaning/> }.into_any(),
        _ => ().into_any(),
    }
}

/// A view of [`Part::Lessons`], which stand above the panels.
pub fn lessons(name: &'static str) -> AnyView {
    crate::lesson::view(name)
}
