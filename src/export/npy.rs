//! NumPy's array file, version 1.0 (numpy/lib/format.py): the magic `\x93NUMPY`, version 1.0, the length of the header as
//! a little-endian u16, a Python dictionary padded with spaces so that the data begin at a multiple of 64 bytes and
//! ended by a newline, then the values, little-endian, in C order. `numpy.load` reads it, and so does everything else.

use super::numbers::{Numbers, Value};

/// Header and data begin together at a multiple of this.
const ALIGN: usize = 64;
/// Magic, version, length.
const PREFIX: usize = 10;

/// The file: matrices as `<f4`, k × rows × cols where there are several; of a table its columns of numbers as `<f8`.
pub fn write(numbers: &Numbers) -> Vec<u8> {
    match numbers {
        Numbers::Grids(grids) => {
            let (rows, cols) = grids.first().map_or((0, 0), |grid| grid.values.dim());
            let shape: Vec<usize> = match grids.len() {
                0 | 1 => vec![rows, cols],
                many => vec![many, rows, cols],
            };
            let mut out = header("<f4", &shape);
            let values = grids.iter().flat_map(|grid| grid.values.iter());
            values.for_each(|x| out.extend_from_slice(&x.to_le_bytes()));
            out
        }
        Numbers::Table(table) => {
            let columns = table.numeric();
            let mut out = header("<f8", &[table.rows.len(), columns.len()]);
            for row in &table.rows {
                for at in &columns {
                    let x = match row.get(*at) {
                        Some(Value::Number(x)) => *x,
                        _ => f64::NAN,
                    };
                    out.extend_from_slice(&x.to_le_bytes());
                }
            }
            out
        }
    }
}

fn header(kind: &str, shape: &[usize]) -> Vec<u8> {
    let sizes: Vec<String> = shape.iter().map(usize::to_string).collect();
    let mut text =
        format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({},), }}", sizes.join(", "));
    let unpadded = PREFIX + text.len() + 1;
    text.push_str(&" ".repeat(unpadded.next_multiple_of(ALIGN) - unpadded));
    text.push('\n');
    let length = u16::try_from(text.len()).unwrap_or(u16::MAX); // three sizes are never that long
    let mut out = b"\x93NUMPY\x01\x00".to_vec();
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(text.as_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Table;
    use crate::export::numbers::tests::grid;

    /// As numpy 1.26's `numpy.lib.format.read_array` takes a file apart: the header's text and the data.
    fn parts(file: &[u8]) -> (String, &[u8]) {
        assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
        let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!((PREFIX + length) % ALIGN, 0);
        let text = String::from_utf8(file[PREFIX..PREFIX + length].to_vec()).expect("ASCII");
        assert!(text.is_ascii() && text.ends_with('\n'));
        (text.trim_end().to_owned(), &file[PREFIX + length..])
    }

    #[test]
    fn one_matrix() {
        let file = write(&Numbers::Grids(vec![grid("")]));
        let (text, data) = parts(&file);
        assert_eq!(text, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2,), }");
        let values: Vec<f32> = data.as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
        assert_eq!(values, [0.1, f32::NEG_INFINITY, -2.0, 3e-9]);
    }

    #[test]
    fn several_matrices_are_stacked() {
        let file = write(&Numbers::Grids(vec![grid("a"), grid("b"), grid("c")]));
        let (text, data) = parts(&file);
        assert!(text.contains("'shape': (3, 2, 2,)"), "{text}");
        assert_eq!(data.len(), 3 * 4 * 4);
    }

    #[test]
    fn of_a_table_only_numbers() {
        let rows =
            vec![vec!["a".into(), 1.0.into(), 2.5.into()], vec!["b".into(), 3.0.into(), f64::NAN.into()]];
        let table = Table { columns: ["w", "x", "y"].map(str::to_owned).into(), rows };
        let file = write(&Numbers::Table(table));
        let (text, data) = parts(&file);
        assert_eq!(text, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2,), }");
        let values: Vec<f64> = data.as_chunks().0.iter().map(|b| f64::from_le_bytes(*b)).collect();
        assert_eq!(values[..3], [1.0, 2.5, 3.0]);
        assert!(values[3].is_nan());
    }
}
