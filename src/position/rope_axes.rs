//! Which dimensions RoPE turns, and by what: one position, a row and a column, or time, height and width.
//!
//! ```text
//! 1d     pair i of r/2 turns by p θ_i,  θ over r = ⌊partial_rotary_factor · d⌋ dimensions, the others stay
//! 2d     θ over r/2 dimensions; the first r/4 pairs turn by row · θ_i, the others by column · θ_i
//! mrope  pair i turns by one of three ids · θ_i                             (see [`mrope`])
//! ```
//!
//! Partial rotary: GPT-NeoX (arXiv 2204.06745, §2.1.1) and GPT-J; the frequencies are those of the rotary
//! dimensions, not of the whole head. 2-D: Qwen2-VL's vision tower (`VisionRotaryEmbedding`); half of the pairs
//! know the row only, so a shift along the other axis does not move them.

use super::mrope::{self, NextId, Sections, Segment};
use super::parameter::Parameter;
use super::problem::{Problem, What};
use super::rope::{self, Angles};
use super::{Sizes, scaling};
use crate::matrix::Matrix64;
use crate::{choices, parameter};

choices! {
    /// How many position ids a token has.
    pub enum Axes {
        /// Its place in the sequence.
        One = "1d",
        /// Row and column of a grid.
        Two = "2d",
        /// Time, height and width.
        Three = "mrope",
    }
}

/// What the layout of positions can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// r/d: the share of each head's dimensions that turn.
    pub partial_rotary_factor: f64,
    pub rope_axes: Axes,
    /// Columns of the grid on which tokens are laid, row by row.
    pub grid_width: usize,
    /// Pairs of the three axes; empty for Qwen2-VL's proportion.
    pub mrope_section: Vec<f64>,
    pub mrope_interleaved: Sections,
    pub mrope_next_id: NextId,
    /// Text tokens before the visual block; all that follow it are text, too.
    pub mrope_text_before: usize,
    pub mrope_frames: usize,
    pub mrope_rows: usize,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            partial_rotary_factor: 1.0,
            rope_axes: Axes::One,
            grid_width: 4,
            mrope_section: Vec::new(),
            mrope_interleaved: Sections::Chunked,
            mrope_next_id: NextId::MaxSide,
            mrope_text_before: 2,
            mrope_frames: 1,
            mrope_rows: 2,
        }
    }
}

pub const PARAMETERS: &[Parameter] = &[
    parameter!(axes.partial_rotary_factor: number 0.0..1.0, "share of each head's dimensions that turn"),
    parameter!(axes.rope_axes: choice Axes, "position ids of a token: one, row and column, or time, height and width"),
    parameter!(axes.grid_width: integer 1..64, "columns of the grid on which tokens of a text are laid").when(grid),
    parameter!(axes.mrope_section: list 3 of 0.0..256.0, "pairs that turn by time, height and width; empty for Qwen2-VL's proportion 16:24:24")
        .when(three),
    parameter!(axes.mrope_interleaved: choice Sections, "M-RoPE: the axes in three runs (Qwen2-VL) or in turn (Qwen3-VL)")
        .when(three),
    parameter!(axes.mrope_next_id: choice NextId, "M-RoPE: first id behind a visual block, start + max(height, width) or the largest id + 1")
        .when(three),
    parameter!(axes.mrope_text_before: integer 0..512, "M-RoPE: text tokens before the visual block").when(block),
    parameter!(axes.mrope_frames: integer 0..64, "M-RoPE: frames of the visual block").when(block),
    parameter!(axes.mrope_rows: integer 1..64, "M-RoPE: rows of the visual block").when(block),
];

/// Whether no layout says where the tokens stand.
pub(super) fn free(params: &super::Params) -> bool {
    params.layout.is_empty()
}

/// The grid is the reader's to choose where the tokens do not lie on one already.
fn grid(params: &super::Params) -> bool {
    params.axes.rope_axes != Axes::One && free(params)
}

