//! Input as it arrives: decoded, validated and bounded.

pub mod image;
pub mod image_file;
pub mod text;
