//! The `tokenizers` crate, called directly.

use super::TokenizeError;
use super::library::{Encoded, Encoder, Library};
use crate::pack::{PackError, Pieces};
use tokenizers::Tokenizer;
use tokenizers::models::bpe::Vocab;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::bert::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;

const MAX_INPUT_CHARS_PER_WORD: usize = 100;

/// The crate, linked into this program.
pub struct Crate;

impl Library for Crate {
    fn word_piece(&self, pieces: &Pieces, unknown: u32) -> Result<Box<dyn Encoder>, PackError> {
        let unknown = pieces.get(unknown).ok_or(PackError::Corrupt("no piece stands for the unknown"))?;
        let model = WordPiece::builder()
            .vocab(vocab(pieces))
            .unk_token(unknown.to_owned())
            .max_input_chars_per_word(MAX_INPUT_CHARS_PER_WORD)
            .build()
            .map_err(|_| PackError::Corrupt("the vocabulary does not fit"))?;
        let mut tokenizer = Tokenizer::new(model);
        let (clean_text, handle_chinese_chars, strip_accents, lowercase) = (true, true, Some(true), true);
        let normalizer = BertNormalizer::new(clean_text, handle_chinese_chars, strip_accents, lowercase);
        tokenizer
            .with_normalizer(Some(normalizer))
            .map_err(|_| PackError::Corrupt("the normaliser does not fit"))?;
        tokenizer.with_pre_tokenizer(Some(BertPreTokenizer));
        Ok(Box::new(tokenizer))
    }
}

fn vocab(pieces: &Pieces) -> Vocab {
    pieces.iter().map(str::to_owned).zip(0..).collect()
}

impl Encoder for Tokenizer {
    fn encode(&self, text: &str) -> Result<Encoded, TokenizeError> {
        let encoding = (**self).encode(text, false)?;
        let offsets = encoding.get_offsets().iter().flat_map(|(start, end)| [*start as u32, *end as u32]);
        Ok(Encoded { ids: encoding.get_ids().to_vec(), offsets: offsets.collect() })
    }
}

impl From<tokenizers::Error> for TokenizeError {
    fn from(error: tokenizers::Error) -> Self {
        TokenizeError::Tokenizer(error.to_string())
    }
}
