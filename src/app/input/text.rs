//! The reader's text as the chosen tokenizer cut it, with everything the views show of it.

use crate::embed::runs::{Kind, Run};
use crate::embed::sequence::{Piece, Segment};
use crate::pipeline::MAX_TOKENS;
use crate::signal::text::Text;
use crate::tokenize::{self, Group, TextTokenizer, Token, TokenizeError};

/// An encoded text. Tokens past [`MAX_TOKENS`] are counted but not kept.
pub struct TextInput {
    pub vocabulary: &'static str,
    pub text: Text,
    pub tokens: Vec<Token>,
    pub total_tokens: usize,
    pub groups: Vec<Group>,
}

impl TextInput {
    /// Cuts `raw` with `tokenizer`.
    pub fn encode(
        vocabulary: &'static str,
        raw: &str,
        tokenizer: &TextTokenizer,
    ) -> Result<Self, TokenizeError> {
        let text = Text::new(raw);
        let mut tokens = tokenizer.encode(&text.shown)?;
        let total_tokens = tokens.len();
        tokens.truncate(MAX_TOKENS);
        let groups = tokenize::groups(&text.shown, &tokens);
        Ok(TextInput { vocabulary, text, tokens, total_tokens, groups })
    }

    /// Its tokens as a run of the sequence.
    pub fn run(&self) -> Run {
        Run {
            kind: Kind::Text,
            pieces: self.tokens.iter().map(|token| Piece::Word(token.id)).collect(),
            labels: self.tokens.iter().map(|token| tokenize::label(&self.text.shown, token)).collect(),
            segment: Segment::Text(self.tokens.len()),
            vectors: None,
        }
    }
}
