//! Training a Unigram vocabulary: seeds, expectation-maximisation, pruning (Kudo 2018, arXiv:1804.10959, section 3.2;
//! sentencepiece, src/unigram_model_trainer.cc).
//!
//! ```text
//! seeds     the characters, and the substrings of words with the largest count · length     ([`seed`])
//! E step    c(x) = Σ_w c_w Σ over places of x in w of P(x there | w), by forward and backward sums
//! M step    p(x) = c(x) / Σ c
//! prune     keep the share `shrink` of the pieces: those whose removal would lower the likelihood most, and
//!           all single characters     ([`prune`])
//! repeat until the vocabulary has its size
//! ```
//!
//! Each E step with its M step is one step here, each pruning another. The M step is plain maximum likelihood, so that
//! between prunings the likelihood never falls; SentencePiece takes exp(digamma(c)) for c, which makes small counts
//! smaller, and drops pieces with c < 0.5 at once.

mod prune;
mod seed;

#[cfg(test)]
mod tests;

pub use prune::Loss;

use super::corpus::Corpus;
use super::curve::Point;
use crate::tokenize::unigram::lattice::Lattice;
use crate::tokenize::unigram::model::Model;

/// Told how much is done (0 … 1); answers whether to go on.
type Progress<'a> = &'a mut dyn FnMut(f32) -> bool;

/// A piece keeps at least this expected count, so that its log p stays finite.
const LEAST_COUNT: f64 = 1e-9;

/// How a vocabulary is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The size at which pruning ends.
    pub vocabulary: usize,
    /// Substrings from which the training starts, at most; the characters come on top.
    pub seeds: usize,
    /// Characters of the longest piece.
    pub max_piece_chars: usize,
    /// The share of pieces that each pruning keeps: 0.75 in SentencePiece, 0.8 in the paper.
    pub shrink: f64,
    /// E and M steps between two prunings.
    pub em_steps: usize,
    /// How many pieces each step keeps to be shown.
    pub shown: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { vocabulary: 200, seeds: 10_000, max_piece_chars: 16, shrink: 0.75, em_steps: 2, shown: 10 }
    }
}

/// Why a vocabulary cannot be trained.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TrainError {
    #[error("a vocabulary of {vocabulary} pieces cannot hold the {characters} characters of the corpus")]
    TooSmall { vocabulary: usize, characters: usize },
    #[error("the share of pieces to keep must be at least 0.5 and less than 1, not {0}")]
    Shrink(f64),
    #[error("the training was stopped")]
    Stopped,
}

/// A piece of the vocabulary at some step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    /// Its number among all the seeds: [`Trainer::text`] gives its text.
    pub seed: u32,
    /// Natural logarithm of its probability.
    pub log_prob: f64,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub what: What,
    /// The vocabulary after it, in the order of the seeds.
    pub pieces: Vec<Piece>,
    /// What came of it; tokens are those of the most probable segmentation.
    pub point: Point,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// An E and an M step.
    Em {
        /// Σ_w c_w log P(w) under the probabilities before the step.
        log_likelihood: f64,
        /// The pieces with the largest expected counts: number of the seed and c(x).
        expected: Vec<(u32, f64)>,
    },
    /// A pruning.
    Prune {
        /// The pieces whose loss is least: the first to go.
        least: Vec<Loss>,
        /// The pieces on both sides of the line: the last that went and the first that stayed.
        line: (Option<Loss>, Option<Loss>),
        removed: usize,
    },
}

impl Step {
    /// p(x) after the step; `None` if the piece is gone.
    pub fn probability(&self, seed: u32) -> Option<f64> {
        self.pieces.iter().find(|piece| piece.seed == seed).map(|piece| piece.log_prob.exp())
    }
}

/// A training, up to some step.
pub struct Trainer {
    settings: Settings,
    words: Vec<(String, u64)>,
    /// The texts of all seeds; the first [`Trainer::characters`] are the characters.
    seeds: Vec<String>,
    characters: usize,
    pieces: Vec<Piece>,
    start: Step,
    steps: Vec<Step>,
    /// E and M steps since the last pruning.
    em_done: usize,
}

impl Trainer {
    /// Finds the seeds. Errors if the vocabulary would be smaller than the alphabet, the share of pieces to keep is out
    /// of range, or `progress` stops it.
    pub fn new(corpus: &Corpus, settings: Settings, progress: Progress) -> Result<Self, TrainError> {
        if !(0.5..1.0).contains(&settings.shrink) {
            return Err(TrainError::Shrink(settings.shrink));
        }
        let seed::Seeds { texts: seeds, scores, characters } =
            seed::find(corpus, &settings, progress).ok_or(TrainError::Stopped)?;
        if characters > settings.vocabulary {
            return Err(TrainError::TooSmall { vocabulary: settings.vocabulary, characters });
        }
        let total: f64 = scores.iter().sum();
        let piece = |(score, seed): (f64, u32)| Piece { seed, log_prob: (score / total).ln() };
        let pieces: Vec<Piece> = scores.into_iter().zip(0..).map(piece).collect();
        let what = What::Em { log_likelihood: f64::NAN, expected: Vec::new() };
        let start = Step { what, pieces: pieces.clone(), point: Point::default() };
        let words = corpus.words().to_vec();
        let mut trainer =
            Trainer { settings, words, seeds, characters, pieces, start, steps: Vec::new(), em_done: 0 };
        trainer.start.point = trainer.measured(progress).ok_or(TrainError::Stopped)?;
        Ok(trainer)
    }

