//! The models of a tokenizer.json.

use super::error::{Feature, OwnError, Place};
use super::json::Part;
use super::steps;
use super::tables::BpeTables;
use super::tiktoken::base64;
use super::vocab::Vocab;
use crate::pack::{Algorithm, Charsmap, Kind, Pack, Pieces, SentencePieceTables};
use crate::tokenize::bpe::model::Characters;
use crate::tokenize::bpe::{ByteStrings, Merge, Start};
use crate::tokenize::byte_level;
use serde_json::Value;

/// The parts of a BPE model over bytes, if the pre-tokeniser says so, or over characters.
pub fn bpe(model: Part, bytes: bool) -> Result<BpeTables, OwnError> {
    let object = model.need("vocab")?.as_object().ok_or_else(|| model.wrong("vocab"))?;
    let vocab = Vocab::from_object(object)?;
    if model.get("dropout").is_some_and(|p| p.as_f64() != Some(0.0)) {
        return Err(steps::unsupported(Feature::Dropout, model.get("dropout")));
    }
    let prefix = model.text("continuing_subword_prefix")?.unwrap_or_default();
    let merges = merges(model, &vocab, prefix)?;
    let start = if bytes { byte_start(&vocab)? } else { character_start(model, &vocab, prefix)? };
    let strings = if bytes { byte_strings(&vocab) } else { text_strings(&vocab) };
    let ignore_merges = model.flag("ignore_merges", false)?;
    Ok(BpeTables { strings, merges, start: Some(start), ignore_merges })
}

fn merges(model: Part, vocab: &Vocab, prefix: &str) -> Result<Vec<Merge>, OwnError> {
    let mut merges = Vec::new();
    for (merge, number) in model.list("merges")?.iter().zip(1..) {
        let (left, right) = pair(merge).ok_or_else(|| OwnError::Wrong(Place::Merge(number)))?;
        let joined = format!("{left}{}", right.strip_prefix(prefix).unwrap_or(right));
        if left.is_empty() || right.is_empty() || joined == left || joined == right {
            return Err(OwnError::Cyclic { number, left: left.to_owned(), right: right.to_owned() });
        }
        let id = |piece: &str| {
            let (left, right, missing) = (left.to_owned(), right.to_owned(), piece.to_owned());
            vocab.ids.get(piece).copied().ok_or(OwnError::MissingPiece { number, left, right, missing })
        };
        merges.push(Merge { left: id(left)?, right: id(right)?, id: id(&joined)? });
    }
    Ok(merges)
}

/// `"a b"` or `["a", "b"]`.
fn pair(merge: &Value) -> Option<(&str, &str)> {
    match merge {
        Value::String(text) => text.split_once(' '),
        Value::Array(parts) => match parts.as_slice() {
            [left, right] => Some((left.as_str()?, right.as_str()?)),
            _ => None,
        },
        _ => None,
    }
}

fn byte_start(vocab: &Vocab) -> Result<Start, OwnError> {
    let mut ids = Box::new([0; 256]);
    for (slot, byte) in ids.iter_mut().zip(0..=u8::MAX) {
        let character = byte_level::char_of(byte);
        *slot = *vocab.ids.get(character.encode_utf8(&mut [0; 4]) as &str).ok_or(OwnError::NoByte(byte))?;
    }
    Ok(Start::Bytes(ids))
}

fn character_start(model: Part, vocab: &Vocab, prefix: &str) -> Result<Start, OwnError> {
    let unknown = match model.text("unk_token")? {
        Some(piece) => {
            let id = vocab.ids.get(piece).copied();
            Some(id.ok_or_else(|| OwnError::Missing(Place::Unknown(piece.to_owned())))?)
        }
        None => None,
    };
    let byte_fallback = if model.flag("byte_fallback", false)? { Some(fallback_ids(vocab)?) } else { None };
    Ok(Start::Characters(Characters {
        continuing_subword_prefix: prefix.to_owned(),
        end_of_word_suffix: model.text("end_of_word_suffix")?.unwrap_or_default().to_owned(),
        byte_fallback,
        unknown,
        fuse_unknown: model.flag("fuse_unk", false)?,
    }))
}

