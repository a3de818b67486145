//! The reader's text, bounded before anything is computed from it.

/// At most this many characters are tokenized; what is cut off is said on the page.
pub const MAX_CHARS: usize = 8_192;

/// A bounded text and how much of the original it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The first [`MAX_CHARS`] characters.
    pub shown: String,
    /// Characters (Unicode scalar values) of the whole input.
    pub total_chars: usize,
}

impl Text {
    /// Bounds `input`.
    pub fn new(input: &str) -> Self {
        Text { shown: input.chars().take(MAX_CHARS).collect(), total_chars: input.chars().count() }
    }

    /// Whether something was cut off.
    pub fn is_cut(&self) -> bool {
        self.total_chars > MAX_CHARS
    }
}
