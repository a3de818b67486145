//! The plane of vocabulary sizes and widths on the screen: both axes logarithmic, so that tables of one size lie on a
//! straight line.

use crate::economics::embedding::level;
use crate::economics::{Model, PRESETS};
use crate::picture::axis::Axis;
use crate::picture::labels::{self, Plan};
use crate::widget::text_widths;

const V: [f64; 2] = [256.0, 1_048_576.0];
const D: [f64; 2] = [64.0, 16_384.0];
/// What the axes' numbers take, in CSS pixels.
pub const LEFT: f64 = 58.0;
pub const BOTTOM: f64 = 42.0;
const TOP: f64 = 10.0;
const RIGHT: f64 = 12.0;
/// As style/meaning.css has it.
const FONT: &str = "14px system-ui, sans-serif";
const LINE: f64 = 18.0;

/// A line of equal size with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    pub parameters: f64,
    pub ends: [[f64; 2]; 2],
}

/// Everything in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plane {
    pub size: [f64; 2],
    /// One per preset.
    pub points: Vec<[f64; 2]>,
    pub labels: Vec<Option<[f64; 2]>>,
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

pub fn plane(model: &Model, width: f64) -> Plane {
    let size = [width, (width * 0.5).clamp(300.0, 480.0)];
    let [v, d] = axes();
    let x = |value: f64| LEFT + v.share(value) * (size[0] - LEFT - RIGHT);
    let y = |value: f64| size[1] - BOTTOM - d.share(value) * (size[1] - BOTTOM - TOP);
    let place = |[vocab_size, d_model]: [f64; 2]| [x(vocab_size), y(d_model)];
    let of = |model: &Model| place([model.vocab_size as f64, model.d_model as f64]);
    let points: Vec<[f64; 2]> = PRESETS.iter().map(of).collect();
    let widths = text_widths(FONT, PRESETS.iter().map(|model| model.name));
    let sizes: Vec<[f64; 2]> = widths.into_iter().map(|width| [width + 4.0, LINE]).collect();
    let bounds = [size[0], size[1] - BOTTOM];
    let labels = labels::place(&Plan { points: &points, sizes: &sizes, bounds, gap: 9.0, rings: 3 });
    let levels = (5..=10).filter_map(|power| {
        let parameters = 10f64.powi(power);
        Some(Level { parameters, ends: level(parameters, V, D, model.tied)?.map(place) })
    });
    let ticks_d = [64.0, 256.0, 1024.0, 4096.0, 16_384.0].map(|value| (value, y(value)));
    Plane {
        levels: levels.collect(),
        here: of(model),
        ticks_v: v.ticks(9).into_iter().map(|value| (value, x(value))).collect(),
        ticks_d: ticks_d.to_vec(),
        size,
        points,
        labels,
    }
}
