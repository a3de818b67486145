//! A `.tiktoken` file: on each line a piece in base64 and its rank. It names no pattern; the reader chooses one.

use super::error::{OwnError, Place};
use super::tables::BpeTables;
use crate::tokenize::bpe::ByteStrings;
use crate::tokenize::bpe::recover::recover;
use crate::tokenize::bpe::table::ByteTable;

/// The parts of a file's model. Ranks must be 0, 1, 2 … in some order.
pub fn read(text: &str) -> Result<BpeTables, OwnError> {
    let mut pieces: Vec<Option<Vec<u8>>> = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let (piece, rank) = parse(line).ok_or(OwnError::Line(number))?;
        if rank > super::MAX_ID {
            return Err(OwnError::LargeId(rank.into(), shown(&piece)));
        }
        if pieces.len() <= rank as usize {
            pieces.resize(rank as usize + 1, None);
        }
        match pieces.get_mut(rank as usize) {
            Some(Some(other)) => return Err(OwnError::DuplicateId(shown(other), shown(&piece), rank)),
            Some(free) => *free = Some(piece),
            None => {}
        }
    }
    if pieces.is_empty() {
        return Err(OwnError::Empty);
    }
    let missing = pieces.iter().position(Option::is_none);
    if let Some(rank) = missing {
        return Err(OwnError::Missing(Place::Rank(rank)));
    }
    let strings: ByteStrings = pieces.iter().flatten().map(Vec::as_slice).collect();
    let table = ByteTable::new(&strings);
    let alone = (0..=u8::MAX).find(|byte| table.find(&strings, &[*byte]).is_none());
    let merges = recover(&strings, &table).map_err(|id| {
        OwnError::NoMerge(pieces.get(id as usize).and_then(Option::as_deref).map(shown).unwrap_or_default())
    })?;
    match alone {
        Some(byte) => Err(OwnError::NoByte(byte)),
        None => Ok(BpeTables { strings, merges, start: None, ignore_merges: false }),
    }
}

fn shown(piece: &[u8]) -> String {
    String::from_utf8_lossy(piece).into_owned()
}

fn parse(line: &str) -> Option<(Vec<u8>, u32)> {
    let (piece, rank) = line.trim().split_once([' ', '\t'])?;
    let piece = base64(piece)?;
    let rank = rank.trim().parse().ok()?;
    (!piece.is_empty()).then_some((piece, rank))
}

/// Standard base64 (RFC 4648, section 4), with or without padding.
pub fn base64(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let mut value = 0u32;
        for byte in group {
            value = value << 6 | u32::from(digit(*byte)?);
        }
        let whole = value << (6 * (4 - group.len()));
        let [_, a, b, c] = whole.to_be_bytes();
        let of: &[u8] = match group.len() {
            4 => &[a, b, c],
            3 => &[a, b],
            2 => &[a],
            _ => return None,
        };
        bytes.extend_from_slice(of);
    }
    Some(bytes)
}
