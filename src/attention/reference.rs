//! Attention as the equation says it, in f64, every intermediate kept: the oracle for both backends.
//!
//! ```text
//! dot_ij    = (R_i q_i)·(R_j k_j)
//! scaled_ij = dot_ij · scale
//! biased_ij = scaled_ij + scale · (q_i·Q[Δ] + k_j·K[Δ] + u·k_j) + B_ij
//! masked_ij = biased_ij, or −∞ where the mask forbids or key j is padding
//! A_ij      = exp(masked_ij − max_j) / Σ_j exp(masked_ij − max_j)
//! o_i       = Σ_j A_ij (v_j + V[Δ])
//! ```
//!
//! Vaswani et al. 2017, arXiv 1706.03762, §3.2.1; the terms of distance are those of [`Relative`].

use super::Mask;
use crate::matrix::{Heads, Matrix64};
use crate::position::relative::{DistanceTable, Relative};
use crate::position::remap::Remapped;
use crate::position::rope::Angles;
use ndarray::{Array1, ArrayView1, ArrayView2};

/// How position, scale and mask enter, for one head.
#[derive(Clone, Copy, Debug)]
pub struct How<'a> {
    /// Rotates q and k.
    pub rotate: Option<&'a Angles>,
    /// Rotates those of far pairs instead.
    pub remapped: Option<&'a Remapped>,
    /// Terms of distance and content, and which head's.
    pub relative: Option<(&'a Relative, usize)>,
    /// n × n, added to the scaled scores.
    pub bias: Option<&'a Matrix64>,
    pub scale: f64,
    pub mask: Mask,
    /// How many keys, the last ones, are [PAD]: no query sees them. Fewer than n.
    pub padding: usize,
    /// How many queries, the first ones, are memory: they see nothing.
    pub memory: usize,
}

impl How<'_> {
    /// No position at all.
    pub const fn plain(scale: f64, mask: Mask) -> Self {
        How { rotate: None, remapped: None, relative: None, bias: None, scale, mask, padding: 0, memory: 0 }
    }
}

/// What a logit is the sum of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// q·k, rotated where the scheme rotates.
    QueryKey,
    /// q_i · Q[Δ]
    QueryPosition,
    /// k_j · K[Δ]
    KeyPosition,
    /// u · k_j
    KeyVector,
    /// B_ij
    Bias,
}

impl Term {
    /// Its name in what the page exports.
    pub const fn id(self) -> &'static str {
        match self {
            Term::QueryKey => "query_key",
            Term::QueryPosition => "query_position",
            Term::KeyPosition => "key_position",
            Term::KeyVector => "key_vector",
            Term::Bias => "bias",
        }
    }

    /// Its name in the equation of the scheme with this id; the schemes' own plain functions use the same ones.
    pub fn name(self, scheme: &str) -> &'static str {
        match self {
            Term::QueryKey => "content · content",
            Term::QueryPosition => "content · position",
            Term::KeyPosition => "position · content",
            Term::KeyVector => "u · content",
            Term::Bias if scheme == "transformer_xl" => "v · position",
            Term::Bias => "position",
        }
    }
}

/// Every stage of one head. All n × n but `output`, which is n × head_dim.
#[derive(Clone, Debug)]
pub struct Stages {
    pub dot: Matrix64,
    pub scaled: Matrix64,
    /// The parts that the scheme has, each already scaled: `biased` is their sum.
    pub terms: Vec<(Term, Matrix64)>,
    pub biased: Matrix64,
    pub masked: Matrix64,
    pub weights: Matrix64,
    pub output: Matrix64,
}

/// One head: q, k, v are n × head_dim and the bias, if any, n × n. The caller sees to the shapes, as for any
/// matrix product.
pub fn attend(q: ArrayView2<f64>, k: ArrayView2<f64>, v: ArrayView2<f64>, how: &How) -> Stages {
    let dot = dots(q, k, how);
    let scaled = &dot * how.scale;
    let terms = terms(&scaled, q, k, how);
    let biased = terms.iter().skip(1).fold(scaled.clone(), |sum, (_, term)| sum + term);
    let real = biased.ncols() - how.padding;
    let masked = Matrix64::from_shape_fn(biased.dim(), |(i, j)| {
        if how.mask.allows(i, j) && j < real && i >= how.memory { biased[[i, j]] } else { f64::NEG_INFINITY }
    });
    let weights = softmax_rows(&masked);
    let mut output = weights.dot(&v);
    if let Some((Relative { value: Some(table), .. }, head)) = how.relative {
        add_values(&mut output, &weights, table, head);
    }
    Stages { dot, scaled, terms, biased, masked, weights, output }
}

