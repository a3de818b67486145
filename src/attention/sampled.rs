//! The logits of chosen queries and keys when the same token stands everywhere: what a scheme alone tells apart, at any
//! length, without the n × n map.
//!
//! ```text
//! q_i = (x + P_i) W_Q,  k_j = (x + P_j) W_K                                             x the same at every position
//! z_ij = scale · (R_i q_i·R_j k_j + q_i·Q[Δ] + k_j·K[Δ] + u·k_j) + B[Δ]                 as in `reference`
//! ```
//!
//! With equal tokens no content is left, so whatever differs between two logits comes from where the tokens stand.

use crate::matrix::{Matrix, Matrix64, max_abs_diff};
use crate::position::relative::{DistanceTable, Relative};
use crate::position::remap::Remapped;
use crate::position::rope::Angles;
use crate::position::{Entry, Params, Scheme, Sizes};
use ndarray::{Array1, Array2, ArrayView1, ArrayView2, s};

/// One token and the two projections that make its query and key.
#[derive(Clone, Debug)]
pub struct Token {
    /// d_model.
    pub x: Array1<f64>,
    /// d_model × n_heads·head_dim.
    pub w_q: Matrix64,
    pub w_k: Matrix64,
}

/// All that a scheme says for a text of `sizes.n` tokens.
pub struct Placed<'a> {
    sizes: Sizes,
    token: &'a Token,
    scale: f64,
    added: Option<Matrix>,
    angles: Option<Angles>,
    remapped: Option<Remapped>,
    relative: Option<Relative>,
    bias: Option<Array2<f32>>,
}

impl<'a> Placed<'a> {
    /// `None` where the scheme is not defined: it names a problem, or its table has fewer than `sizes.n` rows.
    pub fn new(token: &'a Token, scheme: &dyn Scheme, sizes: Sizes, params: &Params) -> Option<Self> {
        let inner = sizes.n_heads * sizes.head_dim;
        let fits = |w: &Matrix64| w.dim() == (token.x.len(), inner);
        if scheme.problem(sizes, params).is_some() || !fits(&token.w_q) || !fits(&token.w_k) {
            return None;
        }
        let added = scheme.added(sizes, params);
        let adds = scheme.info().entry == Entry::AddedToEmbedding;
        if adds && added.as_ref().is_none_or(|table| table.dim() != (sizes.n, token.x.len())) {
            return None;
        }
        Some(Placed {
            sizes,
            token,
            scale: scheme.scale(sizes.head_dim, params),
            added,
            angles: scheme.angles(sizes, params),
            remapped: scheme.remapped(sizes, params),
            relative: scheme.relative(sizes, params),
            bias: scheme.distance_bias(sizes, params),
        })
    }

    /// One queries × keys matrix per head. Positions are below n; past it a scheme says nothing.
    pub fn logits(&self, queries: &[usize], keys: &[usize]) -> Vec<Matrix64> {
        let (q, k) = (self.projected(queries, &self.token.w_q), self.projected(keys, &self.token.w_k));
        let width = self.sizes.head_dim;
        let head_logits = |head: usize| {
            let columns = s![.., head * width..(head + 1) * width];
            self.head_logits(head, (queries, q.slice(columns)), (keys, k.slice(columns)))
        };
        (0..self.sizes.n_heads).map(head_logits).collect()
    }

    /// (x + P_p) W for every position p of `at`, one row each.
    fn projected(&self, at: &[usize], w: &Matrix64) -> Matrix64 {
        let mut x = Matrix64::zeros((at.len(), self.token.x.len()));
        for (mut row, &p) in x.rows_mut().into_iter().zip(at) {
            row.assign(&self.token.x);
            if let Some(table) = self.added.as_ref().filter(|table| p < table.nrows()) {
                row.iter_mut().zip(table.row(p)).for_each(|(x, &added)| *x += f64::from(added));
            }
        }
        x.dot(w)
    }

    fn head_logits(&self, head: usize, q: Rows, k: Rows) -> Matrix64 {
        let dots = self.dots(q, k);
        Matrix64::from_shape_fn(dots.dim(), |(a, b)| {
            let (i, j) = (q.0[a], k.0[b]);
            let terms =
                self.relative.as_ref().map_or(0.0, |r| self.terms(r, head, (i, q.1.row(a)), (j, k.1.row(b))));
            let entry = (j + self.sizes.n).checked_sub(i + 1);
            let bias = self.bias.as_ref().zip(entry).and_then(|(bias, entry)| bias.get((head, entry)));
            self.scale * (dots[[a, b]] + terms) + bias.map_or(0.0, |&bias| f64::from(bias))
        })
    }

    /// q·k of every pair, rotated as its distance asks.
    fn dots(&self, q: Rows, k: Rows) -> Matrix64 {
        let between = |a: Option<&Angles>, b: Option<&Angles>| turned(q, a).dot(&turned(k, b).t());
        let near = between(self.angles.as_ref(), self.angles.as_ref());
        let Some(Remapped { window, q: far_q, k: far_k }) = &self.remapped else { return near };
        let (back, ahead) = (between(Some(far_q), Some(far_k)), between(Some(far_k), Some(far_q)));
        Matrix64::from_shape_fn(near.dim(), |(a, b)| {
            let (i, j) = (q.0[a], k.0[b]);
            let table = match i.abs_diff(j) < *window {
                true => &near,
                false if i > j => &back,
                false => &ahead,
            };
            table[[a, b]]
        })
    }

    /// q_i·Q[Δ] + k_j·K[Δ] + u·k_j.
    fn terms(
        &self,
        relative: &Relative,
        head: usize,
        (i, q): (usize, ArrayView1<f64>),
        (j, k): (usize, ArrayView1<f64>),
    ) -> f64 {
        let term = |table: &Option<DistanceTable>, x: ArrayView1<f64>| {
            let row = table.as_ref().and_then(|table| {
                let row = table.row(i, j, self.sizes.n)?;
                let (heads, rows, _) = table.rows.dim();
                let head = table.head(head);
                (head < heads && row < rows).then(|| dot(x, table.rows.slice(s![head, row, ..])))
            });
            row.unwrap_or(0.0)
        };
        let u =
            relative.key_vector.as_ref().filter(|u| head < u.nrows()).map_or(0.0, |u| dot(k, u.row(head)));
        term(&relative.query, q) + term(&relative.key, k) + u
    }
}

/// Positions and a vector for each, as rows.
type Rows<'a> = (&'a [usize], ArrayView2<'a, f64>);

/// Every row turned as its position is.
fn turned((at, rows): Rows, angles: Option<&Angles>) -> Matrix64 {
    let mut rows = rows.to_owned();
    if let Some(angles) = angles {
        rows.rows_mut().into_iter().zip(at).for_each(|(row, &p)| angles.turn(p, row));
    }
    rows
}

fn dot(a: ArrayView1<f64>, b: ArrayView1<f32>) -> f64 {
    a.iter().zip(b).map(|(a, &b)| a * f64::from(b)).sum()
}

/// The largest difference of two lists of matrices of the same shapes; NaN if they are not.
pub fn largest_gap(a: &[Matrix64], b: &[Matrix64]) -> f64 {
    let gap = |(a, b): (&Matrix64, &Matrix64)| max_abs_diff(a.view(), b.view()).unwrap_or(f64::NAN);
    a.iter().zip(b).map(gap).fold(0.0, |worst, gap| if gap.is_nan() { gap } else { worst.max(gap) })
}
