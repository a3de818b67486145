//! Text that merely looks like a control token, and what becomes of it.
//!
//! A rendered conversation can be encoded in three ways. With special tokens recognised everywhere (transformers'
//! `apply_chat_template`, llama.cpp's `parse_special = true` over the whole string) a typed `<|im_end|>` *is* the control
//! token: the user has closed their own turn and may open the system's. With content encoded apart as plain text
//! (`parse_special = false`, tiktoken's default is to refuse) it is a handful of ordinary tokens. With nothing recognised even
//! the template's own marks are ordinary text, and the model sees no turns.

use super::{Control, PartKind, Rendered, Template};
use std::ops::Range;

/// Where special tokens are recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseSpecial {
    /// In the whole string.
    Everywhere,
    /// Only where the template wrote them; content is plain text.
    TemplateOnly,
    /// Nowhere.
    Nowhere,
}

/// A span of the rendered string and how it is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    pub span: Range<usize>,
    pub what: What,
}

/// How a span is encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// As one id. `forged` where no template wrote it: it came with the content of a message.
    Control { id: u32, forged: bool },
    /// By the tokenizer, like any text. `lookalike` where it reads like a control token.
    Text { lookalike: bool },
}

/// The rendered string cut into control tokens and plain text. The segments follow each other and cover it.
///
/// Control tokens are found from left to right, the longest first, as the `tokenizers` crate finds added tokens.
pub fn segments(template: &Template, rendered: &Rendered, parse: ParseSpecial) -> Vec<Segment> {
    let mut out: Vec<Segment> = Vec::new();
    let mut at = 0;
    while at < rendered.text.len() {
        let rest = rendered.text.get(at..).unwrap_or_default();
        let (length, what) = match longest(template.controls, rest) {
            Some(control) => {
                let span = at..at + control.text.len();
                (control.text.len(), classify(rendered, &span, control, parse))
            }
            None => (rest.chars().next().map_or(1, char::len_utf8), What::Text { lookalike: false }),
        };
        match out.last_mut() {
            Some(last) if last.what == what && what == (What::Text { lookalike: false }) => {
                last.span.end = at + length;
            }
            _ => out.push(Segment { span: at..at + length, what }),
        }
        at += length;
    }
    out
}

fn classify(rendered: &Rendered, span: &Range<usize>, control: &Control, parse: ParseSpecial) -> What {
    let written = rendered.parts.iter().any(|part| part.kind == PartKind::Control && part.span == *span);
    let recognised = match parse {
        ParseSpecial::Everywhere => true,
        ParseSpecial::TemplateOnly => written,
        ParseSpecial::Nowhere => false,
    };
    if recognised {
        What::Control { id: control.id, forged: !written }
    } else {
        What::Text { lookalike: true }
    }
}

/// The longest control token that `text` begins with.
fn longest<'a>(controls: &'a [Control], text: &str) -> Option<&'a Control> {
    controls.iter().filter(|control| text.starts_with(control.text)).max_by_key(|control| control.text.len())
}

/// The control ids that content would become if special tokens were recognised in it: what a server should refuse or escape.
pub fn forged(template: &Template, rendered: &Rendered) -> Vec<Segment> {
    let all = segments(template, rendered, ParseSpecial::Everywhere);
    all.into_iter().filter(|segment| matches!(segment.what, What::Control { forged: true, .. })).collect()
}
