//! Numbers to pixels, without a DOM: colour maps, cell rasters, where things stand in a picture.

pub mod axis;
pub mod colormap;
pub mod format;
pub mod gesture;
pub mod labels;
pub mod layout;
pub mod paint;
pub mod scatter;
pub mod thumbnail;
pub mod token_rows;
pub mod viewport;
