//! The pieces from which a training starts.

use super::super::corpus::Corpus;
use super::{Progress, Settings};
use std::collections::HashMap;

/// Characters first, then substrings, each in the order of falling scores.
pub struct Seeds {
    pub texts: Vec<String>,
    /// Count times length in characters; what first probabilities are proportional to, as in SentencePiece.
    pub scores: Vec<f64>,
    /// How many of the texts are single characters.
    pub characters: usize,
}

/// All characters, and the substrings that occur at least twice inside words and have the largest scores. `None` if
/// `progress` stops it.
///
/// Substrings are found by length: one can occur twice only where the one without its last character does.
pub fn find(corpus: &Corpus, settings: &Settings, progress: Progress) -> Option<Seeds> {
    let words = corpus.words();
    // where substrings begin that may still be frequent: word and byte
    let starts = |(word, (text, _)): (usize, &(String, u64))| {
        text.char_indices().map(|(at, _)| (word, at)).collect::<Vec<_>>()
    };
    let mut alive: Vec<(usize, usize)> = words.iter().enumerate().flat_map(starts).collect();
    let (mut characters, mut longer) = (Vec::new(), Vec::new());
    for chars in 1..=settings.max_piece_chars.max(1) {
        if !progress(0.7 * (chars - 1) as f32 / settings.max_piece_chars.max(1) as f32) {
            return None;
        }
        let mut counts: HashMap<&str, u64> = HashMap::new();
        for (text, count) in alive.iter().filter_map(|&place| substring(words, place, chars)) {
            *counts.entry(text).or_default() += count;
        }
        alive.retain(|&place| {
            let count = substring(words, place, chars).and_then(|(text, _)| counts.get(text));
            count.is_some_and(|&count| count >= 2)
        });
        let scored = counts.into_iter().map(|(text, count)| (text, count * chars as u64));
        if chars == 1 {
            characters.extend(scored);
        } else {
            longer.extend(scored.filter(|(_, score)| *score >= 2 * chars as u64));
        }
    }
    for list in [&mut characters, &mut longer] {
        list.sort_unstable_by(|(a, a_score), (b, b_score)| b_score.cmp(a_score).then_with(|| a.cmp(b)));
    }
    longer.truncate(settings.seeds);
    let n_characters = characters.len();
    let (texts, scores) =
        characters.into_iter().chain(longer).map(|(text, score)| (text.to_owned(), score as f64)).unzip();
    Some(Seeds { texts, scores, characters: n_characters })
}

/// The `chars` characters of a word from a byte on, and the word's count; `None` where it has not so many.
fn substring(words: &[(String, u64)], (word, at): (usize, usize), chars: usize) -> Option<(&str, u64)> {
    let (text, count) = words.get(word)?;
    let rest = text.get(at..)?;
    let (last, char) = rest.char_indices().nth(chars - 1)?;
    Some((rest.get(..last + char.len_utf8())?, *count))
}
