//! The reader's text as the chosen tokenizer cut it, with everything the views show of it.

use crate::pipeline::MAX_TOKENS;

use crate::signal::text::Text;
use crate::tokenize::{self, Group, TextTokenizer, Token, TokenizeError};

use std::rc::Rc;

/// An encoded text. Tokens past [`MAX_TOKENS`] are counted but not kept.
pub struct Input {
    pub vocabulary: &'static str,
    pub text: Text,
    pub tokens: Vec<Token>,
    pub total_tokens: usize,
    pub groups: Vec<Group>,
    /// A short visible label per token, for axes and sentences.
    pub labels: Rc<Vec<String>>,
    pub ids: Vec<u32>,
}

impl Input {
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
        let labels: Vec<String> = tokens.iter().map(|token| tokenize::label(&text.shown, token)).collect();
        let labels = Rc::new(labels);
        let ids = tokens.iter().map(|token| token.id).collect();
        Ok(Input { vocabulary, text, tokens, total_tokens, groups, labels, ids })
    }

    /// The label of token `i`, empty past the end.
    pub fn label(&self, i: usize) -> &str {
        self.labels.get(i).map_or("", String::as_str)
    }
}
