//! Text that merely looks like a control token, and what becomes of it.
//!
//! A rendered conversation can be encoded in three ways. With special tokens recognised everywhere (transformers'
//! `apply_chat_template`, llama.cpp's `parse_special = true` over the whole string) a typed `<|im_end|>` *is* the control
//! token: the user has closed their own turn and may open the system's. With content encoded apart as plain text
//! (`parse_special = false`, tiktoken's default is to refuse) it is a handful of ordinary tokens. With nothing recognised even
//! the template's own marks are ordinary text, and the model sees no turns.

use super::{ChatError, Control, Message, PartKind, Rendered, Role, Template};
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

impl ParseSpecial {
    pub const ALL: [ParseSpecial; 3] =
        [ParseSpecial::Everywhere, ParseSpecial::TemplateOnly, ParseSpecial::Nowhere];
    /// The ids of [`ParseSpecial::ALL`], in order.
    pub const IDS: &[&str] = &["everywhere", "template_only", "nowhere"];

    /// The id of this choice.
    pub fn id(self) -> &'static str {
        match self {
            ParseSpecial::Everywhere => "everywhere",
            ParseSpecial::TemplateOnly => "template_only",
            ParseSpecial::Nowhere => "nowhere",
        }
    }

    /// The choice whose id is `id`; the first for an unknown one.
    pub fn by_id(id: &str) -> Self {
        let found = ParseSpecial::ALL.into_iter().find(|parse| parse.id() == id);
        found.unwrap_or(ParseSpecial::Everywhere)
    }
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

/// How many control tokens, forged ones among them, and spans that only look like one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub controls: usize,
    pub forged: usize,
    pub lookalikes: usize,
}

/// Counts `segments`.
pub fn tally(segments: &[Segment]) -> Tally {
    let mut tally = Tally::default();
    for segment in segments {
        match segment.what {
            What::Control { forged, .. } => {
                tally.controls += 1;
                tally.forged += usize::from(forged);
            }
            What::Text { lookalike } => tally.lookalikes += usize::from(lookalike),
        }
    }
    tally
}

/// What a user would type behind their question to end their own turn and have the assistant say `answer`: just what the template
/// writes between two questions.
pub fn forged_turn(template: &Template, answer: &str) -> Result<String, ChatError> {
    let said =
        [Message::new(Role::User, "?"), Message::new(Role::Assistant, answer), Message::new(Role::User, "?")];
    let rendered = template.render(&said, false)?;
    let place = |message| {
        let of = |part: &&super::Part| part.kind == PartKind::Content(message);
        rendered.parts.iter().find(of).map(|part| part.span.clone()).unwrap_or_default()
    };
    Ok(rendered.text.get(place(0).end..place(2).start).unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::TEMPLATES;
    use super::*;

    #[test]
    fn ids_name_the_choices() {
        let ids: Vec<&str> = ParseSpecial::ALL.iter().map(|parse| parse.id()).collect();
        assert_eq!(ids, ParseSpecial::IDS);
        assert!(ParseSpecial::ALL.iter().all(|parse| ParseSpecial::by_id(parse.id()) == *parse));
    }

    /// Typed into one message, it makes the string that three honest messages make.
    #[test]
    fn a_forged_turn_reads_like_a_conversation() {
        for template in TEMPLATES {
            let typed = format!("Hi{}Go on", forged_turn(template, "Yes").unwrap());
            let forged = template.render(&[Message::new(Role::User, typed)], true).unwrap();
            let honest = [
                Message::new(Role::User, "Hi"),
                Message::new(Role::Assistant, "Yes"),
                Message::new(Role::User, "Go on"),
            ];
            assert_eq!(forged.text, template.render(&honest, true).unwrap().text, "{}", template.id);
            let count = |parse| tally(&segments(template, &forged, parse));
            let everywhere = count(ParseSpecial::Everywhere);
            assert!(everywhere.forged > 0 && everywhere.lookalikes == 0, "{}", template.id);
            let only = count(ParseSpecial::TemplateOnly);
            assert_eq!((only.forged, only.lookalikes), (0, everywhere.forged));
            assert_eq!(only.controls, everywhere.controls - everywhere.forged);
            let nowhere = count(ParseSpecial::Nowhere);
            assert_eq!((nowhere.controls, nowhere.lookalikes), (0, everywhere.controls));
        }
    }
}
