//! Word vectors in a pack of their own: directions in whole numbers, lengths beside them, and what a projection changed.
//!
//! ```text
//! 0   4  magic "LOCW"
//! 4   1  version, 1
//! 5   1  PPMd order of the words
//! 6   1  PPMd order of the numbers
//! 7   1  log2 of PPMd memory
//! 8   2  words
//! 10  2  columns
//! 12  8  FNV-1a (64 bits) of all other bytes of the file
//! 20  2  words of the first language; the others are of the second
//! 22  2  pairs
//! 24  2  columns of the table that the vectors come from
//! 26  2  f: lengths are integers times 2^−f
//! 28  4  f32: share of the variance that the columns keep, 0 … 1
//! 32  4  plain bytes of the words
//! 36  4  packed bytes of the words
//! 40     pairs, 12 bytes each: two words (2 + 2), f32: their cosine in the original columns, f32: in the projected ones
//!        PPMd (variant H) of the words: UTF-8, each ended by a newline
//!        PPMd of the numbers: lengths as u16, first all low bytes, then all high bytes; entries as i8, column after column
//! ```
//!
//! Row i is length_i · q_i/‖q_i‖, q_i its entries: the build multiplies a direction by 127 and rounds, so one step serves
//! every row, and a long row of a frequent word costs no more than a short one. For the tables that we ship the cosine of two
//! words moves by less than 0.02, and by 0.003 in the mean square.

use super::format::{self, Cursor};
use super::{PackError, Pieces};
use crate::matrix::Matrix;

const MAGIC: [u8; 4] = *b"LOCW";
const VERSION: u8 = 1;
/// Bounds that are checked before memory is taken.
const MAX_WORDS: u16 = 16_384;
const MAX_COLUMNS: u16 = 1024;
const MAX_NUMBERS: u32 = 1 << 22;
const MAX_PAIRS: u16 = 256;
const MAX_WORD_BYTES: u32 = 1 << 20;
const MAX_LENGTH_BITS: u16 = 15;

/// A decoded table of word vectors.
#[derive(Clone, Debug, PartialEq)]
pub struct WordVectors {
    /// The words by row.
    pub words: Pieces,
    /// How many of them, from the first on, are of the first language.
    pub first_language: usize,
    /// words × columns, each of length 1 (0 for a row without an entry).
    pub directions: Matrix,
    /// The length of each row: a vector is its direction times this.
    pub lengths: Vec<f32>,
    /// Columns of the table that the vectors come from; more than `directions` has where they were projected.
    pub original_columns: usize,
    /// Share of the variance of the original rows that the columns keep; 1 where nothing was projected.
    pub variance_kept: f32,
    /// Cosines that the build measured.
    pub pairs: Vec<MeasuredPair>,
}

/// The cosine of two rows before and after the projection, both in double precision before the entries were rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeasuredPair {
    /// The rows.
    pub words: [usize; 2],
    /// In all columns of the original table.
    pub original: f32,
    /// In the columns that were kept.
    pub projected: f32,
}

struct Header {
    orders: [u8; 2],
    log2_memory: u8,
    words: u16,
    columns: u16,
    first_language: u16,
    pairs: u16,
    original_columns: u16,
    length_bits: u16,
    variance_kept: f32,
    plain_words: u32,
    packed_words: u32,
}

impl WordVectors {
    /// Reads a pack of word vectors. Errors: everything that is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<WordVectors, PackError> {
        let mut rest = format::begin(bytes, MAGIC, VERSION)?;
        let header = Header::read(&mut rest, bytes)?;
        let n = usize::from(header.words);
        let pairs = (0..header.pairs).map(|_| pair(&mut rest, n)).collect::<Result<_, _>>()?;
        let packed = rest.take(header.packed_words as usize, "words")?;
        let [word_order, number_order] = header.orders;
        let words = format::unpack(word_order, header.log2_memory, header.plain_words, packed)?;
        let words = Pieces::from_lines(words, header.words.into())?;
        let plain_bytes = u32::from(header.words) * (2 + u32::from(header.columns));
        let numbers = format::unpack(number_order, header.log2_memory, plain_bytes, rest.0)?;
        let (lengths, entries) = numbers.split_at(2 * n);
        Ok(WordVectors {
            words,
            first_language: header.first_language.into(),
            directions: directions(entries, n, header.columns.into()),
            lengths: self::lengths(lengths, header.length_bits),
            original_columns: header.original_columns.into(),
            variance_kept: header.variance_kept,
            pairs,
        })
    }
}

