//! Bytes by a prefix code of their own: for numbers that do not depend on their neighbours.
//!
//! Canonical Huffman as in RFC 1951, §3.2.2: codes of one length are consecutive numbers in the order of the bytes, and shorter
//! codes come first. Bits are read from the most significant of each byte on. PPMd, which packs our texts, took fifty times as
//! long over a million numbers of word vectors and made them no smaller.

use super::PackError;

/// The longest code.
const MAX_BITS: u32 = 15;

const DAMAGED: PackError = PackError::Corrupt("a prefix code cannot be read");

/// The first `n` bytes coded in `packed`; `lengths` has the bits of each byte's code, 0 for a byte that does not occur.
pub(super) fn unpack(lengths: &[u8; 256], packed: &[u8], n: usize) -> Result<Vec<u8>, PackError> {
    let table = table(lengths)?;
    // every code has a bit at least: no memory for more than can be there
    if n > packed.len().saturating_mul(8) {
        return Err(DAMAGED);
    }
    let mut out = Vec::with_capacity(n);
    let (mut bits, mut held) = (0_u32, 0_u32);
    let mut rest = packed.iter();
    for _ in 0..n {
        while held < MAX_BITS {
            let Some(byte) = rest.next() else { break };
            (bits, held) = (bits << 8 | u32::from(*byte), held + 8);
        }
        // behind the end there are zeros, which no code of the text reaches
        let window = if held < MAX_BITS { bits << (MAX_BITS - held) } else { bits >> (held - MAX_BITS) };
        let entry = table.get((window & ((1 << MAX_BITS) - 1)) as usize).copied().ok_or(DAMAGED)?;
        held = held.checked_sub(entry.bits.into()).ok_or(DAMAGED)?;
        out.push(entry.byte);
    }
    Ok(out)
}

#[derive(Clone, Copy)]
struct Entry {
    byte: u8,
    bits: u8,
}

/// For every window of [`MAX_BITS`] bits the byte whose code it begins with. Errors unless every window begins with one.
fn table(lengths: &[u8; 256]) -> Result<Vec<Entry>, PackError> {
    let size = 1_usize << MAX_BITS;
    let mut table = Vec::with_capacity(size);
    for bits in 1..=MAX_BITS {
        let of_length = (0..=255_u8).zip(lengths).filter(|(_, length)| u32::from(**length) == bits);
        for (byte, _) in of_length {
            let windows = 1_usize << (MAX_BITS - bits);
            if table.len() + windows > size {
                return Err(DAMAGED);
            }
            table.extend(std::iter::repeat_n(Entry { byte, bits: bits as u8 }, windows));
        }
    }
    if table.len() == size { Ok(table) } else { Err(DAMAGED) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 1951, §3.2.2: A … H with lengths 3, 3, 3, 3, 3, 2, 4, 4.
    fn example() -> [u8; 256] {
        let mut lengths = [0; 256];
        lengths[65..73].copy_from_slice(&[3, 3, 3, 3, 3, 2, 4, 4]);
        lengths
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        // F 00, A 010, G 1110, H 1111, E 110
        let packed = [0b0001_0111, 0b0111_1110];
        assert_eq!(unpack(&example(), &packed, 5).as_deref(), Ok(b"FAGHE".as_slice()));
        assert_eq!(unpack(&example(), &packed, 0).as_deref(), Ok(b"".as_slice()));
    }

    #[test]
    fn too_little_and_codes_that_are_none_are_refused() {
        assert_eq!(unpack(&example(), &[0b0001_0111], 4), Err(DAMAGED));
        assert_eq!(unpack(&example(), &[0; 2], usize::MAX), Err(DAMAGED));
        let mut lengths = example();
        for wrong in [0, 1, 2, 16, 255] {
            lengths[65] = wrong;
            assert_eq!(unpack(&lengths, &[0; 8], 1), Err(DAMAGED), "{wrong}");
        }
        assert_eq!(unpack(&[0; 256], &[0; 8], 0), Err(DAMAGED));
    }

    #[test]
    fn a_million_bytes_come_back() {
        let mut lengths = [9; 256];
        lengths[0] = 1;
        lengths[1] = 9;
        // 1 of 1 bit and 255 of 9 leave a window of 1/512: give it to byte 255
        lengths[255] = 8;
        let zeros = vec![0_u8; 125_000];
        assert_eq!(unpack(&lengths, &zeros, 1_000_000), Ok(vec![0; 1_000_000]));
    }
}
