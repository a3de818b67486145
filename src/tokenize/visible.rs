//! Characters that cannot be seen, made visible.

use unicode_segmentation::UnicodeSegmentation;

/// `text` with a mark for every whitespace, control, zero-width and bidirectional character. Joiners and variation
/// selectors inside one grapheme (an emoji made of several) stay as they are: there they can be seen by what they do.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for grapheme in text.graphemes(true) {
        if is_drawn_as_one(grapheme) {
            out.push_str(grapheme);
        } else {
            grapheme.chars().for_each(|character| push_visible(&mut out, character));
        }
    }
    out
}

/// A text by its beginning: at most `most` graphemes, and an ellipsis where there are more.
pub fn shortened(text: &str, most: usize) -> String {
    match text.grapheme_indices(true).nth(most) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or(text)),
        None => text.to_owned(),
    }
}

/// Whether a grapheme of several characters begins with ink and does not end on a joiner without a partner.
fn is_drawn_as_one(grapheme: &str) -> bool {
    let inked = |character: Option<char>| character.is_some_and(|c| mark(c).is_none() && !is_hidden(c));
    let (first, last) = (grapheme.chars().next(), grapheme.chars().next_back());
    grapheme.chars().nth(1).is_some() && inked(first) && (inked(last) || last == Some('\u{FE0F}'))
}

fn push_visible(out: &mut String, character: char) {
    match mark(character) {
        Some(mark) => out.push_str(mark),
        None if is_hidden(character) => out.push_str(&format!("‹U+{:04X}›", u32::from(character))),
        None => out.push(character),
    }
}

/// The marks that have a name; all other hidden characters show their code point.
fn mark(character: char) -> Option<&'static str> {
    Some(match character {
        ' ' => "␣",
        '\n' => "↵",
        '\t' => "⇥",
        '\r' => "‹CR›",
        '\0' => "‹NUL›",
        '\u{1B}' => "‹ESC›",
        '\u{7F}' => "‹DEL›",
        '\u{85}' => "‹NEL›",
        '\u{A0}' => "‹NBSP›",
        '\u{AD}' => "‹SHY›",
        '\u{200B}' => "‹ZWSP›",
        '\u{200C}' => "‹ZWNJ›",
        '\u{200D}' => "‹ZWJ›",
        '\u{200E}' => "‹LRM›",
        '\u{200F}' => "‹RLM›",
        '\u{2028}' => "‹LS›",
        '\u{2029}' => "‹PS›",
        '\u{202A}' => "‹LRE›",
        '\u{202B}' => "‹RLE›",
        '\u{202C}' => "‹PDF›",
        '\u{202D}' => "‹LRO›",
        '\u{202E}' => "‹RLO›",
        '\u{202F}' => "‹NNBSP›",
        '\u{2060}' => "‹WJ›",
        '\u{2066}' => "‹LRI›",
        '\u{2067}' => "‹RLI›",
        '\u{2068}' => "‹FSI›",
        '\u{2069}' => "‹PDI›",
        '\u{3000}' => "‹IDSP›",
        '\u{FE0E}' => "‹VS15›",
        '\u{FE0F}' => "‹VS16›",
        '\u{FEFF}' => "‹BOM›",
        _ => return None,
    })
}

/// Characters without ink that change what is around them, or nothing.
fn is_hidden(character: char) -> bool {
    character.is_control()
        || character.is_whitespace()
        || matches!(u32::from(character),
            0x034F | 0x061C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x2061..=0x206F
            | 0x3164 | 0xFE00..=0xFE0F | 0xFFA0 | 0xFFF0..=0xFFFB | 0xE0000..=0xE0FFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_marked() {
        assert_eq!(visible("a b\n\tc"), "a␣b↵⇥c");
        assert_eq!(visible("👨\u{200D}👩\u{FE0F}\u{200C}\u{200F}\u{A0}"), "👨‹ZWJ›👩‹VS16›‹ZWNJ›‹RLM›‹NBSP›");
        assert_eq!(visible("\u{1}\u{2003}\u{E0067}"), "‹U+0001›‹U+2003›‹U+E0067›");
        assert_eq!(visible("狗咬人 é"), "狗咬人␣é");
    }
}
