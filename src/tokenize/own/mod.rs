//! The reader's own `tokenizer.json` (Hugging Face tokenizers) or `.tiktoken` file. It never leaves the page.
//!
//! Understood are BPE over bytes or characters (with byte fallback), BERT's uncased WordPiece and SentencePiece's
//! Unigram, with the normalisers and pre-tokenisers that the shipped vocabularies need; whatever else a file asks for
//! is refused by its name, because ids that are nearly right would teach something wrong.

mod error;
mod json;
mod models;
mod read;
pub mod steps;
pub mod tables;
pub mod tiktoken;
mod vocab;

pub use error::{Feature, Flaw, OwnError, Place};
pub use steps::{Cut, Normaliser};
pub use tables::{Packed, Tables};

use super::bpe::model::{Characters, Start};
use super::bpe::special::{AddedToken, split};
use super::bpe::{Bpe, Fast};
use super::microscope::Source;
use super::nfc::Nfc;
use super::pre_tokenize::Pattern;
use super::stage::Stage;
use super::unigram::{Unigram, normalizer::Normalized};
use super::word_piece::WordPiece;
use super::{Token, byte_level};
use std::ops::Range;
use tables::ModelTables;

/// Larger files are not looked at.
pub const MAX_BYTES: usize = 64 << 20;
/// The largest id.
pub const MAX_ID: u32 = (1 << 20) - 2;

/// A tokenizer from a file.
pub struct Own {
    model: Model,
    added: Vec<AddedToken>,
}

enum Model {
    Bpe(Box<OwnBpe>),
    WordPiece(Box<WordPiece>),
    Unigram(Box<Unigram>),
}

/// A BPE model with the steps before it.
pub struct OwnBpe {
    pub normalisers: Vec<Normaliser>,
    pub cut: Cut,
    fast: Fast,
    nfc: Option<Nfc>,
}

/// Which added tokens are found in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recognise {
    /// None: text that looks like a control token is text.
    Nothing,
    /// All, as the library does.
    All,
}

impl Own {
    /// Reads a file. `pattern` is for a `.tiktoken` file, which names none.
    pub fn read(bytes: &[u8], pattern: Pattern) -> Result<Self, OwnError> {
        Own::new(Tables::read(bytes, pattern)?)
    }

    /// The tokenizer of what was read: the quick half of [`Own::read`].
    pub fn new(tables: Tables) -> Result<Self, OwnError> {
        let model = match tables.model {
            ModelTables::Bpe { normalisers, cut, bpe } => {
                Model::Bpe(Box::new(OwnBpe::new(normalisers, cut, Fast::new(bpe.model()?))))
            }
            ModelTables::WordPiece(pack) => {
                Model::WordPiece(Box::new(WordPiece::from_pack(pack).map_err(OwnError::unfit)?))
            }
            ModelTables::Unigram(pack) => {
                Model::Unigram(Box::new(Unigram::from_pack(pack).map_err(OwnError::unfit)?))
            }
        };
        Ok(Own { model, added: tables.added })
    }

    /// The BPE model and its steps, for the tracers.
    pub fn bpe(&self) -> Option<&OwnBpe> {
        if let Model::Bpe(model) = &self.model { Some(model) } else { None }
    }

    /// What the microscope looks into.
    pub fn source(&self) -> Source<'_> {
        match &self.model {
            Model::Bpe(model) => Source::OwnBpe(model),
            Model::WordPiece(model) => Source::WordPiece(model),
            Model::Unigram(model) => Source::Unigram(model),
        }
    }

    pub fn added(&self) -> &[AddedToken] {
        &self.added
    }

    /// The tokens of a text, with spans of it.
    pub fn encode(&self, text: &str, recognise: Recognise) -> Vec<Token> {
        let mut tokens = Vec::new();
        for part in split(text, &self.added, |_| recognise == Recognise::All) {
            let Range { start, end } = part.span;
            match part.token.and_then(|index| self.added.get(index)) {
                Some(AddedToken { id, content, .. }) => {
                    tokens.push(Token { id: *id, piece: content.clone(), span: start..end, unknown: false });
                }
                None => {
                    let inside = self.encode_part(text.get(start..end).unwrap_or_default(), start == 0);
                    let moved = |mut token: Token| {
                        token.span = token.span.start + start..token.span.end + start;
                        token
                    };
                    tokens.extend(inside.into_iter().map(moved));
                }
            }
        }
        tokens
    }

    fn encode_part(&self, text: &str, first: bool) -> Vec<Token> {
        match &self.model {
            Model::Bpe(model) => model.encode(text, first),
            Model::WordPiece(model) => model.encode(text),
            Model::Unigram(model) => model.encode(text),
        }
    }
}

