//! Whether the tables by distance fit q, k and v: asked once per pass or head, so that no kernel need ask.

use super::ComputeError;
use crate::position::relative::{DistanceTable, Relative};

/// Whether every table of `relative` fits `n_heads` heads of `n` × `head_dim`.
///
/// # Errors
/// [`ComputeError::Shape`] naming the first that does not.
pub fn relative(relative: &Relative, n_heads: usize, n: usize, head_dim: usize) -> Result<(), ComputeError> {
    let tables = [
        ("the table for queries", &relative.query),
        ("the table for keys", &relative.key),
        ("the table for values", &relative.value),
    ];
    for (what, table) in tables {
        if let Some(table) = table {
            distance_table(what, table, n_heads, n, head_dim)?;
        }
    }
    match &relative.key_vector {
        Some(u) if u.shape() != [n_heads, head_dim] => {
            Err(wrong("the vector for keys", u.shape(), &[n_heads, head_dim]))
        }
        _ => Ok(()),
    }
}

/// One or `n_heads` heads of rows of `head_dim`, and 2n − 1 entries that all name one of the rows.
fn distance_table(
    what: &'static str,
    table: &DistanceTable,
    n_heads: usize,
    n: usize,
    head_dim: usize,
) -> Result<(), ComputeError> {
    let (heads, rows, width) = table.rows.dim();
    let shared = heads == 1;
    if !(shared || heads == n_heads) || width != head_dim {
        let heads = if shared { 1 } else { n_heads };
        return Err(wrong(what, table.rows.shape(), &[heads, rows, head_dim]));
    }
    let entries = (2 * n).saturating_sub(1);
    let last = table.index.iter().max().map_or(0, |row| row + 1);
    if table.index.len() != entries || last > rows {
        return Err(wrong(what, &[table.index.len(), last], &[entries, rows]));
    }
    Ok(())
}

pub fn wrong(what: &'static str, got: &[usize], want: &[usize]) -> ComputeError {
    ComputeError::Shape { what, got: got.to_vec(), want: want.to_vec() }
}