fn three(params: &super::Params) -> bool {
    params.axes.rope_axes == Axes::Three
}

fn block(params: &super::Params) -> bool {
    three(params) && free(params)
}

/// r: the dimensions of a head that turn, rounded down as Hugging Face does. May be odd, which is a [`problem`].
pub fn rotary_dim(head_dim: usize, params: &Params) -> usize {
    (head_dim as f64 * params.partial_rotary_factor) as usize
}

/// The d of θ_i = b^(−2i/d): r, or r/2 where rows and columns have the same frequencies.
pub fn rule_dim(head_dim: usize, params: &Params) -> usize {
    let r = rotary_dim(head_dim, params);
    if params.rope_axes == Axes::Two { r / 2 } else { r }
}

/// Why there are no such angles.
pub fn problem(head_dim: usize, params: &Params) -> Option<Problem> {
    let r = rotary_dim(head_dim, params);
    let at = |key, what| Some(Problem { key, what });
    match params.rope_axes {
        _ if !r.is_multiple_of(2) => at("partial_rotary_factor", What::OddRotaryDim { rotary_dim: r }),
        Axes::Two if !r.is_multiple_of(4) => at("rope_axes", What::RotaryDimNotOfTwoAxes { rotary_dim: r }),
        Axes::Three => section(r / 2, params).err().map(|what| Problem { key: "mrope_section", what }),
        Axes::One | Axes::Two => None,
    }
}

/// The pairs of the three axes, checked.
pub fn section(pairs: usize, params: &Params) -> Result<[usize; 3], What> {
    let given = &params.mrope_section;
    if given.is_empty() {
        return Ok(mrope::proportional_section(pairs));
    }
    let &[t, h, w] = &given[..] else { return Err(What::SectionCount { got: given.len() }) };
    if given.iter().any(|pairs| pairs.fract() != 0.0) {
        return Err(What::SectionNotWhole);
    }
    match t + h + w {
        sum if sum == pairs as f64 => Ok([t as usize, h as usize, w as usize]),
        sum => Err(What::SectionSum { sum: sum as usize, pairs }),
    }
}

/// The frequencies of every pair, in the order of the pairs: for 2d the same ones for rows and for columns.
pub fn frequencies(head_dim: usize, rope: &rope::Params, params: &Params) -> scaling::Frequencies {
    let freq = scaling::frequencies(rule_dim(head_dim, params), rope);
    match params.rope_axes {
        Axes::One | Axes::Three => freq,
        Axes::Two => scaling::Frequencies { inv_freq: freq.inv_freq.repeat(2), ..freq },
    }
}

/// The angles of positions 0 … n − 1, n × r/2; nothing where [`problem`] says why.
pub fn angles(sizes: Sizes, rope: &rope::Params, params: &Params, layout: &[Segment]) -> Option<Angles> {
    if problem(sizes.head_dim, params).is_some() {
        return None;
    }
    let freq = frequencies(sizes.head_dim, rope, params);
    let theta = &freq.inv_freq;
    let angle = match params.rope_axes {
        Axes::One => return Some(Angles::new(sizes.n, &freq, rope.rope_pairing)),
        Axes::Two => {
            let half = theta.get(..theta.len() / 2).unwrap_or_default();
            grid_angles(&places(sizes.n, params, layout), half)
        }
        Axes::Three => {
            let section = section(theta.len(), params).ok()?;
            mrope::angles(&position_ids(sizes.n, params, layout), theta, section, params.mrope_interleaved)
        }
    };
    Some(Angles { angle, attention_factor: freq.attention_factor, pairing: rope.rope_pairing })
}

