//! The five criteria by which courses judge a positional scheme, each computed from what the scheme does to the logits.
//!
//! A [`Probe`] puts the same token at every position, so what is left in the logits comes from position alone. It looks at a
//! text of the training length N and at one [`BEYOND`] times as long. A verdict follows from a measured number and a stated
//! threshold, and both are shown; it is a verdict on this measurement, with seeded projections, and no more: none of the
//! numbers says how well a trained model reads.

use super::projection::{Projection, weights};
use super::reference::softmax_rows;
use super::sampled::{Placed, Token, largest_gap};
use crate::embed::table;
use crate::matrix::{Matrix64, to_f64};
use crate::position::{Params, Scheme, Sizes, none};
use ndarray::Axis;

/// A training length to probe with where nothing asks for another: long enough that what fades has faded (ALiBi's flattest slope
/// of 8 heads, 1/256, is the exception), short enough for a table of all schemes. The work grows with N².
pub const TRAINING_LENGTH: usize = 128;

/// How many times the training length is looked at.
pub const BEYOND: usize = 4;

/// Logits differ if they differ by more than this share of the largest: well above what f32 tables round.
pub const DIFFERENT: f64 = 1e-5;

/// A growth of length^½ or more counts as unbounded: linear growth is 1, none is 0.
pub const GROWTH: f64 = 0.5;

/// The largest part of the attention that may have moved at [`BEYOND`] times the training length.
pub const DIVERGENCE: f64 = 0.25;

/// What a scheme is measured with. `sizes.n` is the training length N, at least 2.
pub struct Probe<'a> {
    pub scheme: &'a dyn Scheme,
    pub params: &'a Params,
    sizes: Sizes,
    token: Token,
    /// All N × N logits per head, without a mask; empty if the scheme is not defined at N.
    trained: Vec<Matrix64>,
}

/// What a criterion found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The number that decides; its meaning is in the criterion's definition. Infinite where the scheme has no value.
    pub measured: f64,
    /// What it is compared with.
    pub threshold: f64,
    pub holds: bool,
}

/// One criterion.
pub struct Criterion {
    pub id: &'static str,
    /// What is measured and when it holds, in one sentence: the doc comment of its function.
    pub definition: &'static str,
    /// `None` if the scheme is not defined at the training length.
    pub judge: fn(&Probe) -> Option<Finding>,
}

/// The list from which the table of criteria is made.
#[rustfmt::skip] // a table
pub const CRITERIA: &[Criterion] = &[
    Criterion { id: "unique", judge: unique,
        definition: "No two positions of the training length get the same row of logits: the smallest difference of two rows, as a share of the largest logit, is above 1e−5." },
    Criterion { id: "bounded", judge: bounded,
        definition: "What position adds to a logit stays within bounds: from the training length to four times that, the largest change of a logit grows more slowly than the square root of the length." },
    Criterion { id: "relative", judge: relative,
        definition: "A logit depends on the distance only: moving query and key together, anywhere within the training length, changes it by at most 1e−5 of the largest logit." },
    Criterion { id: "extrapolating", judge: extrapolating,
        definition: "Four times the training length has values, and there at most a quarter of the last token's attention, over distance and averaged over the heads, lies elsewhere than at the training length." },
    Criterion { id: "deterministic", judge: deterministic,
        definition: "Nothing is learned: the scheme has no parameters of its own, and another seed gives the same logits." },
];

impl<'a> Probe<'a> {
    /// `shared` is the correlation of W_K with W_Q. The projections and the token are those of `params.seed`.
    pub fn new(scheme: &'a dyn Scheme, sizes: Sizes, params: &'a Params, shared: f64) -> Self {
        let w = |which| {
            let all = to_f64(&weights(which, sizes.d_model, sizes.n_heads, params.seed, shared));
            // the page's heads have the width that `sizes` says; others give an undefined probe
            if all.ncols() == sizes.n_heads * sizes.head_dim { all } else { Matrix64::zeros((0, 0)) }
        };
        let x = to_f64(&table::lookup(&[0], sizes.d_model, params.seed, 0.0)).index_axis_move(Axis(0), 0);
        let token = Token { x, w_q: w(Projection::Query), w_k: w(Projection::Key) };
        let all: Vec<usize> = (0..sizes.n).collect();
        let trained = Placed::new(&token, scheme, sizes, params).filter(|_| sizes.n >= 2);
        let trained = trained.map(|placed| placed.logits(&all, &all)).unwrap_or_default();
        Probe { scheme, params, sizes, token, trained }
    }

