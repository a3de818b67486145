//! Leaky ReRoPE: distances from w on grow k times slower.
//!
//! ```text
//! g(Δ) = Δ for Δ < w, else w + (Δ − w)/k        (far pairs: q turned as at p/k + w − w/k, k as at p/k)
//! ```
//!
//! Su 2023, kexue.fm/archives/9708, and bojone/rerope, `leaky_rerope_patch.py`. k = 1 is RoPE, k → ∞ is ReRoPE.

/// (position of q, position of k) by which token p is turned in far pairs.
pub fn positions(p: usize, window: f64, factor: f64) -> (f64, f64) {
    let slow = p as f64 / factor;
    (slow + window - window / factor, slow)
}
