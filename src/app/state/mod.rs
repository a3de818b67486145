//! One schema for every control.
