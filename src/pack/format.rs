//! The frame of a pack: header, checksum, sections. See [`crate::pack`] for the layout.

use super::Algorithm;
use ppmd_rust::Ppmd7Decoder;
use std::io::Read;

const MAGIC: [u8; 4] = *b"LOCP";
const VERSION: u8 = 1;
const CHECKSUM: std::ops::Range<usize> = 12..20;

/// Bounds that are checked before memory is taken; several times what any known vocabulary needs.
const MAX_PIECES: u32 = 1 << 20;
const MAX_PLAIN_BYTES: u32 = 1 << 24;
const MAX_SECTIONS: u8 = 8;
/// The order of a section that is not packed by PPMd.
const PLAIN: u8 = 0;
const PPMD_ORDERS: std::ops::RangeInclusive<u8> = 2..=16;
const PPMD_LOG2_MEMORY: std::ops::RangeInclusive<u8> = 11..=24;

/// What can be wrong with a pack.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PackError {
    #[error("this is not a pack of the expected kind")]
    NotAPack,
    #[error("the pack has version {found}, expected {expected}")]
    Version { found: u8, expected: u8 },
    #[error("the pack ends inside its {0}")]
    Truncated(&'static str),
    #[error("the pack was damaged on its way (checksum)")]
    Checksum,
    #[error("the pack asks for {got} {what}, the limit is {limit}")]
    TooLarge { what: &'static str, got: u32, limit: u32 },
    #[error("the pack is damaged: {0}")]
    Corrupt(&'static str),
    #[error("the pack holds a vocabulary for {found:?}, expected {expected:?}")]
    Algorithm { found: Algorithm, expected: Algorithm },
}

/// A parsed frame; payloads are still packed.
#[derive(Debug)]
pub(super) struct File<'a> {
    pub algorithm: Algorithm,
    pub flags: u8,
    pub n_pieces: u32,
    sections: Vec<Section<'a>>,
}

#[derive(Debug)]
struct Section<'a> {
    kind: u8,
    order: u8,
    log2_memory: u8,
    plain_bytes: u32,
    packed: &'a [u8],
}

impl File<'_> {
    /// The plain bytes of the section of this kind.
    pub fn section(&self, kind: u8) -> Result<Vec<u8>, PackError> {
        self.sections
            .iter()
            .find(|section| section.kind == kind)
            .ok_or(PackError::Corrupt("a section is missing"))?
            .unpack()
    }
}

impl Section<'_> {
    fn unpack(&self) -> Result<Vec<u8>, PackError> {
        if self.order == PLAIN {
            return Ok(self.packed.to_vec());
        }
        unpack(self.order, self.log2_memory, self.plain_bytes, self.packed)
    }
}

/// Unpacks a PPMd stream of `plain_bytes` bytes.
pub(super) fn unpack(
    order: u8,
    log2_memory: u8,
    plain_bytes: u32,
    packed: &[u8],
) -> Result<Vec<u8>, PackError> {
    const DAMAGED: PackError = PackError::Corrupt("a section cannot be unpacked");
    check_ppmd(order, log2_memory)?;
    let decoder = Ppmd7Decoder::new(packed, order.into(), 1 << log2_memory).map_err(|_| DAMAGED)?;
    let mut plain = Vec::with_capacity(plain_bytes as usize);
    decoder.take(plain_bytes.into()).read_to_end(&mut plain).map_err(|_| DAMAGED)?;
    if plain.len() == plain_bytes as usize { Ok(plain) } else { Err(DAMAGED) }
}

/// The memory that a stream asks for is taken before its first byte is read.
fn check_ppmd(order: u8, log2_memory: u8) -> Result<(), PackError> {
    if PPMD_ORDERS.contains(&order) && PPMD_LOG2_MEMORY.contains(&log2_memory) {
        Ok(())
    } else {
        Err(PackError::Corrupt("PPMd parameters out of range"))
    }
}

/// Checks what every pack begins with, its magic number and version; what is behind them is left to read.
pub(super) fn begin(bytes: &[u8], magic: [u8; 4], version: u8) -> Result<Cursor<'_>, PackError> {
    let mut rest = Cursor(bytes);
    if rest.array("magic").map_err(|_| PackError::NotAPack)? != magic {
        return Err(PackError::NotAPack);
    }
    let [found] = rest.array("header")?;
    if found != version {
        return Err(PackError::Version { found, expected: version });
    }
    Ok(rest)
}

