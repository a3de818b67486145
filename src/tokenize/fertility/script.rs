//! Which script a character is of, and where words are.

/// The scripts that are counted apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    /// Letters of English and its neighbours.
    Latin,
    /// Chinese characters.
    Han,
}

/// The script of a letter; `None` for spaces, digits, punctuation and all other scripts. Ranges of Unicode 16: the basic block
/// of Han, its extensions A to I, the compatibility block, 〇 and 々; Latin up to Extended-B and Extended Additional.
pub fn of(c: char) -> Option<Script> {
    match u32::from(c) {
        0x3005 | 0x3007 | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xF900..=0xFAFF | 0x20000..=0x323AF => {
            Some(Script::Han)
        }
        0x41..=0x5A
        | 0x61..=0x7A
        | 0xAA
        | 0xBA
        | 0xC0..=0xD6
        | 0xD8..=0xF6
        | 0xF8..=0x24F
        | 0x1E00..=0x1EFF => Some(Script::Latin),
        _ => None,
    }
}

/// The words of a text: runs of letters and digits, an apostrophe between two letters included; every Han character is one.
pub fn words(text: &str) -> usize {
    let mut words = 0;
    let mut inside = false;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let han = of(c) == Some(Script::Han);
        let joins =
            inside && matches!(c, '\'' | '’') && rest.peek().is_some_and(|next| next.is_alphanumeric());
        if han || (c.is_alphanumeric() && !inside) {
            words += 1;
        }
        inside = joins || (c.is_alphanumeric() && !han);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_runs_and_han_characters() {
        let counts = [
            ("It's a dog's life", 4),
            ("狗咬人。", 3),
            ("GPT-2 用 3.5", 5),
            ("don’ t'", 2),
            ("", 0),
            ("a狗b", 3),
        ];
        for (text, count) in counts {
            assert_eq!(words(text), count, "{text}");
        }
    }

    #[test]
    fn letters_have_scripts() {
        assert_eq!(
            ['a', 'É', '狗', '〇', '𠮷'].map(of),
            [
                Some(Script::Latin),
                Some(Script::Latin),
                Some(Script::Han),
                Some(Script::Han),
                Some(Script::Han)
            ]
        );
        assert_eq!([' ', '1', '。', 'か', 'я', '×'].map(of), [None; 6]);
    }
}
