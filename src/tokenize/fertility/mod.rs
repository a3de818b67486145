//! Fertility: how many tokens a text costs, measured on one text in two languages ([`bilingual`]).
//!
//! ```text
//! fertility          tokens / words            Rust et al. 2021, arXiv 2012.15613, §4
//! compression        characters / token, bytes / token
//! premium            tokens of the Chinese text / tokens of the English text of the same content (Petrov et al. 2023, arXiv 2305.15425)
//! ```
//!
//! A word is a run of letters and digits (an apostrophe inside it belongs to it); a Han character is a word of its own, since
//! written Chinese does not separate words and we use no word segmenter. So tokens per word of a Chinese text are tokens per
//! character without the punctuation.

pub mod bilingual;
pub mod claims;
pub mod script;

use super::Token;
use script::Script;

/// What a tokenizer made of a text, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub tokens: usize,
    /// Tokens that stand for something the vocabulary does not have.
    pub unknown: usize,
    /// Unicode scalar values, spaces and punctuation included.
    pub characters: usize,
    /// Of the text in UTF-8.
    pub bytes: usize,
    pub words: usize,
}

impl Counts {
    pub fn of(text: &str, tokens: &[Token]) -> Self {
        Counts {
            tokens: tokens.len(),
            unknown: tokens.iter().filter(|token| token.unknown).count(),
            characters: text.chars().count(),
            bytes: text.len(),
            words: script::words(text),
        }
    }

    pub fn tokens_per_character(&self) -> f64 {
        ratio(self.tokens as f64, self.characters as f64)
    }

    pub fn characters_per_token(&self) -> f64 {
        ratio(self.characters as f64, self.tokens as f64)
    }

    pub fn bytes_per_token(&self) -> f64 {
        ratio(self.bytes as f64, self.tokens as f64)
    }

    /// Fertility.
    pub fn tokens_per_word(&self) -> f64 {
        ratio(self.tokens as f64, self.words as f64)
    }

    pub fn words_per_token(&self) -> f64 {
        ratio(self.words as f64, self.tokens as f64)
    }

    /// The share of a context of so many tokens that the text takes; above 1 it does not fit.
    pub fn context_share(&self, context: usize) -> f64 {
        ratio(self.tokens as f64, context as f64)
    }

    /// How many characters of such text fill a context of so many tokens.
    pub fn characters_in(&self, context: usize) -> f64 {
        context as f64 * self.characters_per_token()
    }
}

/// a / b, 0 where b is 0.
fn ratio(a: f64, b: f64) -> f64 {
    if b > 0.0 { a / b } else { 0.0 }
}

/// The part of a text that is of one script.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ScriptCounts {
    pub characters: usize,
    /// A token over characters of two scripts counts for each by its share of them, so the parts add up to the tokens that
    /// cover a letter.
    pub tokens: f64,
}

impl ScriptCounts {
    pub fn tokens_per_character(&self) -> f64 {
        ratio(self.tokens, self.characters as f64)
    }
}

/// English and Chinese of one text apart: its Latin letters and its Han characters. Spaces, digits and punctuation count for
/// neither, and a token of nothing else (or over nothing) for no script; a space before a word goes with the word's token.
pub fn by_script(text: &str, tokens: &[Token]) -> [(Script, ScriptCounts); 2] {
    let mut counts = [Script::Latin, Script::Han].map(|script| (script, ScriptCounts::default()));
    for (script, count) in &mut counts {
        count.characters = text.chars().filter(|c| script::of(*c) == Some(*script)).count();
    }
    for token in tokens {
        let covered = touched(text, token);
        let of = |script| covered.chars().filter(|c| script::of(*c) == Some(script)).count() as f64;
        let letters: f64 = counts.iter().map(|(script, _)| of(*script)).sum();
        let letters_each = counts.map(|(script, _)| ratio(of(script), letters));
        counts.iter_mut().zip(letters_each).for_each(|((_, count), share)| count.tokens += share);
    }
    counts
}

/// The characters that a token touches, whole.
fn touched<'a>(text: &'a str, token: &Token) -> &'a str {
    if token.span.is_empty() {
        return "";
    }
    let (mut start, mut end) = (token.span.start.min(text.len()), token.span.end.min(text.len()));
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    while !text.is_char_boundary(end) {
        end += 1;
    }
    text.get(start..end).unwrap_or_default()
}

/// One content in two languages under one tokenizer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bilingual {
    pub english: Counts,
    pub chinese: Counts,
}

impl Bilingual {
    /// Counts the shipped text. `encode` is asked once per language.
    pub fn measure<E>(mut encode: impl FnMut(&str) -> Result<Vec<Token>, E>) -> Result<Self, E> {
        let mut count = |text: &str| Ok(Counts::of(text, &encode(text)?));
        Ok(Bilingual { english: count(&bilingual::english())?, chinese: count(&bilingual::chinese())? })
    }

    /// Chinese tokens per English token for the same content; above 1 Chinese is the dearer.
    pub fn premium(&self) -> f64 {
        ratio(self.chinese.tokens as f64, self.english.tokens as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::characters;
    use super::*;

    fn token(span: std::ops::Range<usize>) -> Token {
        Token { id: 0, piece: String::new(), span, unknown: false }
    }

    #[test]
    fn a_token_per_character_has_a_fertility_of_one() {
        let text = "A dog, 狗咬人。";
        let counts = Counts::of(text, &characters::encode(text));
        assert_eq!((counts.tokens, counts.characters, counts.bytes, counts.words), (11, 11, 19, 5));
        assert_eq!((counts.tokens_per_character(), counts.bytes_per_token()), (1.0, 19.0 / 11.0));
        assert_eq!((counts.tokens_per_word(), counts.words_per_token()), (11.0 / 5.0, 5.0 / 11.0));
        assert_eq!((counts.context_share(110), counts.characters_in(110)), (0.1, 110.0));
        let [(_, latin), (_, han)] = by_script(text, &characters::encode(text));
        assert_eq!((latin.characters, latin.tokens_per_character()), (4, 1.0));
        assert_eq!((han.characters, han.tokens_per_character()), (3, 1.0));
    }

    /// `dog狗`: two letters' worth of the first token, a third of the second over the half character, and a token of no input.
    #[test]
    fn tokens_over_two_scripts_are_shared() {
        let [(_, latin), (_, han)] =
            by_script("dog狗!", &[token(0..0), token(0..2), token(2..4), token(4..6), token(6..7)]);
        assert_eq!((latin.tokens, han.tokens), (1.5, 1.5));
        assert_eq!((latin.characters, han.characters), (3, 1));
    }

    #[test]
    fn nothing_is_no_division() {
        let counts = Counts::of("", &[]);
        assert_eq!(
            (counts.tokens_per_character(), counts.bytes_per_token(), counts.context_share(0)),
            (0.0, 0.0, 0.0)
        );
        assert_eq!(by_script("", &[token(5..9)])[0].1, ScriptCounts::default());
    }

    #[test]
    fn the_shipped_text_is_measured_in_both_languages() {
        let measured = Bilingual::measure(|text| Ok::<_, ()>(characters::encode(text))).unwrap();
        assert_eq!(measured.english.tokens_per_character(), 1.0);
        assert!(measured.premium() < 0.5, "a Chinese text has fewer characters");
    }
}
