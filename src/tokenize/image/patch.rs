//! Patches: the picture cut into P × P squares, each unrolled into one vector of P²·C numbers.
//!
//! ```text
//! N = (H/P) (W/P);   patch at grid row g, column h has index g (W/P) + h
//! hwc   vector[(r P + c) C + ch] = x[g P + r, h P + c, ch]     the paper's reshape and the JAX kernel
//! chw   vector[ch P² + r P + c]  = x[g P + r, h P + c, ch]     torch's Conv2d weights (D, C, P, P)
//! ```
//!
//! Dosovitskiy et al. 2021 (ViT), arXiv 2010.11929, §3.1. Both orders hold the same numbers: with the rows of E
//! permuted alike, x E is the same.

use ndarray::{Array2, Array3, ArrayView2, ArrayView3, s};

/// The order of a patch's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row, column, channel: the three colours of a pixel stand together.
    Hwc,
    /// Channel, row, column: a whole colour plane after the other.
    Chw,
}

/// What happens to rows and columns that are left over when the side is no multiple of P. Both act at the bottom
/// and on the right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// They are dropped, as a convolution with stride P does.
    Crop,
    /// Zeros are added up to the next multiple, as Swin does.
    Pad,
}

impl Edge {
    /// What happens to a picture of this side. One smaller than a patch is filled up in any case: dropped, nothing of it
    /// would be left.
    pub fn of_side(self, side: usize, patch: usize) -> Self {
        if side < patch { Edge::Pad } else { self }
    }
}

/// The grid of patches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub rows: usize,
    pub columns: usize,
    /// P, at least 1.
    pub patch: usize,
    pub channels: usize,
}

impl Grid {
    /// The whole patches of a picture. A side shorter than P has none; P = 0 counts as 1.
    pub fn of(height: usize, width: usize, channels: usize, patch: usize) -> Self {
        let patch = patch.max(1);
        Grid { rows: height / patch, columns: width / patch, patch, channels }
    }

    /// N.
    pub fn patches(&self) -> usize {
        self.rows * self.columns
    }

    /// P²·C.
    pub fn dim(&self) -> usize {
        self.patch * self.patch * self.channels
    }

    /// Where number `k` of a patch's vector comes from: row and column within the patch, channel.
    pub fn source(&self, order: Order, k: usize) -> [usize; 3] {
        let (p, channels) = (self.patch, self.channels.max(1));
        match order {
            Order::Hwc => [k / channels / p, k / channels % p, k % channels],
            Order::Chw => [k / p % p, k % p, k / (p * p)],
        }
    }

    /// The permutation between the orders: hwc[k] = chw[permutation[k]]. Rows of E are permuted by it, too.
    pub fn permutation(&self) -> Vec<usize> {
        let p = self.patch;
        let place = |k| {
            let [row, column, channel] = self.source(Order::Hwc, k);
            (channel * p + row) * p + column
        };
        (0..self.dim()).map(place).collect()
    }

    /// The numbers of patch `index` (row by row) in the picture: its top row and left column.
    pub fn corner(&self, index: usize) -> (usize, usize) {
        let columns = self.columns.max(1);
        (index / columns * self.patch, index % columns * self.patch)
    }
}

/// The picture with sides that are multiples of P.
pub fn fit_to_patch<T: Copy + Default>(pixels: ArrayView3<T>, patch: usize, edge: Edge) -> Array3<T> {
    let (height, width, channels) = pixels.dim();
    let patch = patch.max(1);
    let whole = |side: usize| match edge {
        Edge::Crop => side / patch * patch,
        Edge::Pad => side.div_ceil(patch) * patch,
    };
    let (rows, columns) = (whole(height), whole(width));
    let mut out = Array3::from_elem((rows, columns, channels), T::default());
    let shared = s![..rows.min(height), ..columns.min(width), ..];
    out.slice_mut(shared).assign(&pixels.slice(shared));
    out
}

/// N × P²·C: every whole patch of [row, column, channel] numbers, unrolled.
pub fn unroll<T: Copy + Default>(pixels: ArrayView3<T>, patch: usize, order: Order) -> Array2<T> {
    let (height, width, channels) = pixels.dim();
    let grid = Grid::of(height, width, channels, patch);
    let sources: Vec<_> = (0..grid.dim()).map(|k| grid.source(order, k)).collect();
    let mut out = Array2::from_elem((grid.patches(), grid.dim()), T::default());
    for (index, mut vector) in out.rows_mut().into_iter().enumerate() {
        let (top, left) = grid.corner(index);
        for (x, &[row, column, channel]) in vector.iter_mut().zip(&sources) {
            *x = pixels[[top + row, left + column, channel]];
        }
    }
    out
}

