//! Scaled dot-product attention with every intermediate kept.
//!
//! A = softmax(Q Kᵀ/√d_k + B + M), O = concat_t(A_t V_t) W_O (Vaswani et al. 2017, §3.2).

pub mod alibi_forms;
pub mod criteria;
pub mod depth;
pub mod gqa;
pub mod heads;
pub mod linear;
pub mod mixture;
pub mod mla;
pub mod mla_seeded;
pub mod permutation;
pub mod projection;
pub mod readers;
pub mod reference;
pub mod sampled;
pub mod terms;

/// Which keys a query may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Every query sees every key.
    Full,
    /// Query i sees key j only if j ≤ i; the others get −∞ before the softmax.
    Causal,
}

impl Mask {
    /// Whether query `i` may see key `j`.
    pub fn allows(self, i: usize, j: usize) -> bool {
        self == Mask::Full || j <= i
    }

    /// How many of `n` keys, from the first on, query `i` may see.
    pub fn seen(self, i: usize, n: usize) -> usize {
        if self == Mask::Causal { n.min(i + 1) } else { n }
    }
}

/// The stages of one attention pass, in order; each can be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// q·k, after rotation where the scheme rotates.
    Dot,
    /// q·k times the scale.
    Scaled,
    /// Scaled plus the positional bias: the logits.
    Biased,
    /// The logits with −∞ where the mask forbids.
    Masked,
    /// softmax over the keys of each row.
    Weights,
    /// Weights times values, per head: `[n_heads, n, head_dim]`.
    Output,
}

#[cfg(test)]
mod tests {
    use super::Mask;

    #[test]
    fn a_causal_mask_hides_the_future_only() {
        assert!(Mask::Causal.allows(2, 2) && Mask::Causal.allows(2, 0) && !Mask::Causal.allows(2, 3));
        assert!(Mask::Full.allows(2, 3));
    }
}
