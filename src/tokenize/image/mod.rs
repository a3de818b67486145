//! A picture becomes a sequence of vectors.
//!
//! ```text
//! Image ─ resize ─► S × S pixels ─ normalise ─► S × S × 3 numbers ─ patch ─► N × P²·3 vectors ─ mask ─► some of them
//!                                                     ├─ feature_map: a convolution stack, H′W′ × C
//!                                                     └─ vq: N codes of a codebook
//! ```
//!
//! Pixels as numbers are an array [row, column, channel]. Patches are counted row by row from the top left, from 0.
//! [`budget`] and [`swin`] count tokens without a picture.

pub mod budget;
pub mod feature_map;
pub mod mask;
pub mod normalise;
pub mod patch;
pub mod pool;
pub mod resize;
pub mod swin;
pub mod vq;
