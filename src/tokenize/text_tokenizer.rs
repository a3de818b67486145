//! One tokenizer, whatever its algorithm.

use super::byte_bpe::ByteBpe;
use super::microscope::Source;
use super::sentencepiece_bpe::SentencePieceBpe;
use super::unigram::Unigram;
use super::word_piece::WordPiece;
use super::{Token, Vocabulary, characters};
use crate::pack::{Algorithm, Pack, PackError};

/// What can go wrong while encoding.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenizeError {
    /// The tokens' bytes are not the text's bytes: the vocabulary lacks one of the 256 bytes.
    #[error("the tokens cover {covered} of {len} bytes of the text")]
    Uncovered { covered: usize, len: usize },
}

/// A tokenizer that is ready to encode.
pub struct TextTokenizer {
    vocabulary: &'static Vocabulary,
    model: Model,
}

enum Model {
    ByteBpe(Box<ByteBpe>),
    SentencePieceBpe(Box<SentencePieceBpe>),
    WordPiece(Box<WordPiece>),
    Unigram(Box<Unigram>),
    Characters,
}

impl TextTokenizer {
    /// Reads a pack and makes its tokenizer. Errors if the bytes are damaged or are another vocabulary's.
    pub fn from_pack(vocabulary: &'static Vocabulary, bytes: &[u8]) -> Result<Self, PackError> {
        let pack = Pack::read(bytes)?;
        if pack.algorithm != vocabulary.algorithm {
            return Err(PackError::Algorithm { found: pack.algorithm, expected: vocabulary.algorithm });
        }
        if pack.n_ids != vocabulary.size {
            return Err(PackError::Corrupt("the vocabulary has another size"));
        }
        let model = match pack.algorithm {
            Algorithm::ByteBpe => Model::ByteBpe(Box::new(ByteBpe::from_pack(pack)?)),
            Algorithm::SentencePieceBpe => {
                Model::SentencePieceBpe(Box::new(SentencePieceBpe::from_pack(pack)?))
            }
            Algorithm::WordPiece => Model::WordPiece(Box::new(WordPiece::from_pack(pack)?)),
            Algorithm::Unigram => Model::Unigram(Box::new(Unigram::from_pack(pack)?)),
            Algorithm::Characters => Model::Characters,
        };
        Ok(TextTokenizer { vocabulary, model })
    }

    /// The tokenizer of a vocabulary that needs no pack; `None` for one that does.
    pub fn built_in(vocabulary: &'static Vocabulary) -> Option<Self> {
        (vocabulary.algorithm == Algorithm::Characters)
            .then_some(TextTokenizer { vocabulary, model: Model::Characters })
    }

    /// The byte-level BPE model, if it is one.
    pub fn byte_bpe(&self) -> Option<&ByteBpe> {
        if let Model::ByteBpe(model) = &self.model { Some(model) } else { None }
    }

    /// The SentencePiece BPE model, if it is one.
    pub fn sentencepiece_bpe(&self) -> Option<&SentencePieceBpe> {
        if let Model::SentencePieceBpe(model) = &self.model { Some(model) } else { None }
    }

    /// What the microscope looks into.
    pub fn source(&self) -> Source<'_> {
        match &self.model {
            Model::ByteBpe(model) => Source::ByteBpe(model),
            Model::SentencePieceBpe(model) => Source::SentencePieceBpe(model),
            Model::WordPiece(model) => Source::WordPiece(model),
            Model::Unigram(model) => Source::Unigram(model),
            Model::Characters => Source::Characters,
        }
    }

    pub fn vocabulary(&self) -> &'static Vocabulary {
        self.vocabulary
    }

    /// The tokens of `text`, in order. No special tokens are added.
    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        match &self.model {
            Model::ByteBpe(model) => model.encode(text),
            Model::SentencePieceBpe(model) => Ok(model.encode(text)),
            Model::WordPiece(model) => Ok(model.encode(text)),
            Model::Unigram(model) => Ok(model.encode(text)),
            Model::Characters => Ok(characters::encode(text)),
        }
    }

    /// The vocabulary's spelling of an id.
    pub fn piece(&self, id: u32) -> Option<String> {
        match &self.model {
            Model::ByteBpe(model) => model.piece(id),
            Model::SentencePieceBpe(model) => model.piece(id),
            Model::WordPiece(model) => model.piece(id).map(str::to_owned),
            Model::Unigram(model) => model.piece(id),
            Model::Characters => characters::piece(id),
        }
    }
}
