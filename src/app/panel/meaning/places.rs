//! Where the words of a map and their labels stand on the screen.

use super::numbers::Mapped;
use crate::picture::labels::{self, Plan};
use crate::picture::scatter;
use crate::widget::text_widths;

/// Everything in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Places {
    pub size: [f64; 2],
    pub points: Vec<[f64; 2]>,
    /// The left upper corner of each label from its point; `None` where it found no room.
    pub labels: Vec<Option<[f64; 2]>>,
    pub origin: [f64; 2],
}

impl Places {
    /// How many labels found no room.
    pub fn unnamed(&self) -> usize {
        self.labels.iter().filter(|label| label.is_none()).count()
    }
}

/// As style/meaning.css has it.
const FONT: &str = "14px system-ui, sans-serif";
const LINE: f64 = 18.0;
/// What a label may be wider than measured: fonts of two scripts.
const SLACK: f64 = 4.0;
const MARGIN: f64 = 28.0;
const GAP: f64 = 9.0;
/// Farther out, nobody could tell whose label it is.
const RINGS: usize = 2;

pub fn place(m: &Mapped, width: f64) -> Places {
    let size = [width, (width * 0.58).clamp(320.0, 560.0)];
    let scatter = scatter::fit(&m.map.points, size, MARGIN);
    let words = m.rows.iter().map(|row| m.of.table.word(*row));
    let sizes: Vec<[f64; 2]> =
        text_widths(FONT, words).into_iter().map(|width| [width + SLACK, LINE]).collect();
    let plan =
        Plan { points: &scatter.points, sizes: &sizes, bounds: size, gap: GAP, taken: &[], rings: RINGS };
    let labels = labels::place(&plan);
    Places { size, points: scatter.points, labels, origin: scatter.origin }
}
