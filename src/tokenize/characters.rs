//! One token per character; the id is the Unicode code point, as in CANINE (Clark et al. 2022, TACL,
//! arXiv:2103.06874). Needs no vocabulary file, so the first picture waits for nothing.

use super::Token;

/// The tokens of `text`: one per Unicode scalar value.
pub fn encode(text: &str) -> Vec<Token> {
    text.char_indices()
        .map(|(at, c)| Token {
            id: c.into(),
            piece: c.to_string(),
            span: at..at + c.len_utf8(),
            unknown: false,
        })
        .collect()
}

/// The character of an id.
pub fn piece(id: u32) -> Option<String> {
    char::from_u32(id).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_code_points_and_spans_cover_the_text() {
        let text = "狗a\u{1f680}";
        let tokens = encode(text);
        assert_eq!(tokens.iter().map(|t| t.id).collect::<Vec<_>>(), [0x72d7, 0x61, 0x1f680]);
        assert_eq!(tokens.iter().map(|t| &text[t.span.clone()]).collect::<String>(), text);
        assert!(tokens.iter().all(|t| piece(t.id).as_deref() == Some(t.piece.as_str())));
    }
}
