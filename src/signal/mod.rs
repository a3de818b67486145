//! Input as it arrives: decoded, validated and bounded.

pub mod text;
