//! GPT-2's pattern (openai/gpt-2, src/encoder.py).

use super::class::Class;
use super::scan::Scan;
use super::{Alternative, Rule};

pub const ALTERNATIVES: &[Alternative] = &[
    (Rule::Contraction, r"'s|'t|'re|'ve|'m|'ll|'d"),
    (Rule::Letters, r" ?\p{L}+"),
    (Rule::Digits, r" ?\p{N}+"),
    (Rule::Signs, r" ?[^\s\p{L}\p{N}]+"),
    (Rule::SpacesBefore, r"\s+(?!\S)"),
    (Rule::Spaces, r"\s+"),
];

const SIGN: Class = Class::SPACE.or(Class::LETTER).or(Class::NUMBER).not();

/// The first alternative that matches at `at`, and where the match ends.
pub fn first(scan: Scan, at: usize) -> Option<(Rule, usize)> {
    let is = |rule| move |end| (rule, end);
    (scan.contraction(at).map(is(Rule::Contraction)))
        .or_else(|| scan.spaced(at, Class::LETTER).map(is(Rule::Letters)))
        .or_else(|| scan.spaced(at, Class::NUMBER).map(is(Rule::Digits)))
        .or_else(|| scan.spaced(at, SIGN).map(is(Rule::Signs)))
        .or_else(|| scan.spaces_before(at).map(is(Rule::SpacesBefore)))
        .or_else(|| scan.spaces(at).map(is(Rule::Spaces)))
}