/// (t, h, w) of n tokens, laid out as `layout` says; if it is empty: text, one visual block, text. A sequence shorter
/// than that ends inside it.
pub fn position_ids(n: usize, params: &Params, layout: &[Segment]) -> Vec<[usize; 3]> {
    let visual =
        Segment::Visual { frames: params.mrope_frames, rows: params.mrope_rows, columns: params.grid_width };
    let assumed = [Segment::Text(params.mrope_text_before.min(n)), visual];
    let known = if layout.is_empty() { &assumed } else { layout };
    let mut ids = mrope::position_ids(&[known, &[Segment::Text(n)]].concat(), params.mrope_next_id);
    ids.truncate(n);
    ids
}

/// (row, column) of n tokens: of the grids of `layout`, where what stands outside them is (0, 0) and does not turn; if
/// it is empty, of one grid that holds them all.
pub fn places(n: usize, params: &Params, layout: &[Segment]) -> Vec<(usize, usize)> {
    if layout.is_empty() {
        return row_major(n, params.grid_width);
    }
    on_grids(n, layout).into_iter().map(Option::unwrap_or_default).collect()
}

/// (row, column) of n tokens on the grids of `layout`; `None` for what stands outside them.
pub fn on_grids(n: usize, layout: &[Segment]) -> Vec<Option<(usize, usize)>> {
    let of = |segment: &Segment| match *segment {
        Segment::Text(n) => vec![None; n],
        Segment::Visual { frames, rows, columns } => {
            let grid = row_major(rows * columns, columns).into_iter().map(Some);
            grid.cycle().take(frames * rows * columns).collect()
        }
    };
    let mut places: Vec<_> = layout.iter().flat_map(of).collect();
    places.resize(n, None);
    places
}

/// How many of n tokens stand outside the grids of `layout`, and so at (0, 0) under two axes; none where there is no
/// layout.
pub fn off_the_grid(n: usize, layout: &[Segment]) -> usize {
    if layout.is_empty() { 0 } else { on_grids(n, layout).iter().filter(|place| place.is_none()).count() }
}

/// (row, column) of n tokens laid row by row.
pub fn row_major(n: usize, width: usize) -> Vec<(usize, usize)> {
    let width = width.max(1);
    (0..n).map(|p| (p / width, p % width)).collect()
}

/// (row, column) in the order in which Qwen2-VL's vision tower reads patches: blocks of merge × merge, row by row,
/// and row by row inside each. `rows` and `columns` are multiples of `merge`; what is left over is not read.
pub fn merge_block_order(rows: usize, columns: usize, merge: usize) -> Vec<(usize, usize)> {
    let merge = merge.max(1);
    let inside = |(r, c): (usize, usize)| {
        row_major(merge * merge, merge).into_iter().map(move |(y, x)| (merge * r + y, merge * c + x))
    };
    let blocks = row_major((rows / merge) * (columns / merge), columns / merge);
    blocks.into_iter().flat_map(inside).collect()
}

