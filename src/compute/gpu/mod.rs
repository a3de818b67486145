//! The WebGPU backend.
