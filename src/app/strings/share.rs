//! The dialog that makes links, what a locked control says, a panel in a frame of another page, and its messages.

use crate::state::file::FileError;

pub struct Share {
    /// On the button, and over the dialog.
    pub title: &'static str,
    pub lead: &'static str,
    /// The same, where the page is a file on the disk.
    pub lead_file: &'static str,
    pub close: &'static str,
    /// By a locked control.
    pub locked: &'static str,
    pub controls: &'static str,
    pub no_controls: &'static str,
    /// What the reader may do with a control, in the order of the columns.
    pub free: &'static str,
    pub lock: &'static str,
    pub hide: &'static str,
    /// The name of one choice for those who hear it: control, choice.
    pub touch: fn(&str, &str) -> String,
    pub panels: &'static str,
    pub panels_hint: &'static str,
    pub language: &'static str,
    pub theme: &'static str,
    pub own: &'static str,
    pub link: &'static str,
    /// How many characters the link has.
    pub length: fn(usize) -> String,
    /// The link has this many characters, more than some programs take.
    pub long: fn(usize) -> String,
    /// … more than the page gives out: so many, the most.
    pub too_long: fn(usize, usize) -> String,
    pub copy: &'static str,
    pub copied: &'static str,
    pub copy_failed: &'static str,
    pub frame: &'static str,
    pub frame_hint: &'static str,
    pub height: &'static str,
    /// The title of the frame: the panel's name.
    pub frame_title: fn(&str) -> String,
    pub file: &'static str,
    pub file_hint: &'static str,
    pub save: &'static str,
    pub load: &'static str,
    pub file_error: fn(&FileError) -> String,
    /// What is not in a link or a file: the reader's own picture or sound.
    pub own_signal: &'static str,
    /// In a frame: the way to the whole page.
    pub open: &'static str,
    pub messages: Messages,
}

/// What is answered to a message that was not understood.
pub struct Messages {
    pub version: &'static str,
    pub id: &'static str,
    pub not_an_object: &'static str,
    pub not_a_string: fn(&str) -> String,
    pub unknown_type: fn(&str) -> String,
    pub no_data: fn(&str) -> String,
}
