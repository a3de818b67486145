//! The plane of vocabulary sizes and widths on the screen: both axes logarithmic, so that tables of one size lie on a
//! straight line.

use crate::economics::embedding::level;
use crate::economics::{Model, PRESETS};
use crate::picture::axis::Axis;
use crate::picture::format::{COUNT, compact};
use crate::picture::labels::{self, Plan};
use crate::widget::text_widths;

const V: [f64; 2] = [256.0, 1_048_576.0];
const D: [f64; 2] = [64.0, 16_384.0];
/// What the axes' numbers take, in CSS pixels.
pub const LEFT: f64 = 58.0;
pub const BOTTOM: f64 = 42.0;
/// Below this width letters are smaller.
const NARROW: f64 = 480.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 12.0;
/// As style/meaning.css has it.
const FONT: &str = "system-ui, sans-serif";
const LINE: f64 = 18.0;
/// As style/economics.css has the names at the lines and along the axes.
const SMALL: &str = "12.5px ui-monospace, monospace";
const SMALL_LINE: f64 = 16.0;
/// From a point to its label; the ring of a chosen point is within it.
const GAP: f64 = 12.0;
/// Labels may stand far out: a line joins them to their points.
const RINGS: usize = 5;

/// A line of equal size with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    pub ends: [[f64; 2]; 2],
    pub name: String,
    /// Where the name begins, on its baseline; none where it found no room.
    pub named: Option<[f64; 2]>,
}

/// Everything in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    pub size: [f64; 2],
    /// One per preset.
    pub points: Vec<[f64; 2]>,
    pub labels: Vec<Option<[f64; 2]>>,
    /// From points to labels that stand apart from them.
    pub leads: Vec<[[f64; 2]; 2]>,
    /// Size of the labels' letters.
    pub letters: f64,
    /// The reader's table.
    pub here: [f64; 2],
    pub levels: Vec<Level>,
    /// Where the named values of the axes are.
    pub ticks_v: Vec<(f64, f64)>,
    pub ticks_d: Vec<(f64, f64)>,
}

/// Both axes; their names stand in the reader's language.
fn axes() -> [Axis; 2] {
    [V, D].map(|[min, max]| Axis { label: String::new(), min, max, log: true })
}

/// `beside` is the name of the upright axis, which stands in the picture.
pub fn plane(model: &Model, width: f64, beside: &str) -> Plane {
    let size = [width, (width * 0.5).clamp(300.0, 480.0)];
    let [v, d] = axes();
    let x = |value: f64| LEFT + v.share(value) * (size[0] - LEFT - RIGHT);
    let y = |value: f64| size[1] - BOTTOM - d.share(value) * (size[1] - BOTTOM - TOP);
    let place = |[vocab_size, d_model]: [f64; 2]| [x(vocab_size), y(d_model)];
    let of = |model: &Model| place([model.vocab_size as f64, model.d_model as f64]);
    let points: Vec<[f64; 2]> = PRESETS.iter().map(of).collect();
    let axis_name = text_widths(SMALL, [beside].into_iter()).first().copied().unwrap_or_default();
    // the numbers along the upright axis, and its name
    let mut taken = vec![[0.0, 0.0, LEFT, size[1]], [LEFT, 0.0, LEFT + 12.0 + axis_name, 22.0]];
    let levels = (5..=10).filter_map(|power| {
        let parameters = 10f64.powi(power);
        let (name, ends) = (compact(parameters, COUNT), level(parameters, V, D, model.tied)?.map(place));
        let wide = text_widths(SMALL, [name.as_str()].into_iter()).first().copied().unwrap_or_default() + 4.0;
        let free = |at: &[f64; 4]| {
            at[1] >= 0.0
                && at[2] <= size[0]
                && at[3] <= size[1] - BOTTOM
                && !points.iter().any(|[x, y]| overlap(*at, [x - GAP, y - GAP, x + GAP, y + GAP]))
                && !taken.iter().any(|other| overlap(*at, *other))
        };
        let found = beside_line(ends, wide).find(free);
        taken.extend(found);
        Some(Level { ends, name, named: found.map(|at| [at[0] + 2.0, at[3] - 4.0]) })
    });
    let levels: Vec<Level> = levels.collect();
    let letters = if width < NARROW { 12.5 } else { 14.0 };
    let widths = text_widths(&format!("{letters}px {FONT}"), PRESETS.iter().map(|model| model.name));
    let sizes: Vec<[f64; 2]> = widths.into_iter().map(|width| [width + 4.0, LINE]).collect();
    let bounds = [size[0], size[1] - BOTTOM];
    let labels = labels::place(&Plan {
        points: &points,
        sizes: &sizes,
        bounds,
        gap: GAP,
        taken: &taken,
        rings: RINGS,
    });
    let leads = points
        .iter()
        .zip(&labels)
        .zip(&sizes)
        .filter_map(|((at, label), size)| lead(*at, (*label)?, *size))
        .collect();
    let ticks_d = [64.0, 256.0, 1024.0, 4096.0, 16_384.0].map(|value| (value, y(value)));
    Plane {
        levels,
        leads,
        letters,
        here: of(model),
        ticks_v: v.ticks(9).into_iter().map(|value| (value, x(value))).collect(),
        ticks_d: ticks_d.to_vec(),
        size,
        points,
        labels,
    }
}

fn overlap(a: [f64; 4], b: [f64; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Boxes for a name on the upper side of a falling line, from its left end on.
fn beside_line([[x1, y1], [x2, y2]]: [[f64; 2]; 2], wide: f64) -> impl Iterator<Item = [f64; 4]> {
    const PLACES: u32 = 24;
    (0..=PLACES).map(move |at| {
        let share = f64::from(at) / f64::from(PLACES);
        let (x, y) = (x1 + (x2 - x1) * share + 3.0, y1 + (y2 - y1) * share);
        [x, y - SMALL_LINE, x + wide, y]
    })
}

/// A line from a point to its label, where others stand between the two.
fn lead([x, y]: [f64; 2], [dx, dy]: [f64; 2], [width, height]: [f64; 2]) -> Option<[[f64; 2]; 2]> {
    let nearest = [0f64.clamp(dx, dx + width), 0f64.clamp(dy, dy + height)];
    let far = nearest.into_iter().any(|side| side.abs() > GAP);
    far.then(|| [[x, y], [x + nearest[0], y + nearest[1]]])
}