/// Checks the header and the checksum and finds the sections.
pub(super) fn parse(bytes: &[u8]) -> Result<File<'_>, PackError> {
    let mut rest = begin(bytes, MAGIC, VERSION)?;
    let [algorithm, flags, n_sections] = rest.array("header")?;
    let n_pieces = rest.u32("header")?;
    let checksum = u64::from_le_bytes(rest.array("header")?);
    if checksum != fnv1a(bytes) {
        return Err(PackError::Checksum);
    }
    let algorithm = match algorithm {
        2 => Algorithm::WordPiece,
        3 => Algorithm::Unigram,
        4 => Algorithm::ByteBpe,
        5 => Algorithm::SentencePieceBpe,
        _ => return Err(PackError::Corrupt("unknown algorithm")),
    };
    at_most("pieces", n_pieces, MAX_PIECES)?;
    at_most("sections", n_sections.into(), MAX_SECTIONS.into())?;
    let headers =
        (0..n_sections).map(|_| rest.array::<12>("section headers")).collect::<Result<Vec<_>, _>>()?;
    let sections = headers.into_iter().map(|header| section(header, &mut rest)).collect::<Result<_, _>>()?;
    if rest.0.is_empty() {
        Ok(File { algorithm, flags, n_pieces, sections })
    } else {
        Err(PackError::Corrupt("bytes after the end"))
    }
}

fn section<'a>(
    [kind, order, log2_memory, _, sizes @ ..]: [u8; 12],
    rest: &mut Cursor<'a>,
) -> Result<Section<'a>, PackError> {
    let mut sizes = Cursor(&sizes);
    let plain_bytes = sizes.u32("section headers")?;
    let packed_bytes = sizes.u32("section headers")?;
    at_most("bytes", plain_bytes, MAX_PLAIN_BYTES)?;
    if order == PLAIN && plain_bytes != packed_bytes {
        return Err(PackError::Corrupt("a plain section is not as long as it says"));
    }
    if order != PLAIN {
        check_ppmd(order, log2_memory)?;
    }
    Ok(Section {
        kind,
        order,
        log2_memory,
        plain_bytes,
        packed: rest.take(packed_bytes as usize, "sections")?,
    })
}

pub(super) fn at_most(what: &'static str, got: u32, limit: u32) -> Result<(), PackError> {
    if got <= limit { Ok(()) } else { Err(PackError::TooLarge { what, got, limit }) }
}

/// FNV-1a of a file without its checksum field (Fowler, Noll, Vo; 64 bits): finds damage in transit, no more.
pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    let covered = bytes.iter().take(CHECKSUM.start).chain(bytes.iter().skip(CHECKSUM.end));
    covered.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Reads forward and says what was cut off.
pub(super) struct Cursor<'a>(pub &'a [u8]);

impl<'a> Cursor<'a> {
    pub fn take(&mut self, n: usize, what: &'static str) -> Result<&'a [u8], PackError> {
        let (head, tail) = self.0.split_at_checked(n).ok_or(PackError::Truncated(what))?;
        self.0 = tail;
        Ok(head)
    }

    pub fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], PackError> {
        self.take(N, what)?.try_into().map_err(|_| PackError::Truncated(what))
    }

    pub fn u32(&mut self, what: &'static str) -> Result<u32, PackError> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// An unsigned LEB128 number of at most 32 bits.
    pub fn leb128(&mut self, what: &'static str) -> Result<u32, PackError> {
        let mut value = 0u64;
        for shift in [0, 7, 14, 21, 28] {
            let [byte] = self.array(what)?;
            value |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return u32::try_from(value).map_err(|_| PackError::Corrupt("a number is too large"));
            }
        }
        Err(PackError::Corrupt("a number is too large"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_of_the_published_test_vector() {
        assert_eq!(fnv1a(b"foobar"), 0x85944171F73967E8);
    }

    #[test]
    fn leb128_reads_its_edges_and_refuses_more() {
        let read = |bytes: &[u8]| Cursor(bytes).leb128("test");
        assert_eq!(read(&[0]), Ok(0));
        assert_eq!(read(&[0xE5, 0x8E, 0x26]), Ok(624_485));
        assert_eq!(read(&[0xFF, 0xFF, 0xFF, 0xFF, 0x0F]), Ok(u32::MAX));
        assert_eq!(read(&[0xFF, 0xFF, 0xFF, 0xFF, 0x1F]), Err(PackError::Corrupt("a number is too large")));
        assert_eq!(read(&[0x80]), Err(PackError::Truncated("test")));
    }
}
