//! Who looks at whom, by kind of token: what a sequence of several modalities costs, and where its attention goes.
//!
//! ```text
//! pairs(a, b) = number of pairs (i, j) with i in a, j in b that are scored           Σ = what attention costs
//! mass(a, b)  = mean over the queries i in a of Σ_{j in b} A_ij                      Σ_b mass(a, b) = 1
//! ```
//!
//! A kind's tokens need not stand together. Kinds are numbered as the caller likes.

use crate::matrix::{Matrix, Matrix64};

/// pairs(a, b): kinds × kinds. `kind[i]` is token i's; `seen(i)` how many keys, from the first on, query i sees.
pub fn pairs(kind: &[usize], kinds: usize, seen: impl Fn(usize) -> usize) -> Matrix64 {
    let mut pairs = Matrix64::zeros((kinds, kinds));
    for (i, a) in kind.iter().enumerate() {
        for b in kind.iter().take(seen(i)) {
            if let Some(count) = pairs.get_mut((*a, *b)) {
                *count += 1.0;
            }
        }
    }
    pairs
}

/// mass(a, b): kinds × kinds, from weights n × n whose rows sum to 1. A kind without a query has a row of zeros.
pub fn mass(weights: &Matrix, kind: &[usize], kinds: usize) -> Matrix64 {
    let mut mass = Matrix64::zeros((kinds, kinds));
    let mut queries = vec![0.0; kinds];
    for (row, a) in weights.rows().into_iter().zip(kind) {
        let Some(queries) = queries.get_mut(*a) else { continue };
        *queries += 1.0;
        for (weight, b) in row.iter().zip(kind) {
            if let Some(sum) = mass.get_mut((*a, *b)) {
                *sum += f64::from(*weight);
            }
        }
    }
    for (mut row, queries) in mass.rows_mut().into_iter().zip(queries) {
        row.mapv_inplace(|sum| if queries > 0.0 { sum / queries } else { 0.0 });
    }
    mass
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    const KIND: [usize; 4] = [0, 1, 1, 0];

    #[test]
    fn every_pair_is_counted_once() {
        assert_eq!(pairs(&KIND, 2, |_| 4), array![[4.0, 4.0], [4.0, 4.0]]);
        // causal, and the last key is padding
        assert_eq!(pairs(&KIND, 3, |i| (i + 1).min(3)), array![[2.0, 2.0, 0.0], [2.0, 3.0, 0.0], [0.0; 3]]);
    }

    #[test]
    fn mass_is_the_mean_over_queries_and_sums_to_one() {
        let weights =
            array![[0.5, 0.25, 0.25, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.5, 0.5, 0.0], [0.0, 0.0, 0.0, 1.0]];
        let mass = mass(&weights, &KIND, 3);
        assert_eq!(mass, array![[0.75, 0.25, 0.0], [0.5, 0.5, 0.0], [0.0; 3]]);
        assert_eq!(mass.row(0).sum(), 1.0);
    }
}
