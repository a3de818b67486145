//! Positions of a grid of patches: its learned table on a finer or coarser grid, and how alike its places are.
//!
//! ```text
//! [CLS] row stays; (g · g) × D → g × g × D → every row of the grid resized, then every column → (g′ · g′) × D
//! ```
//!
//! Both published rules ([`Resize`]) treat rows and columns apart: Google's ViT zooms with an order-1 spline (corners
//! aligned), DINO and Hugging Face take the bicubic kernel (a = −0.75, corners not aligned). They differ.

use super::resize::{self, Resize};
use crate::embed::similarity::cosine;
use crate::matrix::Matrix64;
use ndarray::{Array3, Axis, s};

/// Rows and columns of a grid.
pub type Size = (usize, usize);

/// A table ((rows · columns) × d, row by row) for a grid of another size. `None` if it has not rows · columns rows, or
/// none at all.
///
/// [`Resize::None`] repeats the last row and column, which no model does.
pub fn resized(
    table: &Matrix64,
    (rows, columns): Size,
    (to_rows, to_columns): Size,
    rule: Resize,
) -> Option<Matrix64> {
    let d = table.ncols();
    if table.nrows() == 0 {
        return None;
    }
    let grid = table.to_shape((rows, columns, d)).ok()?;
    let mut wide = Array3::zeros((rows, to_columns, d));
    for (from, mut to) in grid.outer_iter().zip(wide.outer_iter_mut()) {
        to.assign(&resize::resize(&from.to_owned(), to_columns, rule));
    }
    let mut out = Array3::zeros((to_rows, to_columns, d));
    for (from, mut to) in wide.axis_iter(Axis(1)).zip(out.axis_iter_mut(Axis(1))) {
        to.assign(&resize::resize(&from.to_owned(), to_rows, rule));
    }
    out.into_shape_with_order((to_rows * to_columns, d)).ok()
}

/// The same for a table whose first row is [CLS]'s, which stays as it is.
pub fn resized_with_cls(table: &Matrix64, from: Size, to: Size, rule: Resize) -> Option<Matrix64> {
    let cls = table.rows().into_iter().next()?;
    let grid = resized(&table.slice(s![1.., ..]).to_owned(), from, to, rule)?;
    let mut out = Matrix64::zeros((grid.nrows() + 1, grid.ncols()));
    out.row_mut(0).assign(&cls);
    out.slice_mut(s![1.., ..]).assign(&grid);
    Some(out)
}

/// The cosine of the position of place `at` with that of every place, in the order of the table (n × d).
pub fn cosine_map(table: &Matrix64, at: usize) -> Vec<f64> {
    let Some(own) = table.rows().into_iter().nth(at) else { return Vec::new() };
    table.rows().into_iter().map(|other| cosine(own, other)).collect()
}

/// What turning by `angles` (n × pairs) is as a vector: [cos ‖ sin], n × 2·pairs. The cosine of two such rows is the mean
/// of cos(difference) over the pairs: what RoPE leaves of a query's product with the same vector elsewhere.
pub fn turned(angles: &Matrix64) -> Matrix64 {
    ndarray::concatenate![Axis(1), angles.mapv(f64::cos), angles.mapv(f64::sin)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn corners_stay_under_the_aligned_rule_and_move_under_the_other() {
        let table = array![[0.0], [1.0], [2.0], [3.0]];
        let to = |rule| resized(&table, (2, 2), (3, 3), rule).unwrap().column(0).to_vec();
        assert_eq!(to(Resize::Bilinear), [0.0, 0.5, 1.0, 1.0, 1.5, 2.0, 2.0, 2.5, 3.0]);
        let bicubic = to(Resize::Bicubic);
        assert!(bicubic[0] != 0.0 && (bicubic[4] - 1.5).abs() < 1e-15);
    }

    #[test]
    fn grids_that_are_no_squares_and_cls() {
        let table = array![[9.0], [0.0], [1.0], [2.0]];
        let out = resized_with_cls(&table, (1, 3), (2, 5), Resize::Bilinear).unwrap();
        assert_eq!(out.column(0).to_vec(), [9.0, 0.0, 0.5, 1.0, 1.5, 2.0, 0.0, 0.5, 1.0, 1.5, 2.0]);
        assert_eq!(resized(&table, (1, 3), (2, 5), Resize::Bilinear), None);
        assert_eq!(resized(&Matrix64::zeros((0, 4)), (0, 0), (2, 2), Resize::Bicubic), None);
        assert_eq!(resized_with_cls(&Matrix64::zeros((0, 4)), (0, 0), (2, 2), Resize::Bicubic), None);
        assert_eq!(resized(&table, (2, 2), (0, 3), Resize::Bicubic).unwrap().dim(), (0, 1));
    }

    #[test]
    fn a_place_is_most_like_itself() {
        let table = crate::position::sinusoidal_2d::table(5, 4, 16);
        let map = cosine_map(&table, 6);
        assert!((map[6] - 1.0).abs() < 1e-12);
        assert!(map.iter().enumerate().all(|(i, c)| i == 6 || *c < 1.0 - 1e-6));
        assert!(cosine_map(&table, 20).is_empty());
    }

    /// Turns by the row and by the column: the mean of both cosines.
    #[test]
    fn turned_places_are_as_alike_as_their_angles() {
        let angles = Matrix64::from_shape_fn((6, 2), |(p, axis)| if axis == 0 { (p / 3) as f64 } else { (p % 3) as f64 });
        let map = cosine_map(&turned(&angles), 1);
        for (p, cosine) in map.iter().enumerate() {
            let (down, across) = ((p / 3) as f64, (p % 3) as f64 - 1.0);
            assert!((cosine - (down.cos() + across.cos()) / 2.0).abs() < 1e-15);
        }
    }
}
