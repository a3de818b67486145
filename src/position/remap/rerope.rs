//! ReRoPE: distances from w on all look like w.
//!
//! ```text
//! g(Δ) = Δ for Δ < w, else w            (far pairs: q turned as at position w, k not at all)
//! q_p ← q_p · max(1, ln(p + 1)/ln L)    optional: sharper attention beyond the trained length L
//! ```
//!
//! Su 2023, "Transformer 升级之路 12", kexue.fm/archives/9708, and bojone/rerope, `rerope_patch.py` (window and
//! training length are its constants; p from 0). The reach has no end: no distance is larger than w.

/// (position of q, position of k) by which token p is turned in far pairs.
pub fn positions(_p: usize, window: f64) -> (f64, f64) {
    (window, 0.0)
}

/// What the query at position `p` (from 0) is multiplied with: 1 within the trained length, then growing with its
/// logarithm. 1 for a `training_length` whose logarithm is not positive.
pub fn query_scale(p: usize, training_length: f64) -> f64 {
    let trained = training_length.ln();
    if trained > 0.0 { (((p + 1) as f64).ln() / trained).max(1.0) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_grows_only_past_the_trained_length() {
        assert_eq!([0, 100, 4095].map(|p| query_scale(p, 4096.0)), [1.0; 3]);
        assert!((query_scale(4096 * 4096 - 1, 4096.0) - 2.0).abs() < 1e-15);
        assert_eq!([0.0, 0.5, 1.0].map(|length| query_scale(9, length)), [1.0; 3]);
    }
}
