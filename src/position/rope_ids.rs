//! Where two tokens stand for RoPE: one position, or one for each axis, and which of them a pair turns by.
//!
//! ```text
//! 1d     the place in the sequence; under a position map far pairs stand elsewhere    (see [`remap`])
//! 2d     row and column: the first half of the pairs turns by the row, the others by the column
//! mrope  time, height and width                                                       (see [`mrope`])
//! ```

use super::rope_axes::{Axes, places, position_ids, problem, rotary_dim, section};
use super::{Params, Sizes, mrope, remap};
use crate::matrix::Matrix;

/// The positions of all tokens.
#[derive(Clone, Debug, PartialEq)]
pub struct Ids {
    /// One list a token, one position an axis.
    tokens: Vec<Vec<usize>>,
    axes: Axes,
    /// The axis of every pair.
    of_pair: Vec<usize>,
    map: remap::Params,
}

/// The positions by which the pairs of a query and of a key turn, one an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    pub query: Vec<f64>,
    pub key: Vec<f64>,
}

impl Standing {
    /// How far apart they stand on each axis, the query's position less the key's.
    pub fn apart(&self) -> Vec<f64> {
        self.query.iter().zip(&self.key).map(|(query, key)| query - key).collect()
    }
}

impl Ids {
    /// Nothing where the axes cannot be computed.
    pub fn of(sizes: Sizes, params: &Params) -> Option<Ids> {
        let axes = &params.axes;
        if problem(sizes.head_dim, axes).is_some() {
            return None;
        }
        let pairs = rotary_dim(sizes.head_dim, axes) / 2;
        let (tokens, of_pair) = match axes.rope_axes {
            Axes::One => ((0..sizes.n).map(|p| vec![p]).collect(), vec![0; pairs]),
            Axes::Two => {
                let places = places(sizes.n, axes, &params.layout);
                let tokens = places.into_iter().map(|(row, column)| vec![row, column]).collect();
                (tokens, (0..pairs).map(|pair| usize::from(pair >= pairs / 2)).collect())
            }
            Axes::Three => {
                let section = section(pairs, axes).ok()?;
                let ids = position_ids(sizes.n, axes, &params.layout);
                let of_pair = (0..pairs).map(|pair| mrope::axis(pair, section, axes.mrope_interleaved));
                (ids.into_iter().map(Vec::from).collect(), of_pair.collect())
            }
        };
        Some(Ids { tokens, axes: axes.rope_axes, of_pair, map: params.remap.clone() })
    }

    pub fn axes(&self) -> Axes {
        self.axes
    }

    /// The axis by which pair `pair` turns.
    pub fn axis(&self, pair: usize) -> Option<usize> {
        self.of_pair.get(pair).copied()
    }

    /// The first pair that turns by `axis`; an axis may have none.
    pub fn first_pair(&self, axis: usize) -> Option<usize> {
        self.of_pair.iter().position(|of| *of == axis)
    }

    /// Where query `i` and key `j` stand for each other.
    pub fn standing(&self, i: usize, j: usize) -> Option<Standing> {
        let of = |token: usize| Some(self.tokens.get(token)?.iter().map(|id| *id as f64).collect::<Vec<_>>());
        let (query, key) = (of(i)?, of(j)?);
        // A map is of one axis (see `remap::problem`), whose positions are the places in the sequence.
        match remap::window(&self.map) {
            Some(window) if query.len() == 1 && i.abs_diff(j) >= window => {
                let (later, earlier) = (
                    remap::far_positions(i.max(j), &self.map).0,
                    remap::far_positions(i.min(j), &self.map).1,
                );
                let (query, key) = if i >= j { (later, earlier) } else { (earlier, later) };
                Some(Standing { query: vec![query], key: vec![key] })
            }
            _ => Some(Standing { query, key }),
        }
    }

    /// For each axis, n × n: the query's position less the key's.
    pub fn distances(&self) -> Vec<Matrix> {
        let n = self.tokens.len();
        let apart = |axis: usize| {
            Matrix::from_shape_fn((n, n), |(i, j)| {
                let apart = self.standing(i, j).and_then(|standing| standing.apart().get(axis).copied());
                apart.unwrap_or(f64::NAN) as f32
            })
        };
        (0..self.tokens.first().map_or(0, Vec::len)).map(apart).collect()
    }

