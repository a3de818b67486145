//! A trained table of numbers in a pack of its own: fixed-point, rows as differences.
//!
//! ```text
//! 0   4  magic "LOCT"
//! 4   1  version, 1
//! 5   1  f: entries are integers times 2^−f
//! 6   1  PPMd order
//! 7   1  log2 of PPMd memory
//! 8   2  rows
//! 10  2  columns
//! 12  8  FNV-1a (64 bits) of all other bytes of the file
//! 20  4  f32: root mean square of the entries of the embedding table that the model adds this table to
//! 24     PPMd (variant H) of rows · columns u16, column after column, first all low bytes, then all high bytes.
//!        Each is the zigzag of the integer's difference to the row before (0 before the first), modulo 2^16.
//! ```
//!
//! Why so: trained position vectors change slowly from row to row, so the differences are small; a fixed step
//! has the same largest error in every row, where a scale per row would spend its bits on the one outlier of
//! row 0. For the table that we ship f = 13 makes fewer bytes than f16 (by a third) and a smaller error (by a
//! fifth): half a step, 2^−14 = 6.1e−5.

use super::PackError;
use super::format;
use crate::matrix::Matrix;

const MAGIC: [u8; 4] = *b"LOCT";
const VERSION: u8 = 1;
/// f32 holds 16-bit integers times 2^−f exactly, and the entries of an embedding are smaller than 2.
const MAX_FRACTION_BITS: u8 = 15;
/// Bounds that are checked before memory is taken.
const MAX_ROWS: u16 = 8192;
const MAX_COLUMNS: u16 = 4096;

/// A decoded table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// rows × columns, each entry within half a [`Table::step`] of the original.
    pub rows: Matrix,
    /// 2^−f.
    pub step: f32,
    /// Root mean square of the entries of the embedding table that the model adds this one to.
    pub embedding_rms: f32,
}

impl Table {
    /// Reads a table pack. Errors: everything that is wrong with the bytes.
    pub fn read(bytes: &[u8]) -> Result<Table, PackError> {
        let mut rest = format::begin(bytes, MAGIC, VERSION)?;
        let [fraction_bits, order, log2_memory] = rest.array("header")?;
        let n_rows = u16::from_le_bytes(rest.array("header")?);
        let n_columns = u16::from_le_bytes(rest.array("header")?);
        let checksum = u64::from_le_bytes(rest.array("header")?);
        if checksum != format::fnv1a(bytes) {
            return Err(PackError::Checksum);
        }
        let embedding_rms = f32::from_le_bytes(rest.array("header")?);
        format::at_most("rows", n_rows.into(), MAX_ROWS.into())?;
        format::at_most("columns", n_columns.into(), MAX_COLUMNS.into())?;
        format::at_most("fraction bits", fraction_bits.into(), MAX_FRACTION_BITS.into())?;
        if !(embedding_rms.is_finite() && embedding_rms > 0.0) {
            return Err(PackError::Corrupt("the scale of the embedding is not a positive number"));
        }
        let plain_bytes = 2 * u32::from(n_rows) * u32::from(n_columns);
        let plain = format::unpack(order, log2_memory, plain_bytes, rest.0)?;
        let step = (-f32::from(fraction_bits)).exp2();
        let rows = entries(&plain, n_rows.into(), n_columns.into(), step);
        Ok(Table { rows, step, embedding_rms })
    }
}

/// Puts the byte planes together and sums the differences up. `plain` has 2 · rows · columns bytes.
fn entries(plain: &[u8], n_rows: usize, n_columns: usize, step: f32) -> Matrix {
    let (low, high) = plain.split_at(plain.len() / 2);
    let mut differences = low.iter().zip(high).map(|(&low, &high)| unzigzag(u16::from_le_bytes([low, high])));
    let mut rows = Matrix::zeros((n_rows, n_columns));
    for mut column in rows.columns_mut() {
        let mut value = 0_i16;
        for (entry, difference) in column.iter_mut().zip(&mut differences) {
            value = value.wrapping_add(difference);
            *entry = f32::from(value) * step;
        }
    }
    rows
}

/// 0, 1, 2, 3, 4 … → 0, −1, 1, −2, 2 …
fn unzigzag(code: u16) -> i16 {
    ((code >> 1) ^ 0_u16.wrapping_sub(code & 1)) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn zigzag_reaches_both_ends() {
        assert_eq!([0, 1, 2, 3, 65534, 65535].map(unzigzag), [0, -1, 1, -2, i16::MAX, i16::MIN]);
    }

    /// Two rows, two columns: column 0 is 1, 3 and column 1 is −1, −2 steps.
    #[test]
    fn differences_are_summed_down_each_column() {
        let plain = [2, 4, 1, 1, 0, 0, 0, 0];
        assert_eq!(entries(&plain, 2, 2, 0.5), array![[0.5, -0.5], [1.5, -1.0]]);
    }
}