    /// Makes one step: E and M, or a pruning. `None` at the end; an error, and nothing changed, if `progress` stops it.
    pub fn step(&mut self, progress: Progress) -> Result<Option<&Step>, TrainError> {
        if self.is_done() {
            return Ok(None);
        }
        let before = self.pieces.clone();
        let made = if self.em_done < self.settings.em_steps.max(1) {
            self.em(progress)
        } else {
            self.prune(progress)
        };
        let measured = made.and_then(|what| Some((what, self.measured(progress)?)));
        let Some((what, point)) = measured else {
            self.pieces = before;
            return Err(TrainError::Stopped);
        };
        self.em_done = if matches!(what, What::Em { .. }) { self.em_done + 1 } else { 0 };
        self.steps.push(Step { what, pieces: self.pieces.clone(), point });
        Ok(self.steps.last())
    }

    /// Whether the vocabulary has its size and its last E and M steps. So it is soon where a corpus has few substrings
    /// that occur twice.
    pub fn is_done(&self) -> bool {
        self.pieces.len() <= self.settings.vocabulary && self.em_done >= self.settings.em_steps.max(1)
    }

    /// One E and one M step.
    fn em(&mut self, progress: Progress) -> Option<What> {
        let model = self.model(&self.pieces);
        let mut counts = vec![0.0; self.pieces.len()];
        let mut log_likelihood = 0.0;
        self.each_word(progress, 0.0..0.7, |_, word, times| {
            let lattice = Lattice::new(word, &model);
            let marginals = lattice.marginals();
            log_likelihood += times * marginals.log_marginal;
            for (edge, posterior) in lattice.edges.iter().zip(&marginals.posterior) {
                counts.get_mut(edge.id as usize).into_iter().for_each(|count| *count += times * posterior);
            }
        })?;
        let kept = counts.iter().map(|count| count.max(LEAST_COUNT));
        let total: f64 = kept.clone().sum();
        for (piece, count) in self.pieces.iter_mut().zip(kept) {
            piece.log_prob = (count / total).ln();
        }
        let mut expected: Vec<(u32, f64)> = self.pieces.iter().map(|piece| piece.seed).zip(counts).collect();
        expected.sort_by(|a, b| b.1.total_cmp(&a.1));
        expected.truncate(self.settings.shown);
        Some(What::Em { log_likelihood, expected })
    }

    /// The model of a vocabulary; its ids are places in `pieces`.
    fn model(&self, pieces: &[Piece]) -> Model {
        let texts = pieces.iter().map(|piece| self.text(piece.seed));
        Model::new(texts, pieces.iter().map(|piece| piece.log_prob).collect(), None)
    }

    /// Calls `work` with number, text and count of every word, and tells the progress between two bounds.
    fn each_word(
        &self,
        progress: Progress,
        part: std::ops::Range<f32>,
        mut work: impl FnMut(usize, &str, f64),
    ) -> Option<()> {
        const TELL_EVERY: usize = 64;
        for (at, (word, count)) in self.words.iter().enumerate() {
            let done = at as f32 / self.words.len() as f32;
            if at % TELL_EVERY == 0 && !progress(part.start + done * (part.end - part.start)) {
                return None;
            }
            work(at, word, *count as f64);
        }
        Some(())
    }

    /// The vocabulary's size and the tokens of the corpus.
    fn measured(&self, progress: Progress) -> Option<Point> {
        let model = self.model(&self.pieces);
        let (mut tokens, mut words) = (0, 0);
        self.each_word(progress, 0.7..1.0, |_, word, times| {
            let best = Lattice::new(word, &model).best();
            tokens += times as u64 * best.map_or(0, |path| path.edges.len() as u64);
            words += times as u64;
        })?;
        Some(Point { vocabulary: self.pieces.len(), tokens, words })
    }

    /// The vocabulary of the seeds, before the first step.
    pub fn start(&self) -> &Step {
        &self.start
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The text of a seed.
    pub fn text(&self, seed: u32) -> &str {
        self.seeds.get(seed as usize).map_or("", String::as_str)
    }

    /// The distinct words with their counts, in the order of the corpus.
    pub fn words(&self) -> &[(String, u64)] {
        &self.words
    }

    /// How many of the seeds, the first, are single characters.
    pub fn characters(&self) -> usize {
        self.characters
    }

    /// The model after the first `steps` steps; its ids are places in that step's `pieces`.
    pub fn model_after(&self, steps: usize) -> Model {
        let step = steps.checked_sub(1).and_then(|last| self.steps.get(last)).unwrap_or(&self.start);
        self.model(&step.pieces)
    }
}
