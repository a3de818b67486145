//! From a file's bytes to its tables: what takes long and may go wrong.

use super::error::{Feature, Flaw};
use super::json::Part;
use super::steps::{self, Cut};
use super::tables::{ModelTables, Tables};
use super::{MAX_BYTES, MAX_ID, OwnError, models, tiktoken};
use crate::tokenize::bpe::special::AddedToken;
use crate::tokenize::pre_tokenize::Pattern;
use serde_json::Value;

impl Tables {
    /// Reads a file. `pattern` is for a `.tiktoken` file, which names none.
    pub fn read(bytes: &[u8], pattern: Pattern) -> Result<Self, OwnError> {
        if bytes.len() > MAX_BYTES {
            return Err(OwnError::TooLarge(bytes.len()));
        }
        let text = String::from_utf8_lossy(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes));
        match text.trim_start().chars().next() {
            None => Err(OwnError::Empty),
            Some('{') => from_json(&text),
            Some(_) => match tiktoken::read(&text) {
                // not even its first line is one
                Err(OwnError::Line(1)) => Err(OwnError::NotJson { line: 1, why: Flaw::NoBrace }),
                model => {
                    let cut = Cut::ByteLevel { pattern: Some(pattern), add_prefix_space: false };
                    let model = ModelTables::Bpe { normalisers: Vec::new(), cut, bpe: model? };
                    Ok(Tables { model, added: Vec::new() })
                }
            },
        }
    }
}

fn from_json(text: &str) -> Result<Tables, OwnError> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| OwnError::NotJson { line: error.line(), why: flaw(&error) })?;
    let file = Part::new(&value, "")?;
    let model = Part::new(file.need("model")?, "model")?;
    let (normalizer, cut) = (file.get("normalizer"), file.get("pre_tokenizer"));
    // old files do not say which model they hold
    let kind = model.text("type")?.unwrap_or(if model.get("merges").is_some() { "BPE" } else { "WordPiece" });
    let made = match kind {
        "BPE" => {
            let cut = steps::cut(cut)?;
            let bpe = models::bpe(model, matches!(cut, Cut::ByteLevel { .. }))?;
            ModelTables::Bpe { normalisers: steps::normalisers(normalizer)?, cut, bpe }
        }
        "WordPiece" => ModelTables::WordPiece(models::word_piece(model, normalizer, cut)?),
        "Unigram" => ModelTables::Unigram(models::unigram(model, normalizer, cut)?),
        other => return Err(OwnError::Unsupported { part: Feature::Model, what: other.to_owned() }),
    };
    Ok(Tables { model: made, added: added_tokens(file)? })
}

fn added_tokens(file: Part) -> Result<Vec<AddedToken>, OwnError> {
    let Some(list) = file.get("added_tokens") else { return Ok(Vec::new()) };
    let list = list.as_array().ok_or_else(|| file.wrong("added_tokens"))?;
    let mut added: Vec<AddedToken> = Vec::with_capacity(list.len());
    for value in list {
        let part = Part::new(value, "added_tokens")?;
        let id = part.need("id")?.as_u64().ok_or_else(|| part.wrong("id"))?;
        let content = part.text("content")?.unwrap_or_default().to_owned();
        let id = u32::try_from(id)
            .ok()
            .filter(|id| *id <= MAX_ID)
            .ok_or(OwnError::LargeId(id, content.clone()))?;
        added.push(AddedToken {
            id,
            content,
            special: part.flag("special", false)?,
            single_word: part.flag("single_word", false)?,
            strip: (part.flag("lstrip", false)?, part.flag("rstrip", false)?),
            normalized: part.flag("normalized", false)?,
        });
    }
    let mut by_id: Vec<&AddedToken> = added.iter().collect();
    by_id.sort_by_key(|token| token.id);
    let double =
        by_id.windows(2).find(|pair| matches!(pair, [a, b] if a.id == b.id && a.content != b.content));
    if let Some([a, b]) = double {
        return Err(OwnError::DuplicateId(a.content.clone(), b.content.clone(), a.id));
    }
    Ok(added)
}

fn flaw(error: &serde_json::Error) -> Flaw {
    if error.is_eof() { Flaw::TooShort } else { Flaw::Column(error.column()) }
}
