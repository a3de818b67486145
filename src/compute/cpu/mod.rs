//! The CPU backend: one thread, 128-bit SIMD in the browser.
