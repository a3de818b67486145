//! Self-Extend: far tokens share positions in groups of G.
//!
//! ```text
//! g(i, j) = i − j for i − j < W, else ⌊i/G⌋ − ⌊j/G⌋ + shift
//! shift   = W − ⌊W/G⌋    the paper's pseudocode and the released code while it generates
//!         = W − W/G      the released code while it reads the prompt; another number where G does not divide W
//! ```
//!
//! Jin et al. 2024, "LLM Maybe LongLM", arXiv 2401.01325, §3.3, and datamllab/LongLM, `self_extend_patch`. Each
//! position is floored, not the distance: equal distances can differ by 1, so a score depends on where a pair
//! stands, not only on how far apart it is.

use crate::choices;

choices! {
    /// What is added so that grouped distances go on where exact ones end.
    pub enum Shift {
        /// W − ⌊W/G⌋: paper, and code while decoding.
        Floor = "floor",
        /// W − W/G: code while prefilling.
        Division = "division",
    }
}

/// (position of q, position of k) by which token p is turned in far pairs.
pub fn positions(p: usize, window: usize, group: usize, shift: Shift) -> (f64, f64) {
    let grouped = (p / group.max(1)) as f64;
    (grouped + offset(window, group, shift), grouped)
}

/// The shift, in positions.
pub fn offset(window: usize, group: usize, shift: Shift) -> f64 {
    let group = group.max(1);
    match shift {
        Shift::Floor => (window - window / group) as f64,
        Shift::Division => window as f64 - window as f64 / group as f64,
    }
}
