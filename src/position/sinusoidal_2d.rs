//! 2-D sinusoids: half of the vector tells the column of a token on its grid, the other half the row.
//!
//! ```text
//! PE[row, column] = [e(column) ‖ e(row)],   e(m) = [sin(m ω) ‖ cos(m ω)] of width D/2
//! ω_k = 10000^(−k/(D/4)),   k < D/4         [CLS] gets a row of zeros
//! ```
//!
//! `get_2d_sincos_pos_embed` of facebookresearch/mae, util/pos_embed.py, after MoCo v3 (Chen et al. 2021, arXiv
//! 2104.02057); used by MAE (He et al. 2022, arXiv 2111.06377) and not trained. The column comes first: the code calls
//! that half `emb_h`, but its `np.meshgrid(grid_w, grid_h)` hands it the columns. D is a multiple of 4 there; here the
//! columns beyond 4⌊D/4⌋ are 0.

use super::parameter::Parameter;
use super::property::{Limit, UsedBy, whole};
use super::rope_axes::{self, on_grids, row_major};
use super::sinusoidal::BASE;
use super::{Entry, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};
use crate::parameter;

const PARAMETERS: &[Parameter] =
    &[parameter!(axes.grid_width: integer 1..64, "columns of the grid on which tokens of a text are laid")
        .when(rope_axes::free)];

/// ω_k in radians a row or column, k < D/4.
pub fn omega(k: usize, d: usize) -> f64 {
    (k as f64 * (-BASE.ln() / (d / 4).max(1) as f64)).exp()
}

/// Entry `dim` of a vector of width `d` at (row, column).
pub fn entry((row, column): (usize, usize), dim: usize, d: usize) -> f64 {
    let quarter = d / 4;
    let angle = |at: usize, k: usize| at as f64 * omega(k, d);
    match dim.checked_div(quarter) {
        Some(0) => angle(column, dim).sin(),
        Some(1) => angle(column, dim - quarter).cos(),
        Some(2) => angle(row, dim - 2 * quarter).sin(),
        Some(3) => angle(row, dim - 3 * quarter).cos(),
        _ => 0.0,
    }
}

/// The vectors of tokens at these places: n × d.
pub fn at(places: &[(usize, usize)], d: usize) -> Matrix64 {
    let mut table = Matrix64::zeros((places.len(), d));
    for (mut row, &place) in table.rows_mut().into_iter().zip(places) {
        row.iter_mut().enumerate().for_each(|(dim, x)| *x = entry(place, dim, d));
    }
    table
}

/// The table of a grid, row by row: (rows · columns) × d.
pub fn table(rows: usize, columns: usize, d: usize) -> Matrix64 {
    at(&row_major(rows * columns, columns), d)
}

/// The same behind a row of zeros for [CLS].
pub fn table_with_cls(rows: usize, columns: usize, d: usize) -> Matrix64 {
    let mut table = Matrix64::zeros((rows * columns + 1, d));
    table.slice_mut(ndarray::s![1.., ..]).assign(&self::table(rows, columns, d));
    table
}

/// The scheme: tokens are laid on a grid row by row, and [`at`] is added to the embedding.
pub struct Sinusoidal2d;

impl Scheme for Sinusoidal2d {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn added(&self, sizes: Sizes, params: &super::Params) -> Option<Matrix> {
        let places = rope_axes::places(sizes.n, &params.axes, &params.layout);
        let mut table = at(&places, sizes.d_model).mapv(|x| x as f32);
        if !params.layout.is_empty() {
            let outside = on_grids(sizes.n, &params.layout).into_iter().map(|place| place.is_none());
            let rows = table.rows_mut().into_iter().zip(outside).filter(|(_, outside)| *outside);
            rows.for_each(|(mut row, _)| row.fill(0.0));
        }
        Some(table)
    }

    fn limit(&self, _: Sizes, _: &super::Params) -> Limit {
        Limit::UnseenValues
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("MAE")];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "sinusoidal_2d",
    name: "2-D sinusoidal",
    entry: Entry::AddedToEmbedding,
    citation: "Chen, Xie, He, An Empirical Study of Training Self-Supervised Vision Transformers (MoCo v3), ICCV 2021, arXiv 2104.02057; He et al., MAE, CVPR 2022, arXiv 2111.06377",
    year: 2021,
    mathml: "<msub><mi>PE</mi><mrow><mi>r</mi><mo>,</mo><mi>c</mi></mrow></msub><mo>=</mo><mo>[</mo><mi>e</mi><mo>(</mo><mi>c</mi><mo>)</mo><mo>‖</mo><mi>e</mi><mo>(</mo><mi>r</mi><mo>)</mo><mo>]</mo><mo>,</mo><mspace width='0.6em'/><mi>e</mi><mo>(</mo><mi>m</mi><mo>)</mo><mo>=</mo><mo>[</mo><mi>sin</mi><mi>m</mi><mi>ω</mi><mo>‖</mo><mi>cos</mi><mi>m</mi><mi>ω</mi><mo>]</mo>",
    convention: "tokens are laid on the grid row by row, rows and columns from 0; the column's half comes first, and in each half all sines stand before all cosines (MAE's code)",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::similarity::cosine;
    use crate::position::sinusoidal::{Layout, table_in};
    use ndarray::s;

    /// Each half is a concatenated 1-D sinusoid of half the width.
    #[test]
    fn halves_are_sinusoids_of_column_and_row() {
        let grid = table(3, 5, 16);
        let one = table_in(Layout::Concatenated, 5, 8, BASE);
        for (token, (row, column)) in row_major(15, 5).into_iter().enumerate() {
            let gap = |from: usize, at: usize| {
                (&grid.slice(s![token, from..from + 8]) - &one.row(at)).mapv(f64::abs).sum()
            };
            assert!(gap(0, column) < 1e-14 && gap(8, row) < 1e-14, "{token}");
        }
    }

    #[test]
    fn cls_is_zero_and_widths_that_are_no_multiple_of_four_end_in_zeros() {
        let with = table_with_cls(2, 2, 8);
        assert_eq!((with.nrows(), with.row(0).sum()), (5, 0.0));
        assert_eq!(with.slice(s![1.., ..]), table(2, 2, 8));
        let odd = table(2, 2, 7);
        assert_eq!(odd.slice(s![.., 4..]).sum(), 0.0);
        assert_eq!(odd.slice(s![.., ..4]), table(2, 2, 4));
        assert_eq!(table(1, 2, 3), Matrix64::zeros((2, 3)));
    }

    /// Cosines depend on how many rows and columns lie between, not on where.
    #[test]
    fn a_shift_keeps_cosines() {
        let grid = table(9, 9, 32);
        let at = |row: usize, column: usize| grid.row(9 * row + column);
        let near = cosine(at(1, 2), at(3, 3));
        assert!((near - cosine(at(5, 6), at(7, 7))).abs() < 1e-12);
        assert!(cosine(at(4, 4), at(4, 5)) > cosine(at(4, 4), at(4, 8)));
    }

    #[test]
    fn the_scheme_lays_tokens_on_the_grid() {
        let sizes = Sizes { n: 7, d_model: 16, n_heads: 2, head_dim: 8 };
        let mut params = crate::position::Params::default();
        params.axes.grid_width = 3;
        let added = Sinusoidal2d.added(sizes, &params).unwrap();
        assert_eq!(added, table(3, 3, 16).slice(s![..7, ..]).mapv(|x| x as f32));
    }
}
