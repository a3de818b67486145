//! What a file was read to. Reading takes long and happens in a Web Worker; what it found travels to the page as one
//! short text and two plain arrays, of which the page makes the tokenizer in a moment.

use super::OwnError;
use super::steps::{Cut, Normaliser};
use crate::pack::{Algorithm, Charsmap, Kind, Pack, Pieces, SentencePieceTables};
use crate::tokenize::bpe::model::Characters;
use crate::tokenize::bpe::special::AddedToken;
use crate::tokenize::bpe::{Bpe, BpeError, ByteStrings, Merge, Start};
use serde::{Deserialize, Serialize};

/// The parts of a tokenizer.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    pub(super) model: ModelTables,
    pub(super) added: Vec<AddedToken>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ModelTables {
    Bpe { normalisers: Vec<Normaliser>, cut: Cut, bpe: BpeTables },
    WordPiece(Pack),
    Unigram(Pack),
}

/// Pieces by id, merges by rank.
#[derive(Clone, Debug, PartialEq)]
pub struct BpeTables {
    pub strings: ByteStrings,
    pub merges: Vec<Merge>,
    /// How a word begins; none for a trained model over bytes, where it follows from the pieces.
    pub start: Option<Start>,
    pub ignore_merges: bool,
}

impl BpeTables {
    pub(super) fn model(self) -> Result<Bpe, OwnError> {
        let made = match self.start {
            Some(start) => Bpe::new(self.strings, &self.merges, start, |_| true),
            None => Bpe::trained(self.strings, &self.merges, |_| true),
        };
        let model = made.map_err(|error| match error {
            BpeError::NoByte(byte) => OwnError::NoByte(byte),
            other => OwnError::unfit(other),
        })?;
        Ok(model.with_ignore_merges(self.ignore_merges))
    }
}

/// [`Tables`] on their way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// JSON: all that is short.
    pub head: String,
    /// The text of the pieces, end to end.
    pub bytes: Vec<u8>,
    pub numbers: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct Head {
    model: ModelHead,
    added: Vec<AddedToken>,
}

#[derive(Serialize, Deserialize)]
enum ModelHead {
    /// Numbers: each piece's end, the three ids of each merge, 256 ids of bytes where `start` has them.
    Bpe {
        normalisers: Vec<Normaliser>,
        cut: Cut,
        pieces: usize,
        merges: usize,
        start: StartHead,
        ignore_merges: bool,
    },
    /// Numbers: each piece's kind.
    WordPiece { pieces: u32 },
    /// Numbers: each piece's kind, the bits of its score, the units of the character map.
    Unigram { pieces: u32, strings: String, options: [bool; 3] },
}

#[derive(Serialize, Deserialize)]
enum StartHead {
    Trained,
    Bytes,
    Characters {
        prefix: String,
        suffix: String,
        byte_fallback: bool,
        unknown: Option<u32>,
        fuse_unknown: bool,
    },
}

impl Tables {
    pub fn pack(&self) -> Packed {
        let (mut numbers, bytes);
        let model = match &self.model {
            ModelTables::Bpe { normalisers, cut, bpe } => {
                numbers = bpe.strings.ends().to_vec();
                bytes = bpe.strings.bytes().to_vec();
                numbers.extend(bpe.merges.iter().flat_map(|merge| [merge.left, merge.right, merge.id]));
                ModelHead::Bpe {
                    normalisers: normalisers.clone(),
                    cut: cut.clone(),
                    pieces: bpe.strings.len(),
                    merges: bpe.merges.len(),
                    start: start_head(bpe.start.as_ref(), &mut numbers),
                    ignore_merges: bpe.ignore_merges,
                }
            }
            ModelTables::WordPiece(pack) | ModelTables::Unigram(pack) => {
                bytes = pack.pieces.lines().as_bytes().to_vec();
                numbers = pack.kinds.iter().map(|kind| u8::from(*kind).into()).collect();
                match &pack.sentencepiece {
                    None => ModelHead::WordPiece { pieces: pack.n_ids },
                    Some(tables) => {
                        numbers.extend(tables.scores.iter().map(|score| score.to_bits()));
                        numbers.extend(&tables.charsmap.units);
                        let options = [
                            tables.add_dummy_prefix,
                            tables.remove_extra_whitespaces,
                            tables.escape_whitespaces,
                        ];
                        ModelHead::Unigram {
                            pieces: pack.n_ids,
                            strings: tables.charsmap.strings.clone(),
                            options,
                        }
                    }
                }
            }
        };
        let head = serde_json::to_string(&Head { model, added: self.added.clone() }).unwrap_or_default();
        Packed { head, bytes, numbers }
    }
}