    /// The scheme in a text of n tokens, if it is defined there.
    fn placed(&self, n: usize) -> Option<Placed<'_>> {
        Placed::new(&self.token, self.scheme, Sizes { n, ..self.sizes }, self.params)
    }

    /// All logits of the training length, or `None` where there are none.
    fn trained(&self) -> Option<&[Matrix64]> {
        (!self.trained.is_empty()).then_some(&self.trained)
    }

    /// max |z_ij| at the training length; never 0, so that one can divide by it.
    fn largest_logit(&self) -> f64 {
        let all = self.trained.iter().flat_map(|head| head.iter());
        all.fold(f64::MIN_POSITIVE, |top, z| top.max(z.abs()))
    }

    /// The logits of the same token without position, one per head.
    fn unplaced(&self) -> Option<Vec<f64>> {
        let sizes = Sizes { n: 1, ..self.sizes };
        let scale = self.scheme.scale(sizes.head_dim, self.params);
        let placed = Placed::new(&self.token, &none::None, sizes, self.params)?;
        let own = none::None.scale(sizes.head_dim, self.params);
        Some(placed.logits(&[0], &[0]).iter().map(|z| z[[0, 0]] * scale / own).collect())
    }

    /// The largest change that position makes to any logit in a text of n tokens: five queries, all keys.
    fn largest_shift(&self, n: usize) -> Option<f64> {
        let placed = self.placed(n)?;
        let queries: Vec<usize> = (0..=4).map(|quarter| (n - 1) * quarter / 4).collect();
        let keys: Vec<usize> = (0..n).collect();
        let shift =
            |(z, plain): (&Matrix64, f64)| z.iter().fold(0.0_f64, |top, z| top.max((z - plain).abs()));
        let (logits, plain) = (placed.logits(&queries, &keys), self.unplaced()?);
        Some(logits.iter().zip(plain).map(shift).fold(0.0, f64::max))
    }

    /// The attention of the last of n tokens over distance Δ = 0 … n − 1, per head.
    fn over_distance(&self, n: usize) -> Option<Vec<Vec<f64>>> {
        let placed = self.placed(n)?;
        let keys: Vec<usize> = (0..n).rev().collect();
        let logits = placed.logits(&[n - 1], &keys);
        Some(logits.iter().map(|z| softmax_rows(z).into_raw_vec_and_offset().0).collect())
    }
}

/// No two positions of the training length get the same row of logits: the smallest difference of two rows, as a share of the
/// largest logit, is above 1e−5.
///
/// The difference of two rows is the largest over keys and heads.
pub fn unique(probe: &Probe) -> Option<Finding> {
    let (heads, largest) = (probe.trained()?, probe.largest_logit());
    let n = probe.sizes.n;
    let mut smallest = f64::INFINITY;
    for (a, b) in (0..n).flat_map(|a| (0..a).map(move |b| (a, b))) {
        // most pairs differ by more at the first few keys, and need no further look
        let cells = heads.iter().flat_map(|z| z.row(a).into_iter().zip(z.row(b)));
        let gap = cells.map(|(x, y)| (x - y).abs()).try_fold(0.0_f64, |top, gap| {
            let top = top.max(gap);
            if top < smallest { Some(top) } else { None }
        });
        smallest = gap.unwrap_or(smallest);
    }
    let measured = smallest / largest;
    Some(Finding { measured, threshold: DIFFERENT, holds: measured > DIFFERENT })
}

