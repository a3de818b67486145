//! The words that a vocabulary is trained on, and how often each occurs.
//!
//! Pairs and pieces are counted inside words and never cross them. Words end at white space. Chinese and Japanese are
//! written without it, so their punctuation (、。，！「…) ends a word too, and each mark is a word of its own: the run of
//! characters between two marks is one word, much as GPT-2's pattern finds it (`\p{L}+`). Latin punctuation stays on its
//! word, as in the textbook corpora.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Bytes of the longest corpus.
pub const MAX_BYTES: usize = 1 << 18;

/// How the beginning of a word is written, U+2581, as in SentencePiece.
pub const SPACE: char = '▁';

/// Distinct words with their counts, in the order of their first occurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpus {
    words: Vec<(String, u64)>,
}

/// Whether a word knows that white space stands before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordStart {
    /// It does not.
    Plain,
    /// It begins with ▁, as the first word does. What follows a mark of punctuation without white space does not.
    Marked,
}

/// What can be wrong with a corpus.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorpusError {
    #[error("the corpus has no words")]
    Empty,
    #[error("the corpus has {bytes} bytes, the limit is {MAX_BYTES}")]
    TooLarge { bytes: usize },
}

impl Corpus {
    /// The words of a text. Errors if it has none, or more than [`MAX_BYTES`].
    pub fn of_text(text: &str, start: WordStart) -> Result<Self, CorpusError> {
        if text.len() > MAX_BYTES {
            return Err(CorpusError::TooLarge { bytes: text.len() });
        }
        let parts = text.split_whitespace().flat_map(parts);
        Corpus::of_counts(parts.map(|(first, word)| {
            let marked = first && start == WordStart::Marked;
            (if marked { format!("{SPACE}{word}") } else { word.to_owned() }, 1)
        }))
    }

    /// Words that are counted already; of a word that comes twice the counts are added. Errors if there are none.
    pub fn of_counts(counts: impl IntoIterator<Item = (String, u64)>) -> Result<Self, CorpusError> {
        let mut words: Vec<(String, u64)> = Vec::new();
        let mut index: HashMap<String, usize> = HashMap::new();
        let mut bytes = 0;
        for (word, count) in counts.into_iter().filter(|(word, count)| !word.is_empty() && *count > 0) {
            match index.entry(word) {
                Entry::Occupied(known) => {
                    words.get_mut(*known.get()).into_iter().for_each(|(_, n)| *n += count)
                }
                Entry::Vacant(new) => {
                    bytes += new.key().len();
                    words.push((new.key().clone(), count));
                    new.insert(words.len() - 1);
                }
            }
        }
        // the marks ▁ come on top of what a text has
        match words.len() {
            0 => Err(CorpusError::Empty),
            _ if bytes > 4 * MAX_BYTES => Err(CorpusError::TooLarge { bytes }),
            _ => Ok(Corpus { words }),
        }
    }

    /// Each distinct word and how often it occurs.
    pub fn words(&self) -> &[(String, u64)] {
        &self.words
    }

    /// Words, each as often as it occurs.
    pub fn total(&self) -> u64 {
        self.words.iter().map(|(_, count)| count).sum()
    }
}

/// The words of a run without white space, each with whether it is the first of the run.
fn parts(run: &str) -> impl Iterator<Item = (bool, &str)> {
    let mut rest = run;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = if is_cjk_punctuation(first) {
            first.len_utf8()
        } else {
            rest.find(is_cjk_punctuation).unwrap_or(rest.len())
        };
        let is_first = rest.len() == run.len();
        let (word, after) = rest.split_at_checked(end)?;
        rest = after;
        Some((is_first, word))
    })
}

/// CJK symbols and punctuation, the full-width forms of ASCII's, and the marks …, — and “” that Chinese shares.
fn is_cjk_punctuation(c: char) -> bool {
    matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301F}' | '\u{30FB}'
        | '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF3D}' | '\u{FF5B}'..='\u{FF65}'
        | '\u{2014}' | '\u{2026}' | '\u{201C}' | '\u{201D}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, start: WordStart) -> Vec<(String, u64)> {
        Corpus::of_text(text, start).unwrap().words().to_vec()
    }

    fn counted(list: &[(&str, u64)]) -> Vec<(String, u64)> {
        list.iter().map(|(word, count)| (word.to_string(), *count)).collect()
    }

    #[test]
    fn words_end_at_white_space() {
        let expected = counted(&[("low", 2), ("lower,", 1), ("don't", 1)]);
        assert_eq!(words(" low lower,\tlow\n don't", WordStart::Plain), expected);
    }

    #[test]
    fn chinese_words_end_at_punctuation() {
        let text = "狗咬人，人咬狗。 狗咬人";
        let plain = [("狗咬人", 2), ("，", 1), ("人咬狗", 1), ("。", 1)];
        let marked = [("▁狗咬人", 2), ("，", 1), ("人咬狗", 1), ("。", 1)];
        assert_eq!(words(text, WordStart::Plain), counted(&plain));
        assert_eq!(words(text, WordStart::Marked), counted(&marked));
    }

    #[test]
    fn a_corpus_without_words_or_too_long_is_refused() {
        assert_eq!(Corpus::of_text(" \n\u{3000}", WordStart::Plain), Err(CorpusError::Empty));
        let long = "a".repeat(MAX_BYTES + 1);
        assert_eq!(
            Corpus::of_text(&long, WordStart::Plain),
            Err(CorpusError::TooLarge { bytes: MAX_BYTES + 1 })
        );
        assert_eq!(Corpus::of_counts([("a".into(), 0)]), Err(CorpusError::Empty));
    }
}
