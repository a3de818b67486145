//! Taking a picture away: a button beside every picture that saves it and its numbers as files, copies it or prints the
//! page; and `locus.export`, which does the same for scripts. What makes the files is fetched when it is first wanted.

mod button;
mod entries;
mod module;
mod print;
mod work;

pub use button::Save;
pub use entries::{Entry, find, names};
pub use module::prefetch;
pub use print::{PrintNote, follow as follow_print};

use crate::store::Store;
use crate::theme;
use crate::widget::{Curves, Mark};
pub use locus::export::{Grid, Pixels, Scene, Table, Value};

/// The width for which a picture is laid out that stands in a file.
pub const ROOM: f64 = locus::export::frame::ROOM;

/// The present colours of everything that stands for no number.
pub fn inks() -> locus::export::Inks {
    locus::export::Inks {
        paper: theme::color("--card"),
        ink: theme::color("--ink"),
        soft: theme::color("--soft"),
        line: theme::color("--line"),
    }
}

/// What a picture hands over: its numbers, and how they are drawn.
pub enum Source {
    /// Matrices of one shape.
    Grids(Vec<Grid>),
    /// A plot. Its numbers are its curves' points, or those of `table`.
    Plot {
        curves: Curves,
        marks: Vec<Mark>,
        table: Option<Table>,
    },
    /// A picture that its own card lays out, and its numbers.
    Drawn {
        scene: Scene,
        table: Table,
    },
    Table(Table),
}

/// The formats, in the order of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Png,
    Svg,
    Csv,
    Json,
    Npy,
}

impl Format {
    pub const ALL: [Format; 5] = [Format::Png, Format::Svg, Format::Csv, Format::Json, Format::Npy];

    /// Ending of the file's name, and what scripts call the format.
    pub fn id(self) -> &'static str {
        match self {
            Format::Png => "png",
            Format::Svg => "svg",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Npy => "npy",
        }
    }

    /// The format that is called `id`.
    pub fn of(id: &str) -> Option<Self> {
        Format::ALL.into_iter().find(|format| format.id() == id)
    }

    fn media_type(self) -> &'static str {
        match self {
            Format::Png => "image/png",
            Format::Svg => "image/svg+xml",
            Format::Csv => "text/csv;charset=utf-8",
            Format::Json => "application/json",
            Format::Npy => "application/octet-stream",
        }
    }
}

/// Why there is no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The picture does not stand yet.
    Nothing,
    /// The settings cannot be computed, and what stands is of others.
    Outdated,
    /// More numbers than a file is made of.
    TooLarge,
    /// What makes the files did not come from the host.
    #[cfg_attr(not(feature = "split"), allow(dead_code))] // there nothing has to come
    Network,
    /// The browser made no image of the canvas.
    Canvas,
    /// The browser gives no access to the clipboard.
    Clipboard,
}

impl Failure {
    /// The sentence for the reader.
    pub fn sentence(self, store: Store) -> &'static str {
        let s = store.strings_untracked().export;
        match self {
            Failure::Nothing => s.nothing,
            Failure::Outdated => s.outdated,
            Failure::TooLarge => s.too_large,
            Failure::Network => s.network,
            Failure::Canvas => s.canvas,
            Failure::Clipboard => s.clipboard,
        }
    }
}

/// The file of one picture.
pub async fn file(store: Store, entry: Entry, format: Format) -> Result<web_sys::Blob, Failure> {
    module::make(work::Job { store, entry, format }).await
}
