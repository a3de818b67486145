//! A small picture of a large matrix.

use crate::matrix::Matrix;

/// At most `side` × `side`: each entry is the largest value of its block, so that a single strong cell stays visible.
pub fn thumbnail(m: &Matrix, side: usize) -> Matrix {
    let block = |len: usize| len.div_ceil(side.max(1)).max(1);
    let (high, wide) = (block(m.nrows()), block(m.ncols()));
    if (high, wide) == (1, 1) {
        return m.clone();
    }
    Matrix::from_shape_fn((m.nrows().div_ceil(high), m.ncols().div_ceil(wide)), |(i, j)| {
        let rows = i * high..((i + 1) * high).min(m.nrows());
        let cols = j * wide..((j + 1) * wide).min(m.ncols());
        m.slice(ndarray::s![rows, cols]).fold(f32::NEG_INFINITY, |a, &b| a.max(b))
    })
}
