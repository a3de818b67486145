//! A small picture of a large matrix.

use crate::matrix::Matrix;

/// At most `side` × `side`: each entry is the largest value of its block, so that a single strong cell stays
/// visible. Of row i only the first `seen(i)` cells count; a block without any is −∞.
pub fn thumbnail(m: &Matrix, side: usize, seen: impl Fn(usize) -> usize) -> Matrix {
    let block = |len: usize| len.div_ceil(side.max(1)).max(1);
    let (high, wide) = (block(m.nrows()), block(m.ncols()));
    let size = (m.nrows().div_ceil(high), m.ncols().div_ceil(wide));
    let mut small = Matrix::from_elem(size, f32::NEG_INFINITY);
    for (i, row) in m.rows().into_iter().enumerate() {
        let mut out = small.row_mut(i / high);
        let Some(row) = row.to_slice().and_then(|row| row.get(..seen(i).min(row.len()))) else { continue };
        for (cells, largest) in row.chunks(wide).zip(&mut out) {
            *largest = cells.iter().fold(*largest, |a, &b| if b > a { b } else { a });
        }
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_shows_its_largest_cell_and_hidden_ones_do_not_count() {
        let m = Matrix::from_shape_fn((5, 5), |(i, j)| (10 * i + j) as f32);
        let small = thumbnail(&m, 2, |i| i + 1);
        assert_eq!(small.dim(), (2, 2));
        assert_eq!((small[[0, 0]], small[[0, 1]], small[[1, 0]]), (22.0, f32::NEG_INFINITY, 42.0));
        assert_eq!(thumbnail(&m, 64, |_| 5), m);
    }
}
