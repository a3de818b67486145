//! Numbers to pixels, without a DOM: colour maps and cell rasters.

pub mod colormap;
pub mod paint;
