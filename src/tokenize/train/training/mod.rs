//! A whole training under one of the three algorithms, with every step kept, as a page plays it forward and back.

mod cut;
#[cfg(test)]
mod tests;

pub use cut::{Cut, CutWord, Occurrence, Symbol};

use super::corpus::{Corpus, CorpusError, WordStart};
use super::curve::Point;
use super::{pairs, unigram};
use crate::tokenize::fertility::bilingual;

/// Characters of the longest corpus that is trained on while the reader types.
pub const MAX_CHARS: usize = 4_000;

/// Candidates that each step keeps.
const SHOWN: usize = 10;

/// Merges between two cuts of the words that are kept.
const KEEP_EVERY: usize = 32;

/// Sentences of each language in [`sample`].
const SENTENCES: usize = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Bpe,
    WordPiece,
    Unigram,
}

impl Algorithm {
    /// How links name them.
    pub const IDS: &'static [&'static str] = &["bpe", "wordpiece", "unigram"];

    /// BPE where nothing has that name.
    pub fn by_id(id: &str) -> Algorithm {
        match id {
            "wordpiece" => Algorithm::WordPiece,
            "unigram" => Algorithm::Unigram,
            _ => Algorithm::Bpe,
        }
    }

    /// Its name in links.
    pub fn id(self) -> &'static str {
        match self {
            Algorithm::Bpe => "bpe",
            Algorithm::WordPiece => "wordpiece",
            Algorithm::Unigram => "unigram",
        }
    }

    /// SentencePiece marks where a word begins; the others do not see the white space.
    fn word_start(self) -> WordStart {
        if self == Algorithm::Unigram { WordStart::Marked } else { WordStart::Plain }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub algorithm: Algorithm,
    /// The vocabulary to reach, if the corpus allows.
    pub vocabulary: usize,
    /// A pair that occurs less often is never merged. Unigram has no such bound.
    pub min_frequency: u64,
}

/// Why a corpus cannot be trained on, or not under these settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    #[error("the corpus has no words")]
    Empty,
    #[error("the corpus has {chars} characters, the limit is {MAX_CHARS}")]
    TooLong { chars: usize },
    #[error("no word of the corpus has two characters")]
    NothingToJoin,
    #[error("a vocabulary of {vocabulary} pieces cannot hold the {characters} characters of the corpus")]
    TooSmall { vocabulary: usize, characters: usize },
}

/// Which trainer it is.
pub enum Trainer {
    Pairs(pairs::Trainer),
    Unigram(unigram::Trainer),
}

/// Why a training is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Pairs(pairs::Done),
    /// The vocabulary is as small as was asked for.
    Pruned,
}

/// A training, up to some step.
pub struct Training {
    settings: Settings,
    words: Vec<(String, u64)>,
    trainer: Trainer,
    end: Option<End>,
    /// The symbols of all words after every [`KEEP_EVERY`]-th merge: replaying from there is quick.
    kept: Vec<Vec<Vec<u32>>>,
}

