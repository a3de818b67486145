//! Where the words of a map and their labels stand on the screen.

use super::numbers::Mapped;
use crate::picture::labels::{self, Plan};
use crate::picture::scatter;
use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

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
const RINGS: usize = 4;

pub fn place(m: &Mapped, width: f64) -> Places {
    let size = [width, (width * 0.58).clamp(320.0, 560.0)];
    let scatter = scatter::fit(&m.map.points, size, MARGIN);
    let ruler = ruler();
    let label = |row: &usize| {
        let word = m.of.table.word(*row);
        let measured = ruler.as_ref().and_then(|ruler| ruler.measure_text(word).ok()).map(|text| text.width());
        [measured.unwrap_or(word.chars().count() as f64 * 14.0) + SLACK, LINE]
    };
    let sizes: Vec<[f64; 2]> = m.rows.iter().map(label).collect();
    let plan = Plan { points: &scatter.points, sizes: &sizes, bounds: size, gap: GAP, rings: RINGS };
    let labels = labels::place(&plan);
    Places { size, points: scatter.points, labels, origin: scatter.origin }
}

/// What measures text.
fn ruler() -> Option<CanvasRenderingContext2d> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let ruler: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    ruler.set_font(FONT);
    Some(ruler)
}
