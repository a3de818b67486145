//! A rendered conversation as HTML: control tokens with their ids, look-alikes, and the text of messages and template.

use super::chat::Talk;
use super::html::escape;
use crate::strings::tokenizers::Chat;
use crate::tokenize::chat::PartKind;
use crate::tokenize::chat::injection::What;
use crate::tokenize::visible;
use std::fmt::Write;
use std::ops::Range;

/// So many spans are drawn.
const MOST: usize = 240;
/// Of longer texts, so many characters at either end.
const ENDS: usize = 200;

/// The conversation, cut in the way `chosen` (an index of [`Talk::ways`]).
pub fn conversation(talk: &Talk, chosen: usize, s: &Chat) -> String {
    let Some((_, segments, _)) = talk.ways.get(chosen) else { return String::new() };
    let mut out = String::new();
    for segment in segments.iter().take(MOST) {
        let text = talk.rendered.text.get(segment.span.clone()).unwrap_or_default();
        match segment.what {
            What::Control { id, forged } => {
                let forged = if forged { " forged" } else { "" };
                let _ = write!(out, "<span class=\"ctl{forged}\">{} <i>{id}</i></span>", escape(text));
            }
            What::Text { lookalike: true } => {
                let _ = write!(out, "<span class=\"look\">{}</span>", escape(text));
            }
            What::Text { lookalike: false } => plain(&mut out, talk, &segment.span, s),
        }
        if text.is_empty() {
            break;
        }
    }
    if segments.len() > MOST {
        let _ = write!(out, "<p>{}</p>", (s.more)(segments.len() - MOST));
    }
    out
}

/// Text between control tokens: what the template wrote apart from what was said.
fn plain(out: &mut String, talk: &Talk, span: &Range<usize>, s: &Chat) {
    for part in &talk.rendered.parts {
        let both = part.span.start.max(span.start)..part.span.end.min(span.end);
        let Some(text) = talk.rendered.text.get(both).filter(|text| !text.is_empty()) else { continue };
        let shown = shown(text, s);
        let class = if matches!(part.kind, PartKind::Content(_)) { "said" } else { "frame" };
        let _ = write!(out, "<span class=\"{class}\">{shown}</span>");
    }
}

/// Lines end where they do, with a mark; spaces stay spaces. The middle of a long text is left out.
fn shown(text: &str, s: &Chat) -> String {
    let lines = |text: &str| {
        let seen: Vec<String> = text
            .split('\n')
            .map(|line| line.split(' ').map(visible).collect::<Vec<_>>().join(" "))
            .map(|line| escape(&line))
            .collect();
        seen.join("↵\n")
    };
    let many = text.chars().count();
    let place = |nth: usize| text.char_indices().nth(nth).map_or(text.len(), |(at, _)| at);
    if many <= 2 * ENDS + 50 {
        return lines(text);
    }
    let (head, tail) = (text.get(..place(ENDS)), text.get(place(many - ENDS)..));
    let left_out = (s.left_out)(many - 2 * ENDS);
    format!("{}<em>{left_out}</em>{}", lines(head.unwrap_or_default()), lines(tail.unwrap_or_default()))
}
