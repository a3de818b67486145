//! Small readers for contrast: what each makes of the same tokens in another order is *measured*, not declared.
//!
//! Every reader turns n × d_model embeddings into one row per token and one answer for the whole text. It is
//! permutation-**equivariant** if its rows move with the tokens, **invariant** if its answer does not change.

use super::Mask;
use super::heads;
use super::linear;
use super::permutation::{Outcome, PermutationError, ROUNDING, compare_rows, is_permutation};
use super::projection::{Projection, head_dim, weights};
use super::reference::{mean_pool, softmax_rows};
use crate::embed::random::{self, Stream};
use crate::matrix::{Matrix64, max_abs_diff, to_f64};
use ndarray::{Array1, Axis};

/// What a reader makes of a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// One row per token, n × d_model.
    pub rows: Matrix64,
    /// The answer, d_model.
    pub answer: Array1<f64>,
}

/// A reader's sizes and the seed of its weights, as on the rest of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sizes {
    pub d_model: usize,
    pub n_heads: usize,
    pub seed: u64,
    /// The correlation of W_K with W_Q.
    pub shared: f64,
}

/// One reader.
#[derive(Clone, Copy, Debug)]
pub struct Reader {
    pub id: &'static str,
    /// The equation, in plain text.
    pub equation: &'static str,
    pub citation: &'static str,
    /// Shapes that do not fit give an error; x is n × d_model.
    pub read: fn(&Matrix64, &Sizes) -> Result<Reading, PermutationError>,
}

/// The list from which the panel and the tests are made.
#[rustfmt::skip] // a table
pub const READERS: &[Reader] = &[
    Reader { id: "bag_of_words", equation: "y = Σ_i x_i", read: bag_of_words,
        citation: "Harris 1954, Distributional Structure, Word 10; as sum of embeddings Iyyer et al. 2015, ACL P15-1162" },
    Reader { id: "mean_attention", equation: "y = mean_i (softmax(QKᵀ/√d_k) V W_O)_i", read: mean_attention,
        citation: "Vaswani et al. 2017, arXiv 1706.03762, §3.2, without position and mask" },
    Reader { id: "linear_attention", equation: "y = mean_i φ(q_i) Σ_j φ(k_j)ᵀv_j / φ(q_i)·Σ_j φ(k_j)", read: linear_attention,
        citation: "Katharopoulos et al. 2020, arXiv 2006.16236, without mask" },
    Reader { id: "causal_linear_attention", equation: "S_i = S_{i−1} + φ(k_i)ᵀv_i,  y = φ(q_n) S_n / φ(q_n)·z_n", read: causal_linear_attention,
        citation: "Katharopoulos et al. 2020, arXiv 2006.16236, §3.3" },
    Reader { id: "elman_rnn", equation: "h_t = tanh(x_t W_x + h_{t−1} W_h),  y = h_n", read: elman_rnn,
        citation: "Elman 1990, Finding Structure in Time, Cognitive Science 14(2)" },
    Reader { id: "diagonal_ssm", equation: "h_t = a ⊙ h_{t−1} + b ⊙ x_t,  a_c = e^(−(c+1)/d),  b = 1 − a,  y = h_n", read: diagonal_ssm,
        citation: "Gu et al. 2022 (S4D), arXiv 2206.11893; Orvieto et al. 2023 (LRU), arXiv 2303.06349; here with real a" },
];

/// x_i itself, and the sum: only which words and how often.
fn bag_of_words(x: &Matrix64, _: &Sizes) -> Result<Reading, PermutationError> {
    Ok(Reading { rows: x.clone(), answer: x.sum_axis(Axis(0)) })
}

/// Attention without position, and the mean of its rows.
fn mean_attention(x: &Matrix64, sizes: &Sizes) -> Result<Reading, PermutationError> {
    let scale = 1.0 / (head_dim(sizes.d_model, sizes.n_heads) as f64).sqrt();
    let rows = with_heads(x, sizes, |q, k, v| softmax_rows(&(q.dot(&k.t()) * scale)).dot(&v))?;
    let answer = mean_pool(&rows);
    Ok(Reading { rows, answer })
}

/// The same with φ(q)·φ(k) in place of the softmax.
fn linear_attention(x: &Matrix64, sizes: &Sizes) -> Result<Reading, PermutationError> {
    let rows = with_heads(x, sizes, |q, k, v| linear::attend(q, k, v, Mask::Full, linear::EPSILON))?;
    let answer = mean_pool(&rows);
    Ok(Reading { rows, answer })
}

/// With running sums; the answer is the last token's row. The sums forget the order of what went in, so this one layer's
/// answer depends on the last token and the multiset before it; its rows depend on more.
fn causal_linear_attention(x: &Matrix64, sizes: &Sizes) -> Result<Reading, PermutationError> {
    let rows = with_heads(x, sizes, |q, k, v| linear::attend(q, k, v, Mask::Causal, linear::EPSILON))?;
    let answer = last(&rows);
    Ok(Reading { rows, answer })
}

/// Every step squashes what came before, so the same word counts differently at every place.
fn elman_rnn(x: &Matrix64, sizes: &Sizes) -> Result<Reading, PermutationError> {
    fits(x, sizes)?;
    let d = sizes.d_model;
    let w = |stream| to_f64(&random::normal(d, d, sizes.seed, stream));
    let (w_x, w_h) = (w(Stream::RecurrentInput), w(Stream::RecurrentState));
    let rows = scan(x, |h, x| (x.dot(&w_x) + h.dot(&w_h)).mapv(f64::tanh));
    let answer = last(&rows);
    Ok(Reading { rows, answer })
}

