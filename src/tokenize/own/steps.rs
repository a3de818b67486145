//! The normalisers and pre-tokenisers of a file: those that we have, the others are refused by name.

use super::error::{Feature, OwnError};
use super::json::Part;
use crate::tokenize::nfc::Nfc;
use crate::tokenize::pre_tokenize::{Pattern, word};
use crate::tokenize::stage::StageKind;
use crate::tokenize::unigram::normalizer::Normalized;
use serde_json::Value;
use std::ops::Range;

/// One normaliser, under the name of `tokenizer.json`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Normaliser {
    Prepend(String),
    Replace {
        from: String,
        to: String,
    },
    Lowercase,
    /// Unicode's form C.
    Nfc,
}

/// How text becomes words.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Cut {
    /// All of it is one word.
    Whole,
    /// Byte-level: by a pattern, or not at all; perhaps with a space put before.
    ByteLevel { pattern: Option<Pattern>, add_prefix_space: bool },
    /// Runs of word characters and runs of signs; white space goes.
    Words,
    /// Whatever stands between white space, which goes.
    BetweenSpaces,
    /// Spaces become ▁, one is put before the text; cut before each ▁ if `split`.
    Metaspace { prepend: Prepend, split: bool },
}

/// Where Metaspace puts a ▁ that is not there: its `prepend_scheme`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Prepend {
    Never,
    /// Before the reader's text.
    First,
    /// Before every stretch between added tokens.
    Always,
}

impl Normaliser {
    /// What it does, for those who look at it.
    pub fn kind(&self) -> StageKind {
        match self {
            Normaliser::Prepend(_) => StageKind::DummyPrefix,
            Normaliser::Replace { .. } => StageKind::Replace,
            Normaliser::Lowercase => StageKind::Lowercase,
            Normaliser::Nfc => StageKind::Compose,
        }
    }

    /// `nfc` are the tables of form C, for a list that asks for it.
    pub fn apply(&self, text: &Normalized, nfc: Option<&Nfc>) -> Normalized {
        match self {
            Normaliser::Prepend(prefix) if text.text.is_empty() || prefix.is_empty() => text.clone(),
            Normaliser::Prepend(prefix) => text.prepended(prefix),
            Normaliser::Replace { from, to } => text.replaced(from, to),
            Normaliser::Nfc => nfc.map_or_else(|| text.clone(), |nfc| nfc.normalize(text)),
            Normaliser::Lowercase => text.mapped(|character| character.to_lowercase()),
        }
    }
}

/// The list of normalisers, in order.
pub fn normalisers(value: Option<&Value>) -> Result<Vec<Normaliser>, OwnError> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let part = Part::new(value, "normalizer")?;
    let one = match part.kind()? {
        "Sequence" => {
            let lists = part.list("normalizers")?.iter().map(|value| normalisers(Some(value)));
            return Ok(lists.collect::<Result<Vec<_>, _>>()?.concat());
        }
        "Prepend" => Normaliser::Prepend(part.text("prepend")?.unwrap_or_default().to_owned()),
        "NFC" => Normaliser::Nfc,
        "Lowercase" => Normaliser::Lowercase,
        "Replace" => {
            let pattern = Part::new(part.need("pattern")?, "normalizer.pattern")?;
            let from = pattern.text("String")?.filter(|from| !from.is_empty());
            let from = from.ok_or_else(|| unsupported(Feature::NormaliserPattern, part.get("pattern")))?;
            Normaliser::Replace {
                from: from.to_owned(),
                to: part.text("content")?.unwrap_or_default().to_owned(),
            }
        }
        other => return Err(OwnError::Unsupported { part: Feature::Normaliser, what: other.to_owned() }),
    };
    Ok(vec![one])
}

/// The pre-tokeniser.
pub fn cut(value: Option<&Value>) -> Result<Cut, OwnError> {
    let Some(value) = value else { return Ok(Cut::Whole) };
    let part = Part::new(value, "pre_tokenizer")?;
    match part.kind()? {
        "ByteLevel" => byte_level(part, &[]),
        "Metaspace" => metaspace(part),
        "Whitespace" => Ok(Cut::Words),
        "WhitespaceSplit" => Ok(Cut::BetweenSpaces),
        "Sequence" => {
            let list = part.list("pretokenizers")?;
            let (last, splits) = list.split_last().ok_or_else(|| part.wrong("pretokenizers"))?;
            let last = Part::new(last, "pre_tokenizer.pretokenizers")?;
            match last.kind()? {
                "ByteLevel" => byte_level(last, splits),
                _ if splits.is_empty() => cut(list.first()),
                other => Err(OwnError::Unsupported {
                    part: Feature::PreTokeniser,
                    what: format!("Sequence … {other}"),
                }),
            }
        }
        other => Err(OwnError::Unsupported { part: Feature::PreTokeniser, what: other.to_owned() }),
    }
}

fn byte_level(part: Part, splits: &[Value]) -> Result<Cut, OwnError> {
    let add_prefix_space = part.flag("add_prefix_space", true)?;
    let use_regex = part.flag("use_regex", true)?;
    let pattern = match (splits, use_regex) {
        ([], true) => Some(Pattern::Gpt2),
        ([], false) => None,
        (splits, false) => Some(known(splits)?),
        (_, true) => {
            return Err(OwnError::Unsupported {
                part: Feature::PreTokeniser,
                what: "Split, ByteLevel (use_regex)".into(),
            });
        }
    };
    Ok(Cut::ByteLevel { pattern, add_prefix_space })
}

