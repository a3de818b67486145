//! Colour maps.
