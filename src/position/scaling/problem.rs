//! Why a rule has no frequencies for its parameters, and what it does that nobody would want.

use super::{RopeType, yarn};
use crate::position::rope::Params;

/// A rule is undefined here. The page words it; the last good picture stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Problem {
    /// Dimensions rotate in pairs.
    OddRotaryDim { rotary_dim: usize },
    /// There is no pair to rotate.
    NoPairs,
    /// The exponent d/(d − 2) of NTK-aware scaling needs more than one pair.
    OnePair,
    /// b must be finite and above 1.
    Base { base: f64 },
    /// s < 1 shortens the context.
    FactorBelowOne { factor: f64 },
    /// L must be positive (above 1 for LongRoPE, whose attention factor divides by ln L).
    OriginalLength { length: f64 },
    /// The number of turns within L that bounds a ramp must be positive.
    Turns { name: &'static str, value: f64 },
    /// `high_freq_factor` must be above `low_freq_factor`, and that above 0.
    FrequencyFactors { low: f64, high: f64 },
    /// The attention factor must be positive and finite.
    AttentionFactor { value: f64 },
    /// LongRoPE needs one factor per pair.
    ListLength { list: &'static str, given: usize, needed: usize },
    /// LongRoPE's factors divide: each must be positive and finite. `pair` counts from 0.
    ListValue { list: &'static str, pair: usize, value: f64 },
}

impl Problem {
    /// The parameter by whose control the sentence stands.
    pub fn key(&self) -> &'static str {
        match *self {
            Problem::OddRotaryDim { .. } | Problem::NoPairs => "n_heads",
            Problem::OnePair => "rope_type",
            Problem::Base { .. } => "base",
            Problem::FactorBelowOne { .. } => "factor",
            Problem::OriginalLength { .. } => "original_max_position_embeddings",
            Problem::Turns { name, .. } => name,
            Problem::FrequencyFactors { .. } => "high_freq_factor",
            Problem::AttentionFactor { .. } => "attention_factor",
            Problem::ListLength { list, .. } | Problem::ListValue { list, .. } => list,
        }
    }
}

/// The rule is defined and does something surprising.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Warning {
    /// YaRN with β_fast < β_slow: fast pairs are divided and slow ones kept.
    BetasReversed { beta_fast: f64, beta_slow: f64 },
    /// YaRN's bounds crossed though the betas are in order: no pair, or every pair, lies between them.
    RampReversed { low: f64, high: f64 },
}

impl Warning {
    /// The parameter by whose control the sentence stands.
    pub fn key(&self) -> &'static str {
        match self {
            Warning::BetasReversed { .. } => "beta_fast",
            Warning::RampReversed { .. } => "original_max_position_embeddings",
        }
    }
}

/// What every rule needs: pairs and a base.
pub fn of_pairs(rotary_dim: usize, params: &Params) -> Option<Problem> {
    if rotary_dim == 0 {
        return Some(Problem::NoPairs);
    }
    if !rotary_dim.is_multiple_of(2) {
        return Some(Problem::OddRotaryDim { rotary_dim });
    }
    let base = params.base;
    (!(base > 1.0 && base.is_finite())).then_some(Problem::Base { base })
}

/// What every rule that stretches needs: s ≥ 1.
pub fn of_factor(params: &Params) -> Option<Problem> {
    let factor = params.factor;
    (!(factor >= 1.0 && factor.is_finite())).then_some(Problem::FactorBelowOne { factor })
}

/// What every rule that knows the pre-training length needs: L above `least`.
pub fn of_length(params: &Params, least: f64) -> Option<Problem> {
    let length = params.original_max_position_embeddings;
    (!(length > least && length.is_finite())).then_some(Problem::OriginalLength { length })
}

/// An attention factor that was set must be positive.
pub fn of_attention_factor(params: &Params) -> Option<Problem> {
    let value = params.attention_factor?;
    (!positive(value)).then_some(Problem::AttentionFactor { value })
}

/// Whether `x` is a number above 0.
pub fn positive(x: f64) -> bool {
    x > 0.0 && x.is_finite()
}

/// YaRN's surprises; `None` for the other rules.
pub fn warning(rope_type: RopeType, rotary_dim: usize, params: &Params) -> Option<Warning> {
    if rope_type != RopeType::Yarn {
        return None;
    }
    let &Params { beta_fast, beta_slow, .. } = params;
    if beta_fast < beta_slow {
        return Some(Warning::BetasReversed { beta_fast, beta_slow });
    }
    let (low, high) = yarn::boundaries(rotary_dim, params);
    yarn::is_reversed(rotary_dim, params).then_some(Warning::RampReversed { low, high })
}
