//! The embedding table and the head: V · d, once or twice, whole or factorised.

use crate::matrix::Matrix64;

/// What a vocabulary of V tokens costs at a width of d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedding {
    pub vocab_size: u64,
    pub d_model: u64,
    /// Whether the head is the same table (Press & Wolf 2017, arXiv 1608.05859).
    pub tied: bool,
}

impl Embedding {
    /// V · d; saturates instead of overflowing, as all counts here do.
    pub fn table(self) -> u64 {
        self.vocab_size.saturating_mul(self.d_model)
    }

    /// Table and head.
    pub fn with_head(self) -> u64 {
        if self.tied { self.table() } else { self.table().saturating_mul(2) }
    }

    /// Table and head in bytes.
    pub fn bytes(self, bytes_per_number: u64) -> u64 {
        self.with_head().saturating_mul(bytes_per_number)
    }

    /// The table as a product of V × r and r × d: V·r + r·d (ALBERT: Lan et al. 2020, arXiv 1909.11942, §3.1).
    pub fn factorised(self, rank: u64) -> u64 {
        rank.saturating_mul(self.vocab_size.saturating_add(self.d_model))
    }

    /// The largest rank at which the factors hold fewer numbers than the table: the largest r < V·d/(V + d).
    pub fn break_even_rank(self) -> u64 {
        let sum = self.vocab_size.saturating_add(self.d_model).max(1);
        self.table().saturating_sub(1) / sum
    }
}

impl Embedding {
    /// The factors' numbers as a multiple of the table's: below 1 they save.
    pub fn factorised_share(self, rank: u64) -> f64 {
        self.factorised(rank) as f64 / self.table().max(1) as f64
    }
}

/// Where table and head have `parameters` in the rectangle of vocabulary sizes and widths: the two ends of the line, which is
/// straight where both axes are logarithmic. `None` where the line does not cross the rectangle.
pub fn level(
    parameters: f64,
    [low_v, high_v]: [f64; 2],
    [low_d, high_d]: [f64; 2],
    tied: bool,
) -> Option<[[f64; 2]; 2]> {
    let product = if tied { parameters } else { parameters / 2.0 };
    let (from, to) = ((product / high_d).max(low_v), (product / low_d).min(high_v));
    (from < to).then(|| [from, to].map(|vocab_size| [vocab_size, product / vocab_size]))
}

/// The surface V × d in parameters: a row per vocabulary size, a column per width; table and head.
pub fn surface(vocab_sizes: &[u64], widths: &[u64], tied: bool) -> Matrix64 {
    let mut surface = Matrix64::zeros((vocab_sizes.len(), widths.len()));
    for (mut row, &vocab_size) in surface.rows_mut().into_iter().zip(vocab_sizes) {
        for (entry, &d_model) in row.iter_mut().zip(widths) {
            *entry = Embedding { vocab_size, d_model, tied }.with_head() as f64;
        }
    }
    surface
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    /// ALBERT's V = 30,000, H = 768 with E = 128: 3.9 M instead of 23 M.
    #[test]
    fn factors_are_smaller_up_to_their_rank() {
        let bert = Embedding { vocab_size: 30_000, d_model: 768, tied: true };
        assert_eq!((bert.table(), bert.factorised(128)), (23_040_000, 3_938_304));
        let rank = bert.break_even_rank();
        assert!(bert.factorised(rank) < bert.table() && bert.factorised(rank + 1) >= bert.table());
        let square = Embedding { vocab_size: 4, d_model: 4, tied: true };
        assert_eq!(square.break_even_rank(), 1);
    }

    #[test]
    fn a_level_has_the_same_parameters_at_both_ends() {
        let [a, b] = level(1e8, [1e3, 1e6], [64.0, 16_384.0], false).unwrap();
        assert!([a, b].iter().all(|[v, d]| (2.0 * v * d / 1e8 - 1.0).abs() < 1e-12));
        assert_eq!((a[1], b[0]), (16_384.0, 781_250.0));
        assert_eq!(level(1e12, [1e3, 1e6], [64.0, 16_384.0], true), None);
    }

    #[test]
    fn factors_as_a_multiple_of_the_table() {
        let bert = Embedding { vocab_size: 30_000, d_model: 768, tied: true };
        assert!((bert.factorised_share(128) - 0.170_93).abs() < 1e-5);
    }

    #[test]
    fn a_head_of_its_own_doubles_the_surface() {
        assert_eq!(surface(&[10, 20], &[1, 3], true), array![[10.0, 30.0], [20.0, 60.0]]);
        assert_eq!(surface(&[10], &[3], false), array![[60.0]]);
        let endless = Embedding { vocab_size: u64::MAX, d_model: u64::MAX, tied: false };
        assert_eq!((endless.bytes(4), endless.factorised(2)), (u64::MAX, u64::MAX));
    }
}
