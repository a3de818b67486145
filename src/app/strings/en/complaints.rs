//! What cannot be computed, and why a pasted configuration was not understood, in English.

use super::counted;
use crate::picture::format::{grouped, significant};
use crate::position::problem::What;
use crate::position::scaling::config::ConfigError;
use crate::position::scaling::{Problem, Warning};
use crate::strings::Complaints;

pub const COMPLAINTS: Complaints = Complaints {
    problem,
    of: |control, why| format!("{control}: {why}"),
    outdated: |why| {
        format!("These settings cannot be computed, so what stands here is of other settings. {why}")
    },
    warning,
    config,
};

fn problem(what: &What) -> String {
    match what {
        What::PastTable { rows, n } => {
            format!(
                "The table has {} and the sequence {}: there is no position past row {}.",
                counted(*rows, "row"),
                counted(*n, "token"),
                grouped(rows.saturating_sub(1))
            )
        }
        What::AtLeast { least } => {
            format!("With the other settings as they are, this must be at least {least}.")
        }
        What::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        What::RotaryDimNotOfTwoAxes { rotary_dim } => format!(
            "{rotary_dim} rotated dimensions cannot be shared by two axes: 2-D RoPE needs a multiple of 4."
        ),
        What::SectionCount { got } => {
            format!("M-RoPE has three sections, time-height-width; these are {got}.")
        }
        What::SectionNotWhole => "Each section is a whole number of pairs.".into(),
        What::SectionSum { sum, pairs } => {
            format!("The sections add up to {sum}, but the head has {pairs} pairs.")
        }
        What::MapNeedsOneAxis => {
            "Position maps are defined for one position per token: choose 1-D axes, or no map.".into()
        }
        What::Scaling(problem) => scaling(problem),
    }
}

fn odd(rotary_dim: usize) -> String {
    format!("Dimensions turn in pairs: {rotary_dim} is odd.")
}

fn scaling(problem: &Problem) -> String {
    match problem {
        Problem::OddRotaryDim { rotary_dim } => odd(*rotary_dim),
        Problem::NoPairs => "No dimension turns: there is no pair to stretch.".into(),
        Problem::OnePair => {
            "NTK’s exponent d/(d − 2) divides by zero for d = 2: the rule is undefined for a single pair."
                .into()
        }
        Problem::Base { base } => format!("The base must be above 1, not {}.", number(*base)),
        Problem::FactorBelowOne { factor } => {
            format!("A factor of {} would shorten the context: s must be at least 1.", number(*factor))
        }
        Problem::OriginalLength { length } => {
            format!("A training length of {} leaves nothing to stretch: L must be larger.", number(*length))
        }
        Problem::Turns { name, value } => {
            format!("{name} counts turns and must be above 0, not {}.", number(*value))
        }
        Problem::FrequencyFactors { low, high } => format!(
            "high_freq_factor ({}) must be above low_freq_factor ({}), and that above 0.",
            number(*high),
            number(*low)
        ),
        Problem::AttentionFactor { value } => {
            format!("The attention factor must be above 0, not {}.", number(*value))
        }
        Problem::ListLength { list, given, needed } => {
            format!("{list} has {given} numbers, but there are {needed} pairs: LongRoPE needs one for each.")
        }
        Problem::ListValue { list, pair, value } => {
            format!("{list} of pair {pair} is {}: it divides, so it must be above 0.", number(*value))
        }
    }
}

fn warning(warning: &Warning) -> String {
    match warning {
        Warning::BetasReversed { beta_fast, beta_slow } => format!(
            "β fast ({}) is below β slow ({}): the ramp is reversed, so fast pairs are divided and slow ones kept.",
            number(*beta_fast),
            number(*beta_slow)
        ),
        Warning::RampReversed { low, high } => format!(
            "The ramp’s bounds have crossed ({} > {}) since L is far too short or too long for β: all pairs are treated alike.",
            number(*low),
            number(*high)
        ),
    }
}

fn config(error: &ConfigError) -> String {
    match error {
        ConfigError::TooLong { bytes, max } => {
            format!("{bytes} bytes are too many for a config.json: at most {max} are read.")
        }
        ConfigError::NotJson { line, column } => {
            format!("This is not JSON: reading stopped at line {line}, column {column}.")
        }
        ConfigError::NotAnObject => "This is JSON, but not an object { … } as a config.json is.".into(),
        ConfigError::NoHeads => {
            "This is no attention model’s configuration: it has neither head_dim nor hidden_size with num_attention_heads."
                .into()
        }
        ConfigError::NoRope { model_type } => match model_type {
            Some(name) => format!("“{name}” does not rotate: its configuration says nothing of RoPE."),
            None => "This model does not rotate: its configuration says nothing of RoPE.".into(),
        },
        ConfigError::UnknownRopeType { name } => format!("rope_type “{name}” is not known here."),
        ConfigError::Missing { key } => format!("The rule needs {key}, which is not there."),
        ConfigError::WrongKind { key } => format!("The value of {key} is of the wrong kind."),
        ConfigError::OutOfRange { key, value } => {
            format!("{key} = {} makes no sense.", number(*value))
        }
        ConfigError::Rope { layer_type: Some(layer), problem } => format!("{layer}: {}", scaling(problem)),
        ConfigError::Rope { layer_type: None, problem } => scaling(problem),
    }
}

fn number(x: f64) -> String {
    if x.fract() == 0.0 && x.abs() < 1e9 { x.to_string() } else { significant(x, 4) }
}
