//! Input as it arrives: decoded, validated and bounded.

pub mod audio;
pub mod chirp;
pub mod image;
pub mod image_file;
pub mod text;
