//! A picture that fills up row by row, coarse before fine.

use crate::matrix::Matrix;
use crate::picture::thumbnail::thumbnail;
use crate::picture::viewport::{COARSE, Raster};

/// A picture that fills up: ln A of every pixel.
#[derive(Clone, Debug)]
pub struct Grid {
    pub raster: Raster,
    /// rows × columns; of meaning only where the row is there.
    pub values: Vec<f32>,
    there: Vec<bool>,
    /// The order in which rows come, and how many have come.
    order: Vec<usize>,
    came: usize,
}

impl Grid {
    pub fn new(raster: Raster) -> Self {
        let (rows, cols) = (raster.rows(), raster.cols());
        let order = raster.coarse_first();
        Grid {
            raster,
            values: vec![f32::NEG_INFINITY; rows * cols],
            there: vec![false; rows],
            order,
            came: 0,
        }
    }

    /// The next rows to compute, at most `most`; not beyond the coarse picture before that stands.
    pub fn next(&self, most: usize) -> &[usize] {
        let end = if self.is_coarse() { self.order.len() } else { self.coarse() };
        self.order.get(self.came..end.min(self.came + most)).unwrap_or_default()
    }

    /// Takes the values of the rows that [`Grid::next`] gave.
    pub fn put(&mut self, rows: usize, values: &[f32]) {
        let cols = self.raster.cols();
        let order = self.order.get(self.came..self.came + rows).unwrap_or_default();
        for (&row, values) in order.iter().zip(values.chunks_exact(cols.max(1))) {
            if let (Some(slot), Some(there)) =
                (self.values.get_mut(row * cols..(row + 1) * cols), self.there.get_mut(row))
            {
                slot.copy_from_slice(values);
                *there = true;
            }
        }
        self.came += order.len();
    }

    /// Row `row`, or until it has come the nearest one above that has.
    pub fn row(&self, row: usize) -> Option<&[f32]> {
        let cols = self.raster.cols();
        let there = (0..=row).rev().take(COARSE).find(|row| self.there.get(*row) == Some(&true))?;
        self.values.get(there * cols..(there + 1) * cols)
    }

    fn coarse(&self) -> usize {
        self.raster.rows().div_ceil(COARSE)
    }

    pub fn is_coarse(&self) -> bool {
        self.came >= self.coarse()
    }

    pub fn is_done(&self) -> bool {
        self.came >= self.order.len()
    }
}

/// A grid in few numbers, for a table: the largest weight of each block of its pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Blocks {
    /// First and last query of each row.
    pub queries: Vec<[usize; 2]>,
    /// First and last key of each column.
    pub keys: Vec<[usize; 2]>,
    /// A, row by column; −∞ where the mask hides all, or no row of pixels has come.
    pub weights: Matrix,
}

impl Grid {
    /// At most `side` × `side` blocks of pixels, all of one size but the last.
    pub fn blocks(&self, side: usize) -> Blocks {
        let (rows, cols) = (self.raster.rows(), self.raster.cols());
        let ln = Matrix::from_shape_vec((rows, cols), self.values.clone()).unwrap_or_default();
        let weights = thumbnail(&ln, side, |_| cols).mapv(|ln| if ln.is_finite() { ln.exp() } else { ln });
        let per_block = |pixels: usize| pixels.div_ceil(side.max(1)).max(1);
        let ends = |block: &[usize]| Some([*block.first()?, *block.last()?]);
        let queries = self.raster.queries.chunks(per_block(rows)).filter_map(ends).collect();
        // Column c begins at the edge c and ends before the edge c + 1.
        let edges = &self.raster.edges;
        let columns: Vec<(usize, usize)> = edges
            .iter()
            .zip(edges.iter().skip(1))
            .map(|(from, next)| (*from, next.saturating_sub(1)))
            .collect();
        let ends = |block: &[(usize, usize)]| Some([block.first()?.0, block.last()?.1]);
        let keys = columns.chunks(per_block(cols)).filter_map(ends).collect();
        Blocks { queries, keys, weights }
    }
}
