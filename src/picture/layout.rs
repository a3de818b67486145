//! Where the parts of a heatmap stand, in CSS pixels.

/// What a heatmap needs room for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    pub rows: usize,
    pub cols: usize,
    /// Width that is there.
    pub width: f64,
    /// Height that may be used.
    pub max_height: f64,
    /// Whether a cell is as wide as it is high.
    pub square: bool,
    /// Room for row labels at the left and column labels below.
    pub left: f64,
    pub below: f64,
    /// Room for what stands at the right: [`BAR`] for a colour bar and its numbers.
    pub right: f64,
}

/// Rectangles of the parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    pub rows: usize,
    pub cols: usize,
    pub left: f64,
    pub top: f64,
    pub cell_w: f64,
    pub cell_h: f64,
    /// Size of the whole picture.
    pub width: f64,
    pub height: f64,
    /// Left edge of the colour bar.
    pub bar: f64,
}

/// Room for the colour bar and its numbers, of which the longest have seven characters: −0.0012.
pub const BAR: f64 = 79.0;
const TOP: f64 = 4.0;
/// Cells larger than this only push the rest off the screen.
const LARGEST: f64 = 108.0;

/// Places the parts; crisp whole-pixel cells where they are large enough.
pub fn place(w: &Wanted) -> Layout {
    let (rows, cols) = (w.rows.max(1), w.cols.max(1));
    let wide = ((w.width - w.left - w.right) / cols as f64).max(0.2);
    let high = ((w.max_height - w.below - TOP) / rows as f64).max(0.2);
    let (cell_w, cell_h) = if w.square {
        let side = snap(wide.min(high).min(LARGEST));
        (side, side)
    } else {
        (if wide >= 12.0 { wide.floor() } else { wide }, snap(high.min(26.0)))
    };
    let height = TOP + cell_h * rows as f64 + w.below;
    let bar = w.left + cell_w * cols as f64 + 12.0;
    Layout { rows, cols, left: w.left, top: TOP, cell_w, cell_h, width: w.width, height, bar }
}

fn snap(side: f64) -> f64 {
    if side >= 3.0 { side.floor() } else { side }
}

impl Layout {
    /// The cell under a point, if any.
    pub fn hit(&self, x: f64, y: f64) -> Option<(usize, usize)> {
        let (col, row) = ((x - self.left) / self.cell_w, (y - self.top) / self.cell_h);
        let inside = row >= 0.0 && col >= 0.0 && row < self.rows as f64 && col < self.cols as f64;
        inside.then_some((row as usize, col as usize))
    }

    /// Left, top, width, height of all cells together.
    pub fn cells(&self) -> (f64, f64, f64, f64) {
        (self.left, self.top, self.cell_w * self.cols as f64, self.cell_h * self.rows as f64)
    }

    /// Every how many rows (of height `size`) a label of `room` pixels fits.
    pub fn every(size: f64, room: f64) -> usize {
        ((room / size.max(0.01)).ceil() as usize).max(1)
    }
}
