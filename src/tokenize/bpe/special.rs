//! Special and other added tokens: found in the text before anything else, or not at all.
//!
//! As the `tokenizers` crate does it (`AddedVocabulary::find_matches`): from left to right, the longest token that
//! begins at a place wins. Whether text that merely looks like a control token becomes one is exactly this switch.

use std::ops::Range;

/// A token that is not made by merges.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AddedToken {
    pub id: u32,
    pub content: String,
    /// A control token, which says something about the text and is not part of it.
    pub special: bool,
    /// Only found where no letter, digit or mark stands beside it.
    pub single_word: bool,
    /// Takes the white space before it, and behind it.
    pub strip: (bool, bool),
    /// Looked for in the normalised text.
    pub normalized: bool,
}

/// A stretch of text: an added token, or what lies between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub span: Range<usize>,
    /// Index into the tokens.
    pub token: Option<usize>,
}

/// Cuts a text at the tokens of which `counts` is true; the parts cover it.
pub fn split(text: &str, tokens: &[AddedToken], counts: impl Fn(&AddedToken) -> bool) -> Vec<Part> {
    let used: Vec<(usize, &AddedToken)> =
        tokens.iter().enumerate().filter(|(_, token)| !token.content.is_empty() && counts(token)).collect();
    let first_bytes: Vec<bool> = (0..=u8::MAX)
        .map(|byte| used.iter().any(|(_, token)| token.content.as_bytes().first() == Some(&byte)))
        .collect();
    let (mut parts, mut between, mut at) = (Vec::new(), 0, 0);
    while let Some(byte) = text.as_bytes().get(at) {
        let may = first_bytes.get(usize::from(*byte)).copied().unwrap_or_default();
        let found = if may { longest(text, at, &used) } else { None };
        let Some((index, token)) = found else {
            at += 1;
            continue;
        };
        let end = at + token.content.len();
        if token.single_word && touches_word(text, at..end) {
            at = end;
            continue;
        }
        let start = if token.strip.0 { before_space(text, at).max(between) } else { at };
        let end = if token.strip.1 { behind_space(text, end) } else { end };
        if start > between {
            parts.push(Part { span: between..start, token: None });
        }
        parts.push(Part { span: start..end, token: Some(index) });
        (between, at) = (end, end);
    }
    if between < text.len() {
        parts.push(Part { span: between..text.len(), token: None });
    }
    parts
}

fn longest<'a>(text: &str, at: usize, used: &[(usize, &'a AddedToken)]) -> Option<(usize, &'a AddedToken)> {
    let rest = text.get(at..)?;
    let matching = used.iter().filter(|(_, token)| rest.starts_with(&token.content));
    matching.max_by_key(|(_, token)| token.content.len()).copied()
}

fn touches_word(text: &str, span: Range<usize>) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    let behind = text.get(span.end..).and_then(|behind| behind.chars().next());
    before.is_some_and(is_word) || behind.is_some_and(is_word)
}

fn before_space(text: &str, at: usize) -> usize {
    text.get(..at).map_or(at, |before| before.trim_end().len())
}

fn behind_space(text: &str, at: usize) -> usize {
    text.get(at..).map_or(at, |rest| at + rest.len() - rest.trim_start().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(content: &str, strip: (bool, bool)) -> AddedToken {
        let content = content.to_owned();
        AddedToken { id: 0, content, special: true, single_word: false, strip, normalized: false }
    }

    fn parts(text: &str, tokens: &[AddedToken]) -> Vec<(String, Option<usize>)> {
        split(text, tokens, |_| true)
            .into_iter()
            .map(|part| (text[part.span].to_owned(), part.token))
            .collect()
    }

    #[test]
    fn the_longest_token_wins_and_white_space_goes_with_it() {
        let tokens =
            [token("<a>", (false, false)), token("<a><b>", (false, true)), token("狗", (true, false))];
        let expected = [
            ("x", None),
            ("<a>", Some(0)),
            ("<", None),
            ("<a><b> ", Some(1)),
            ("y", None),
            ("  狗", Some(2)),
        ];
        let expected: Vec<_> = expected.map(|(text, token)| (text.to_owned(), token)).into();
        assert_eq!(parts("x<a><<a><b> y  狗", &tokens), expected);
        assert_eq!(parts("", &tokens), []);
        assert!(split("<a>", &tokens, |_| false).iter().all(|part| part.token.is_none()));
    }

    #[test]
    fn a_single_word_is_not_found_inside_another() {
        let tokens = [AddedToken { single_word: true, ..token("dog", (false, false)) }];
        assert_eq!(split("dogs hotdog dog", &tokens, |_| true).last().unwrap().span, 12..15);
    }
}
