//! DeepSeek-V3's sequence of splits (deepseek-ai/DeepSeek-V3, tokenizer.json): digits, then Chinese characters and
//! kana, then words; each split cuts inside the pieces of the one before, and so does what it looks ahead at.

use super::class::Class;
use super::scan::Scan;
use super::{Alternative, Piece, Rule, Stage, cut, here};

pub const SPLITS: &[&[Alternative]] = &[
    &[(Rule::Digits, r"\p{N}{1,3}")],
    &[(Rule::Cjk, "[一-龥\u{3040}-ゟ゠-ヿ]+")],
    &[
        (Rule::SignAndLetters, r##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"##),
        (Rule::Letters, "[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"),
        (Rule::Signs, " ?[\\p{P}\\p{S}]+[\r\n]*"),
        (Rule::LineEnds, "\\s*[\r\n]+"),
        (Rule::SpacesBefore, r"\s+(?!\S)"),
        (Rule::Spaces, r"\s+"),
    ],
];

const LETTER_OR_MARK: Class = Class::LETTER.or(Class::MARK);
const SIGN: Class = Class::PUNCTUATION.or(Class::SYMBOL);

/// All three splits. A piece of digits stays as it is: nothing in the third split matches a digit.
pub fn each_piece(text: &str, take: &mut dyn FnMut(Piece)) {
    cut(text, 0, to_digits, digits, &mut |piece| match piece.rule {
        Rule::Digits => take(piece),
        _ => within(text, piece, to_cjk, cjk, &mut |piece| within(text, piece, here, words, take)),
    });
}

/// The text after the first split and after the second.
pub fn first_stages(text: &str) -> Vec<Stage> {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    cut(text, 0, to_digits, digits, &mut |piece| first.push(piece));
    for piece in &first {
        match piece.rule {
            Rule::Digits => second.push(piece.clone()),
            _ => within(text, piece.clone(), to_cjk, cjk, &mut |piece| second.push(piece)),
        }
    }
    let stages = SPLITS.iter().zip([first, second]);
    stages.map(|(alternatives, pieces)| Stage { alternatives, pieces }).collect()
}

fn within(
    text: &str,
    piece: Piece,
    skip: fn(Scan, usize) -> usize,
    first: fn(Scan, usize) -> Option<(Rule, usize)>,
    take: &mut dyn FnMut(Piece),
) {
    let start = piece.span.start;
    cut(text.get(piece.span).unwrap_or_default(), start, skip, first, take);
}

fn to_digits(scan: Scan, at: usize) -> usize {
    scan.find(at, Class::NUMBER)
}

/// All of them are other letters, or one of the few signs and marks of kana.
fn to_cjk(scan: Scan, at: usize) -> usize {
    scan.find(
        at,
        Class::OTHER_LETTER
            .or(Class::MODIFIER)
            .or(Class::PUNCTUATION)
            .or(Class::SYMBOL)
            .or(Class::MARK)
            .or(Class::OTHER),
    )
}

fn digits(scan: Scan, at: usize) -> Option<(Rule, usize)> {
    Some((Rule::Digits, scan.up_to(at, Class::NUMBER, 3)?))
}

fn cjk(scan: Scan, mut at: usize) -> Option<(Rule, usize)> {
    let start = at;
    while let Some(('一'..='龥' | '\u{3040}'..='\u{309F}' | '\u{30A0}'..='\u{30FF}', _, end)) =
        scan.character(at)
    {
        at = end;
    }
    (at > start).then_some((Rule::Cjk, at))
}

fn words(scan: Scan, at: usize) -> Option<(Rule, usize)> {
    let is = |rule| move |end| (rule, end);
    (sign_and_letters(scan, at).map(is(Rule::SignAndLetters)))
        .or_else(|| letters(scan, at).map(is(Rule::Letters)))
        .or_else(|| signs(scan, at).map(is(Rule::Signs)))
        .or_else(|| scan.line_ends(at).map(is(Rule::LineEnds)))
        .or_else(|| scan.spaces_before(at).map(is(Rule::SpacesBefore)))
        .or_else(|| scan.spaces(at).map(is(Rule::Spaces)))
}

/// An ASCII sign, then `[A-Za-z]+`
fn sign_and_letters(scan: Scan, at: usize) -> Option<usize> {
    let (sign, _, mut end) = scan.character(at)?;
    let start = end;
    while let Some(('A'..='Z' | 'a'..='z', _, next)) = scan.character(end) {
        end = next;
    }
    (sign.is_ascii_punctuation() && end > start).then_some(end)
}

/// `[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+`. A mark may stand before as well as belong to the letters.
fn letters(scan: Scan, at: usize) -> Option<usize> {
    let before = scan.outside(at, Class::LETTER.or(SIGN));
    before.and_then(|after| scan.some(after, LETTER_OR_MARK)).or_else(|| scan.some(at, LETTER_OR_MARK))
}

/// ` ?[\p{P}\p{S}]+[\r\n]*`
fn signs(scan: Scan, at: usize) -> Option<usize> {
    scan.spaced(at, SIGN).map(|end| scan.many_of(end, &['\r', '\n']))
}
