//! Tests that need a browser: the WebGPU backend against the plain f64 reference, its pictures against the
//! plain colour rule, and what happens when a GPU is absent, refuses or goes away.
//!
//! ```text
//! CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner CHROMEDRIVER=/usr/bin/chromedriver \
//!     cargo test --target wasm32-unknown-unknown --test browser
//! ```
//!
//! `webdriver.json` beside Cargo.toml holds the browser's flags: a software adapter, so that no GPU is needed.
//! On the host there is no browser and nothing is tested here.
#![cfg(target_arch = "wasm32")]

mod canvas; // first here, last to run
mod case;
mod gpu_absent;
mod gpu_long;
mod gpu_lost;
mod gpu_paint;
mod gpu_parity;
mod gpu_time;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
