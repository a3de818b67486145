//! Everything that the rows of one map need, made in steps small enough for a frame.

use super::keys::{KeySet, Projected, Reach, columns};
use super::terms::{self, Terms};
use super::{Ask, Refused};
use crate::attention::Mask;
use crate::matrix::Matrix;
use crate::position::relative::Relative;
use crate::position::remap::Remapped;
use crate::position::rope::Angles;

/// Positions per step: with 256 pairs each, some 5 ms of sines.
const STEP: usize = 256;

/// One head's map, ready for [`LongMap::rows`](super::row) once [`LongMap::step`] says so.
pub struct LongMap {
    ask: Ask,
    pub(in crate::compute) n: usize,
    pub(in crate::compute) scale: f32,
    pub(in crate::compute) mask: Mask,
    pub(in crate::compute) q: Projected,
    pub(in crate::compute) k: Projected,
    angles: Option<Angles>,
    remapped: Option<Remapped>,
    pub(in crate::compute) sets: Vec<KeySet>,
    /// Entry j − i + n − 1.
    pub(in crate::compute) bias: Option<Vec<f32>>,
    pub(in crate::compute) terms: Terms,
    /// ln Σ exp z of every query that has been scored against all its keys; NaN for the others.
    pub(in crate::compute) ln_sums: Vec<f64>,
    pub(in crate::compute) lowest: f32,
    left: Left,
}

/// What is left to prepare. Every question to the scheme is a step of its own; its terms come first, since they may
/// be too much.
enum Left {
    Relative,
    Angles(Option<Relative>),
    Bias(Option<Relative>),
    Table(Option<Relative>),
    /// P, and how many of its rows are projected.
    Added(Matrix, usize, Option<Relative>),
    Terms(Option<Relative>),
    /// How many keys are packed.
    Keys(usize),
    Nothing,
}

impl LongMap {
    /// Projects the text.
    ///
    /// # Errors
    /// See [`Refused`]; a length that is too great for the scheme's tables may show only in [`LongMap::step`].
    pub fn new(ask: Ask) -> Result<Self, Refused> {
        let sizes = ask.sizes;
        if let Some(problem) = ask.scheme.problem(sizes, &ask.params) {
            return Err(Refused::Problem(problem));
        }
        let project = |w: &Matrix| {
            let w = columns(w, ask.head, sizes.head_dim)?;
            let fits = ask.tokens.nrows() > 0 && ask.tokens.ncols() == w.nrows() && sizes.n > 0;
            fits.then(|| Projected::new(ask.tokens.view(), w))
        };
        let (Some(q), Some(k)) = (project(&ask.w_q), project(&ask.w_k)) else { return Err(Refused::Nothing) };
        Ok(LongMap {
            n: sizes.n,
            scale: ask.scheme.scale(sizes.head_dim, &ask.params) as f32,
            mask: ask.mask,
            q,
            k,
            angles: None,
            remapped: None,
            sets: Vec::new(),
            bias: None,
            terms: Terms::default(),
            ln_sums: vec![f64::NAN; sizes.n],
            lowest: f32::INFINITY,
            left: Left::Relative,
            ask,
        })
    }

    pub fn ask(&self) -> &Ask {
        &self.ask
    }

    /// The smallest ln A that any row scored so far has among the keys it sees.
    pub fn lowest(&self) -> f32 {
        self.lowest
    }

    pub fn head_dim(&self) -> usize {
        self.q.width()
    }

    /// From which distance on pairs take other rotations.
    pub(in crate::compute) fn window(&self) -> Option<usize> {
        self.remapped.as_ref().map(|far| far.window)
    }

    /// How many keys, from the first on, query `i` sees.
    pub(in crate::compute) fn seen(&self, i: usize) -> usize {
        self.mask.seen(i, self.n)
    }

    /// Writes q of position `i` as `reach` turns it.
    pub(in crate::compute) fn query(&self, i: usize, reach: Reach, wide: &mut Vec<f64>, out: &mut [f32]) {
        let (turn, _) = reach.angles(self.angles.as_ref(), self.remapped.as_ref());
        self.q.turned(i, turn, wide, out);
    }

    /// Prepares the next piece; whether everything stands.
    ///
    /// # Errors
    /// [`Refused::TooLong`]. The map is then of no use.
    pub fn step(&mut self) -> Result<bool, Refused> {
        self.left = match std::mem::replace(&mut self.left, Left::Nothing) {
            Left::Relative => {
                let Ask { scheme, sizes, params, .. } = &self.ask;
                Left::Angles(terms::ask(*scheme, *sizes, params)?)
            }
            Left::Angles(relative) => self.turns(relative),
            Left::Bias(relative) => self.biases(relative),
            Left::Table(relative) => self.table(relative),
            Left::Added(added, from, relative) => self.add(added, from, relative),
            Left::Terms(relative) => self.take_terms(relative)?,
            Left::Keys(from) => self.pack(from),
            Left::Nothing => Left::Nothing,
        };
        Ok(matches!(self.left, Left::Nothing))
    }

    fn turns(&mut self, relative: Option<Relative>) -> Left {
        let Ask { scheme, sizes, params, .. } = &self.ask;
        self.angles = scheme.angles(*sizes, params);
        self.remapped = scheme.remapped(*sizes, params);
        Left::Bias(relative)
    }

    fn biases(&mut self, relative: Option<Relative>) -> Left {
        let Ask { scheme, sizes, params, head, .. } = &self.ask;
        let bias = scheme.distance_bias(*sizes, params).filter(|bias| *head < bias.nrows());
        self.bias = bias.map(|bias| bias.row(*head).to_vec());
        Left::Table(relative)
    }

    fn table(&mut self, relative: Option<Relative>) -> Left {
        let Ask { scheme, sizes, params, .. } = &self.ask;
        match scheme.added(*sizes, params) {
            Some(added) => Left::Added(added, 0, relative),
            None => Left::Terms(relative),
        }
    }

    fn add(&mut self, added: Matrix, from: usize, relative: Option<Relative>) -> Left {
        let Ask { w_q, w_k, head, .. } = &self.ask;
        let rows = from..(from + STEP).min(added.nrows());
        for (side, w) in [(&mut self.q, w_q), (&mut self.k, w_k)] {
            let width = side.width();
            if let Some(w) = columns(w, *head, width) {
                side.add(&added, rows.clone(), w);
            }
        }
        if rows.end < added.nrows() { Left::Added(added, rows.end, relative) } else { Left::Terms(relative) }
    }

    fn take_terms(&mut self, relative: Option<Relative>) -> Result<Left, Refused> {
        if let Some(relative) = relative {
            self.terms = Terms::new(relative, self.ask.head, &self.k)?;
        }
        let reaches: &[Reach] = match (&self.remapped, self.mask) {
            (None, _) => &[Reach::Near],
            (Some(_), Mask::Causal) => &[Reach::Near, Reach::Back],
            (Some(_), Mask::Full) => &[Reach::Near, Reach::Back, Reach::Ahead],
        };
        let (n, width) = (self.n, self.k.width());
        self.sets = reaches.iter().map(|&reach| KeySet::new(reach, n, width)).collect();
        Ok(Left::Keys(0))
    }

    fn pack(&mut self, from: usize) -> Left {
        let range = from..(from + STEP).min(self.n);
        for set in &mut self.sets {
            let (_, turn) = set.reach.angles(self.angles.as_ref(), self.remapped.as_ref());
            set.pack(&self.k, turn, range.clone());
        }
        if range.end < self.n { Left::Keys(range.end) } else { Left::Nothing }
    }
}
