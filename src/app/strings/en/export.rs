//! Taking a picture away, in English.

use crate::strings::export::Export;

pub const EXPORT: Export = Export {
    save: "Save …",
    label: "Save this picture and its numbers",
    copy: "Copy as image",
    print: "Print",
    saved: |file| format!("Saved as {file}."),
    copied: "Copied as an image.",
    nothing: "There is no picture to save yet.",
    outdated: "These settings cannot be computed, so there is no picture of them to save.",
    too_large: "This has more than four million numbers, too many for one file.",
    network: "The part of the page that writes files could not be fetched; try again when the network is back.",
    canvas: "The browser made no image of this picture; the number formats still work.",
    clipboard: "The browser does not let this page copy images; save it as PNG instead.",
    no_picture: |name, all| format!("No picture here is called “{name}”; there are: {all}."),
    no_format: |format, all| format!("“{format}” is no format; there are: {all}."),
};
