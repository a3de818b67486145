//! Queries and keys of any position: the text's projected rows, repeated, plus projected positions, rotated.

use crate::compute::cpu::{self};
use crate::matrix::Matrix;
use crate::position::remap::Remapped;
use crate::position::rope::Angles;
use crate::simd::panel::NR;
use core::ops::Range;
use ndarray::{ArrayView2, Axis, aview_mut1, s};

/// x W of the text, and P W of every position where the scheme adds P. Not rotated.
#[derive(Clone, Debug)]
pub struct Projected {
    /// t × head_dim.
    text: Matrix,
    /// n × head_dim.
    position: Option<Matrix>,
}

impl Projected {
    /// The rows of `tokens` (t × d_model) under `w` (d_model × head_dim).
    pub fn new(tokens: ArrayView2<f32>, w: ArrayView2<f32>) -> Self {
        Projected { text: cpu::matmul(tokens, w), position: None }
    }

    pub fn width(&self) -> usize {
        self.text.ncols()
    }

    /// Adds `rows` of P (n × d_model), projected by `w`.
    pub fn add(&mut self, added: &Matrix, rows: Range<usize>, w: ArrayView2<f32>) {
        let dim = (added.nrows(), self.width());
        let position = self.position.get_or_insert_with(|| Matrix::zeros(dim));
        position.slice_mut(s![rows.clone(), ..]).assign(&cpu::matmul(added.slice(s![rows, ..]), w));
    }

    /// How many different rows there are: a text's worth, or one for each of n positions.
    pub fn distinct(&self) -> usize {
        self.position.as_ref().map_or(self.text.nrows(), |position| position.nrows())
    }

    /// Which of the different rows position `p` has.
    pub fn which(&self, p: usize) -> usize {
        p % self.distinct().max(1)
    }

    /// Writes the row of position `p` (head_dim).
    pub fn row(&self, p: usize, out: &mut [f32]) {
        let text = self.text.row(p % self.text.nrows().max(1));
        out.iter_mut().zip(text).for_each(|(out, x)| *out = *x);
        if let Some(position) = self.position.as_ref().filter(|position| p < position.nrows()) {
            out.iter_mut().zip(position.row(p)).for_each(|(out, x)| *out += *x);
        }
    }

    /// Writes the row of position `p`, turned in f64 and rounded once. `wide` is working memory.
    pub fn turned(&self, p: usize, angles: Option<&Angles>, wide: &mut Vec<f64>, out: &mut [f32]) {
        self.row(p, out);
        let Some(angles) = angles else { return };
        wide.clear();
        wide.extend(out.iter().map(|x| f64::from(*x)));
        angles.turn(p, aview_mut1(wide));
        out.iter_mut().zip(wide).for_each(|(out, x)| *out = *x as f32);
    }
}

/// Which rotations a pair takes, by where its key stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// |i − j| below the window, or everything without one.
    Near,
    /// The key stands a window or more before the query.
    Back,
    /// The key stands a window or more behind the query.
    Ahead,
}

impl Reach {
    /// The keys of query `i` that this covers, of the first `seen`.
    pub fn keys(self, i: usize, window: Option<usize>, seen: usize) -> Range<usize> {
        let window = window.unwrap_or(usize::MAX);
        let near = (i + 1).saturating_sub(window).min(seen)..i.saturating_add(window).min(seen);
        match self {
            Reach::Near => near,
            Reach::Back => 0..near.start,
            Reach::Ahead => near.end..seen,
        }
    }

    /// The turns of queries and keys.
    pub fn angles<'a>(
        self,
        near: Option<&'a Angles>,
        far: Option<&'a Remapped>,
    ) -> (Option<&'a Angles>, Option<&'a Angles>) {
        match (self, far) {
            (Reach::Near, _) | (_, None) => (near, near),
            (Reach::Back, Some(far)) => (Some(&far.q), Some(&far.k)),
            (Reach::Ahead, Some(far)) => (Some(&far.k), Some(&far.q)),
        }
    }
}

/// All keys with the rotations of one reach, packed for the tiles of [`cpu::panel`].
#[derive(Clone, Debug)]
pub struct KeySet {
    pub reach: Reach,
    /// ⌈n/NR⌉ panels of head_dim entries each; missing columns are 0.
    pub packed: Vec<[f32; NR]>,
}

impl KeySet {
    pub fn new(reach: Reach, n: usize, head_dim: usize) -> Self {
        KeySet { reach, packed: vec![[0.0; NR]; n.div_ceil(NR) * head_dim] }
    }

    /// Packs the keys at positions `range`.
    pub fn pack(&mut self, k: &Projected, angles: Option<&Angles>, range: Range<usize>) {
        let width = k.width();
        let (mut row, mut wide) = (vec![0.0; width], Vec::new());
        for j in range {
            k.turned(j, angles, &mut wide, &mut row);
            let panel = self.packed.iter_mut().skip(j / NR * width);
            panel.zip(&row).for_each(|(entry, x)| entry[j % NR] = *x);
        }
    }
}

/// Columns of head `head` of a projection.
pub fn columns(w: &Matrix, head: usize, head_dim: usize) -> Option<ArrayView2<'_, f32>> {
    let (from, to) = (head * head_dim, (head + 1) * head_dim);
    (to <= w.ncols()).then(|| w.slice_axis(Axis(1), (from..to).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seen_key_is_in_one_reach() {
        for (i, window, seen) in
            [(5, Some(3), 10), (0, Some(1), 10), (9, Some(20), 10), (4, None, 10), (5, Some(3), 6)]
        {
            let [near, back, ahead] =
                [Reach::Near, Reach::Back, Reach::Ahead].map(|reach| reach.keys(i, window, seen));
            assert!(
                back.clone().chain(near.clone()).chain(ahead.clone()).eq(0..seen),
                "{back:?} {near:?} {ahead:?}"
            );
            assert!(near.clone().all(|j| window.is_none_or(|w| i.abs_diff(j) < w)));
        }
    }
}
