//! o200k_base's pattern (openai/tiktoken, tiktoken_ext/openai_public.py): words are cut before capitals, carry their
//! marks and their contraction.

use super::class::Class;
use super::scan::Scan;
use super::{Alternative, Rule};

pub const ALTERNATIVES: &[Alternative] = &[
    (
        Rule::LettersToSmall,
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    ),
    (
        Rule::Capitals,
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    ),
    (Rule::Digits, r"\p{N}{1,3}"),
    (Rule::Signs, r" ?[^\s\p{L}\p{N}]+[\r\n/]*"),
    (Rule::LineEnds, r"\s*[\r\n]+"),
    (Rule::SpacesBefore, r"\s+(?!\S)"),
    (Rule::Spaces, r"\s+"),
];

/// In both classes of letters: those without case, and marks.
const NO_CASE: Class = Class::MODIFIER.or(Class::OTHER_LETTER).or(Class::MARK);
const CAPITAL: Class = NO_CASE.or(Class::UPPER).or(Class::TITLE);
const SMALL: Class = NO_CASE.or(Class::LOWER);
const LETTER_OR_NUMBER: Class = Class::LETTER.or(Class::NUMBER);
const SIGN: Class = Class::SPACE.or(LETTER_OR_NUMBER).not();

/// The first alternative that matches at `at`, and where the match ends.
pub fn first(scan: Scan, at: usize) -> Option<(Rule, usize)> {
    let is = |rule| move |end| (rule, end);
    let signs = |end| scan.many_of(end, &['\r', '\n', '/']);
    (word(scan, at, to_small).map(is(Rule::LettersToSmall)))
        .or_else(|| word(scan, at, capitals).map(is(Rule::Capitals)))
        .or_else(|| scan.up_to(at, Class::NUMBER, 3).map(is(Rule::Digits)))
        .or_else(|| scan.spaced(at, SIGN).map(signs).map(is(Rule::Signs)))
        .or_else(|| scan.line_ends(at).map(is(Rule::LineEnds)))
        .or_else(|| scan.spaces_before(at).map(is(Rule::SpacesBefore)))
        .or_else(|| scan.spaces(at).map(is(Rule::Spaces)))
}

/// `[^\r\n\p{L}\p{N}]?`, letters, `(?i:'s|…)?`. A mark may stand before as well as belong to the letters: where no
/// letters follow it, it is taken back.
fn word(scan: Scan, at: usize, letters: fn(Scan, usize) -> Option<usize>) -> Option<usize> {
    let after_sign = scan.outside(at, LETTER_OR_NUMBER).and_then(|after| letters(scan, after));
    let end = after_sign.or_else(|| letters(scan, at))?;
    Some(scan.contraction_any_case(end).unwrap_or(end))
}

/// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+`. The first class takes all it can and gives back
/// from the end until the second has one: a small letter behind the run, or else the run's last without case.
fn to_small(scan: Scan, at: usize) -> Option<usize> {
    let run = scan.many(at, CAPITAL);
    scan.some(run, SMALL).or_else(|| {
        let mut last = None;
        let mut at = at;
        while let Some((_, class, end)) = scan.character(at).filter(|_| at < run) {
            last = if class.meets(SMALL) { Some(end) } else { last };
            at = end;
        }
        last
    })
}

/// `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*`
fn capitals(scan: Scan, at: usize) -> Option<usize> {
    scan.some(at, CAPITAL).map(|end| scan.many(end, SMALL))
}