impl OwnBpe {
    fn new(normalisers: Vec<Normaliser>, cut: Cut, fast: Fast) -> Self {
        let nfc = normalisers.contains(&Normaliser::Nfc).then(Nfc::new);
        OwnBpe { normalisers, cut, fast, nfc }
    }

    pub fn model(&self) -> &Bpe {
        self.fast.model()
    }

    /// The text after each normaliser, at last with what the pre-tokeniser changes in it; and the words.
    pub fn prepare(&self, text: &str, first: bool) -> (Vec<Normalized>, Vec<Range<usize>>) {
        let mut stages = vec![Normalized::identity(text)];
        let mut last = Normalized::identity(text);
        for normaliser in &self.normalisers {
            last = normaliser.apply(&last, self.nfc.as_ref());
            stages.push(last.clone());
        }
        let (changed, words) = self.cut.words(&last, first);
        stages.push(changed);
        (stages, words)
    }

    /// The same with what each step changed, for the beginning of a text.
    pub fn stages(&self, text: &str) -> (Vec<Stage>, Vec<Range<usize>>) {
        let mut stages: Vec<Stage> = Vec::new();
        let last = |stages: &[Stage]| stages.last().map_or(text, |stage| &stage.text).to_owned();
        for normaliser in &self.normalisers {
            let before = last(&stages);
            let after = normaliser.apply(&Normalized::identity(&before), self.nfc.as_ref());
            stages.push(after.stage(normaliser.kind(), &before));
        }
        let before = last(&stages);
        let (after, words) = self.cut.words(&Normalized::identity(&before), true);
        stages.extend(self.cut.kind().map(|kind| after.stage(kind, &before)));
        (stages, words)
    }

    /// The pattern that cuts text into words, if there is one.
    pub fn pattern(&self) -> Option<Pattern> {
        if let Cut::ByteLevel { pattern, .. } = &self.cut { *pattern } else { None }
    }

    pub fn is_byte_level(&self) -> bool {
        matches!(self.model().start(), Start::Bytes(_))
    }

    /// The ids of one word.
    pub fn word_ids(&self, word: &str) -> Vec<u32> {
        let mut ids = Vec::new();
        self.fast.encode_word(word, &mut ids);
        ids
    }

    fn encode(&self, text: &str, first: bool) -> Vec<Token> {
        let (stages, words) = self.prepare(text, first);
        let Some(last) = stages.last() else { return Vec::new() };
        let is_bytes = matches!(self.model().start(), Start::Bytes(_));
        let unknown = match self.model().start() {
            Start::Characters(Characters { unknown, .. }) => *unknown,
            Start::Bytes(_) => None,
        };
        let mut tokens = Vec::new();
        for word in words {
            for symbol in self.model().encode(last.text.get(word.clone()).unwrap_or_default()) {
                let part = word.start + symbol.span.start..word.start + symbol.span.end;
                let bytes = self.model().piece(symbol.id).unwrap_or_default();
                let piece = if is_bytes {
                    bytes.iter().map(|byte| byte_level::char_of(*byte)).collect()
                } else {
                    String::from_utf8_lossy(bytes).into_owned()
                };
                let span = last.original(part);
                tokens.push(Token { id: symbol.id, piece, span, unknown: unknown == Some(symbol.id) });
            }
        }
        tokens
    }

    /// The ids of a text alone, by the fast encoder.
    pub fn ids(&self, text: &str) -> Vec<u32> {
        let (stages, words) = self.prepare(text, true);
        let mut ids = Vec::new();
        for word in words {
            let text = stages.last().and_then(|last| last.text.get(word));
            self.fast.encode_word(text.unwrap_or_default(), &mut ids);
        }
        ids
    }
}
