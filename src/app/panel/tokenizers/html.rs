//! The blocks of a line as HTML: made of strings, since a picture of a thousand blocks must stand within a frame.

use super::lane::{Cut, Seen};
use crate::picture::token_rows::{Line, TokenRows, cells};
use crate::tokenize::align::Block;
use crate::tokenize::{Token, visible};
use std::fmt::Write;

/// Width of a cell in CSS pixels: a letter of the blocks' font, and a little.
pub const CELL: f64 = 10.0;
/// Height of a row, and of the space between two lines.
pub const ROW: f64 = 38.0;
pub const SPACE: f64 = 14.0;

/// Bytes are written smaller than text.
const SMALL: f64 = 0.7;
/// The edges of a piece, in cells.
const EDGE: f64 = 0.7;

/// How many cells a block wants beyond its text.
pub fn wanted(cut: &Cut, text: &str, block: &Block) -> f64 {
    let tokens = cut.tokens.get(block.tokens.clone()).unwrap_or_default();
    match tokens {
        [_] if !block.columns.is_empty() => 0.0,
        pieces => pieces.iter().map(|token| cells(&piece(text, token)) * SMALL + EDGE).sum(),
    }
}

/// What is written for one of several tokens of a character: its text, its bytes, or the vocabulary's spelling.
fn piece(text: &str, token: &Token) -> String {
    if token.span.is_empty() {
        return visible(&token.piece);
    }
    text.get(token.span.clone()).map_or_else(
        || {
            let bytes = text.as_bytes().get(token.span.clone()).unwrap_or_default();
            bytes.iter().map(|byte| format!("{byte:02X}")).collect()
        },
        visible,
    )
}

/// `text` as HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The rows of a line; `names` stand before them, in `gutter` pixels.
pub fn line(seen: &Seen, rows: &TokenRows, line: &Line, names: &[String], gutter: f64) -> String {
    let mut out = String::with_capacity(seen.cuts.len() * line.columns.len() * 64);
    for (at, cut) in seen.cuts.iter().enumerate() {
        let name = escape(names.get(at).map_or("", String::as_str));
        let _ = write!(
            out,
            "<div class=\"tkrow\" data-row=\"{at}\"><span class=\"tkname\" style=\"width:{:.0}px\">{name}</span>",
            gutter - 8.0
        );
        let blocks = seen.alignment.rows.get(at).map_or(&[][..], Vec::as_slice);
        let first = blocks.partition_point(|block| block.columns.end < line.columns.start);
        let here = blocks.iter().enumerate().skip(first);
        for (index, of) in here.take_while(|(_, block)| block.columns.start <= line.columns.end) {
            block(&mut out, seen, cut, rows, line, (index, of), gutter);
        }
        out.push_str("</div>");
    }
    out
}

/// A block, if it stands in `line`.
fn block(
    out: &mut String,
    seen: &Seen,
    cut: &Cut,
    rows: &TokenRows,
    line: &Line,
    (index, block): (usize, &Block),
    gutter: f64,
) {
    let Some(place) = rows.place(block).filter(|place| rows.lines.get(place.line) == Some(line)) else {
        return;
    };
    let tokens = cut.tokens.get(block.tokens.clone()).unwrap_or_default();
    let whole = text_of(seen, block);
    let unknown = if tokens.iter().any(|token| token.unknown) { " unk" } else { "" };
    let shade = if index % 2 == 0 { " even" } else { "" };
    let _ = write!(
        out,
        "<span class=\"tk{unknown}{shade}{}\" data-b=\"{index}\" style=\"left:{:.1}px;width:{:.1}px\">",
        if block.columns.is_empty() {
            " void"
        } else if tokens.len() > 1 {
            " cut"
        } else {
            ""
        },
        gutter + place.left * CELL,
        place.width * CELL - 1.0,
    );
    if block.columns.is_empty() || tokens.len() > 1 {
        if !block.columns.is_empty() {
            let _ = write!(out, "<b>{}</b>", escape(&visible(whole)));
        }
        for token in tokens {
            let _ = write!(out, "<i>{}</i>", escape(&piece(&seen.text, token)));
        }
    } else {
        out.push_str(&escape(&visible(whole)));
    }
    out.push_str("</span>");
}

/// The characters under a block.
pub fn text_of<'a>(seen: &'a Seen, block: &Block) -> &'a str {
    let columns = seen.alignment.columns.get(block.columns.clone()).unwrap_or_default();
    let bytes = columns.first().zip(columns.last()).map(|(first, last)| first.start..last.end);
    bytes.and_then(|bytes| seen.text.get(bytes)).unwrap_or_default()
}
