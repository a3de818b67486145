//! Building blocks of the panels: controls, strips, pictures.

mod badge;
mod choice;
mod clocks;
mod heatmap;
mod notice;
mod plot;
mod readout;
mod resize;
mod slider;
mod sortable;
mod strip;
mod terms;
mod thumbs;
mod trust;

pub use badge::Badge;
pub use choice::Choice;
pub use clocks::Clocks;
pub use heatmap::{Heat, Heatmap};
pub use notice::{KeyNotice, Notices, sentence};
pub use plot::{Axis, Curve, Curves, Grab, Plot};
pub use readout::Readout;
pub use slider::{Preset, Slider};
pub use sortable::Sortable;
pub use strip::Strip;
pub use terms::TermBars;
pub use thumbs::Thumbs;
pub use trust::Trust;
