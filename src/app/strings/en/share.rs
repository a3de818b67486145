//! Links, frames and files of the state in English.

use crate::picture::format::grouped;
use crate::state::file::FileError;
use crate::strings::share::{Messages, Share};

pub const SHARE: Share = Share {
    title: "Share",
    lead_file: "This page is a file: its links open only here, where the file lies. A saved state opens in every Locus. Choose what the reader may change.",
    lead: "The link opens exactly this state, on any device. Choose what its reader may change.",
    close: "Close",
    locked: "locked by this link",
    controls: "Controls on this panel",
    no_controls: "This panel has no controls.",
    free: "Free",
    lock: "Locked",
    hide: "Hidden",
    touch: |control, touch| format!("{control}: {touch}"),
    panels: "Panels",
    panels_hint: "The reader sees the panels that are checked.",
    language: "Language",
    theme: "Theme",
    own: "the reader’s own",
    link: "Link",
    length: |n| format!("{} characters", grouped(n as u64)),
    long: |n| {
        format!("{} characters. Some mail and chat programs cut links of more than 2,000.", grouped(n as u64))
    },
    too_long: |n, most| {
        format!(
            "The text makes this link {} characters long, and the limit is {}. Save a state file instead.",
            grouped(n as u64),
            grouped(most as u64)
        )
    },
    copy: "Copy",
    copied: "Copied",
    copy_failed: "Select and copy it",
    frame: "In another page",
    frame_hint: "This panel alone, as a frame. EMBED.md describes a script that adjusts the height, and the messages.",
    height: "Height",
    frame_title: |panel| format!("Locus: {panel}"),
    file: "As a file",
    file_hint: "Holds the same state, however long the text is.",
    save: "Save state file",
    load: "Open state file",
    file_error: |error| match error {
        FileError::TooLong { bytes } => {
            format!("{} bytes are too many for a state file; nothing was changed.", grouped(*bytes as u64))
        }
        FileError::NotJson { line, column } => {
            format!("This is not JSON: reading stopped at line {line}, column {column}; nothing was changed.")
        }
        FileError::NotAState => "This is JSON, but no state file of Locus; nothing was changed.".into(),
    },
    own_signal: "A picture or sound of your own stays on this device: neither link nor file carries it.",
    open: "Open in Locus",
    messages: Messages {
        version: "This frame speaks locus/1: a message needs locus: 1.",
        id: "The id of a message is a number or a string of at most 100 characters.",
        not_an_object: "A message of type set needs a state such as { scheme: 'rope' }.",
        not_a_string: |name| format!("The message needs {name}, a string."),
        unknown_type: |name| {
            format!("There is no message of type “{name}”: it can be set, get, export, theme or lang.")
        },
        no_data: |name| format!("There are no numbers named “{name}” now."),
    },
};
