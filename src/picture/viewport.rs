//! A square window on a large matrix: what is seen of n queries × n keys, and what each pixel of it stands for.
//!
//! Positions are in cells, as real numbers: the window may begin within a cell. Shares run from 0 (top, left) to 1
//! (bottom, right) of the window. Row = query, column = key, as in every matrix.

/// The window. Made by [`Viewport::whole`] and the moves, it never leaves the matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The matrix is n × n.
    pub n: usize,
    /// Its upper edge, in queries.
    pub q: f64,
    /// Its left edge, in keys.
    pub k: f64,
    /// Its height and width, in cells.
    pub size: f64,
}

/// The closest look: so many cells from edge to edge.
const CLOSEST: f64 = 8.0;

/// A rectangle of cells: upper and left edge, height and width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cells {
    pub q: f64,
    pub k: f64,
    pub rows: f64,
    pub cols: f64,
}

/// Which cells the pixels of a picture stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// The query of every row of pixels.
    pub queries: Vec<usize>,
    /// Column c shows the keys `edges[c]` … `edges[c + 1]` − 1: one edge more than columns.
    pub edges: Vec<usize>,
    /// The part of the matrix that the picture covers.
    pub covers: Cells,
}

impl Viewport {
    /// All of an n × n matrix.
    pub fn whole(n: usize) -> Self {
        Viewport { n, q: 0.0, k: 0.0, size: n as f64 }
    }

    /// A window at (q, k) of this size, moved and shrunk to lie within; size 0 (or no number) means everything.
    pub fn new(n: usize, q: f64, k: f64, size: f64) -> Self {
        let whole = n as f64;
        let size = if size > 0.0 { size.clamp(CLOSEST.min(whole), whole) } else { whole };
        let inside = |edge: f64| if edge.is_finite() { edge.clamp(0.0, whole - size) } else { 0.0 };
        Viewport { n, q: inside(q), k: inside(k), size }
    }

    pub fn is_whole(&self) -> bool {
        self.size >= self.n as f64
    }

    /// Shows `factor` times as many cells (below 1: closer); what is at the share (x, y) stays there if it can.
    pub fn zoom(&self, factor: f64, (x, y): (f64, f64)) -> Self {
        let size = (self.size * factor).clamp(CLOSEST.min(self.n as f64), self.n as f64);
        let gone = self.size - size;
        Viewport::new(self.n, self.q + gone * y, self.k + gone * x, size)
    }

    /// Moves by shares of the window: positive x shows later keys, positive y later queries.
    pub fn pan(&self, x: f64, y: f64) -> Self {
        Viewport::new(self.n, self.q + y * self.size, self.k + x * self.size, self.size)
    }

    /// Moves as little as brings the whole cell (i, j) into the window.
    pub fn reveal(&self, (i, j): (usize, usize)) -> Self {
        let along = |edge: f64, at: usize| edge.min(at as f64).max(at as f64 + 1.0 - self.size);
        Viewport::new(self.n, along(self.q, i), along(self.k, j), self.size)
    }

    /// The window of the same size around the share (x, y) of the whole matrix.
    pub fn centred(&self, (x, y): (f64, f64)) -> Self {
        let edge = |share: f64| share * self.n as f64 - self.size / 2.0;
        Viewport::new(self.n, edge(y), edge(x), self.size)
    }

    /// The cell at a share of the window; the nearest one for shares outside.
    pub fn cell(&self, (x, y): (f64, f64)) -> (usize, usize) {
        let last = self.n.saturating_sub(1);
        let at = |edge: f64, share: f64| ((edge + share * self.size).max(0.0) as usize).min(last);
        (at(self.q, y), at(self.k, x))
    }

    /// Left, top, width and height of a rectangle of cells, as shares of the window.
    pub fn shares(&self, cells: Cells) -> [f64; 4] {
        [cells.k - self.k, cells.q - self.q, cells.cols, cells.rows].map(|part| part / self.size)
    }

    /// What `side` × `side` pixels stand for. With fewer cells than pixels there is a row for every query and a column
    /// for every key that can be seen; else each row of pixels shows the query in its middle.
    pub fn raster(&self, side: usize) -> Raster {
        if self.size <= side as f64 { self.every_cell() } else { self.sampled(side.max(1)) }
    }

    fn every_cell(&self) -> Raster {
        let span = |edge: f64| edge.floor() as usize..((edge + self.size).ceil() as usize).min(self.n);
        let (rows, cols) = (span(self.q), span(self.k));
        let covers = Cells {
            q: rows.start as f64,
            k: cols.start as f64,
            rows: rows.len() as f64,
            cols: cols.len() as f64,
        };
        Raster { queries: rows.collect(), edges: (cols.start..=cols.end).collect(), covers }
    }

    fn sampled(&self, side: usize) -> Raster {
        let at = |edge: f64, pixels: f64| edge + pixels * self.size / side as f64;
        let last = self.n.saturating_sub(1);
        let queries = (0..side).map(|row| (at(self.q, row as f64 + 0.5) as usize).min(last)).collect();
        let edges = (0..=side).map(|col| (at(self.k, col as f64).round() as usize).min(self.n)).collect();
        Raster { queries, edges, covers: Cells { q: self.q, k: self.k, rows: self.size, cols: self.size } }
    }
}

