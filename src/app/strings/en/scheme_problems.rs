//! Why a scheme cannot be computed, in English.

use crate::position::problem::{Problem, What};
use crate::position::scaling;

/// One sentence for a scheme's complaint.
pub fn scheme(problem: &Problem) -> String {
    match &problem.what {
        What::PastTable { rows, n } => {
            format!("The table has {rows} rows, the text {n} tokens: positions from {rows} on have none.")
        }
        What::AtLeast { least } => format!("{} must be at least {least}.", problem.key),
        What::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        What::RotaryDimNotOfTwoAxes { rotary_dim } => format!(
            "Rows and columns need the same number of pairs, but {rotary_dim} dimensions are not a multiple of 4."
        ),
        What::SectionCount { got } => format!("M-RoPE has three sections, not {got}."),
        What::SectionNotWhole => "Each section must be a whole number of pairs.".into(),
        What::SectionSum { sum, pairs } => {
            format!("The sections add up to {sum} pairs, but {pairs} turn.")
        }
        What::MapNeedsOneAxis => {
            "Position maps are defined for one position a token, so only on 1-D axes.".into()
        }
        What::Scaling(what) => extension(what),
    }
}

fn odd(rotary_dim: usize) -> String {
    format!("Dimensions turn in pairs, so {rotary_dim} of them cannot.")
}

fn extension(problem: &scaling::Problem) -> String {
    use scaling::Problem as P;
    match problem {
        P::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        P::NoPairs => "No dimension is left to turn.".into(),
        P::OnePair => {
            "NTK-aware scaling is undefined for 2 dimensions: its exponent d/(d − 2) divides by zero.".into()
        }
        P::Base { base } => format!("The base must be above 1, not {base}."),
        P::FactorBelowOne { factor } => {
            format!("A factor of {factor} would shorten the context: s must be at least 1.")
        }
        P::OriginalLength { length } => format!("A training length of {length} is too short for this rule."),
        P::Turns { name, value } => format!("{name} counts turns and must be above 0, not {value}."),
        P::FrequencyFactors { low, high } => {
            format!("high_freq_factor ({high}) must be above low_freq_factor ({low}), and that above 0.")
        }
        P::AttentionFactor { value } => format!("The attention factor must be above 0, not {value}."),
        P::ListLength { list, given, needed } => {
            format!("{list} needs one factor a pair: {needed}, not {given}.")
        }
        P::ListValue { list, pair, value } => {
            format!("{list} divides by {value} at pair {pair}: every factor must be above 0.")
        }
    }
}