/// q·k of every pair, rotated as its distance asks.
fn dots(q: ArrayView2<f64>, k: ArrayView2<f64>, how: &How) -> Matrix64 {
    let between = |a: Option<&Angles>, b: Option<&Angles>| turned(q, a).dot(&turned(k, b).t());
    let near = between(how.rotate, how.rotate);
    let Some(Remapped { window, q: far_q, k: far_k }) = how.remapped else { return near };
    let (back, ahead) = (between(Some(far_q), Some(far_k)), between(Some(far_k), Some(far_q)));
    Matrix64::from_shape_fn(near.dim(), |(i, j)| match i.abs_diff(j) < *window {
        true => near[[i, j]],
        false if i > j => back[[i, j]],
        false => ahead[[i, j]],
    })
}

/// x with row p turned as position p does.
fn turned(x: ArrayView2<f64>, angles: Option<&Angles>) -> Matrix64 {
    let mut x = x.to_owned();
    if let Some(angles) = angles {
        x.rows_mut().into_iter().enumerate().for_each(|(p, row)| angles.turn(p, row));
    }
    x
}

/// The parts of the logits, `scaled` first.
fn terms(scaled: &Matrix64, q: ArrayView2<f64>, k: ArrayView2<f64>, how: &How) -> Vec<(Term, Matrix64)> {
    let n = scaled.nrows();
    let mut terms = vec![(Term::QueryKey, scaled.clone())];
    let mut add = |term, value: &dyn Fn(usize, usize) -> f64| {
        terms.push((term, Matrix64::from_shape_fn((n, n), |(i, j)| how.scale * value(i, j))));
    };
    if let Some((relative, head)) = how.relative {
        if let Some(table) = &relative.query {
            add(Term::QueryPosition, &|i, j| vector(table, head, i, j, n).map_or(0.0, |t| dot(q.row(i), t)));
        }
        if let Some(table) = &relative.key {
            add(Term::KeyPosition, &|i, j| vector(table, head, i, j, n).map_or(0.0, |t| dot(k.row(j), t)));
        }
        if let Some(u) = &relative.key_vector {
            add(Term::KeyVector, &|_, j| dot(k.row(j), u.row(head)));
        }
    }
    if let Some(bias) = how.bias {
        terms.push((Term::Bias, bias.clone()));
    }
    terms
}

/// The vector that `table` has for query `i` and key `j`.
fn vector(table: &DistanceTable, head: usize, i: usize, j: usize, n: usize) -> Option<ArrayView1<'_, f32>> {
    let (heads, rows, _) = table.rows.dim();
    let (head, row) = (table.head(head), table.row(i, j, n)?);
    (head < heads && row < rows).then(|| row_of(&table.rows, head, row))
}

fn row_of(rows: &Heads, head: usize, row: usize) -> ArrayView1<'_, f32> {
    rows.index_axis(ndarray::Axis(0), head).index_axis_move(ndarray::Axis(0), row)
}

fn dot(a: ArrayView1<f64>, b: ArrayView1<f32>) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * f64::from(*b)).sum()
}

/// output_i += Σ_j A_ij V[Δ]
fn add_values(output: &mut Matrix64, weights: &Matrix64, table: &DistanceTable, head: usize) {
    let n = weights.nrows();
    for ((i, j), &weight) in weights.indexed_iter() {
        let Some(vector) = vector(table, head, i, j, n) else { continue };
        output.row_mut(i).iter_mut().zip(vector).for_each(|(out, x)| *out += weight * f64::from(*x));
    }
}

/// softmax over each row, exp(z − max z)/Σ. A row of −∞ only is undefined; it becomes zeros.
pub fn softmax_rows(logits: &Matrix64) -> Matrix64 {
    let mut weights = logits.clone();
    for mut row in weights.rows_mut() {
        let top = row.fold(f64::NEG_INFINITY, |a, &b| a.max(b));
        if top == f64::NEG_INFINITY {
            row.fill(0.0);
            continue;
        }
        row.mapv_inplace(|z| (z - top).exp());
        let sum = row.sum();
        row.mapv_inplace(|e| e / sum);
    }
    weights
}

