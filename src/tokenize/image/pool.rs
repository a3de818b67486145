//! Fewer tokens by averaging: the tokens of each M × M window of the grid become their mean.
//!
//! 24 × 24 tokens in windows of 2 are 144, in windows of 4 are 36. What a window held is then one vector, whatever was
//! in it; a resampler ([`crate::embed`]) weighs instead.

use ndarray::{Array2, ArrayView2};

/// Tokens on a smaller grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Pooled {
    /// (rows · columns) × d.
    pub tokens: Array2<f32>,
    pub rows: usize,
    pub columns: usize,
}

/// Averages `tokens` ((rows · columns) × d, row by row) over windows of M × M. Windows at the bottom and on the right
/// that the grid cuts short average the tokens that they have. Nothing if there are not rows · columns tokens.
pub fn average(tokens: ArrayView2<f32>, (rows, columns): (usize, usize), window: usize) -> Option<Pooled> {
    if tokens.nrows() != rows * columns {
        return None;
    }
    let m = window.max(1);
    let (few_rows, few_columns) = (rows.div_ceil(m), columns.div_ceil(m));
    let mut sums = Array2::<f64>::zeros((few_rows * few_columns, tokens.ncols()));
    let mut counts = vec![0.0; few_rows * few_columns];
    for (at, token) in tokens.rows().into_iter().enumerate() {
        let into = at / columns / m * few_columns + at % columns / m;
        sums.row_mut(into).zip_mut_with(&token, |sum, &x| *sum += f64::from(x));
        counts[into] += 1.0;
    }
    let mut pooled = Array2::zeros(sums.raw_dim());
    for ((mut row, sum), count) in pooled.rows_mut().into_iter().zip(sums.rows()).zip(counts) {
        row.zip_mut_with(&sum, |mean, sum| *mean = (sum / count) as f32);
    }
    Some(Pooled { tokens: pooled, rows: few_rows, columns: few_columns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_averaged() {
        let tokens = Array2::from_shape_fn((12, 1), |(i, _)| i as f32);
        let two = average(tokens.view(), (3, 4), 2).unwrap();
        assert_eq!((two.rows, two.columns), (2, 2));
        assert_eq!(two.tokens.column(0).to_vec(), [2.5, 4.5, 8.5, 10.5]);
        assert_eq!(average(tokens.view(), (3, 4), 1).unwrap().tokens, tokens);
        assert_eq!(average(tokens.view(), (3, 4), 99).unwrap().tokens[[0, 0]], 5.5);
        assert_eq!(average(tokens.view(), (3, 5), 2), None);
        assert_eq!(average(tokens.slice(ndarray::s![..0, ..]), (0, 4), 2).unwrap().tokens.nrows(), 0);
    }
}
