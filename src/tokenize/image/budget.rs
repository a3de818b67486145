//! What a picture costs: tokens, and pairs that attention compares, for its resolution and patch size.
//!
//! ```text
//! N = (H/P) (W/P)     sequence N + 1 with [CLS]     attention pairs (N + 1)²
//! ```
//!
//! Halving P quadruples N and multiplies the pairs by about 16, and so does doubling the side.

use super::patch::Grid;

/// The price of one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// N.
    pub patches: u64,
    /// N + 1.
    pub with_cls: u64,
    /// P²·C.
    pub patch_dim: u64,
    /// (N + 1)², a head and layer.
    pub attention_pairs: u64,
}

/// The price of height × width pixels of `channels` in patches of P × P; what is left over at the edges is dropped.
pub fn budget(height: usize, width: usize, channels: usize, patch: usize) -> Budget {
    let grid = Grid::of(height, width, channels, patch);
    let with_cls = grid.patches() as u64 + 1;
    Budget {
        patches: grid.patches() as u64,
        with_cls,
        patch_dim: grid.dim() as u64,
        attention_pairs: attention_pairs(with_cls),
    }
}

/// The pairs that a head compares of so many tokens, [CLS] among them.
pub fn attention_pairs(with_cls: u64) -> u64 {
    with_cls.saturating_mul(with_cls)
}

/// Square RGB pictures: a row for each side, a column for each patch size.
pub fn table(sides: &[usize], patches: &[usize]) -> Vec<Vec<Budget>> {
    sides.iter().map(|&side| patches.iter().map(|&patch| budget(side, side, 3, patch)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_price_of_a_finer_grid() {
        let table = table(&[224, 448], &[32, 16]);
        assert_eq!(table[0].iter().map(|b| b.with_cls).collect::<Vec<_>>(), [50, 197]);
        assert_eq!((table[1][1].with_cls, table[1][1].attention_pairs), (785, 616_225));
        assert_eq!(budget(10, 10, 3, 16).with_cls, 1);
    }
}
