//! A byte-level BPE vocabulary as its merges.
//!
//! Section 5, not packed by PPMd: first id (4), number of merges (4), then for each merge the two ids it joins, less
//! the first id, right one first, by the binary range coder of LZMA (Pavlov; 7-Zip's lzma-specification, 11-bit
//! probabilities that move by 1/32). The ids from the first on are the 256 bytes, in the order of their characters
//! in GPT-2's alphabet, then the merges' pieces in order.
//!
//! ```text
//! number x:  b = ⌊log2(x + 1)⌋ by a tree of 5 bits; then the b lower bits of x + 1 from the top,
//!            ten at most by a tree of their own for each b, the others as they are
//! trees of the right number: one; of the left: one for each b of the right number
//! ```
//!
//! Pieces as text pack 5 % smaller under PPMd, but unpack 30 times slower and leave the merges to be found.

use super::PackError;
use super::columns::Kind;
use super::format::{Cursor, at_most};

const BYTES: u32 = 256;
/// All pieces together; several times what any known vocabulary needs.
const MAX_PIECE_BYTES: u32 = 1 << 24;

/// Merges and what stands beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteBpeTables {
    /// Number of the pre-tokeniser's pattern; the header's flags.
    pub pattern: u8,
    /// The id of the first byte.
    pub first: u32,
    /// Ids of the two parts of each piece of several bytes, in the order of their ids, which is that of their ranks.
    pub merges: Vec<(u32, u32)>,
    /// Tokens that no merge makes.
    pub specials: Vec<Special>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Special {
    pub id: u32,
    pub content: String,
    /// Control, or user-defined: text that is kept whole.
    pub kind: Kind,
}

impl ByteBpeTables {
    /// The ids of pieces that stand for text.
    pub fn text_ids(&self) -> std::ops::Range<u32> {
        self.first..self.first + BYTES + self.merges.len() as u32
    }
}

/// First id and merges.
pub(super) fn merges(bytes: &[u8], n_ids: u32) -> Result<(u32, Vec<(u32, u32)>), PackError> {
    let mut rest = Cursor(bytes);
    let (first, count) = (rest.u32("merges")?, rest.u32("merges")?);
    at_most("merges", count, n_ids)?;
    if u64::from(first) + u64::from(BYTES) + u64::from(count) > u64::from(n_ids) {
        return Err(PackError::Corrupt("more merges than ids"));
    }
    let mut numbers = Numbers::new(rest.0);
    let mut lengths = vec![1; BYTES as usize];
    let mut total = BYTES;
    let mut merges = Vec::with_capacity(count as usize);
    for _ in 0..count {
        let (right, bits) = numbers.next(0)?;
        let (left, _) = numbers.next(1 + bits)?;
        let length =
            |id: u32| lengths.get(id as usize).copied().ok_or(PackError::Corrupt("a merge of later pieces"));
        let joined: u32 = length(left)? + length(right)?;
        total = total.saturating_add(joined);
        at_most("bytes", total, MAX_PIECE_BYTES)?;
        lengths.push(joined);
        merges.push((first + left, first + right));
    }
    Ok((first, merges))
}

/// Section 6: for each token the difference of its id to the one before (LEB128), its kind, its text, a newline.
pub(super) fn specials(bytes: &[u8], n_ids: u32) -> Result<Vec<Special>, PackError> {
    let mut rest = Cursor(bytes);
    let (mut specials, mut id) = (Vec::new(), 0u32);
    while !rest.0.is_empty() {
        id = id.checked_add(rest.leb128("special tokens")?).filter(|id| *id < n_ids).ok_or(OUTSIDE)?;
        let [kind] = rest.array("special tokens")?;
        let end =
            rest.0.iter().position(|byte| *byte == b'\n').ok_or(PackError::Truncated("special tokens"))?;
        let content = rest.take(end, "special tokens")?.to_vec();
        rest.take(1, "special tokens")?;
        let content =
            String::from_utf8(content).map_err(|_| PackError::Corrupt("a special token is not UTF-8"))?;
        specials.push(Special { id, content, kind: Kind::try_from(kind)? });
    }
    Ok(specials)
}

const OUTSIDE: PackError = PackError::Corrupt("the id of a special token is too large");

/// Adaptive probabilities of one kind of number.
const BUCKETS: usize = 32;
const MODELLED: u32 = 10;
const HALF: u16 = 1 << 10;