impl Header {
    /// What stands behind magic and version, with every size checked.
    fn read(rest: &mut Cursor, bytes: &[u8]) -> Result<Header, PackError> {
        let [word_order, number_order, log2_memory] = rest.array("header")?;
        let words = u16(rest)?;
        let columns = u16(rest)?;
        if u64::from_le_bytes(rest.array("header")?) != format::fnv1a(bytes) {
            return Err(PackError::Checksum);
        }
        let header = Header {
            orders: [word_order, number_order],
            log2_memory,
            words,
            columns,
            first_language: u16(rest)?,
            pairs: u16(rest)?,
            original_columns: u16(rest)?,
            length_bits: u16(rest)?,
            variance_kept: f32::from_le_bytes(rest.array("header")?),
            plain_words: rest.u32("header")?,
            packed_words: rest.u32("header")?,
        };
        header.check().map(|()| header)
    }

    fn check(&self) -> Result<(), PackError> {
        format::at_most("words", self.words.into(), MAX_WORDS.into())?;
        format::at_most("columns", self.columns.into(), MAX_COLUMNS.into())?;
        format::at_most("numbers", u32::from(self.words) * u32::from(self.columns), MAX_NUMBERS)?;
        format::at_most("pairs", self.pairs.into(), MAX_PAIRS.into())?;
        format::at_most("bytes", self.plain_words, MAX_WORD_BYTES)?;
        format::at_most("fraction bits", self.length_bits.into(), MAX_LENGTH_BITS.into())?;
        if self.first_language > self.words {
            return Err(PackError::Corrupt("a language has more words than there are"));
        }
        if !(0.0..=1.0).contains(&self.variance_kept) {
            return Err(PackError::Corrupt("the share of the variance is not between 0 and 1"));
        }
        Ok(())
    }
}

fn u16(rest: &mut Cursor) -> Result<u16, PackError> {
    Ok(u16::from_le_bytes(rest.array("header")?))
}

fn pair(rest: &mut Cursor, n: usize) -> Result<MeasuredPair, PackError> {
    let words = [u16(rest)?, u16(rest)?].map(usize::from);
    let mut cosine = || Ok(f32::from_le_bytes(rest.array("pairs")?));
    let (original, projected) = (cosine()?, cosine()?);
    if words.iter().any(|word| *word >= n) {
        return Err(PackError::Corrupt("a pair names a word that there is not"));
    }
    if [original, projected].iter().any(|cosine| !(-1.001..=1.001).contains(cosine)) {
        return Err(PackError::Corrupt("a cosine is not between -1 and 1"));
    }
    Ok(MeasuredPair { words, original, projected })
}

/// `planes` has a low byte per row, then a high byte per row.
fn lengths(planes: &[u8], length_bits: u16) -> Vec<f32> {
    let (low, high) = planes.split_at(planes.len() / 2);
    let step = (-f32::from(length_bits)).exp2();
    low.iter().zip(high).map(|(&low, &high)| f32::from(u16::from_le_bytes([low, high])) * step).collect()
}

/// Entries column after column as rows of length 1.
fn directions(entries: &[u8], n: usize, columns: usize) -> Matrix {
    let mut rows = Matrix::zeros((n, columns));
    for (mut column, entries) in rows.columns_mut().into_iter().zip(entries.chunks_exact(n.max(1))) {
        column.iter_mut().zip(entries).for_each(|(entry, &code)| *entry = f32::from(code as i8));
    }
    for mut row in rows.rows_mut() {
        // a sum of at most 1024 squares of at most 128²: exact in f32
        let length = row.dot(&row).sqrt();
        if length > 0.0 {
            row /= length;
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    /// Three rows, two columns: (3, 4), (0, −128), (0, 0).
    #[test]
    fn columns_become_rows_of_length_one() {
        let entries = [3, 0, 0, 4, 0x80, 0];
        assert_eq!(directions(&entries, 3, 2), array![[0.6, 0.8], [0.0, -1.0], [0.0, 0.0]]);
        assert_eq!(directions(&[], 0, 2).dim(), (0, 2));
    }

    #[test]
    fn lengths_are_put_together_from_their_planes() {
        assert_eq!(lengths(&[128, 1, 1, 2], 8), [256.0 * 1.5 / 256.0, 513.0 / 256.0]);
    }
}