/// The picture of N × P²·C vectors; the inverse of [`unroll`]. What there is no vector for stays 0, what does not fit
/// the grid is left out.
pub fn fold<T: Copy + Default>(vectors: ArrayView2<T>, grid: Grid, order: Order) -> Array3<T> {
    let size = (grid.rows * grid.patch, grid.columns * grid.patch, grid.channels);
    let mut out = Array3::from_elem(size, T::default());
    for (index, vector) in vectors.rows().into_iter().enumerate().take(grid.patches()) {
        let (top, left) = grid.corner(index);
        for (k, &x) in vector.iter().enumerate().take(grid.dim()) {
            let [row, column, channel] = grid.source(order, k);
            out[[top + row, left + column, channel]] = x;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// H × W × C of flat indices.
    fn numbered(height: usize, width: usize, channels: usize) -> Array3<usize> {
        Array3::from_shape_fn((height, width, channels), |(r, c, ch)| (r * width + c) * channels + ch)
    }

    #[test]
    fn orders_by_hand() {
        let x = numbered(2, 4, 3);
        let hwc = unroll(x.view(), 2, Order::Hwc);
        assert_eq!(hwc.row(1).to_vec(), [6, 7, 8, 9, 10, 11, 18, 19, 20, 21, 22, 23]);
        let chw = unroll(x.view(), 2, Order::Chw);
        assert_eq!(chw.row(1).to_vec(), [6, 9, 18, 21, 7, 10, 19, 22, 8, 11, 20, 23]);
    }

    #[test]
    fn what_is_left_over_is_dropped_or_padded() {
        let x = numbered(3, 5, 1);
        let cropped = fit_to_patch(x.view(), 2, Edge::Crop);
        assert_eq!((cropped.dim(), cropped[[1, 3, 0]]), ((2, 4, 1), 8));
        let padded = fit_to_patch(x.view(), 2, Edge::Pad);
        assert_eq!((padded.dim(), padded[[2, 4, 0]], padded[[3, 5, 0]]), ((4, 6, 1), 14, 0));
        assert_eq!(unroll(x.view(), 2, Order::Hwc), unroll(cropped.view(), 2, Order::Hwc));
        assert_eq!(fit_to_patch(cropped.view(), 2, Edge::Pad), cropped);
    }

    #[test]
    fn a_picture_smaller_than_a_patch_has_none_or_a_padded_one() {
        let dot = numbered(1, 1, 3);
        assert_eq!(unroll(dot.view(), 4, Order::Hwc).dim(), (0, 48));
        let padded = fit_to_patch(dot.view(), 4, Edge::Pad);
        assert_eq!(unroll(padded.view(), 4, Order::Chw).dim(), (1, 48));
        assert_eq!(unroll(dot.view(), 0, Order::Chw).row(0).to_vec(), [0, 1, 2]);
    }

    #[test]
    fn a_picture_smaller_than_a_patch_is_filled_up_whatever_is_asked_for() {
        let edges = |edge: Edge| [1, 3, 4, 5].map(|side| edge.of_side(side, 4));
        assert_eq!(edges(Edge::Crop), [Edge::Pad, Edge::Pad, Edge::Crop, Edge::Crop]);
        assert_eq!(edges(Edge::Pad), [Edge::Pad; 4]);
        let dot = numbered(1, 1, 3);
        let one = fit_to_patch(dot.view(), 4, Edge::Crop.of_side(1, 4));
        assert_eq!(unroll(one.view(), 4, Order::Hwc).dim(), (1, 48));
    }

    #[test]
    fn too_few_vectors_leave_zeros() {
        let grid = Grid::of(2, 4, 1, 2);
        let one = Array2::from_elem((1, 4), 7);
        let folded = fold(one.view(), grid, Order::Hwc);
        assert_eq!((folded[[1, 1, 0]], folded[[1, 2, 0]], folded.dim()), (7, 0, (2, 4, 1)));
    }
}
