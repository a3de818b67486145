//! The page, a crate of its own: it is compiled for size, where the maths is compiled for speed, and nothing in the
//! maths can name it. [`state`], [`strings`], [`schemes`] and [`load_error`] are plain Rust; the rest needs a browser.

// The page speaks of the house's folders by their names.
use locus::{attention, compute, economics, pack, picture, pipeline, position, signal, tokenize};
#[cfg(target_arch = "wasm32")]
use locus::{embed, matrix, measured};

pub mod data_names;
pub mod lesson;
pub mod load_error;
pub mod offline_facts;
pub mod schemes;
pub mod sound_facts;
pub mod state;
pub mod strings;

#[cfg(target_arch = "wasm32")]
mod api;
#[cfg(target_arch = "wasm32")]
mod download;
#[cfg(target_arch = "wasm32")]
mod driver;
#[cfg(target_arch = "wasm32")]
mod engine;
#[cfg(target_arch = "wasm32")]
mod export;
#[cfg(target_arch = "wasm32")]
mod framed;
#[cfg(target_arch = "wasm32")]
mod gate;
#[cfg(target_arch = "wasm32")]
mod gpu;
#[cfg(target_arch = "wasm32")]
mod idle;
#[cfg(target_arch = "wasm32")]
mod image;
#[cfg(target_arch = "wasm32")]
mod input;
#[cfg(target_arch = "wasm32")]
mod location;
#[cfg(target_arch = "wasm32")]
mod offline;
#[cfg(target_arch = "wasm32")]
mod packs;
#[cfg(target_arch = "wasm32")]
mod panel;
#[cfg(target_arch = "wasm32")]
mod parcel;
#[cfg(target_arch = "wasm32")]
mod parts;
#[cfg(target_arch = "wasm32")]
mod positions;
#[cfg(target_arch = "wasm32")]
mod rail;
#[cfg(target_arch = "wasm32")]
mod save_as;
#[cfg(target_arch = "wasm32")]
mod share;
#[cfg(target_arch = "wasm32")]
mod shell;
#[cfg(target_arch = "wasm32")]
mod sound;
#[cfg(target_arch = "wasm32")]
mod store;
#[cfg(target_arch = "wasm32")]
mod theme;
#[cfg(target_arch = "wasm32")]
mod vocabulary;
#[cfg(target_arch = "wasm32")]
mod widget;
#[cfg(target_arch = "wasm32")]
mod worker;

/// Mounts the page into the document body.
#[cfg(target_arch = "wasm32")]
pub fn mount() {
    console_error_panic_hook::set_once();
    if let Some(boot) = leptos::prelude::document().get_element_by_id("boot") {
        boot.remove();
    }
    leptos::mount::mount_to_body(shell::App);
}
