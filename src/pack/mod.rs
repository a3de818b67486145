//! The compact vocabulary packs that we ship: their format and its reader.
