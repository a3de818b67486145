//! Why a vocabulary did not come: typed, so that each language of the page has words of its own.

use crate::pack::PackError;
use crate::tokenize::TokenizeError;

/// What went wrong between asking for a pack and cutting the text with it.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadError {
    /// The host's answer.
    Http(u16),
    /// No answer, or one that broke off.
    Network,
    /// The page is a single file, and this is not in it.
    NotInside,
    Empty,
    TooLarge,
    Pack(PackError),
    Tokenize(TokenizeError),
}

impl LoadError {
    /// Whether asking once more can help: a single file will never have what it was made without.
    pub fn may_pass(&self) -> bool {
        *self != LoadError::NotInside
    }
}
