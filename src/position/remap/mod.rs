//! Position re-mapping: RoPE whose far distances are replaced by smaller ones, without any training.
//!
//! Pairs nearer than a window are scored as ever. For the others q and k are rotated as if they stood elsewhere,
//! so that the relative position g(Δ) stays within what the model has seen. One file each: [`rerope`],
//! [`leaky_rerope`], [`self_extend`].

pub mod leaky_rerope;
pub mod rerope;
pub mod self_extend;

use super::parameter::Parameter;
use super::problem::{Problem, What};
use super::rope::{Angles, Pairing};
use super::rope_axes::Axes;
use super::scaling::Frequencies;
use crate::matrix::Matrix64;
use crate::{choices, parameter};
use self_extend::Shift;

/// The second set of rotations: for i − j ≥ `window`, q turns by `q` and k by `k`. For j − i ≥ `window` (a full
/// mask) the two change places: g(−Δ) = −g(Δ).
#[derive(Clone, Debug, PartialEq)]
pub struct Remapped {
    pub window: usize,
    pub q: Angles,
    pub k: Angles,
}

choices! {
    /// The state key `position_map`.
    pub enum PositionMap {
        /// g(Δ) = Δ.
        None = "none",
        Rerope = "rerope",
        LeakyRerope = "leaky_rerope",
        SelfExtend = "self_extend",
    }
}

impl PositionMap {
    /// Authors, title, year and where it was published; and the year.
    pub fn published(self) -> Option<(&'static str, u16)> {
        match self {
            PositionMap::None => None,
            PositionMap::Rerope | PositionMap::LeakyRerope => Some((
                "Su, The road to an upgraded Transformer 12 (in Chinese), 2023, kexue.fm/archives/9708; bojone/rerope",
                2023,
            )),
            PositionMap::SelfExtend => Some((
                "Jin et al., LLM Maybe LongLM: Self-Extend LLM Context Window Without Tuning, 2024, arXiv 2401.01325",
                2024,
            )),
        }
    }
}

/// What re-mapping can be told. Defaults small enough to be seen on a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub position_map: PositionMap,
    /// w of ReRoPE and Leaky ReRoPE.
    pub rerope_window: usize,
    /// k of Leaky ReRoPE.
    pub leaky_factor: f64,
    /// G of Self-Extend.
    pub group_size: usize,
    /// W of Self-Extend.
    pub neighbor_window: usize,
    pub self_extend_shift: Shift,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            position_map: PositionMap::None,
            rerope_window: 4,
            leaky_factor: 8.0,
            group_size: 2,
            neighbor_window: 4,
            self_extend_shift: Shift::Floor,
        }
    }
}

pub const PARAMETERS: &[Parameter] = &[
    parameter!(remap.position_map: choice PositionMap, "far distances replaced by smaller ones, without training"),
    parameter!(remap.rerope_window: integer 1..32_768, "ReRoPE: distances below w stay as they are")
        .when(|p| matches!(p.remap.position_map, PositionMap::Rerope | PositionMap::LeakyRerope)),
    parameter!(remap.leaky_factor: number 1.0..64.0 log, "Leaky ReRoPE: beyond w distances grow k times slower")
        .when(|p| p.remap.position_map == PositionMap::LeakyRerope),
    parameter!(remap.group_size: integer 1..64, "Self-Extend: far tokens share positions in groups of G")
        .when(self_extends),
    parameter!(remap.neighbor_window: integer 1..32_768, "Self-Extend: distances below W stay as they are")
        .when(self_extends),
    parameter!(remap.self_extend_shift: choice Shift, "Self-Extend: W − ⌊W/G⌋ (paper) or W − W/G (released prefill)")
        .when(self_extends),
];

fn self_extends(params: &super::Params) -> bool {
    params.remap.position_map == PositionMap::SelfExtend
}

/// Why there is no such map: it is defined for one position a token.
pub fn problem(params: &super::Params) -> Option<Problem> {
    let undefined = params.remap.position_map != PositionMap::None && params.axes.rope_axes != Axes::One;
    undefined.then_some(Problem { key: "position_map", what: What::MapNeedsOneAxis })
}

/// The distance from which pairs are re-mapped; none where nothing is.
pub fn window(params: &Params) -> Option<usize> {
    match params.position_map {
        PositionMap::None => None,
        PositionMap::Rerope | PositionMap::LeakyRerope => Some(params.rerope_window),
        PositionMap::SelfExtend => Some(params.neighbor_window),
    }
}

/// The positions by which token `p` is turned in far pairs, as the later token of the two and as the earlier:
/// g(i, j) = later(i) − earlier(j).
pub fn far_positions(p: usize, params: &Params) -> (f64, f64) {
    let w = params.rerope_window as f64;
    match params.position_map {
        PositionMap::None => (p as f64, p as f64),
        PositionMap::Rerope => rerope::positions(p, w),
        PositionMap::LeakyRerope => leaky_rerope::positions(p, w, params.leaky_factor),
        PositionMap::SelfExtend => {
            self_extend::positions(p, params.neighbor_window, params.group_size, params.self_extend_shift)
        }
    }
}

