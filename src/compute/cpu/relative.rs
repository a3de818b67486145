//! Terms of the score that depend on content and distance: q and k times the tables of [`Relative`].
//!
//! ```text
//! P = Q Tᵀ   n × R,   q_i·T[Δ] = P[i, row(Δ)]
//! C = T Kᵀ   R × n,   k_j·T[Δ] = C[row(Δ), j]
//! o_i += Σ_r W[i, r] T_r,   W[i, r] = Σ_j A_ij over the keys whose distance has row r
//! ```
//!
//! One product of matrices and one look-up per pair each. q and k enter as they are projected, not rotated. Plain
//! f64 function: `terms` and `add_values` of [`crate::attention::reference`].

use super::matmul::{Packed, matmul_into};
use super::{dot_head, reshape, stages};
use crate::attention::reference::Term;
use crate::compute::{Attend, ComputeError, Qkv};
use crate::matrix::Matrix;
use crate::position::relative::{DistanceTable, Relative};
use ndarray::{ArrayView1, ArrayView2, Axis, CowArray, Ix1};

/// Working memory for one head, kept between heads.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    products: Products,
    packed: Packed,
    /// n × n.
    logits: Matrix,
    /// W, n × R.
    summed: Matrix,
    /// n × head_dim.
    values: Matrix,
}

/// What is looked up by distance.
#[derive(Clone, Debug, Default)]
struct Products {
    /// P, n × R.
    query: Matrix,
    /// C, R × n.
    key: Matrix,
    /// u·k_j.
    vector: Vec<f32>,
}

/// The terms that [`Relative`] can have, in the order in which they are added.
const TERMS: [Term; 3] = [Term::QueryPosition, Term::KeyPosition, Term::KeyVector];

impl Terms {
    /// scale · (q_i·Q[Δ] + k_j·K[Δ] + u·k_j) + B_ij of every pair of `head`, n × n. The shapes fit.
    pub fn logits(&mut self, qkv: &Qkv, how: &Attend, head: usize) -> &Matrix {
        let n = qkv.q.dim().1;
        reshape(&mut self.logits, (n, n));
        self.logits.fill(0.0);
        let Some(relative) = how.score_terms() else { return &self.logits };
        self.products.set(qkv, relative, head, &mut self.packed);
        let bias = how.distance_bias.as_ref().map(|bias| contiguous(bias.row(head)));
        let bias = bias.as_ref().and_then(|bias| bias.as_slice());
        for (i, mut row) in self.logits.rows_mut().into_iter().enumerate() {
            let Some(row) = row.as_slice_mut() else { continue };
            TERMS.into_iter().for_each(|term| self.products.add(term, relative, i, row));
            match bias.and_then(|bias| distances(bias, i, n)) {
                Some(bias) => row.iter_mut().zip(bias).for_each(|(x, bias)| *x = *x * how.scale + bias),
                None => row.iter_mut().for_each(|x| *x *= how.scale),
            }
        }
        &self.logits
    }

    /// output_i += Σ_j A_ij T[Δ] for the weights A (n × n) of `head`.
    pub fn add_values(&mut self, weights: &Matrix, table: &DistanceTable, head: usize, output: &mut Matrix) {
        let (n, rows) = (weights.nrows(), rows(table, head));
        reshape(&mut self.summed, (n, rows.nrows()));
        self.summed.fill(0.0);
        for (i, (mut sums, weights)) in self.summed.rows_mut().into_iter().zip(weights.rows()).enumerate() {
            let (Some(sums), Some(index)) = (sums.as_slice_mut(), distances(&table.index, i, n)) else {
                continue;
            };
            for (weight, row) in weights.iter().zip(index) {
                if let Some(sum) = sums.get_mut(*row) {
                    *sum += weight;
                }
            }
        }
        matmul_into(self.summed.view(), rows, &mut self.values, &mut self.packed);
        *output += &self.values;
    }
}

impl Products {
    /// Multiplies q and k of `head` with the tables of `relative`.
    fn set(&mut self, qkv: &Qkv, relative: &Relative, head: usize, packed: &mut Packed) {
        let [q, k] = [&qkv.q, &qkv.k].map(|heads| heads.index_axis(Axis(0), head));
        if let Some(table) = &relative.query {
            matmul_into(q, rows(table, head).t(), &mut self.query, packed);
        }
        if let Some(table) = &relative.key {
            matmul_into(rows(table, head), k.t(), &mut self.key, packed);
        }
        self.vector.clear();
        if let Some(u) = &relative.key_vector {
            self.vector.extend(k.rows().into_iter().map(|k| dot(k, u.row(head))));
        }
    }

