//! From unpacked sections to tables.

use super::format::{Cursor, File};
use super::{Algorithm, ByteBpeTables, Pack, PackError, Pieces, byte_bpe};

const PIECES: u8 = 1;
const SCORES: u8 = 2;
const KINDS: u8 = 3;
const CHARSMAP: u8 = 4;
const MERGES: u8 = 5;
const SPECIALS: u8 = 6;

/// What a SentencePiece model has beside its pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct SentencePieceTables {
    /// log p of each piece, bit for bit as in the model. Empty for BPE, whose scores are the order of ids.
    pub scores: Vec<f32>,
    pub charsmap: Charsmap,
    /// Whether a space is put before the text, so that a word is the same at the start and inside.
    pub add_dummy_prefix: bool,
    /// Whether spaces at both ends are removed and runs of them made one.
    pub remove_extra_whitespaces: bool,
    /// Whether a space is written ▁.
    pub escape_whitespaces: bool,
}

/// What a piece is for, under SentencePiece's names (`ModelProto.SentencePiece.Type` of sentencepiece_model.proto).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Normal,
    Unknown,
    Control,
    UserDefined,
    Unused,
    Byte,
}

/// SentencePiece's precompiled normaliser: a double array from byte strings to offsets into `strings`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Charsmap {
    pub units: Vec<u32>,
    /// Replacements, each ended by a zero byte.
    pub strings: String,
}

pub(super) fn decode(file: &File) -> Result<Pack, PackError> {
    let mut pack = Pack {
        algorithm: file.algorithm,
        n_ids: file.n_pieces,
        pieces: Pieces::default(),
        kinds: Vec::new(),
        sentencepiece: None,
        byte_bpe: None,
    };
    if file.algorithm == Algorithm::ByteBpe {
        pack.byte_bpe = Some(byte_bpe(file)?);
        return Ok(pack);
    }
    pack.pieces = Pieces::from_lines(file.section(PIECES)?, file.n_pieces)?;
    pack.sentencepiece = match file.algorithm {
        Algorithm::Unigram => Some(tables(file)?),
        Algorithm::SentencePieceBpe => Some(with_flags(file, Vec::new(), Charsmap::default())),
        Algorithm::ByteBpe | Algorithm::WordPiece | Algorithm::Characters => None,
    };
    pack.kinds = kinds(&file.section(KINDS)?, file.n_pieces)?;
    Ok(pack)
}

fn byte_bpe(file: &File) -> Result<ByteBpeTables, PackError> {
    let (first, merges) = byte_bpe::merges(&file.section(MERGES)?, file.n_pieces)?;
    let specials = byte_bpe::specials(&file.section(SPECIALS)?, file.n_pieces)?;
    Ok(ByteBpeTables { pattern: file.flags, first, merges, specials })
}

fn tables(file: &File) -> Result<SentencePieceTables, PackError> {
    let scores = scores(&file.section(SCORES)?, file.n_pieces)?;
    Ok(with_flags(file, scores, charsmap(&file.section(CHARSMAP)?)?))
}

fn with_flags(file: &File, scores: Vec<f32>, charsmap: Charsmap) -> SentencePieceTables {
    SentencePieceTables {
        scores,
        charsmap,
        add_dummy_prefix: file.flags & 1 != 0,
        remove_extra_whitespaces: file.flags & 2 != 0,
        escape_whitespaces: file.flags & 4 != 0,
    }
}

fn scores(bytes: &[u8], n: u32) -> Result<Vec<f32>, PackError> {
    let mut rest = Cursor(bytes);
    let mut bits = 0u32;
    let mut next = || {
        bits = bits.wrapping_add(rest.leb128("scores")?);
        let score = f32::from_bits(bits);
        if score.is_finite() { Ok(score) } else { Err(PackError::Corrupt("a score is not a number")) }
    };
    let scores = (0..n).map(|_| next()).collect::<Result<_, _>>()?;
    if rest.0.is_empty() { Ok(scores) } else { Err(PackError::Corrupt("the number of scores differs")) }
}

fn kinds(bytes: &[u8], n: u32) -> Result<Vec<Kind>, PackError> {
    if bytes.len() != n as usize {
        return Err(PackError::Corrupt("the number of kinds differs"));
    }
    bytes.iter().copied().map(Kind::try_from).collect()
}

impl From<Kind> for u8 {
    /// As in sentencepiece_model.proto.
    fn from(kind: Kind) -> u8 {
        match kind {
            Kind::Normal => 1,
            Kind::Unknown => 2,
            Kind::Control => 3,
            Kind::UserDefined => 4,
            Kind::Unused => 5,
            Kind::Byte => 6,
        }
    }
}

impl TryFrom<u8> for Kind {
    type Error = PackError;

    fn try_from(byte: u8) -> Result<Self, PackError> {
        match byte {
            1 => Ok(Kind::Normal),
            2 => Ok(Kind::Unknown),
            3 => Ok(Kind::Control),
            4 => Ok(Kind::UserDefined),
            5 => Ok(Kind::Unused),
            6 => Ok(Kind::Byte),
            _ => Err(PackError::Corrupt("unknown kind of piece")),
        }
    }
}

/// The planes are kept apart in the file because like bytes side by side pack better.
fn charsmap(bytes: &[u8]) -> Result<Charsmap, PackError> {
    let mut rest = Cursor(bytes);
    let n = rest.u32("charsmap")? as usize;
    let mut plane = || rest.take(n, "charsmap");
    let planes = [plane()?, plane()?, plane()?, plane()?];
    let [p0, p1, p2, p3] = planes.map(|plane| plane.iter().copied());
    let units = p0.zip(p1).zip(p2.zip(p3)).map(|((a, b), (c, d))| u32::from_le_bytes([a, b, c, d])).collect();
    let strings =
        String::from_utf8(rest.0.to_vec()).map_err(|_| PackError::Corrupt("the charsmap is not UTF-8"))?;
    Ok(Charsmap { units, strings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_exact_and_counted() {
        let differences = [0u32, (-3.5f32).to_bits(), 1];
        let mut bytes = Vec::new();
        for mut value in differences {
            while value >= 0x80 {
                bytes.push(value as u8 | 0x80);
                value >>= 7;
            }
            bytes.push(value as u8);
        }
        assert_eq!(scores(&bytes, 3), Ok(vec![0.0, -3.5, f32::from_bits((-3.5f32).to_bits() + 1)]));
        assert_eq!(scores(&bytes, 4), Err(PackError::Truncated("scores")));
        assert_eq!(scores(&bytes, 2), Err(PackError::Corrupt("the number of scores differs")));
    }

    #[test]
    fn a_charsmap_is_put_together_from_its_planes() {
        let bytes = [&[2, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8][..], "é\0".as_bytes()].concat();
        assert_eq!(
            charsmap(&bytes),
            Ok(Charsmap { units: vec![0x0705_0301, 0x0806_0402], strings: "é\0".into() })
        );
        assert_eq!(charsmap(&[255, 255, 255, 255]), Err(PackError::Truncated("charsmap")));
    }
}
