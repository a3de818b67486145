//! A picture and its numbers as files: what is on the screen, with its title, its parameters, the link that opens it again
//! and whom to cite. Plain Rust: the page only paints what [`scene`] lays out and hands the bytes to the browser.
//!
//! Every file is made from the same [`Numbers`], which the picture and its table twin are made of too.

pub mod about;
pub mod csv;
pub mod frame;
pub mod grids;
pub mod json;
pub mod letters;
pub mod npy;
pub mod numbers;
pub mod png_text;
pub mod points;
pub mod scene;
pub mod svg;
pub mod table;

pub use about::About;
pub use numbers::{Grid, Numbers, Pixels, Table, Value};
pub use scene::{Inks, Item, Scene};
