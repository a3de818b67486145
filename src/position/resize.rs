//! Stretching a learned table to more positions than it was trained for: the two published rules, on one axis.
//!
//! ```text
//! bilinear  source of row p: x = p (L − 1)/(n − 1)       first and last row stay        (Google's ViT)
//! bicubic   source of row p: x = (p + ½) L/n − ½         half a row beyond the ends     (DINO, Hugging Face)
//!           weights k(t), t = distance to a row, a = −0.75:
//!           |t| ≤ 1: (a + 2)|t|³ − (a + 3)|t|² + 1;   1 < |t| < 2: a|t|³ − 5a|t|² + 8a|t| − 4a
//! ```
//!
//! Dosovitskiy et al. 2021, arXiv 2010.11929, §3.2; `interpolate_posembed` of google-research/vision_transformer
//! (scipy zoom, order 1) and `interpolate_pos_encoding` of DINO and Hugging Face (torch, bicubic,
//! align_corners=False; Keys 1981 with a = −0.75). Both are separable: an image's table is stretched along its
//! rows, then along its columns ([`super::grid`]). For text nobody trains so; here they show what stretching does.

use crate::choices;
use crate::matrix::Matrix64;

choices! {
    /// What happens to positions past the table.
    pub enum Resize {
        /// They are an error, as in BERT and GPT-2.
        None = "none",
        /// Linear between two rows, corners aligned.
        Bilinear = "bilinear",
        /// Keys' cubic over four rows, half-pixel centres.
        Bicubic = "bicubic",
    }
}

/// Keys' a, as torch has it (Photoshop's value; Keys himself preferred −0.5).
const A: f64 = -0.75;

/// The rows of the old table, with their weights, that row `p` of the new one is made of. `old` rows become `new`;
/// both at least 1 and p < new. The weights sum to 1; a row may appear twice where the border is repeated.
pub fn taps(rule: Resize, old: usize, new: usize, p: usize) -> Vec<(usize, f64)> {
    let last = old.saturating_sub(1);
    match rule {
        Resize::None => vec![(p.min(last), 1.0)],
        Resize::Bilinear => {
            let x = p as f64 * last as f64 / new.saturating_sub(1).max(1) as f64;
            let below = (x.floor() as usize).min(last);
            let t = x - below as f64;
            if t == 0.0 { vec![(below, 1.0)] } else { vec![(below, 1.0 - t), ((below + 1).min(last), t)] }
        }
        Resize::Bicubic => {
            let x = (p as f64 + 0.5) * old as f64 / new as f64 - 0.5;
            let below = x.floor();
            let t = x - below;
            let row = |offset: f64| (below + offset).clamp(0.0, last as f64) as usize;
            [-1.0, 0.0, 1.0, 2.0].map(|offset| (row(offset), cubic(t - offset))).to_vec()
        }
    }
}

/// Keys' kernel.
fn cubic(t: f64) -> f64 {
    let t = t.abs();
    match t {
        _ if t <= 1.0 => ((A + 2.0) * t - (A + 3.0)) * t * t + 1.0,
        _ if t < 2.0 => ((t - 5.0) * t + 8.0) * t * A - 4.0 * A,
        _ => 0.0,
    }
}

/// The `new` × d table made of `table` (old × d, at least one row). With as many rows as before, the table itself.
pub fn resize(table: &Matrix64, new: usize, rule: Resize) -> Matrix64 {
    let mut out = Matrix64::zeros((new, table.ncols()));
    if table.nrows() == 0 {
        return out;
    }
    for (p, mut row) in out.rows_mut().into_iter().enumerate() {
        for (from, weight) in taps(rule, table.nrows(), new, p) {
            row.scaled_add(weight, &table.row(from));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matrix::max_abs_diff;
    use ndarray::array;

    #[test]
    fn bilinear_keeps_both_ends_and_halves_between() {
        let table = array![[0.0], [2.0], [6.0]];
        assert_eq!(resize(&table, 5, Resize::Bilinear), array![[0.0], [1.0], [2.0], [4.0], [6.0]]);
        assert_eq!(resize(&table, 1, Resize::Bilinear), array![[0.0]]);
        assert_eq!(resize(&array![[3.0]], 3, Resize::Bilinear), array![[3.0], [3.0], [3.0]]);
    }

    /// Doubling a step by hand: sources −¼, ¼, ¾, 1¼; k(¼) = 0.87890625 and so on.
    #[test]
    fn bicubic_weights_by_hand() {
        let weights = |p| taps(Resize::Bicubic, 4, 8, p);
        // row 3 stands at 1¼: rows 0, 1, 2, 3
        assert_eq!(weights(3), [(0, -0.10546875), (1, 0.87890625), (2, 0.26171875), (3, -0.03515625)]);
        // row 0 stands at −¼: row 0 stands in for rows −2 and −1
        assert_eq!(weights(0), [(0, -0.03515625), (0, 0.26171875), (0, 0.87890625), (1, -0.10546875)]);
    }

    #[test]
    fn weights_sum_to_one_and_equal_sizes_change_nothing() {
        for rule in [Resize::None, Resize::Bilinear, Resize::Bicubic] {
            for (old, new) in [(1, 1), (2, 7), (5, 5), (16, 11), (512, 1000)] {
                for p in 0..new {
                    let sum: f64 = taps(rule, old, new, p).iter().map(|(_, weight)| weight).sum();
                    assert!((sum - 1.0).abs() < 1e-14);
                    assert!(taps(rule, old, new, p).iter().all(|(row, _)| *row < old));
                }
            }
            let table = array![[1.0, -2.0], [0.5, 3.0], [7.0, 0.0]];
            assert!(max_abs_diff(resize(&table, 3, rule).view(), table.view()).unwrap() < 1e-15);
        }
    }

    #[test]
    fn nothing_makes_nothing() {
        assert_eq!(resize(&Matrix64::zeros((0, 2)), 3, Resize::Bicubic), Matrix64::zeros((3, 2)));
        assert_eq!(resize(&array![[1.0]], 0, Resize::Bilinear).nrows(), 0);
    }
}
