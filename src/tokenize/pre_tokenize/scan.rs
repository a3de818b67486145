//! The parts that patterns are made of, each at a byte position of a text: what it matches ends where it says.

use super::class::{Class, Classes};

/// A text that ends at `end` for whoever looks ahead.
#[derive(Clone, Copy)]
pub struct Scan<'a> {
    text: &'a str,
    classes: Classes,
}

const LINE_ENDS: [char; 2] = ['\r', '\n'];

impl<'a> Scan<'a> {
    pub fn new(text: &'a str) -> Self {
        Scan { text, classes: Classes::load() }
    }

    /// The first place from `at` on where a character of a class stands, or the end.
    pub fn find(self, at: usize, set: Class) -> usize {
        self.many(at, set.not())
    }

    /// The character at `at`, its class and where it ends.
    #[inline]
    pub fn character(self, at: usize) -> Option<(char, Class, usize)> {
        let character = match self.text.as_bytes().get(at) {
            Some(byte) if byte.is_ascii() => char::from(*byte),
            _ => self.text.get(at..)?.chars().next()?,
        };
        Some((character, self.classes.of(character), at + character.len_utf8()))
    }

    /// `[…]`: one character of a class.
    #[inline]
    pub fn one(self, at: usize, set: Class) -> Option<usize> {
        self.character(at).filter(|(_, class, _)| class.meets(set)).map(|(_, _, end)| end)
    }

    /// `[…]*`
    #[inline]
    pub fn many(self, at: usize, set: Class) -> usize {
        let mut at = at;
        while let Some(end) = self.one(at, set) {
            at = end;
        }
        at
    }

    /// `[…]+`
    pub fn some(self, at: usize, set: Class) -> Option<usize> {
        self.one(at, set).map(|end| self.many(end, set))
    }

    /// `[…]{1,n}`
    pub fn up_to(self, at: usize, set: Class, n: usize) -> Option<usize> {
        let first = self.one(at, set)?;
        Some((1..n).try_fold(first, |at, _| self.one(at, set).ok_or(at)).unwrap_or_else(|end| end))
    }

    /// One of these characters, any number of times.
    pub fn many_of(self, at: usize, characters: &[char]) -> usize {
        let rest = self.text.get(at..).unwrap_or_default();
        self.text.len() - rest.trim_start_matches(characters).len()
    }

    /// ` ?`
    pub fn space(self, at: usize) -> usize {
        if self.text.as_bytes().get(at) == Some(&b' ') { at + 1 } else { at }
    }

    /// ` ?[…]+`
    pub fn spaced(self, at: usize, set: Class) -> Option<usize> {
        self.some(self.space(at), set)
    }

    /// `[^\r\n…]`: one character outside a class that is no line end.
    pub fn outside(self, at: usize, set: Class) -> Option<usize> {
        let (character, class, end) = self.character(at)?;
        (!class.meets(set) && !LINE_ENDS.contains(&character)).then_some(end)
    }

    /// `\s*[\r\n]+`: white space up to its last line end.
    pub fn line_ends(self, at: usize) -> Option<usize> {
        let run = self.text.get(at..self.many(at, Class::SPACE))?;
        run.rfind(LINE_ENDS).map(|last| at + last + 1)
    }

    /// `\s+(?!\S)`: all white space of a run but the last before something else.
    pub fn spaces_before(self, at: usize) -> Option<usize> {
        let end = self.many(at, Class::SPACE);
        if end == self.text.len() {
            return (end > at).then_some(end);
        }
        let run = self.text.get(at..end)?;
        let last = run.chars().next_back()?.len_utf8();
        (run.len() > last).then(|| end - last)
    }

    /// `\s+`
    pub fn spaces(self, at: usize) -> Option<usize> {
        self.some(at, Class::SPACE)
    }

    /// `'s|'t|'re|'ve|'m|'ll|'d`
    pub fn contraction(self, at: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..)?.strip_prefix(b"'")?;
        match rest {
            [b's' | b't' | b'm' | b'd', ..] => Some(at + 2),
            [b'r' | b'v', b'e', ..] | [b'l', b'l', ..] => Some(at + 3),
            _ => None,
        }
    }

    /// `(?i:'s|'t|'re|'ve|'m|'ll|'d)`. Under simple case folding s is also ſ (U+017F).
    pub fn contraction_any_case(self, at: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..)?.strip_prefix(b"'")?;
        let lower = |index: usize| rest.get(index).map(u8::to_ascii_lowercase);
        match (lower(0)?, lower(1)) {
            (b's' | b't' | b'm' | b'd', _) => Some(at + 2),
            (b'r' | b'v', Some(b'e')) | (b'l', Some(b'l')) => Some(at + 3),
            _ if rest.starts_with("ſ".as_bytes()) => Some(at + 3),
            _ => None,
        }
    }
}
