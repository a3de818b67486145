//! How many tokens a rendered conversation is, also under a tokenizer that is not the template's own.

use super::injection::{Segment, What};

/// The tokens of a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    pub tokens: usize,
    /// Control tokens that the tokenizer does not have; counted are the tokens of their text.
    pub as_text: usize,
}

/// Counts the tokens of `rendered`. `has` says whether the tokenizer has a control token that is written so, `count` how
/// many tokens it makes of a text; what lies between two control tokens is encoded together. None if a text is refused.
pub fn total(
    rendered: &str,
    segments: &[Segment],
    has: impl Fn(&str) -> bool,
    count: impl Fn(&str) -> Option<usize>,
) -> Option<Total> {
    let count = |text: &str| if text.is_empty() { Some(0) } else { count(text) };
    let (mut total, mut start) = (Total::default(), 0);
    for Segment { span, what } in segments {
        let What::Control { .. } = what else { continue };
        if has(rendered.get(span.clone())?) {
            total.tokens += count(rendered.get(start..span.start)?)? + 1;
            start = span.end;
        } else {
            total.as_text += 1;
        }
    }
    total.tokens += count(rendered.get(start..)?)?;
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_token_is_one_where_it_is_known_and_text_where_not() {
        let control = |span| Segment { span, what: What::Control { id: 7, forged: false } };
        let text = |span| Segment { span, what: What::Text { lookalike: false } };
        let segments = [control(0..3), text(3..5), control(5..8)];
        let words = |text: &str| Some(text.chars().count());
        let of = |has: &dyn Fn(&str) -> bool| total("<a>xy<b>", &segments, has, words);
        assert_eq!(of(&|_| true), Some(Total { tokens: 4, as_text: 0 }));
        assert_eq!(of(&|text| text == "<b>"), Some(Total { tokens: 6, as_text: 1 }));
        assert_eq!(of(&|_| false), Some(Total { tokens: 8, as_text: 2 }));
        assert_eq!(total("<a>xy<b>", &segments, |_| true, |_| None), None);
    }
}
