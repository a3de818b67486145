//! Training by merging pairs: BPE (Sennrich et al. 2016, arXiv:1508.07909) and WordPiece.
//!
//! ```text
//! f(a, b) = Σ_w c_w · #{adjacent (a, b) in w}           words w with counts c_w; f(a), f(b) count symbols likewise
//! BPE         the pair with the largest f(a, b)
//! WordPiece   the pair with the largest f(a, b) / (f(a) f(b))
//! replace every (a, b), from left to right and without overlap, by the new symbol ab; repeat
//! ```
//!
//! The new symbol occurs as often as the pair was replaced, f(ab) = f(a, b), not f(a) + f(b); f(a) and f(b) fall by as
//! much. (Where a = b overlaps count as pairs: `aaa` has two and one replacement.)
//!
//! Ties: the larger count, then the smaller (id of a, id of b), where ids are the characters in code point order and then
//! the merges in theirs: Hugging Face's `BpeTrainer`, whose merges ours equal. Of equal WordPiece scores the larger count
//! goes first. Google never published how BERT's vocabulary was trained; the score is the usual reconstruction (Hugging
//! Face course, chapter 6), and Hugging Face's `WordPieceTrainer` in fact trains BPE: see [`Settings::compare`].

mod merge;
mod record;
mod table;

#[cfg(test)]
mod tests;

pub use record::{Candidate, Done, Step};

use super::corpus::Corpus;
use super::curve::Point;
use std::collections::HashMap;
use std::ops::Range;
use table::PairTable;

/// How a symbol shows where in its word it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marks {
    /// It does not.
    None,
    /// The last symbol of a word ends with `</w>`, as in Sennrich's BPE.
    EndOfWord,
    /// A symbol that does not begin its word begins with `##`, as in WordPiece.
    Continuing,
}

/// Which pair is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The most frequent: BPE.
    Count,
    /// The one with the largest f(a, b) / (f(a) f(b)): WordPiece.
    Score,
}

/// How a vocabulary is trained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub marks: Marks,
    pub rule: Rule,
    /// A pair that occurs less often is never merged.
    pub min_frequency: u64,
    /// The training ends when the vocabulary has this many symbols.
    pub vocabulary: usize,
    /// How many candidates each step keeps.
    pub shown: usize,
    /// Whether each step also keeps the candidates of the other rule.
    pub compare: bool,
}

impl Settings {
    /// Plain BPE without an end.
    pub fn bpe() -> Self {
        Settings {
            marks: Marks::None,
            rule: Rule::Count,
            min_frequency: 1,
            vocabulary: usize::MAX,
            shown: 10,
            compare: false,
        }
    }

    /// WordPiece by its score, with the counts beside it, without an end.
    pub fn word_piece() -> Self {
        Settings { marks: Marks::Continuing, rule: Rule::Score, compare: true, ..Settings::bpe() }
    }
}

/// A word of the corpus, as it is cut now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub symbols: Vec<u32>,
    /// How often it occurs.
    pub count: u64,
}

/// A training, up to some step.
pub struct Trainer {
    settings: Settings,
    /// Symbols by id: those of the characters, then those of the merges.
    symbols: Vec<String>,
    ids: HashMap<String, u32>,
    /// f(a) by id.
    counts: Vec<u64>,
    words: Vec<Word>,
    pairs: PairTable,
    steps: Vec<Step>,
    start: Point,
    /// The words before the first merge.
    first: Vec<Vec<u32>>,
}

impl Trainer {
    /// The corpus cut into characters.
    pub fn new(corpus: &Corpus, settings: Settings) -> Self {
        let cut: Vec<Vec<String>> =
            corpus.words().iter().map(|(word, _)| characters(word, settings.marks)).collect();
        let mut symbols: Vec<String> = cut.iter().flatten().cloned().collect();
        symbols.sort_unstable();
        symbols.dedup();
        let ids: HashMap<String, u32> = symbols.iter().cloned().zip(0..).collect();
        let id = |symbol: &String| ids.get(symbol).copied().unwrap_or_default();
        let first: Vec<Vec<u32>> = cut.iter().map(|word| word.iter().map(id).collect()).collect();
        let counts = corpus.words().iter().map(|(_, count)| *count);
        let words =
            first.iter().cloned().zip(counts).map(|(symbols, count)| Word { symbols, count }).collect();
        let mut trainer = Trainer {
            settings,
            counts: vec![0; symbols.len()],
            symbols,
            ids,
            words,
            pairs: PairTable::default(),
            steps: Vec::new(),
            start: Point::default(),
            first,
        };
        trainer.count_all(corpus.total());
        trainer
    }