/// The mean of all rows: the pooled readout that makes attention permutation-*invariant*.
pub fn mean_pool(x: &Matrix64) -> Array1<f64> {
    x.sum_axis(ndarray::Axis(0)) / x.nrows().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    const INF: f64 = f64::INFINITY;

    #[test]
    fn softmax_of_equal_logits_is_even_and_of_masked_ones_zero() {
        let logits = array![[0.0, 0.0], [1000.0, 1000.0], [3.0_f64.ln(), 0.0], [5.0, -INF], [-INF, -INF]];
        let expected = array![[0.5, 0.5], [0.5, 0.5], [0.75, 0.25], [1.0, 0.0], [0.0, 0.0]];
        let gap = &softmax_rows(&logits) - &expected;
        assert!(gap.iter().all(|gap| gap.abs() < 1e-15), "{gap}");
    }

    /// Every stage by hand, for two tokens.
    #[test]
    fn each_stage_follows_from_the_one_before() {
        let (q, k, v) =
            (array![[1.0, 2.0], [3.0, 4.0]], array![[5.0, 6.0], [7.0, 8.0]], array![[1.0], [9.0]]);
        let bias = array![[0.0, 1.0], [2.0, 0.0]];
        let how = How { bias: Some(&bias), ..How::plain(0.5, Mask::Causal) };
        let got = attend(q.view(), k.view(), v.view(), &how);
        assert_eq!(got.dot, array![[17.0, 23.0], [39.0, 53.0]]);
        assert_eq!(got.scaled, array![[8.5, 11.5], [19.5, 26.5]]);
        assert_eq!(got.biased, array![[8.5, 12.5], [21.5, 26.5]]);
        assert_eq!(got.masked, array![[8.5, -INF], [21.5, 26.5]]);
        let second = 1.0 / (1.0 + (-5.0_f64).exp());
        assert_eq!(got.weights.row(0).to_vec(), [1.0, 0.0]);
        assert!((got.weights[[1, 1]] - second).abs() < 1e-15);
        assert!((got.output[[1, 0]] - (1.0 + 8.0 * second)).abs() < 1e-14);
    }

    /// The terms of distance by hand: two tokens of width 1, distances −1, 0, 1 with rows 0, 1, 2 (r = j − i).
    #[test]
    fn terms_of_distance_multiply_what_they_say() {
        let table = |values: [f32; 3]| DistanceTable {
            rows: Heads::from_shape_vec((1, 3, 1), values.to_vec()).unwrap(),
            index: vec![0, 1, 2],
        };
        let relative = Relative {
            query: Some(table([10.0, 20.0, 30.0])),
            key: Some(table([0.1, 0.2, 0.3])),
            key_vector: Some(array![[0.0], [7.0]]),
            value: Some(table([100.0, 0.0, -100.0])),
        };
        let (q, k, v) = (array![[1.0], [2.0]], array![[3.0], [5.0]], array![[0.0], [0.0]]);
        let how = How { relative: Some((&relative, 1)), ..How::plain(0.5, Mask::Full) };
        let got = attend(q.view(), k.view(), v.view(), &how);
        let close = |a: &Matrix64, b: Matrix64| (a - &b).iter().all(|gap| gap.abs() < 1e-6);
        let [(_, scaled), (_, query), (_, key), (_, vector)] = &got.terms[..] else { panic!("four terms") };
        assert!(close(scaled, array![[1.5, 2.5], [3.0, 5.0]]));
        assert!(close(query, array![[10.0, 15.0], [10.0, 20.0]]), "{query}");
        assert!(close(key, array![[0.3, 0.75], [0.15, 0.5]]), "{key}");
        assert!(close(vector, array![[10.5, 17.5], [10.5, 17.5]]), "{vector}");
        assert!(close(&got.biased, scaled + query + key + vector));
        let expected = array![[-100.0 * got.weights[[0, 1]]], [100.0 * got.weights[[1, 0]]]];
        assert!(close(&got.output, expected));
    }

    /// Far pairs are scored as if they stood where the map says, in both directions.
    #[test]
    fn far_pairs_take_the_other_rotation() {
        use crate::position::{rope::Pairing, scaling::Frequencies};
        let freq = Frequencies { inv_freq: vec![0.3], attention_factor: 1.0 };
        let at = |positions: [f64; 4]| Angles::at(positions.into_iter(), &freq, Pairing::HalfSplit);
        let plain = at([0.0, 1.0, 2.0, 3.0]);
        // every distance from 2 on counts as 2
        let remapped = Remapped { window: 2, q: at([2.0; 4]), k: at([0.0; 4]) };
        let x = Matrix64::from_shape_fn((4, 2), |(_, c)| if c == 0 { 1.0 } else { 0.0 });
        let how = How { rotate: Some(&plain), remapped: Some(&remapped), ..How::plain(1.0, Mask::Full) };
        let got = attend(x.view(), x.view(), x.view(), &how).dot;
        for ((i, j), dot) in got.indexed_iter() {
            let delta = (i as f64 - j as f64).clamp(-2.0, 2.0);
            assert!((dot - (delta * 0.3).cos()).abs() < 1e-12, "({i}, {j})");
        }
    }

    #[test]
    fn the_mean_of_no_rows_is_zero() {
        assert_eq!(mean_pool(&array![[1.0, 2.0], [3.0, 6.0]]), array![2.0, 4.0]);
        assert_eq!(mean_pool(&Matrix64::zeros((0, 2))), array![0.0, 0.0]);
    }
}
