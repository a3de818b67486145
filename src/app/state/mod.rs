//! One schema for everything that the reader can set: it drives the URL hash, the controls, `window.locus`
//! and the table in the README. Plain Rust, tested on the host.

mod apply;
mod compare;
mod economics;
mod field;
pub mod file;
pub mod hash;
mod lesson;
mod meaning;
pub mod media;
mod own;
mod panels;
mod schema;
mod settings;
pub mod share;
mod side;
mod squeeze;
mod values;

pub use crate::position::alibi::MAX_SLOPE;
pub use crate::position::parameter::{Kind, Value};
pub use apply::{Notice, Origin, Problem, apply, apply_all};
pub use economics::Economics;
pub use field::Field;
pub use lesson::Lesson;
pub use meaning::Meaning;
pub use media::Media;
pub use panels::{Group, PANELS, Panel, panel, panel_ids, panels};
pub use schema::{LANGS, field, fields};
pub use settings::settings;
pub use share::{Share, Touch};
pub use values::State;
