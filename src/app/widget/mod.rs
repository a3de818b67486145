//! Building blocks of the panels: controls, strips, pictures.

mod badge;
mod choice;
mod clocks;
mod heatmap;
mod notice;
mod number_list;
mod plot;
mod readout;
mod resize;
mod roving;
mod sheet;
mod sight;
mod skip;
mod slider;
mod sortable;
mod strip;
mod swipe;
mod terms;
mod thumbs;
mod trust;

pub use badge::Badge;
pub use choice::Choice;
pub use clocks::Clocks;
pub use heatmap::{Heat, Heatmap};
pub use notice::{KeyNotice, Notices, sentence};
pub use number_list::NumberList;
pub use plot::{Axis, Curve, Curves, Grab, LEFT, Level, Plot, RIGHT};
pub use readout::Readout;
pub use sheet::{Sheet, begins_folded};
pub use skip::{PANEL, SkipLink};
pub use slider::{Preset, Slider};
pub use sortable::Sortable;
pub use strip::Strip;
pub use terms::TermBars;
pub use thumbs::Thumbs;
pub use trust::Trust;
