//! What the attention factor does: logits × m², so a sharper softmax.

use crate::position::seeded::{self, Table};

/// Logits of `keys` keys, N(0, 4), largest first: a row of a head that has learned to look at something.
pub fn seeded_logits(keys: usize, seed: u64) -> Vec<f64> {
    let row = seeded::matrix(Table::LabLogits, (1, keys), 2.0, seed);
    let mut logits: Vec<f64> = row.iter().map(|z| f64::from(*z)).collect();
    logits.sort_by(|a, b| b.total_cmp(a));
    logits
}

/// A softmax without and with the attention factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Sharpness {
    /// softmax(z).
    pub plain: Vec<f64>,
    /// softmax(m² z).
    pub sharpened: Vec<f64>,
    /// −Σ p ln p in nats, of either.
    pub plain_entropy: f64,
    pub sharpened_entropy: f64,
}

/// The softmax of `logits` with and without the attention factor m. No logits give empty weights and entropy 0.
pub fn sharpness(logits: &[f64], attention_factor: f64) -> Sharpness {
    let plain = softmax(logits.iter().copied());
    let sharpened = softmax(logits.iter().map(|z| z * attention_factor.powi(2)));
    Sharpness { plain_entropy: entropy(&plain), sharpened_entropy: entropy(&sharpened), plain, sharpened }
}

/// exp(z − max z) / Σ.
fn softmax(logits: impl Iterator<Item = f64> + Clone) -> Vec<f64> {
    let max = logits.clone().fold(f64::NEG_INFINITY, f64::max);
    let exps: Vec<f64> = logits.map(|z| (z - max).exp()).collect();
    let sum: f64 = exps.iter().sum();
    exps.iter().map(|e| e / sum).collect()
}

/// −Σ p ln p, 0 ln 0 = 0.
fn entropy(weights: &[f64]) -> f64 {
    -weights.iter().filter(|p| **p > 0.0).map(|p| p * p.ln()).sum::<f64>()
}

/// The logit of a head that rotates only a part of its dimensions, by where m enters: (cos and sin as in Hugging Face,
/// the softmax scale as in DeepSeek). `rotated` and `plain` are the two parts' dot products, scaled. They are the same
/// only if `plain` = 0: cos and sin leave the dimensions alone that do not turn.
pub fn where_it_enters(rotated: f64, plain: f64, m: f64) -> (f64, f64) {
    (m * m * rotated + plain, m * m * (rotated + plain))
}