fn start_head(start: Option<&Start>, numbers: &mut Vec<u32>) -> StartHead {
    match start {
        None => StartHead::Trained,
        Some(Start::Bytes(ids)) => {
            numbers.extend(ids.iter());
            StartHead::Bytes
        }
        Some(Start::Characters(options)) => {
            numbers.extend(options.byte_fallback.iter().flat_map(|ids| ids.iter()));
            StartHead::Characters {
                prefix: options.continuing_subword_prefix.clone(),
                suffix: options.end_of_word_suffix.clone(),
                byte_fallback: options.byte_fallback.is_some(),
                unknown: options.unknown,
                fuse_unknown: options.fuse_unknown,
            }
        }
    }
}

impl Packed {
    /// The tables again; `None` if this is not what [`Tables::pack`] makes.
    pub fn unpack(self) -> Option<Tables> {
        let Head { model, added } = serde_json::from_str(&self.head).ok()?;
        let rest = self.numbers.as_slice();
        let model = match model {
            ModelHead::Bpe { normalisers, cut, pieces, merges, start, ignore_merges } => {
                let (ends, rest) = rest.split_at_checked(pieces)?;
                let (ids, rest) = rest.split_at_checked(merges.checked_mul(3)?)?;
                let merge = |[left, right, id]: &[u32; 3]| Merge { left: *left, right: *right, id: *id };
                let bpe = BpeTables {
                    strings: ByteStrings::from_parts(self.bytes, ends.to_vec())?,
                    merges: ids.as_chunks().0.iter().map(merge).collect(),
                    start: start_of(start, rest)?,
                    ignore_merges,
                };
                ModelTables::Bpe { normalisers, cut, bpe }
            }
            ModelHead::WordPiece { pieces } => {
                ModelTables::WordPiece(pack(Algorithm::WordPiece, self.bytes, pieces, rest, None)?)
            }
            ModelHead::Unigram { pieces, strings, options } => {
                let (kinds, rest) = rest.split_at_checked(pieces as usize)?;
                let (scores, units) = rest.split_at_checked(pieces as usize)?;
                let [add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces] = options;
                let tables = SentencePieceTables {
                    scores: scores.iter().map(|bits| f32::from_bits(*bits)).collect(),
                    charsmap: Charsmap { units: units.to_vec(), strings },
                    add_dummy_prefix,
                    remove_extra_whitespaces,
                    escape_whitespaces,
                };
                ModelTables::Unigram(pack(Algorithm::Unigram, self.bytes, pieces, kinds, Some(tables))?)
            }
        };
        Some(Tables { model, added })
    }
}

fn start_of(head: StartHead, numbers: &[u32]) -> Option<Option<Start>> {
    let ids = || Some(Box::new(*numbers.first_chunk::<256>()?));
    Some(match head {
        StartHead::Trained => None,
        StartHead::Bytes => Some(Start::Bytes(ids()?)),
        StartHead::Characters { prefix, suffix, byte_fallback, unknown, fuse_unknown } => {
            Some(Start::Characters(Characters {
                continuing_subword_prefix: prefix,
                end_of_word_suffix: suffix,
                byte_fallback: if byte_fallback { Some(ids()?) } else { None },
                unknown,
                fuse_unknown,
            }))
        }
    })
}

fn pack(
    algorithm: Algorithm,
    lines: Vec<u8>,
    n_ids: u32,
    kinds: &[u32],
    sentencepiece: Option<SentencePieceTables>,
) -> Option<Pack> {
    let kind = |number: &u32| Kind::try_from(u8::try_from(*number).ok()?).ok();
    Some(Pack {
        algorithm,
        n_ids,
        pieces: Pieces::from_lines(lines, n_ids).ok()?,
        kinds: kinds.iter().map(kind).collect::<Option<_>>()?,
        sentencepiece,
        byte_bpe: None,
    })
}
