//! Pre-tokenisers: a text is cut into pieces that no merge crosses.
//!
//! Every byte-level BPE model names a regular expression; its alternatives are tried from left to right at each
//! position, and the first that matches takes as much as it can. Here each is written by hand, alternative by
//! alternative, so that a piece can say which of them made it, and because a regex engine that looks ahead
//! (`\s+(?!\S)`) would be larger than all of this. `tests/pre_tokenizers.rs` compares them with the `tokenizers`
//! crate's `Split` and the real expressions.

mod cl100k;
mod class;
mod deepseek;
mod gpt2;
mod o200k;
mod scan;
pub mod word;

pub use class::{Class, class};

use scan::Scan;
use std::ops::Range;

/// The pattern of a model family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum Pattern {
    /// GPT-2, r50k_base, p50k_base: openai/gpt-2, src/encoder.py.
    Gpt2,
    /// cl100k_base (GPT-3.5, GPT-4): openai/tiktoken, tiktoken_ext/openai_public.py.
    Cl100k,
    /// o200k_base (GPT-4o and later): as above.
    O200k,
    /// Qwen, Qwen2, Qwen3: cl100k's with single digits.
    Qwen2,
    /// Llama 3: cl100k's, letter for letter.
    Llama3,
    /// DeepSeek-V3 and R1: three splits one after the other, the last two inside the pieces of those before.
    DeepSeekV3,
}

/// Which alternative of a pattern made a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// `'s`, `'re` …
    Contraction,
    /// Letters, perhaps after a space or another sign.
    Letters,
    /// o200k: capitals, then small letters.
    LettersToSmall,
    /// o200k: letters that end on a capital.
    Capitals,
    /// DeepSeek-V3: an ASCII sign and the ASCII letters behind it.
    SignAndLetters,
    /// DeepSeek-V3: Chinese characters and kana.
    Cjk,
    Digits,
    /// Neither letters, digits nor white space.
    Signs,
    /// White space up to its last line end.
    LineEnds,
    /// White space but the last before something else.
    SpacesBefore,
    Spaces,
    /// No alternative matches here: what lies between two matches is a piece too.
    Between,
}

/// A part of the text and the alternative that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Bytes of the text.
    pub span: Range<usize>,
    pub rule: Rule,
}

/// An alternative as it is written in the expression.
pub type Alternative = (Rule, &'static str);

/// One split of the text, as a step to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    pub alternatives: &'static [Alternative],
    /// All pieces after this split; they cover the text.
    pub pieces: Vec<Piece>,
}

impl Pattern {
    pub const ALL: [Pattern; 6] = [
        Pattern::Gpt2,
        Pattern::Cl100k,
        Pattern::O200k,
        Pattern::Qwen2,
        Pattern::Llama3,
        Pattern::DeepSeekV3,
    ];

    /// The alternatives of each split in turn; joined by `|` they are its regular expression.
    pub fn splits(self) -> &'static [&'static [Alternative]] {
        match self {
            Pattern::Gpt2 => &[gpt2::ALTERNATIVES],
            Pattern::Cl100k | Pattern::Llama3 => &[cl100k::ALTERNATIVES],
            Pattern::Qwen2 => &[cl100k::QWEN2_ALTERNATIVES],
            Pattern::O200k => &[o200k::ALTERNATIVES],
            Pattern::DeepSeekV3 => deepseek::SPLITS,
        }
    }

    /// The regular expression of each split.
    pub fn expressions(self) -> impl Iterator<Item = String> {
        let joined =
            |split: &&[Alternative]| split.iter().map(|(_, text)| *text).collect::<Vec<_>>().join("|");
        self.splits().iter().map(joined)
    }

    /// The pieces of a text: they cover it, in order.
    pub fn pieces(self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.each_piece(text, &mut |piece| pieces.push(piece));
        pieces
    }

    /// Hands out the pieces one by one, without taking memory.
    pub fn each_piece(self, text: &str, take: &mut dyn FnMut(Piece)) {
        match self {
            Pattern::Gpt2 => cut(text, 0, here, gpt2::first, take),
            Pattern::Cl100k | Pattern::Llama3 => {
                cut(text, 0, here, |scan, at| cl100k::first(scan, at, 3), take)
            }
            Pattern::Qwen2 => cut(text, 0, here, |scan, at| cl100k::first(scan, at, 1), take),
            Pattern::O200k => cut(text, 0, here, o200k::first, take),
            Pattern::DeepSeekV3 => deepseek::each_piece(text, take),
        }
    }

    /// What each split made of the text; the last stage has the pieces of [`Pattern::pieces`].
    pub fn stages(self, text: &str) -> Vec<Stage> {
        let mut stages = match self {
            Pattern::DeepSeekV3 => deepseek::first_stages(text),
            _ => Vec::new(),
        };
        let alternatives = self.splits().last().copied().unwrap_or_default();
        stages.push(Stage { alternatives, pieces: self.pieces(text) });
        stages
    }
}

/// A pattern of which some alternative matches nearly everywhere is tried at each place.
fn here(_: Scan, at: usize) -> usize {
    at
}

/// Cuts a text, which begins at byte `offset` of the whole, at every match of `first`; `skip` finds the next place
/// where there may be one.
fn cut(
    text: &str,
    offset: usize,
    skip: impl Fn(Scan, usize) -> usize,
    first: impl Fn(Scan, usize) -> Option<(Rule, usize)>,
    take: &mut dyn FnMut(Piece),
) {
    let scan = Scan::new(text);
    let (mut at, mut between) = (0, 0);
    let mut give = |span: Range<usize>, rule| {
        if !span.is_empty() {
            take(Piece { span: offset + span.start..offset + span.end, rule });
        }
    };
    while at < text.len() {
        at = skip(scan, at);
        match first(scan, at) {
            Some((rule, end)) if end > at => {
                give(between..at, Rule::Between);
                give(at..end, rule);
                (at, between) = (end, end);
            }
            _ => at = scan.character(at).map_or(text.len(), |(_, _, end)| end),
        }
    }
    give(between..at, Rule::Between);
}