/// The pattern whose expressions these splits have.
fn known(splits: &[Value]) -> Result<Pattern, OwnError> {
    let mut expressions = Vec::new();
    for split in splits {
        let part = Part::new(split, "pre_tokenizer.pretokenizers")?;
        let kind = part.kind()?;
        let digits = kind == "Digits" && part.flag("individual_digits", false)?;
        if kind != "Split" || digits {
            return Err(OwnError::Unsupported { part: Feature::PreTokeniser, what: kind.to_owned() });
        }
        let behavior = part.text("behavior")?.unwrap_or_default();
        let inverted = part.flag("invert", false)?;
        // with every character in some match, what is removed is nothing and its inverse the same pieces
        if !matches!((behavior, inverted), ("Isolated", false) | ("Removed", true)) {
            return Err(OwnError::Unsupported { part: Feature::SplitBehaviour, what: behavior.to_owned() });
        }
        let pattern = Part::new(part.need("pattern")?, "pre_tokenizer.pattern")?;
        let expression = pattern.text("Regex")?;
        expressions.push(expression.ok_or_else(|| unsupported(Feature::SplitPattern, part.get("pattern")))?);
    }
    let is = |pattern: &Pattern| {
        let ours: Vec<String> = pattern.expressions().collect();
        ours.len() == expressions.len() && ours.iter().zip(&expressions).all(|(ours, file)| same(ours, file))
    };
    let found = Pattern::ALL.into_iter().find(is);
    found.ok_or_else(|| OwnError::Unsupported { part: Feature::SplitPattern, what: expressions.join("  ") })
}

/// Equal but for line ends, which some files write as they are and some as escapes, and for the two ways to write
/// the contractions.
fn same(ours: &str, file: &str) -> bool {
    let plain = |text: &str| {
        let text =
            text.replace('\r', r"\r").replace('\n', r"\n").replace("(?i:'s|'t|'re|'ve|'m|'ll|'d)", "(?i:C)");
        text.replace("'(?i:[sdmt]|ll|ve|re)", "(?i:C)").replace(r"\u{3040}", "\u{3040}")
    };
    plain(ours) == plain(file)
}

fn metaspace(part: Part) -> Result<Cut, OwnError> {
    if part.text("replacement")?.is_some_and(|replacement| replacement != "▁") {
        return Err(unsupported(Feature::Replacement, part.get("replacement")));
    }
    let legacy = part.flag("add_prefix_space", true)?;
    let prepend = match part.text("prepend_scheme")? {
        None if legacy => Prepend::Always,
        Some("always") => Prepend::Always,
        Some("first") => Prepend::First,
        None | Some("never") => Prepend::Never,
        Some(other) => {
            return Err(OwnError::Unsupported { part: Feature::PrependScheme, what: other.to_owned() });
        }
    };
    Ok(Cut::Metaspace { prepend, split: part.flag("split", true)? })
}

pub fn unsupported(part: Feature, value: Option<&Value>) -> OwnError {
    OwnError::Unsupported { part, what: value.map(Value::to_string).unwrap_or_default() }
}

impl Cut {
    /// What it changes in the text before it is cut.
    pub fn kind(&self) -> Option<StageKind> {
        match self {
            Cut::ByteLevel { add_prefix_space: true, .. } => Some(StageKind::DummyPrefix),
            Cut::Metaspace { .. } => Some(StageKind::EscapeSpaces),
            Cut::Whole | Cut::ByteLevel { .. } | Cut::Words | Cut::BetweenSpaces => None,
        }
    }

    /// The text with what this step changes in it, and the words as bytes of that. `first` says whether it is the
    /// beginning of the reader's text.
    pub fn words(&self, text: &Normalized, first: bool) -> (Normalized, Vec<Range<usize>>) {
        let whole = |text: &Normalized| {
            let all = 0..text.text.len();
            if all.is_empty() { Vec::new() } else { vec![all] }
        };
        match self {
            Cut::Whole => (text.clone(), whole(text)),
            Cut::Words => (text.clone(), word::words(&text.text)),
            Cut::BetweenSpaces => (text.clone(), word::between_spaces(&text.text)),
            Cut::ByteLevel { pattern, add_prefix_space } => {
                let missing = *add_prefix_space && !text.text.is_empty() && !text.text.starts_with(' ');
                let text = if missing { text.prepended(" ") } else { text.clone() };
                let words = match pattern {
                    Some(pattern) => pattern.pieces(&text.text).into_iter().map(|piece| piece.span).collect(),
                    None => whole(&text),
                };
                (text, words)
            }
            Cut::Metaspace { prepend, split } => {
                let text = text.replaced(" ", "▁");
                let wanted = *prepend == Prepend::Always || *prepend == Prepend::First && first;
                let missing = wanted && !text.text.is_empty() && !text.text.starts_with('▁');
                let text = if missing { text.prepended("▁") } else { text };
                let words = if *split { before_each_space(&text.text) } else { whole(&text) };
                (text, words)
            }
        }
    }
}

/// Cut before each ▁.
fn before_each_space(text: &str) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(text.match_indices('▁').map(|(at, _)| at).filter(|at| *at > 0));
    let ends = text.match_indices('▁').map(|(at, _)| at).filter(|at| *at > 0).chain([text.len()]);
    starts.zip(ends).map(|(start, end)| start..end).filter(|word| !word.is_empty()).collect()
}