    /// On each axis, how far the two tokens stand apart that stand farthest.
    pub fn farthest(&self) -> Vec<usize> {
        let axes = self.tokens.first().map_or(0, Vec::len);
        // Positions start anywhere, a block of images behind a text for instance.
        let spread = |axis: usize| {
            let ids = || self.tokens.iter().filter_map(move |ids| ids.get(axis).copied());
            ids().max().unwrap_or(0) - ids().min().unwrap_or(0)
        };
        (0..axes).map(spread).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::mrope::Segment;
    use crate::position::remap::PositionMap;
    use crate::position::{rope_axes, scaling};

    const HEAD_DIM: usize = 16;

    fn with(rope_axes: Axes, layout: &[Segment]) -> (Sizes, Params) {
        let axes = rope_axes::Params { rope_axes, ..rope_axes::Params::default() };
        (
            Sizes { n: 196, d_model: 64, n_heads: 4, head_dim: HEAD_DIM },
            Params { axes, layout: layout.into(), ..Params::default() },
        )
    }

    /// Patches 21 and 35 of a picture of 14 × 14: one column, one row apart.
    #[test]
    fn two_patches_one_above_the_other_are_a_row_and_no_column_apart() {
        let picture = Segment::Visual { frames: 1, rows: 14, columns: 14 };
        let (sizes, params) = with(Axes::Two, &[picture]);
        let ids = Ids::of(sizes, &params).unwrap();
        let apart = ids.standing(21, 35).unwrap().apart();
        assert_eq!(apart, [-1.0, 0.0]);
        assert_eq!((ids.first_pair(0), ids.first_pair(1)), (Some(0), Some(4)));
        let theta = rope_axes::frequencies(HEAD_DIM, &params.rope, &params.axes).inv_freq;
        let turned = |pair: usize| apart[ids.axis(pair).unwrap()] * theta[pair];
        // one radian by the row axis' first pair, nothing by the column's; not 14 radians = 2.23 turns
        assert_eq!((turned(0), turned(4)), (-1.0, 0.0));
        assert_eq!(ids.farthest(), [13, 13]);
        let [rows, columns] = &ids.distances()[..] else { panic!("two axes") };
        assert_eq!((rows[[21, 35]], columns[[21, 35]], columns[[13, 0]]), (-1.0, 0.0, 13.0));
    }

    /// Whatever the axes, the positions times the frequencies are the angles by which the scores are computed.
    #[test]
    fn the_positions_are_those_of_the_angles() {
        for axes in [Axes::One, Axes::Two, Axes::Three] {
            let (sizes, params) = with(axes, &[]);
            let ids = Ids::of(sizes, &params).unwrap();
            let angles = rope_axes::angles(sizes, &params.rope, &params.axes, &params.layout).unwrap();
            let theta =
                scaling::frequencies(rope_axes::rule_dim(HEAD_DIM, &params.axes), &params.rope).inv_freq;
            for ((p, pair), angle) in angles.angle.indexed_iter() {
                let stands = ids.standing(p, 0).unwrap().query[ids.axis(pair).unwrap()];
                assert_eq!(stands * theta[pair % theta.len()], *angle, "{axes:?} {p} {pair}");
            }
        }
    }

    #[test]
    fn under_a_map_far_pairs_stand_nearer() {
        let (sizes, mut params) = with(Axes::One, &[]);
        for map in [PositionMap::None, PositionMap::Rerope, PositionMap::LeakyRerope, PositionMap::SelfExtend]
        {
            params.remap.position_map = map;
            let ids = Ids::of(sizes, &params).unwrap();
            for (i, j) in [(0, 0), (5, 3), (3, 5), (90, 7), (7, 90)] {
                let apart = ids.standing(i, j).unwrap().apart();
                assert_eq!(apart, [remap::relative_position(i, j, &params.remap)], "{map:?} {i} {j}");
            }
        }
    }

    #[test]
    fn what_cannot_be_has_no_positions() {
        let (sizes, mut params) = with(Axes::Three, &[]);
        assert_eq!(Ids::of(sizes, &params).unwrap().standing(0, 196), None);
        params.axes.mrope_section = vec![1.0];
        assert_eq!(Ids::of(sizes, &params), None);
    }
}