    /// Adds one term of query `i`, not yet scaled, to a row of keys. A term that `relative` does not have adds nothing.
    fn add(&self, term: Term, relative: &Relative, i: usize, row: &mut [f32]) {
        let n = row.len();
        match term {
            Term::QueryPosition => {
                let Some(index) = index(&relative.query, i, n) else { return };
                let products = self.query.row(i);
                let products = products.as_slice().unwrap_or_default();
                for (x, row) in row.iter_mut().zip(index) {
                    *x += products.get(*row).copied().unwrap_or(0.0);
                }
            }
            Term::KeyPosition => {
                let Some(index) = index(&relative.key, i, n) else { return };
                let products = self.key.as_slice().unwrap_or_default();
                for ((j, x), row) in row.iter_mut().enumerate().zip(index) {
                    *x += products.get(row * n + j).copied().unwrap_or(0.0);
                }
            }
            Term::KeyVector => row.iter_mut().zip(&self.vector).for_each(|(x, product)| *x += product),
            Term::QueryKey | Term::Bias => {}
        }
    }
}

/// What the logits of `head` are the sum of, each n × n and already scaled: q·k first, then what the scheme has.
///
/// # Errors
/// As [`super::attend_head`].
pub fn terms(qkv: &Qkv, how: &Attend, head: usize) -> Result<Vec<(Term, Matrix)>, ComputeError> {
    let mut query_key = Matrix::default((0, 0));
    dot_head(qkv, how, head, &mut query_key, &mut super::Scratch::default())?;
    query_key *= how.scale;
    let n = query_key.nrows();
    let mut terms = vec![(Term::QueryKey, query_key)];
    if let Some(relative) = how.score_terms() {
        let mut products = Products::default();
        products.set(qkv, relative, head, &mut Packed::default());
        for term in TERMS.into_iter().filter(|term| has(relative, *term)) {
            let mut values = Matrix::zeros((n, n));
            for (i, mut row) in values.rows_mut().into_iter().enumerate() {
                row.as_slice_mut().into_iter().for_each(|row| products.add(term, relative, i, row));
            }
            terms.push((term, values * how.scale));
        }
    }
    if how.distance_bias.is_some() {
        let bias = Matrix::from_shape_fn((n, n), |(i, j)| stages::bias(how, head, i, j, n));
        terms.push((Term::Bias, bias));
    }
    Ok(terms)
}

fn has(relative: &Relative, term: Term) -> bool {
    match term {
        Term::QueryPosition => relative.query.is_some(),
        Term::KeyPosition => relative.key.is_some(),
        Term::KeyVector => relative.key_vector.is_some(),
        Term::QueryKey | Term::Bias => false,
    }
}

/// q_i·Q[Δ] + k_j·K[Δ] + u·k_j of one pair of `head`, summed in the order of [`Terms::logits`]. The shapes fit.
pub fn of_pair(qkv: &Qkv, relative: &Relative, head: usize, i: usize, j: usize) -> f32 {
    parts_of_pair(qkv, relative, head, i, j).into_iter().fold(0.0, |sum, (_, term)| sum + term)
}

/// What [`of_pair`] is the sum of, not scaled: the terms that `relative` has.
pub fn parts_of_pair(
    qkv: &Qkv,
    relative: &Relative,
    head: usize,
    i: usize,
    j: usize,
) -> impl Iterator<Item = (Term, f32)> + use<> {
    let n = qkv.q.dim().1;
    let (q, k) = (qkv.q.index_axis(Axis(0), head), qkv.k.index_axis(Axis(0), head));
    let product = |x: ArrayView1<f32>, table: &Option<DistanceTable>| {
        let table = table.as_ref()?;
        Some(dot(x, rows(table, head).row(table.row(i, j, n)?)))
    };
    let (query, key) = (product(q.row(i), &relative.query), product(k.row(j), &relative.key));
    let vector = relative.key_vector.as_ref().map(|u| dot(k.row(j), u.row(head)));
    TERMS.into_iter().zip([query, key, vector]).filter_map(|(term, value)| Some((term, value?)))
}

/// The rows of `table` that `head` uses, R × head_dim.
fn rows(table: &DistanceTable, head: usize) -> ArrayView2<'_, f32> {
    table.rows.index_axis(Axis(0), table.head(head))
}

/// The rows of `table` for query `i` and each of `n` keys, if there is a table.
fn index(table: &Option<DistanceTable>, i: usize, n: usize) -> Option<&[usize]> {
    distances(&table.as_ref()?.index, i, n)
}

/// The entries of a row of 2n − 1, ordered by j − i, that belong to query `i`: one for each key.
pub fn distances<T>(all: &[T], i: usize, n: usize) -> Option<&[T]> {
    let first = n.checked_sub(i + 1)?;
    all.get(first..first + n)
}

/// `row` without gaps in memory.
pub fn contiguous(row: ArrayView1<'_, f32>) -> CowArray<'_, f32, Ix1> {
    match row.to_slice() {
        Some(row) => ArrayView1::from(row).into(),
        None => row.to_owned().into(),
    }
}

fn dot(a: ArrayView1<f32>, b: ArrayView1<f32>) -> f32 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}