/// What position adds to a logit stays within bounds: from the training length to four times that, the largest change of a logit
/// grows more slowly than the square root of the length.
///
/// The measured number is the exponent e of growth ∝ length^e. Where the scheme has no values past the training length, it is
/// taken from a quarter of that to the whole.
pub fn bounded(probe: &Probe) -> Option<Finding> {
    probe.trained()?;
    let n = probe.sizes.n;
    let at_n = probe.largest_shift(n)?;
    let (shorter, longer, ratio) = match probe.largest_shift(BEYOND * n) {
        Some(beyond) => (at_n, beyond, BEYOND as f64),
        None => {
            let quarter = (n / BEYOND).max(1);
            (probe.largest_shift(quarter)?, at_n, n as f64 / quarter as f64)
        }
    };
    let is_none = longer <= DIFFERENT * probe.largest_logit();
    let measured = if is_none { 0.0 } else { (longer / shorter).ln() / ratio.ln() };
    Some(Finding { measured, threshold: GROWTH, holds: measured < GROWTH })
}

/// A logit depends on the distance only: moving query and key together, anywhere within the training length, changes it by at most
/// 1e−5 of the largest logit.
///
/// The largest spread along any diagonal of the map. It holds of a scheme that tells nothing, too.
pub fn relative(probe: &Probe) -> Option<Finding> {
    let (heads, largest, n) = (probe.trained()?, probe.largest_logit(), probe.sizes.n);
    let mut spread = 0.0_f64;
    for z in heads {
        for r in 0..2 * n - 1 {
            // the diagonal j − i = r − (n − 1)
            let rows = (n - 1).saturating_sub(r)..n.min(2 * n - 1 - r);
            let cells = rows.map(|i| z[[i, i + r + 1 - n]]);
            let (low, high) =
                cells.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), z| (a.min(z), b.max(z)));
            spread = spread.max(high - low);
        }
    }
    let measured = spread / largest;
    Some(Finding { measured, threshold: DIFFERENT, holds: measured <= DIFFERENT })
}

/// Four times the training length has values, and there at most a quarter of the last token's attention, over distance and
/// averaged over the heads, lies elsewhere than at the training length.
///
/// The measured number is the total variation ½ Σ_Δ |A_N(Δ) − A_4N(Δ)|, infinite without values. Equal logits spread evenly give
/// ¾: softmax thins out over more keys unless the scheme holds it back. So a rule that only turns RoPE more slowly does not pass by
/// itself; what it is praised for is perplexity after training, which nothing here measures.
pub fn extrapolating(probe: &Probe) -> Option<Finding> {
    probe.trained()?;
    let n = probe.sizes.n;
    let trained = probe.over_distance(n)?;
    let moved = probe.over_distance(BEYOND * n).map(|beyond| {
        let heads = trained.iter().zip(&beyond).map(|(near, far)| total_variation(near, far));
        heads.sum::<f64>() / trained.len().max(1) as f64
    });
    let measured = moved.filter(|moved| moved.is_finite()).unwrap_or(f64::INFINITY);
    Some(Finding { measured, threshold: DIVERGENCE, holds: measured <= DIVERGENCE })
}

/// Nothing is learned: the scheme has no parameters of its own, and another seed gives the same logits.
///
/// The measured number is that of the learned parameters in one layer; the seed is the check on it.
pub fn deterministic(probe: &Probe) -> Option<Finding> {
    probe.trained()?;
    let measured = probe.scheme.learned(probe.sizes, probe.params).total(1) as f64;
    let holds = measured == 0.0 && seed_gap(probe)? == 0.0;
    Some(Finding { measured, threshold: 0.0, holds })
}

/// The largest change of any logit when the scheme's tables come from another seed, token and projections kept.
pub fn seed_gap(probe: &Probe) -> Option<f64> {
    let params = Params { seed: probe.params.seed.wrapping_add(1), ..probe.params.clone() };
    let all: Vec<usize> = (0..probe.sizes.n).collect();
    let other = Placed::new(&probe.token, probe.scheme, probe.sizes, &params)?;
    Some(largest_gap(probe.trained()?, &other.logits(&all, &all)))
}

/// ½ Σ |a − b|, the shorter list continued with zeros: how much must be moved to make one of the other.
pub fn total_variation(a: &[f64], b: &[f64]) -> f64 {
    let at = |list: &[f64], i: usize| list.get(i).copied().unwrap_or(0.0);
    (0..a.len().max(b.len())).map(|i| (at(a, i) - at(b, i)).abs()).sum::<f64>() / 2.0
}