    fn count_all(&mut self, words: u64) {
        for (at, word) in self.words.iter().enumerate() {
            for &symbol in &word.symbols {
                self.counts.get_mut(symbol as usize).into_iter().for_each(|count| *count += word.count);
            }
            for pair in merge::pairs(&word.symbols) {
                self.pairs.add(pair, word.count, at as u32);
            }
        }
        self.start = Point { vocabulary: self.symbols.len(), tokens: self.counts.iter().sum(), words };
    }

    /// Merges one pair; or says why there is none to merge.
    pub fn step(&mut self) -> Result<&Step, Done> {
        if self.symbols.len() >= self.settings.vocabulary {
            return Err(Done::VocabularyFull);
        }
        let candidates = self.candidates(self.settings.rule, self.settings.shown.max(1));
        let Some(&chosen) = candidates.first() else {
            let best = self.pairs.iter().map(|(_, count)| count).max();
            return Err(best.map_or(Done::NoPair, |best| Done::BelowMinFrequency { best }));
        };
        let other = if self.settings.rule == Rule::Count { Rule::Score } else { Rule::Count };
        let beside =
            if self.settings.compare { self.candidates(other, self.settings.shown) } else { Vec::new() };
        let (made, new, replaced) = self.merge(chosen.left, chosen.right);
        let before = self.point();
        let point = Point { vocabulary: self.symbols.len(), tokens: before.tokens - replaced, ..before };
        self.steps.push(Step { candidates, beside, chosen, made, new, replaced, point });
        self.steps.last().ok_or(Done::NoPair)
    }

    /// Merges up to `n` pairs. `progress` is told the part done, from 0 to 1; false stops it. `None` if the training is
    /// not at its end.
    pub fn run(&mut self, n: usize, progress: &mut dyn FnMut(f32) -> bool) -> Option<Done> {
        for done in 0..n {
            if let Err(end) = self.step() {
                return Some(end);
            }
            if !progress((done + 1) as f32 / n as f32) {
                break;
            }
        }
        None
    }

    /// The first `k` pairs by a rule that occur often enough.
    pub fn candidates(&self, rule: Rule, k: usize) -> Vec<Candidate> {
        let least = self.settings.min_frequency.max(1);
        let mut first: Vec<Candidate> = Vec::new();
        for (pair, count) in self.pairs.iter().filter(|(_, count)| *count >= least) {
            // most pairs are behind the last that is kept
            let last = k.checked_sub(1).and_then(|last| first.get(last));
            if last.is_some_and(|last| rule == Rule::Count && count < last.count) {
                continue;
            }
            let candidate = self.candidate(pair, count);
            if last.is_some_and(|last| last.goes_before(&candidate, rule)) {
                continue;
            }
            let at = first.partition_point(|other| other.goes_before(&candidate, rule));
            first.insert(at, candidate);
            first.truncate(k);
        }
        first
    }

    fn candidate(&self, (left, right): (u32, u32), count: u64) -> Candidate {
        let of = |id: u32| self.counts.get(id as usize).copied().unwrap_or_default();
        Candidate { left, right, count, left_count: of(left), right_count: of(right) }
    }

    /// The merges made so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Before the first merge.
    pub fn start(&self) -> Point {
        self.start
    }

    /// After the last merge so far.
    pub fn point(&self) -> Point {
        self.steps.last().map_or(self.start, |step| step.point)
    }

    /// The vocabulary, by id: the characters, then what the merges made.
    pub fn vocabulary(&self) -> &[String] {
        &self.symbols
    }

    /// f(a).
    pub fn count(&self, id: u32) -> u64 {
        self.counts.get(id as usize).copied().unwrap_or_default()
    }

    /// The distinct words, as they are cut now; in the order of the corpus.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// How word number `word` was cut after the first `steps` merges: the merges replayed on it alone.
    pub fn word_after(&self, word: usize, steps: usize) -> Vec<u32> {
        self.replay(self.first.get(word).cloned().unwrap_or_default(), 0..steps)
    }

    /// A word's symbols before some merges, after them.
    pub fn replay(&self, symbols: Vec<u32>, steps: Range<usize>) -> Vec<u32> {
        let made = self.steps.iter().take(steps.end).skip(steps.start);
        made.fold(symbols, |symbols, step| {
            merge::replaced(symbols, (step.chosen.left, step.chosen.right), step.made)
        })
    }
}

/// The symbols of a word's characters.
fn characters(word: &str, marks: Marks) -> Vec<String> {
    let mut symbols: Vec<String> = word.chars().map(String::from).collect();
    match marks {
        Marks::None => {}
        Marks::EndOfWord => symbols.last_mut().into_iter().for_each(|last| last.push_str(merge::END_OF_WORD)),
        Marks::Continuing => {
            symbols.iter_mut().skip(1).for_each(|symbol| symbol.insert_str(0, merge::CONTINUING));
        }
    }
    symbols
}
