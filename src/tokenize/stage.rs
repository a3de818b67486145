//! What a normaliser's stages did to a text, as data that a view can draw.

use std::ops::Range;

/// One stage: its result and where it changed something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub kind: StageKind,
    /// The text after the stage; the text before it is the one of the stage before, at first the reader's.
    pub text: String,
    /// In the order of the text.
    pub changes: Vec<Change>,
}

/// What a stage does. The first five are BERT's (in this order), form C is Qwen's, the others SentencePiece's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StageKind {
    /// Control characters go, all white space becomes a space.
    CleanText,
    /// A space before and behind every CJK character.
    SpaceCjk,
    /// Canonical decomposition (NFD): é becomes e and an accent.
    Decompose,
    /// Nonspacing marks go: the accents.
    StripMarks,
    Lowercase,
    /// Unicode's form C: e and an accent become é.
    Compose,
    /// The longest rule of the model's character map, as NFKC: ① becomes 1.
    Charsmap,
    /// Spaces before the text go, runs of spaces become one.
    JoinSpaces,
    /// A space, or what the reader's file says, is put before the text.
    DummyPrefix,
    /// Something is replaced, as the reader's file says.
    Replace,
    /// Spaces are written ▁.
    EscapeSpaces,
    /// Spaces behind the text go.
    TrimEnd,
}

/// One place that a stage changed. Something put in has an empty `from`, something taken out an empty `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Bytes of the text before the stage.
    pub from: Range<usize>,
    /// Bytes of the text after it.
    pub to: Range<usize>,
}
