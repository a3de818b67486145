//! Chat templates: messages with roles become one string, and some of its spans are control tokens.
//!
//! A chat model reads one sequence. Who speaks is said by control tokens, ids that no text is merged into; the template writes
//! them between the messages. What they look like is ordinary text, so a user can type it: whether the typed text *becomes*
//! the control token depends on how the string is encoded ([`injection`]).
//!
//! The templates are those of the models' own tokenizer_config.json (Jinja), written out here for text messages without tools;
//! `tests/chat_templates.rs` compares them with what Jinja makes of the originals.

mod builder;
mod families;
pub mod injection;
mod text;
pub mod total;

pub use families::TEMPLATES;

/// The ids of [`TEMPLATES`], in order; apart from them, so that a menu does not need the templates themselves.
pub const IDS: &[&str] = &["qwen3", "llama3", "deepseek_v3", "mistral_v1", "mistral_tekken", "gemma3"];

use std::ops::Range;

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    System,
    User,
    Assistant,
}

impl Role {
    /// As messages name it.
    pub fn name(self) -> &'static str {
        match self {
            Role::System => "system",
            Role::User => "user",
            Role::Assistant => "assistant",
        }
    }
}

/// One message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

impl Message {
    pub fn new(role: Role, content: impl Into<String>) -> Self {
        Message { role, content: content.into() }
    }
}

/// A token that text never becomes by merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    pub text: &'static str,
    /// Its id in the model's vocabulary.
    pub id: u32,
}

/// A model family's template.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    pub id: &'static str,
    /// The name people know it by.
    pub name: &'static str,
    /// Where the template and its ids are from.
    pub source: &'static str,
    /// The tokens that the model's tokenizer recognises, of those that text messages meet.
    pub controls: &'static [Control],
    /// The vocabulary among [`super::VOCABULARIES`] whose ids these are, if we ship it.
    pub vocabulary: Option<&'static str>,
    render: fn(&[Message], bool) -> Result<Rendered, ChatError>,
}

impl Template {
    /// The conversation as the model reads it; with `add_generation_prompt` the assistant's turn is opened at the end, where
    /// the template has such a mark.
    pub fn render(&self, messages: &[Message], add_generation_prompt: bool) -> Result<Rendered, ChatError> {
        (self.render)(messages, add_generation_prompt)
    }

    /// The template whose id is `id`.
    pub fn by_id(id: &str) -> Option<&'static Template> {
        TEMPLATES.iter().find(|template| template.id == id)
    }
}

/// Why a template refuses a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChatError {
    #[error("a conversation needs a message")]
    Empty,
    #[error("after an optional system message, this template needs user and assistant in turn")]
    NotInTurn,
}

/// What a span of the rendered string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A control token that the template wrote.
    Control,
    /// Other text of the template: names of roles, line ends.
    Frame,
    /// Content of a message, by index.
    Content(usize),
}

/// A span of the rendered string, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub span: Range<usize>,
    pub kind: PartKind,
}

/// A conversation as one string. The parts follow each other and cover it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    pub text: String,
    pub parts: Vec<Part>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_the_templates() {
        let ids: Vec<&str> = TEMPLATES.iter().map(|template| template.id).collect();
        assert_eq!(ids, IDS);
        assert!(TEMPLATES.iter().filter_map(|t| t.vocabulary).all(|id| super::super::by_id(id).is_some()));
    }
}
