//! The terms of distance and content of one head: q_i·Q[Δ], k_j·K[Δ], u·k_j.
//!
//! q·Q is computed per query for the table's rows that its keys use, by the same tiles as q·k. k·K and u·k are
//! computed once for every different key.

use super::Refused;
use super::keys::Projected;
use crate::matrix::Matrix;
use crate::position::relative::{DistanceTable, Relative};
use crate::position::{Params, Scheme, Sizes};
use crate::simd::panel::{self, NR};
use core::ops::Range;
use ndarray::{ArrayView2, Axis};

/// The most that a scheme's vectors per distance, or what is made of them, may take.
const MOST_BYTES: usize = 64 << 20;

/// Tables of vectors that a scheme may have for the scores.
const TABLES: usize = 2;

/// What one head adds to the dot products before they are scaled.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// Q, for the tiles.
    pub query: Option<QueryTable>,
    /// k·K, and u·k.
    pub key: Option<KeyTable>,
    /// u·k by key alone, where there is u.
    pub vector: Option<Vec<f32>>,
}

/// Q packed: panels of NR of its rows.
#[derive(Clone, Debug)]
pub struct QueryTable {
    pub packed: Vec<[f32; NR]>,
    pub rows: usize,
    pub index: Vec<usize>,
}

/// k·K for every different key (row) and every row of K (column).
#[derive(Clone, Debug)]
pub struct KeyTable {
    pub products: Matrix,
    pub index: Vec<usize>,
}

/// The scheme's terms for a map of this length, if it can have one.
pub fn ask(scheme: &dyn Scheme, sizes: Sizes, params: &Params) -> Result<Option<Relative>, Refused> {
    let row = sizes.n_heads * sizes.head_dim * size_of::<f32>() * TABLES;
    let longest = MOST_BYTES / row.max(1) / 2;
    if sizes.n > longest && one_row_a_distance(scheme, sizes, params) {
        return Err(Refused::TooLong { longest });
    }
    Ok(scheme.relative(sizes, params))
}

/// Whether the scheme's tables grow with the text: asked at two lengths that no clip meets both.
fn one_row_a_distance(scheme: &dyn Scheme, sizes: Sizes, params: &Params) -> bool {
    [37, 53].into_iter().all(|n| {
        let relative = scheme.relative(Sizes { n, ..sizes }, params).unwrap_or_default();
        let tables = [relative.query, relative.key];
        tables.iter().flatten().any(|table| table.rows.dim().1 == 2 * n - 1)
    })
}

impl Terms {
    /// Those of `head`.
    ///
    /// # Errors
    /// [`Refused::TooLong`] if the products of keys and table would take too much memory.
    pub fn new(relative: Relative, head: usize, k: &Projected) -> Result<Self, Refused> {
        let Relative { query, key, key_vector, .. } = relative;
        let keys = all_rows(k);
        Ok(Terms {
            query: query.and_then(|table| QueryTable::new(table, head)),
            key: key.map(|table| KeyTable::new(table, head, keys.view())).transpose()?.flatten(),
            vector: key_vector.filter(|u| head < u.nrows()).map(|u| keys.dot(&u.row(head)).to_vec()),
        })
    }
}

/// Every different key, not rotated.
fn all_rows(k: &Projected) -> Matrix {
    let mut keys = Matrix::zeros((k.distinct(), k.width()));
    for (p, mut row) in keys.rows_mut().into_iter().enumerate() {
        if let Some(row) = row.as_slice_mut() {
            k.row(p, row);
        }
    }
    keys
}

/// The rows of one head's table, if it has them.
fn rows_of(table: &DistanceTable, head: usize) -> Option<ArrayView2<'_, f32>> {
    let head = table.head(head);
    (head < table.rows.dim().0).then(|| table.rows.index_axis(Axis(0), head))
}

impl QueryTable {
    fn new(table: DistanceTable, head: usize) -> Option<Self> {
        let rows = rows_of(&table, head)?;
        let mut packed = Vec::new();
        panel::pack_transposed(rows, &mut packed);
        let rows = rows.nrows();
        Some(QueryTable { packed, rows, index: table.index })
    }

    /// q·Q of one query (as its panel rows) for the table rows `rows`, to `out` (as long as the table).
    pub fn products(&self, query: &[f32], rows: Range<usize>, out: &mut [f32]) {
        let width = query.len();
        let Some(query) = panel::rows(query, width, 0..width) else { return };
        for at in rows.start / NR..rows.end.div_ceil(NR) {
            if let Some(panel) = self.packed.get(at * width..(at + 1) * width) {
                panel::store(&panel::multiply(query, panel), core::iter::once(&mut *out), at * NR);
            }
        }
    }
}

impl KeyTable {
    fn new(table: DistanceTable, head: usize, keys: ArrayView2<f32>) -> Result<Option<Self>, Refused> {
        let Some(rows) = rows_of(&table, head) else { return Ok(None) };
        if keys.nrows() * rows.nrows() * size_of::<f32>() > MOST_BYTES {
            return Err(Refused::TooLong { longest: MOST_BYTES / size_of::<f32>() / rows.nrows().max(1) });
        }
        Ok(Some(KeyTable { products: crate::compute::cpu::matmul(keys, rows.t()), index: table.index }))
    }
}