impl Raster {
    pub fn rows(&self) -> usize {
        self.queries.len()
    }

    pub fn cols(&self) -> usize {
        self.edges.len().saturating_sub(1)
    }

    /// The rows of pixels in an order that shows the whole at once and then finer and finer: every eighth, those
    /// halfway between, and so on.
    pub fn coarse_first(&self) -> Vec<usize> {
        let rows = self.rows();
        let between = |stride: usize| (stride / 2..rows).step_by(stride);
        (0..rows).step_by(COARSE).chain([8, 4, 2].into_iter().flat_map(between)).collect()
    }
}

/// Rows that one row stands for in the first, coarse picture.
pub const COARSE: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_never_leaves_the_matrix() {
        assert_eq!(Viewport::new(100, 90.0, -5.0, 20.0), Viewport { n: 100, q: 80.0, k: 0.0, size: 20.0 });
        assert_eq!(Viewport::new(100, f64::NAN, f64::INFINITY, f64::NAN), Viewport::whole(100));
        assert_eq!(Viewport::new(100, 3.0, 4.0, 0.0), Viewport::whole(100));
        assert_eq!(Viewport::new(100, 3.0, 4.0, 1e9), Viewport::whole(100));
        assert_eq!(Viewport::new(100, 3.0, 4.0, 1e-3).size, CLOSEST);
        assert_eq!(Viewport::new(3, 1.0, 1.0, 1.0), Viewport::whole(3));
        assert_eq!(Viewport::whole(0).cell((0.5, 0.5)), (0, 0));
    }

    #[test]
    fn zooming_keeps_the_point_and_comes_back() {
        let view = Viewport::new(1000, 200.0, 400.0, 100.0);
        let point = (0.25, 0.75);
        let closer = view.zoom(0.5, point);
        assert_eq!((closer.size, closer.cell(point)), (50.0, view.cell(point)));
        assert_eq!(closer.zoom(2.0, point), view);
        assert!(view.zoom(1e9, point).is_whole());
    }

    #[test]
    fn panning_moves_by_shares_and_stops_at_the_edge() {
        let view = Viewport::new(1000, 0.0, 0.0, 100.0);
        assert_eq!(view.pan(0.5, 1.0), Viewport { q: 100.0, k: 50.0, ..view });
        assert_eq!(view.pan(-1.0, 99.0), Viewport { q: 900.0, k: 0.0, ..view });
        assert_eq!(view.centred((0.5, 0.25)), Viewport { q: 200.0, k: 450.0, ..view });
    }

    #[test]
    fn a_cell_is_revealed_by_the_smallest_move() {
        let view = Viewport::new(1000, 200.0, 400.0, 100.0);
        assert_eq!(view.reveal((250, 450)), view);
        assert_eq!(view.reveal((199, 500)), Viewport { q: 199.0, k: 401.0, ..view });
    }

    #[test]
    fn shares_and_cells_are_inverse() {
        let view = Viewport::new(1000, 200.5, 400.25, 64.0);
        for (x, y) in [(0.01, 0.99), (0.5, 0.5)] {
            let (i, j) = view.cell((x, y));
            let [left, top, wide, high] =
                view.shares(Cells { q: i as f64, k: j as f64, rows: 1.0, cols: 1.0 });
            assert!((left..left + wide).contains(&x) && (top..top + high).contains(&y));
        }
    }

    /// From afar every key belongs to exactly one column, and rows take the query in their middle.
    #[test]
    fn sampled_columns_cover_every_key_once() {
        let raster = Viewport::whole(1000).raster(96);
        assert_eq!((raster.rows(), raster.cols()), (96, 96));
        assert_eq!((raster.edges[0], raster.edges[96]), (0, 1000));
        assert!(raster.edges.windows(2).all(|edge| edge[0] < edge[1]));
        assert_eq!((raster.queries[0], raster.queries[95]), (5, 994));
    }

    #[test]
    fn close_up_every_cell_is_one_pixel_also_where_the_window_cuts_it() {
        let raster = Viewport::new(1000, 10.5, 20.0, 16.0).raster(96);
        assert_eq!(raster.queries, (10..27).collect::<Vec<_>>());
        assert_eq!(raster.edges, (20..=36).collect::<Vec<_>>());
        assert_eq!(raster.covers, Cells { q: 10.0, k: 20.0, rows: 17.0, cols: 16.0 });
    }

    #[test]
    fn the_coarse_order_is_every_row_once() {
        for rows in [1, 7, 8, 9, 96, 601] {
            let raster = Raster {
                queries: vec![0; rows],
                edges: vec![0],
                covers: Cells { q: 0.0, k: 0.0, rows: 1.0, cols: 1.0 },
            };
            let mut order = raster.coarse_first();
            assert!(order.iter().take(rows.div_ceil(COARSE)).all(|row| row % COARSE == 0));
            order.sort_unstable();
            assert!(order.into_iter().eq(0..rows));
        }
    }
}
