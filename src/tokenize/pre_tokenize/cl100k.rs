//! cl100k_base's pattern (openai/tiktoken, tiktoken_ext/openai_public.py), which Llama 3 took over and Qwen with
//! single digits (QwenLM/Qwen, tokenization_qwen.py; Qwen2's and Qwen3's tokenizer.json have it too).

use super::class::Class;
use super::scan::Scan;
use super::{Alternative, Rule};

const CONTRACTION: Alternative = (Rule::Contraction, r"(?i:'s|'t|'re|'ve|'m|'ll|'d)");
const LETTERS: Alternative = (Rule::Letters, r"[^\r\n\p{L}\p{N}]?\p{L}+");
const SIGNS: Alternative = (Rule::Signs, r" ?[^\s\p{L}\p{N}]+[\r\n]*");
const LINE_ENDS: Alternative = (Rule::LineEnds, r"\s*[\r\n]+");
const SPACES_BEFORE: Alternative = (Rule::SpacesBefore, r"\s+(?!\S)");
const SPACES: Alternative = (Rule::Spaces, r"\s+");

pub const ALTERNATIVES: &[Alternative] =
    &[CONTRACTION, LETTERS, (Rule::Digits, r"\p{N}{1,3}"), SIGNS, LINE_ENDS, SPACES_BEFORE, SPACES];

pub const QWEN2_ALTERNATIVES: &[Alternative] =
    &[CONTRACTION, LETTERS, (Rule::Digits, r"\p{N}"), SIGNS, LINE_ENDS, SPACES_BEFORE, SPACES];

const LETTER_OR_NUMBER: Class = Class::LETTER.or(Class::NUMBER);
const SIGN: Class = Class::SPACE.or(LETTER_OR_NUMBER).not();

/// The first alternative that matches at `at`, and where the match ends; at most `digits` in a piece.
pub fn first(scan: Scan, at: usize, digits: usize) -> Option<(Rule, usize)> {
    let is = |rule| move |end| (rule, end);
    (scan.contraction_any_case(at).map(is(Rule::Contraction)))
        .or_else(|| letters(scan, at).map(is(Rule::Letters)))
        .or_else(|| scan.up_to(at, Class::NUMBER, digits).map(is(Rule::Digits)))
        .or_else(|| signs(scan, at).map(is(Rule::Signs)))
        .or_else(|| scan.line_ends(at).map(is(Rule::LineEnds)))
        .or_else(|| scan.spaces_before(at).map(is(Rule::SpacesBefore)))
        .or_else(|| scan.spaces(at).map(is(Rule::Spaces)))
}

/// `[^\r\n\p{L}\p{N}]?\p{L}+`. What may stand before is no letter: without letters behind it nothing matches.
fn letters(scan: Scan, at: usize) -> Option<usize> {
    scan.some(scan.outside(at, LETTER_OR_NUMBER).unwrap_or(at), Class::LETTER)
}

/// ` ?[^\s\p{L}\p{N}]+[\r\n]*`
fn signs(scan: Scan, at: usize) -> Option<usize> {
    scan.spaced(at, SIGN).map(|end| scan.many_of(end, &['\r', '\n']))
}
