//! One schema for everything that the reader can set: it drives the URL hash, the controls, `window.locus`
//! and the table in the README. Plain Rust, tested on the host.

mod apply;
mod field;
pub mod hash;
mod schema;
mod settings;

pub use apply::{Notice, Origin, Problem, apply};
pub use field::{Field, Kind, Value};
pub use schema::{FIELDS, LANGS, MAX_SLOPE, PANELS, State, field};
pub use settings::settings;