/// A linear recurrence: h_n = Σ_t a^(n−t) ⊙ b ⊙ x_t, every channel forgetting at its own rate. What a word counts depends
/// on its distance from the end, an exponential decay as ALiBi's.
fn diagonal_ssm(x: &Matrix64, sizes: &Sizes) -> Result<Reading, PermutationError> {
    fits(x, sizes)?;
    let a = decay(sizes.d_model);
    let rows = scan(x, |h, x| &a * h + (1.0 - &a) * x);
    let answer = last(&rows);
    Ok(Reading { rows, answer })
}

/// a_c = exp(Δ A_c) with S4D-Real's A_c = −(c + 1) and step Δ = 1/d: from e^(−1/d), slow, to e^(−1), fast; all in (0, 1).
pub fn decay(d_model: usize) -> Array1<f64> {
    (0..d_model).map(|c| (-((c + 1) as f64) / d_model as f64).exp()).collect()
}

/// h_t = step(h_{t−1}, x_t) from h = 0; row t of the result is h_t.
fn scan(x: &Matrix64, step: impl Fn(&Array1<f64>, &Array1<f64>) -> Array1<f64>) -> Matrix64 {
    let mut rows = Matrix64::zeros(x.dim());
    let mut h = Array1::zeros(x.ncols());
    for (mut row, x) in rows.rows_mut().into_iter().zip(x.rows()) {
        h = step(&h, &x.to_owned());
        row.assign(&h);
    }
    rows
}

/// The last row; zeros if there is none.
fn last(rows: &Matrix64) -> Array1<f64> {
    rows.rows().into_iter().next_back().map_or_else(|| Array1::zeros(rows.ncols()), |row| row.to_owned())
}

/// One multi-head pass with the page's seeded projections.
fn with_heads(
    x: &Matrix64,
    sizes: &Sizes,
    head: impl Fn(ndarray::ArrayView2<f64>, ndarray::ArrayView2<f64>, ndarray::ArrayView2<f64>) -> Matrix64,
) -> Result<Matrix64, PermutationError> {
    fits(x, sizes)?;
    let w = |which| to_f64(&weights(which, sizes.d_model, sizes.n_heads, sizes.seed, sizes.shared));
    let [q, k] = [Projection::Query, Projection::Key].map(w);
    let [v, o] = [Projection::Value, Projection::Output].map(w);
    let none = PermutationError::Heads { inner: q.ncols(), n_heads: sizes.n_heads };
    heads::multi_head(x, [&q, &k, &v, &o], sizes.n_heads, head).ok_or(none)
}

fn fits(x: &Matrix64, sizes: &Sizes) -> Result<(), PermutationError> {
    let want = (x.nrows(), sizes.d_model);
    match x.dim() == want {
        true => Ok(()),
        false => Err(PermutationError::Shape { what: "X", got: x.dim(), want }),
    }
}

/// What reordering did to a reader.
#[derive(Clone, Debug)]
pub struct Measured {
    pub reading: Reading,
    pub reordered: Reading,
    /// Its rows compared, and how many are not those of the first reading moved.
    pub rows: Outcome,
    /// max |answer − reordered answer|.
    pub answer_gap: f64,
    pub verdict: Verdict,
}

/// What the measurement says. It is about this text and this order; a law needs a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is the same, and the rows moved with their tokens.
    EquivariantAndInvariant,
    /// The rows moved with their tokens; the answer is another.
    Equivariant,
    /// The answer is the same though the rows are not those of the first reading moved.
    Invariant,
    Neither,
    /// The order moves no token, or only equal ones: nothing can be told.
    Untested,
}

impl Verdict {
    /// All, in the order of the words for them.
    pub const ALL: [Verdict; 5] =
        [Self::EquivariantAndInvariant, Self::Equivariant, Self::Invariant, Self::Neither, Self::Untested];

    /// Whether the answer cannot tell the two orders apart.
    pub fn is_blind(self) -> bool {
        matches!(self, Self::EquivariantAndInvariant | Self::Invariant)
    }
}

/// Reads x and x with row r taken from row `order[r]`; gaps below [`ROUNDING`] count as none.
pub fn measure(
    reader: &Reader,
    x: &Matrix64,
    order: &[usize],
    sizes: &Sizes,
) -> Result<Measured, PermutationError> {
    if !is_permutation(order, x.nrows()) {
        return Err(PermutationError::NotAPermutation { n: x.nrows() });
    }
    let moved = x.select(Axis(0), order);
    let (reading, reordered) = ((reader.read)(x, sizes)?, (reader.read)(&moved, sizes)?);
    let rows = compare_rows(|x| Ok((reader.read)(x, sizes)?.rows), x, order)?;
    let answer_gap = max_abs_diff(reading.answer.view(), reordered.answer.view()).unwrap_or(f64::NAN);
    let verdict = match (moved == *x, rows.equivariance_gap < ROUNDING, answer_gap < ROUNDING) {
        (true, ..) => Verdict::Untested,
        (_, true, true) => Verdict::EquivariantAndInvariant,
        (_, true, false) => Verdict::Equivariant,
        (_, false, true) => Verdict::Invariant,
        (_, false, false) => Verdict::Neither,
    };
    Ok(Measured { reading, reordered, rows, answer_gap, verdict })
}