/// g(i, j): the relative position at which query `i` sees key `j`. Odd: g(j, i) = −g(i, j).
pub fn relative_position(i: usize, j: usize, params: &Params) -> f64 {
    let (later, earlier) = (i.max(j), i.min(j));
    let g = match window(params) {
        Some(window) if later - earlier >= window => {
            far_positions(later, params).0 - far_positions(earlier, params).1
        }
        _ => (later - earlier) as f64,
    };
    if i >= j { g } else { -g }
}

/// n × n: g(i, j) of every pair.
pub fn relative_positions(n: usize, params: &Params) -> Matrix64 {
    Matrix64::from_shape_fn((n, n), |(i, j)| relative_position(i, j, params))
}

/// The second set of rotations for positions 0 … n − 1; none where nothing is re-mapped.
pub fn remapped(n: usize, freq: &Frequencies, pairing: Pairing, params: &Params) -> Option<Remapped> {
    let window = window(params)?;
    let positions: Vec<(f64, f64)> = (0..n).map(|p| far_positions(p, params)).collect();
    let turned = |of: fn(&(f64, f64)) -> f64| Angles::at(positions.iter().map(of), freq, pairing);
    Some(Remapped { window, q: turned(|p| p.0), k: turned(|p| p.1) })
}

/// How many tokens a text may have so that no relative position reaches `trained`, the length that the model was
/// trained with (it knows 0 … trained − 1). `None`: any number.
///
/// Self-Extend's paper writes (L − W)·G + W; where G divides W this is that number.
pub fn reach(trained: usize, params: &Params) -> Option<usize> {
    let inside = |n: usize| largest_relative_position(n, params) <= trained as f64 - 1.0;
    let (mut good, mut bad) = (0, 1_usize);
    while inside(bad) {
        good = bad;
        bad = bad.checked_mul(2).filter(|n| *n <= MOST)?;
    }
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if inside(middle) { good = middle } else { bad = middle }
    }
    Some(good)
}

/// A text that nobody has.
const MOST: usize = 1 << 30;

/// max g(i, j) over all pairs of n ≥ 1 tokens. It grows with n, so that [`reach`] may halve its way.
pub fn largest_relative_position(n: usize, params: &Params) -> f64 {
    let last = n.saturating_sub(1);
    let near = window(params).map_or(last, |window| last.min(window.saturating_sub(1)));
    relative_position(last, 0, params).max(near as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(position_map: PositionMap) -> Params {
        Params { position_map, ..Params::default() }
    }

    fn self_extend(neighbor_window: usize, group_size: usize) -> Params {
        Params { neighbor_window, group_size, ..with(PositionMap::SelfExtend) }
    }

    #[test]
    fn rerope_stops_and_leaky_rerope_slows_down() {
        let at = |delta, map| relative_position(delta, 0, &with(map));
        assert_eq!([0, 3, 4, 5, 900].map(|d| at(d, PositionMap::Rerope)), [0.0, 3.0, 4.0, 4.0, 4.0]);
        assert_eq!([0, 3, 4, 12, 20].map(|d| at(d, PositionMap::LeakyRerope)), [0.0, 3.0, 4.0, 5.0, 6.0]);
        let plain = Params { leaky_factor: 1.0, ..with(PositionMap::LeakyRerope) };
        assert_eq!(relative_position(77, 5, &plain), 72.0);
    }

    /// Distance 3 twice, from two relative positions: 2 − 0 + 2 and 2 − 1 + 2.
    #[test]
    fn self_extend_floors_positions_not_distances() {
        let params = self_extend(3, 2);
        assert_eq!((relative_position(4, 1, &params), relative_position(5, 2, &params)), (4.0, 3.0));
        let division = Params { self_extend_shift: Shift::Division, ..params };
        assert_eq!(relative_position(4, 1, &division), 3.5);
    }

    #[test]
    fn the_reach_is_where_the_trained_length_ends() {
        assert_eq!(reach(100, &with(PositionMap::None)), Some(100));
        assert_eq!(reach(100, &with(PositionMap::Rerope)), None);
        assert_eq!(reach(4, &Params { rerope_window: 9, ..with(PositionMap::Rerope) }), Some(4));
        // w + (Δ − w)/k ≤ 99 for Δ ≤ 4 + 8 · 95
        assert_eq!(reach(100, &with(PositionMap::LeakyRerope)), Some(4 + 8 * 95 + 1));
        assert_eq!(reach(0, &with(PositionMap::Rerope)), Some(0));
        // where G divides W, the paper's (L − W)·G + W
        assert_eq!(reach(2048, &self_extend(512, 4)), Some((2048 - 512) * 4 + 512));
    }

    #[test]
    fn the_largest_relative_position_is_the_largest_of_the_matrix() {
        let maps = [
            with(PositionMap::None),
            with(PositionMap::Rerope),
            with(PositionMap::LeakyRerope),
            self_extend(4, 2),
            self_extend(6, 4),
            self_extend(5, 7),
            Params { self_extend_shift: Shift::Division, ..self_extend(6, 4) },
        ];
        for params in &maps {
            let mut before = 0.0;
            for n in 1..40 {
                let largest = relative_positions(n, params).fold(0.0_f64, |a, &b| a.max(b));
                assert_eq!(largest, largest_relative_position(n, params), "{params:?}, n = {n}");
                assert!(largest >= before);
                before = largest;
            }
        }
    }
}
