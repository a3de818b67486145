//! The page.

pub mod state;
pub mod strings;

/// Mounts the page into the document body.
#[cfg(target_arch = "wasm32")]
pub fn mount() {
    console_error_panic_hook::set_once();
}
