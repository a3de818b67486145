//! BERT's uncased WordPiece (Devlin et al. 2019), by the `tokenizers` crate.
//!
//! The normaliser removes control characters, puts spaces around CJK characters, strips accents and lowercases;
//! words are split at spaces and punctuation; inside a word the longest piece wins. A word of more than 100
//! characters, or with a place where nothing matches, is `[UNK]` as a whole.

use super::{Token, TokenizeError};
use crate::pack::{Pack, PackError};
use tokenizers::models::bpe::Vocab;
use tokenizers::models::wordpiece;
use tokenizers::normalizers::bert::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::{Model, Tokenizer};

const MAX_INPUT_CHARS_PER_WORD: usize = 100;

pub struct WordPiece {
    tokenizer: Tokenizer,
    unknown_id: u32,
}

impl WordPiece {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        const NO_UNKNOWN: PackError = PackError::Corrupt("no piece stands for the unknown");
        let unknown_id = pack.unknown_id().ok_or(NO_UNKNOWN)?;
        let unknown = pack.pieces.get(unknown_id).ok_or(NO_UNKNOWN)?.to_owned();
        let vocab: Vocab = pack.pieces.iter().map(str::to_owned).zip(0..).collect();
        let model = wordpiece::WordPiece::builder()
            .vocab(vocab)
            .unk_token(unknown)
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
        Ok(WordPiece { tokenizer, unknown_id })
    }

    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizeError> {
        let encoding = self.tokenizer.encode(text, false)?;
        let parts = encoding.get_ids().iter().zip(encoding.get_tokens()).zip(encoding.get_offsets());
        let token = |((id, piece), (start, end)): ((&u32, &String), &(usize, usize))| Token {
            id: *id,
            piece: piece.clone(),
            span: *start..*end,
            unknown: *id == self.unknown_id,
        };
        Ok(parts.map(token).collect())
    }

    pub fn piece(&self, id: u32) -> Option<String> {
        self.tokenizer.get_model().id_to_token(id)
    }
}