struct Numbers<'a> {
    coder: RangeDecoder<'a>,
    /// 1 + BUCKETS trees of BUCKETS leaves: for the right number, then for the left by the right one's b.
    buckets: Vec<u16>,
    /// For right and left, for each b, a tree of [`MODELLED`] levels.
    lower: Vec<u16>,
}

impl<'a> Numbers<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Numbers {
            coder: RangeDecoder::new(bytes),
            buckets: vec![HALF; (1 + BUCKETS) * BUCKETS],
            lower: vec![HALF; (2 * BUCKETS) << MODELLED],
        }
    }

    /// The next number and its b. Context 0 is the right number, 1 + b the left behind a right one of this b.
    fn next(&mut self, context: usize) -> Result<(u32, usize), PackError> {
        let coder = &mut self.coder;
        let tree = self.buckets.get_mut(context * BUCKETS..).unwrap_or_default();
        let bits = coder.tree(tree, 5);
        let side = BUCKETS * usize::from(context > 0);
        let tree = self.lower.get_mut((side + bits as usize) << MODELLED..).unwrap_or_default();
        let modelled = bits.min(MODELLED);
        let upper = (1 << modelled) | coder.tree(tree, modelled);
        let value = (0..bits - modelled).fold(upper, |value, _| value << 1 | coder.direct());
        if coder.overrun() { Err(PackError::Truncated("merges")) } else { Ok((value - 1, bits as usize)) }
    }
}

/// LZMA's range decoder.
struct RangeDecoder<'a> {
    bytes: &'a [u8],
    at: usize,
    range: u32,
    code: u32,
}

impl<'a> RangeDecoder<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = RangeDecoder { bytes, at: 0, range: u32::MAX, code: 0 };
        (0..5).for_each(|_| decoder.shift());
        decoder
    }

    /// Behind the end there are zeros: damage is found by [`RangeDecoder::overrun`].
    fn shift(&mut self) {
        let byte = self.bytes.get(self.at).copied().unwrap_or_default();
        self.at += 1;
        self.code = self.code << 8 | u32::from(byte);
    }

    fn overrun(&self) -> bool {
        self.at > self.bytes.len()
    }

    fn normalise(&mut self) {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.shift();
        }
    }

    fn bit(&mut self, probability: &mut u16) -> u32 {
        let bound = (self.range >> 11) * u32::from(*probability);
        let bit = u32::from(self.code >= bound);
        if bit == 0 {
            self.range = bound;
            *probability += (2 * HALF - *probability) >> 5;
        } else {
            self.range -= bound;
            self.code -= bound;
            *probability -= *probability >> 5;
        }
        self.normalise();
        bit
    }

    /// A bit as likely as not.
    fn direct(&mut self) -> u32 {
        self.range >>= 1;
        let bit = u32::from(self.code >= self.range);
        self.code -= self.range * bit;
        self.normalise();
        bit
    }

    /// `bits` bits from the top, each by the probability of those before it.
    fn tree(&mut self, tree: &mut [u16], bits: u32) -> u32 {
        let mut node = 1;
        for _ in 0..bits {
            let Some(probability) = tree.get_mut(node as usize) else { break };
            node = node << 1 | self.bit(probability);
        }
        node - (1 << bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_has_the_bytes_alone() {
        let bytes = [&3u32.to_le_bytes()[..], &0u32.to_le_bytes(), &[0; 5]].concat();
        assert_eq!(merges(&bytes, 300), Ok((3, Vec::new())));
        assert_eq!(merges(&bytes, 258), Err(PackError::Corrupt("more merges than ids")));
        assert_eq!(merges(&bytes[..6], 300), Err(PackError::Truncated("merges")));
    }

    #[test]
    fn special_tokens_are_read() {
        let bytes = b"\x02\x03<s>\n\x05\x04x\n";
        let special = |id, content: &str, kind| Special { id, content: content.into(), kind };
        let expected = vec![special(2, "<s>", Kind::Control), special(7, "x", Kind::UserDefined)];
        assert_eq!(specials(bytes, 8), Ok(expected));
        assert_eq!(specials(bytes, 7), Err(OUTSIDE));
        assert_eq!(specials(&bytes[..4], 8), Err(PackError::Truncated("special tokens")));
    }
}
