//! Input as it arrives: decoded, validated and bounded.

pub mod audio;
pub mod audio_file;
pub mod chirp;
pub mod image;
pub mod image_file;
pub mod text;
pub mod wav;