/// The first sentences of the bilingual text, each in both languages.
pub fn sample() -> String {
    let lines =
        bilingual::SENTENCES.iter().take(SENTENCES).flat_map(|(english, chinese)| [*english, *chinese]);
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a text that can be trained on, whatever the vocabulary to reach.
pub fn corpus(text: &str, algorithm: Algorithm) -> Result<Corpus, Problem> {
    let chars = text.chars().count();
    if chars > MAX_CHARS {
        return Err(Problem::TooLong { chars });
    }
    let corpus = Corpus::of_text(text, algorithm.word_start()).map_err(|error| match error {
        CorpusError::Empty => Problem::Empty,
        CorpusError::TooLarge { .. } => Problem::TooLong { chars },
    })?;
    let plain = text.split_whitespace().any(|run| run.chars().nth(1).is_some());
    if !plain || corpus.words().iter().all(|(word, _)| word.chars().nth(1).is_none()) {
        return Err(Problem::NothingToJoin);
    }
    Ok(corpus)
}

impl Training {
    /// Before the first step. Errors if there is nothing to train on.
    pub fn new(text: &str, settings: Settings) -> Result<Self, Problem> {
        let corpus = corpus(text, settings.algorithm)?;
        let trainer = trainer(&corpus, settings)?;
        let words = corpus.words().to_vec();
        let mut training = Training { settings, words, trainer, end: None, kept: Vec::new() };
        training.keep();
        match training.start().vocabulary {
            characters
                if matches!(training.trainer, Trainer::Pairs(_)) && characters >= settings.vocabulary =>
            {
                Err(Problem::TooSmall { vocabulary: settings.vocabulary, characters })
            }
            _ => Ok(training),
        }
    }

    /// Makes one step; false where the training is over.
    pub fn advance(&mut self) -> bool {
        if self.end.is_some() {
            return false;
        }
        self.end = match &mut self.trainer {
            Trainer::Pairs(trainer) => trainer.step().err().map(End::Pairs),
            Trainer::Unigram(trainer) => match trainer.step(&mut |_| true) {
                Ok(Some(_)) => None,
                Ok(None) | Err(_) => Some(End::Pruned),
            },
        };
        self.keep();
        self.end.is_none()
    }

    /// Keeps the words as they are cut now, if it is time to.
    fn keep(&mut self) {
        if let Trainer::Pairs(trainer) = &self.trainer
            && trainer.steps().len() == self.kept.len() * KEEP_EVERY
        {
            self.kept.push(trainer.words().iter().map(|word| word.symbols.clone()).collect());
        }
    }

    /// The symbols of a word after some merges, none under Unigram.
    fn symbols(&self, word: usize, step: usize) -> Vec<u32> {
        let Trainer::Pairs(trainer) = &self.trainer else { return Vec::new() };
        let nearest = (step / KEEP_EVERY).min(self.kept.len().saturating_sub(1));
        let from = self.kept.get(nearest).and_then(|words| words.get(word)).cloned().unwrap_or_default();
        trainer.replay(from, nearest * KEEP_EVERY..step)
    }

    pub fn settings(&self) -> Settings {
        self.settings
    }

    pub fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// Why no further step is made; `None` while there are some.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The distinct words with their counts.
    pub fn words(&self) -> &[(String, u64)] {
        &self.words
    }

    /// How many steps have been made.
    pub fn steps(&self) -> usize {
        match &self.trainer {
            Trainer::Pairs(trainer) => trainer.steps().len(),
            Trainer::Unigram(trainer) => trainer.steps().len(),
        }
    }

    /// Before the first step.
    pub fn start(&self) -> Point {
        match &self.trainer {
            Trainer::Pairs(trainer) => trainer.start(),
            Trainer::Unigram(trainer) => trainer.start().point,
        }
    }

    /// The start and what came of each step.
    pub fn points(&self) -> Vec<Point> {
        let mut points = vec![self.start()];
        match &self.trainer {
            Trainer::Pairs(trainer) => points.extend(trainer.steps().iter().map(|step| step.point)),
            Trainer::Unigram(trainer) => points.extend(trainer.steps().iter().map(|step| step.point)),
        }
        points
    }
}

fn trainer(corpus: &Corpus, settings: Settings) -> Result<Trainer, Problem> {
    let Settings { algorithm, vocabulary, min_frequency } = settings;
    let pairs = |base: pairs::Settings| {
        let settings = pairs::Settings { vocabulary, min_frequency, shown: SHOWN, ..base };
        Ok(Trainer::Pairs(pairs::Trainer::new(corpus, settings)))
    };
    match algorithm {
        Algorithm::Bpe => pairs(pairs::Settings::bpe()),
        Algorithm::WordPiece => pairs(pairs::Settings::word_piece()),
        Algorithm::Unigram => {
            let settings = unigram::Settings { vocabulary, shown: SHOWN, ..unigram::Settings::default() };
            let made = unigram::Trainer::new(corpus, settings, &mut |_| true);
            made.map(Trainer::Unigram).map_err(|error| match error {
                unigram::TrainError::TooSmall { vocabulary, characters } => {
                    Problem::TooSmall { vocabulary, characters }
                }
                // neither is asked for here
                unigram::TrainError::Shrink(_) | unigram::TrainError::Stopped => Problem::Empty,
            })
        }
    }
}