fn fallback_ids(vocab: &Vocab) -> Result<Box<[u32; 256]>, OwnError> {
    let mut ids = Box::new([0; 256]);
    for (slot, byte) in ids.iter_mut().zip(0..=u8::MAX) {
        *slot = *vocab.ids.get(&format!("<{byte:#04X}>")).ok_or(OwnError::NoByte(byte))?;
    }
    Ok(ids)
}

fn text_strings(vocab: &Vocab) -> ByteStrings {
    vocab.by_id.iter().map(|piece| piece.as_deref().unwrap_or_default().as_bytes()).collect()
}

/// The bytes of each piece; one that is written in other characters, as special tokens are, stands for no bytes.
fn byte_strings(vocab: &Vocab) -> ByteStrings {
    let bytes = |piece: &Option<String>| piece.as_deref().and_then(byte_level::bytes).unwrap_or_default();
    let all: Vec<Vec<u8>> = vocab.by_id.iter().map(bytes).collect();
    all.iter().map(Vec::as_slice).collect()
}

/// WordPiece as a pack: BERT's, uncased.
pub fn word_piece(model: Part, normalizer: Option<&Value>, cut: Option<&Value>) -> Result<Pack, OwnError> {
    let normalizer = normalizer.ok_or_else(|| OwnError::Missing(Place::Field("normalizer".into())))?;
    let part = Part::new(normalizer, "normalizer")?;
    let kind = part.kind()?;
    let strips = part.flag("strip_accents", true)?;
    let all = part.flag("clean_text", true)? && part.flag("handle_chinese_chars", true)? && strips;
    if kind != "BertNormalizer" || !all || !part.flag("lowercase", true)? {
        return Err(steps::unsupported(Feature::Normaliser, Some(normalizer)));
    }
    match cut.map(|value| Part::new(value, "pre_tokenizer")?.kind()).transpose()? {
        Some("BertPreTokenizer") => {}
        Some(other) => {
            return Err(OwnError::Unsupported { part: Feature::PreTokeniser, what: other.to_owned() });
        }
        None => return Err(OwnError::Missing(Place::Field("pre_tokenizer".into()))),
    }
    if model.text("continuing_subword_prefix")?.is_some_and(|prefix| prefix != "##") {
        return Err(steps::unsupported(Feature::ContinuingPrefix, model.get("continuing_subword_prefix")));
    }
    if model.get("max_input_chars_per_word").is_some_and(|most| most.as_u64() != Some(100)) {
        return Err(steps::unsupported(Feature::MostCharacters, model.get("max_input_chars_per_word")));
    }
    let object = model.need("vocab")?.as_object().ok_or_else(|| model.wrong("vocab"))?;
    let vocab = Vocab::from_object(object)?;
    let unknown = model.text("unk_token")?.unwrap_or("[UNK]");
    if !vocab.ids.contains_key(unknown) {
        return Err(OwnError::Missing(Place::Unknown(unknown.to_owned())));
    }
    let pieces: Vec<&str> = vocab.by_id.iter().map(|piece| piece.as_deref().unwrap_or_default()).collect();
    let kind = |piece: &&str| if *piece == unknown { Kind::Unknown } else { Kind::Normal };
    pack(Algorithm::WordPiece, &pieces, pieces.iter().map(kind).collect(), None)
}

/// Unigram as a pack: SentencePiece's.
pub fn unigram(model: Part, normalizer: Option<&Value>, cut: Option<&Value>) -> Result<Pack, OwnError> {
    let steps::Cut::Metaspace { prepend, .. } = steps::cut(metaspace_of(cut)?)? else {
        return Err(steps::unsupported(Feature::PreTokeniser, cut));
    };
    let (charsmap, joins) = sentencepiece_normaliser(normalizer)?;
    let whitespace_split = cut.and_then(|cut| cut.get("type")).is_some_and(|kind| kind == "Sequence");
    let (mut pieces, mut scores) = (Vec::new(), Vec::new());
    for (entry, id) in model.list("vocab")?.iter().zip(0..) {
        let wrong = || OwnError::Wrong(Place::Entry(id));
        let entry = entry.as_array().map(Vec::as_slice).ok_or_else(wrong)?;
        let [piece, score] = entry else { return Err(wrong()) };
        pieces.push(piece.as_str().ok_or_else(wrong)?);
        scores.push(score.as_f64().filter(|score| score.is_finite()).ok_or_else(wrong)? as f32);
    }
    let unknown = model.need("unk_id")?.as_u64().filter(|id| (*id as usize) < pieces.len());
    let unknown = unknown.ok_or_else(|| model.wrong("unk_id"))?;
    if model.flag("byte_fallback", false)? {
        return Err(OwnError::Unsupported { part: Feature::UnigramOption, what: "byte_fallback".into() });
    }
    let kind = |id: u64| if id == unknown { Kind::Unknown } else { Kind::Normal };
    let kinds = (0..pieces.len() as u64).map(kind).collect();
    let tables = SentencePieceTables {
        scores,
        charsmap,
        add_dummy_prefix: prepend != steps::Prepend::Never,
        remove_extra_whitespaces: joins || whitespace_split,
        escape_whitespaces: true,
    };
    pack(Algorithm::Unigram, &pieces, kinds, Some(tables))
}