/// n × 2·f.len(): row · θ, then column · θ.
pub fn grid_angles(places: &[(usize, usize)], inv_freq: &[f64]) -> Matrix64 {
    let pairs = inv_freq.len();
    Matrix64::from_shape_fn((places.len(), 2 * pairs), |(p, i)| {
        let (row, column) = places[p];
        if i < pairs { row as f64 * inv_freq[i] } else { column as f64 * inv_freq[i - pairs] }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::s;

    const SIZES: Sizes = Sizes { n: 12, d_model: 64, n_heads: 4, head_dim: 16 };

    fn with(axes: Axes) -> Params {
        Params { rope_axes: axes, ..Params::default() }
    }

    fn angles_of(params: &Params) -> Matrix64 {
        angles(SIZES, &rope::Params::default(), params, &[]).unwrap().angle
    }

    #[test]
    fn the_default_is_plain_rope() {
        let freq = scaling::frequencies(16, &rope::Params::default());
        let plain = Angles::new(12, &freq, rope::Pairing::HalfSplit);
        assert_eq!(angles(SIZES, &rope::Params::default(), &Params::default(), &[]), Some(plain));
    }

    #[test]
    fn what_stands_outside_the_grids_is_counted() {
        let grid = Segment::Visual { frames: 1, rows: 2, columns: 3 };
        assert_eq!(off_the_grid(12, &[Segment::Text(4), grid, Segment::Text(2)]), 6);
        assert_eq!((off_the_grid(3, &[Segment::Text(1), grid]), off_the_grid(12, &[])), (1, 0));
    }

    #[test]
    fn partial_frequencies_are_those_of_the_rotary_dimensions() {
        let half = angles_of(&Params { partial_rotary_factor: 0.5, ..Params::default() });
        assert_eq!(half.ncols(), 4);
        assert!((half[[1, 3]] - 1e4_f64.powf(-6.0 / 8.0)).abs() < 1e-15);
        let none = angles_of(&Params { partial_rotary_factor: 0.0, ..Params::default() });
        assert_eq!(none.dim(), (12, 0));
    }

    /// Token 6 of a grid four wide stands in row 1, column 2.
    #[test]
    fn half_of_the_pairs_know_the_row_and_half_the_column() {
        let two = angles_of(&with(Axes::Two));
        let theta = scaling::default::inv_freq(8, 1e4);
        assert_eq!(two.dim(), (12, 8));
        for i in 0..4 {
            assert_eq!((two[[6, i]], two[[6, 4 + i]]), (theta[i], 2.0 * theta[i]));
        }
        assert_eq!(two.slice(s![4, ..4]), two.slice(s![7, ..4]));
        assert_eq!(two.slice(s![1, 4..]), two.slice(s![9, 4..]));
    }

    #[test]
    fn text_alone_makes_mrope_rope() {
        let text = Params { mrope_frames: 0, ..with(Axes::Three) };
        assert_eq!(angles_of(&text), angles_of(&Params::default()));
        assert!(angles_of(&with(Axes::Three)) != angles_of(&Params::default()));
        let ids = position_ids(12, &with(Axes::Three), &[]);
        // two of text, 2 × 4 patches from 2 on, then text from 2 + 4
        assert_eq!((ids.len(), ids[1], ids[2], ids[9], ids[10]), (12, [1; 3], [2; 3], [2, 3, 5], [6; 3]));
        assert_eq!(position_ids(1, &with(Axes::Three), &[]), [[0; 3]]);
    }

    #[test]
    fn blocks_are_read_before_rows() {
        let order = merge_block_order(2, 4, 2);
        assert_eq!(order, [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (0, 3), (1, 2), (1, 3)]);
        assert_eq!(merge_block_order(3, 2, 1), row_major(6, 2));
        assert!(merge_block_order(0, 0, 2).is_empty());
    }

    #[test]
    fn what_cannot_be_is_named() {
        let what = |params: &Params| problem(16, params).map(|problem| (problem.key, problem.what));
        let partial = |factor, axes| Params { partial_rotary_factor: factor, ..with(axes) };
        assert_eq!(
            what(&partial(0.7, Axes::One)),
            Some(("partial_rotary_factor", What::OddRotaryDim { rotary_dim: 11 }))
        );
        assert_eq!(
            what(&partial(0.65, Axes::Two)),
            Some(("rope_axes", What::RotaryDimNotOfTwoAxes { rotary_dim: 10 }))
        );
        let section = |section: &[f64]| {
            let mrope_section = section.to_vec();
            what(&Params { mrope_section, ..with(Axes::Three) }).map(|(_, what)| what)
        };
        assert_eq!(section(&[2.0, 3.0, 3.0]), None);
        assert_eq!(section(&[2.0, 3.0]), Some(What::SectionCount { got: 2 }));
        assert_eq!(section(&[16.0, 24.0, 24.0]), Some(What::SectionSum { sum: 64, pairs: 8 }));
        assert_eq!(section(&[2.5, 2.5, 3.0]), Some(What::SectionNotWhole));
        assert_eq!(angles(SIZES, &rope::Params::default(), &partial(0.7, Axes::One), &[]), None);
    }
}
