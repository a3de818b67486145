//! Tokens that share a character are shown together.
//!
//! A byte-level token can be half a character, and an emoji of several code points can be many tokens. Showing such
//! a token alone would need a replacement mark; showing the whole character over its tokens does not.

use super::Token;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// A run of tokens under the text that they make up together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The characters that the tokens touch, whole. Empty for a token that covers no input.
    pub text: String,
    /// Indices of the tokens.
    pub tokens: Range<usize>,
}

/// The smallest runs of consecutive tokens such that no user-perceived character (extended grapheme cluster, Unicode
/// annex 29) is in two runs. Every token is in exactly one group, in order.
pub fn groups(text: &str, tokens: &[Token]) -> Vec<Group> {
    let boundaries: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
    let mut runs: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let whole = widen(&boundaries, &token.span);
        match runs.last_mut() {
            Some((bytes, indices)) if whole.start < bytes.end => {
                bytes.start = bytes.start.min(whole.start);
                bytes.end = bytes.end.max(whole.end);
                indices.end = index + 1;
            }
            _ => runs.push((whole, index..index + 1)),
        }
    }
    let group = |(bytes, tokens): (Range<usize>, _)| Group {
        text: text.get(bytes).unwrap_or_default().to_owned(),
        tokens,
    };
    runs.into_iter().map(group).collect()
}

/// The whole characters that a span touches.
fn widen(boundaries: &[usize], span: &Range<usize>) -> Range<usize> {
    let at_or_before = boundaries.partition_point(|boundary| *boundary <= span.start).saturating_sub(1);
    let at_or_after = boundaries.partition_point(|boundary| *boundary < span.end);
    let start = boundaries.get(at_or_before).copied().unwrap_or(span.start);
    let end = boundaries.get(at_or_after).copied().unwrap_or(span.end);
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, spans: &[Range<usize>]) -> Vec<(String, Range<usize>)> {
        let token =
            |span: &Range<usize>| Token { id: 0, piece: String::new(), span: span.clone(), unknown: false };
        let tokens: Vec<Token> = spans.iter().map(token).collect();
        groups(text, &tokens).into_iter().map(|group| (group.text, group.tokens)).collect()
    }

    #[test]
    fn a_split_character_is_shown_whole() {
        assert_eq!(shown("狗a", &[0..2, 2..3, 3..4]), [("狗".into(), 0..2), ("a".into(), 2..3)]);
        assert_eq!(shown("🇨🇳🇺🇸", &[0..3, 3..8, 8..16]), [("🇨🇳".into(), 0..2), ("🇺🇸".into(), 2..3)]);
        assert_eq!(shown("a👨\u{200D}👩", &[0..3, 3..5, 5..8, 8..12]), [("a👨\u{200D}👩".into(), 0..4)]);
    }

    #[test]
    fn tokens_without_input_stand_alone() {
        assert_eq!(shown("狗", &[0..0, 0..3]), [("".into(), 0..1), ("狗".into(), 1..2)]);
        assert_eq!(shown("", &[]), []);
    }

    #[test]
    fn text_that_no_token_covers_is_left_out() {
        assert_eq!(shown("a  b", &[0..1, 3..4]), [("a".into(), 0..1), ("b".into(), 1..2)]);
        assert_eq!(shown("e\u{301}x", &[0..1, 3..4]), [("e\u{301}".into(), 0..1), ("x".into(), 1..2)]);
    }
}