/// Metaspace itself, or behind WhitespaceSplit.
fn metaspace_of(cut: Option<&Value>) -> Result<Option<&Value>, OwnError> {
    let Some(value) = cut else { return Ok(None) };
    let part = Part::new(value, "pre_tokenizer")?;
    if part.kind()? != "Sequence" {
        return Ok(cut);
    }
    match part.list("pretokenizers")? {
        [first, last] if first.get("type").is_some_and(|kind| kind == "WhitespaceSplit") => Ok(Some(last)),
        [only] => Ok(Some(only)),
        _ => Err(steps::unsupported(Feature::PreTokeniser, cut)),
    }
}

/// SentencePiece's map, and whether runs of spaces become one.
fn sentencepiece_normaliser(value: Option<&Value>) -> Result<(Charsmap, bool), OwnError> {
    let Some(value) = value else { return Ok((Charsmap::default(), false)) };
    let part = Part::new(value, "normalizer")?;
    match part.kind()? {
        "Precompiled" => {
            let text = part.text("precompiled_charsmap")?.unwrap_or_default();
            let bytes = base64(text).ok_or_else(|| part.wrong("precompiled_charsmap"))?;
            Ok((charsmap(&bytes).ok_or_else(|| part.wrong("precompiled_charsmap"))?, false))
        }
        "Sequence" => {
            let mut all = (Charsmap::default(), false);
            for step in part.list("normalizers")? {
                let (charsmap, joins) = sentencepiece_normaliser(Some(step))?;
                all.1 |= joins;
                if !charsmap.units.is_empty() {
                    all.0 = charsmap;
                }
            }
            Ok(all)
        }
        "Replace" if value.pointer("/pattern/Regex").is_some_and(|regex| regex == " {2,}") => {
            Ok((Charsmap::default(), true))
        }
        other => Err(OwnError::Unsupported { part: Feature::Normaliser, what: other.to_owned() }),
    }
}

/// Size of the double array in bytes, its 32-bit units, its strings.
fn charsmap(bytes: &[u8]) -> Option<Charsmap> {
    if bytes.is_empty() {
        return Some(Charsmap::default());
    }
    let (size, rest) = bytes.split_first_chunk::<4>()?;
    let (units, strings) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
    let units = units.as_chunks::<4>().0.iter().map(|unit| u32::from_le_bytes(*unit)).collect();
    Some(Charsmap { units, strings: String::from_utf8(strings.to_vec()).ok()? })
}

fn pack(
    algorithm: Algorithm,
    pieces: &[&str],
    kinds: Vec<Kind>,
    sentencepiece: Option<SentencePieceTables>,
) -> Result<Pack, OwnError> {
    let broken = pieces.iter().find(|piece| piece.contains('\n'));
    if let Some(piece) = broken {
        return Err(OwnError::Unsupported { part: Feature::LineEnd, what: (*piece).to_owned() });
    }
    let lines: String = pieces.iter().flat_map(|piece| [*piece, "\n"]).collect();
    let n_ids = pieces.len() as u32;
    let pieces = Pieces::from_lines(lines.into_bytes(), n_ids).map_err(OwnError::unfit)?;
    Ok(Pack { algorithm, n_ids, pieces, kinds, sentencepiece, byte_bpe: None })
}
