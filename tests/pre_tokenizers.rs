//! Our hand-written pre-tokenisers against the `tokenizers` crate's `Split`, which runs the models' own regular
//! expressions, and the table of character classes against the `regex` crate.

use locus::tokenize::pre_tokenize::{Class, Pattern, Piece, Rule, class};
use proptest::prelude::*;
use regex::Regex;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};
use tokenizers::{OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer, SplitDelimiterBehavior};

#[path = "tokenizer_cases/nasty.rs"]
mod nasty;
#[path = "tokenizer_cases/samples.rs"]
mod samples;

/// The `tokenizers` crate's pieces under a pattern's expressions.
struct Reference(Vec<Split>);

impl Reference {
    fn new(pattern: Pattern) -> Self {
        let split = |expression| {
            Split::new(SplitPattern::Regex(expression), SplitDelimiterBehavior::Isolated, false).unwrap()
        };
        Reference(pattern.expressions().map(split).collect())
    }

    fn pieces(&self, text: &str) -> Vec<std::ops::Range<usize>> {
        let mut cut = PreTokenizedString::from(text);
        self.0.iter().for_each(|split| split.pre_tokenize(&mut cut).unwrap());
        let pieces = cut.get_splits(OffsetReferential::Original, OffsetType::Byte);
        pieces.into_iter().map(|(_, (start, end), _)| start..end).filter(|span| !span.is_empty()).collect()
    }
}

fn spans(pieces: &[Piece]) -> Vec<std::ops::Range<usize>> {
    pieces.iter().map(|piece| piece.span.clone()).collect()
}

fn check(pattern: Pattern, reference: &Reference, text: &str) {
    let pieces = pattern.pieces(text);
    assert_eq!(spans(&pieces), reference.pieces(text), "{pattern:?}: {text:?}");
    let stages = pattern.stages(text);
    assert_eq!(stages.len(), pattern.splits().len());
    assert_eq!(stages.last().unwrap().pieces, pieces);
    for stage in stages {
        let covered: String = stage.pieces.iter().map(|piece| &text[piece.span.clone()]).collect();
        assert_eq!(covered, text, "{pattern:?}");
    }
}

#[test]
fn pieces_of_all_sample_texts() {
    let samples = samples::samples();
    for pattern in Pattern::ALL {
        let reference = Reference::new(pattern);
        samples.iter().for_each(|sample| check(pattern, &reference, &sample.text));
    }
}

/// A piece says by which alternative it came: that one, alone, matches it from its start, and none before it does.
#[test]
fn the_rule_is_the_first_alternative_that_matches() {
    let samples = samples::samples();
    for pattern in Pattern::ALL.into_iter().filter(|pattern| pattern.splits().len() == 1) {
        let rules: Vec<(Rule, fancy_regex::Regex)> = pattern.splits()[0]
            .iter()
            .map(|(rule, text)| (*rule, fancy_regex::Regex::new(&format!(r"\G(?:{text})")).unwrap()))
            .collect();
        for sample in samples.iter().step_by(7) {
            for piece in pattern.pieces(&sample.text) {
                let found = rules.iter().find_map(|(rule, expression)| {
                    Some((*rule, expression.find_from_pos(&sample.text, piece.span.start).unwrap()?.end()))
                });
                assert_eq!(found, Some((piece.rule, piece.span.end)), "{pattern:?}: {:?}", sample.text);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn pieces_of_nasty_strings(texts in prop::collection::vec(nasty::nasty(), 8)) {
        thread_local! { static ALL: Vec<(Pattern, Reference)> = Pattern::ALL.map(|p| (p, Reference::new(p))).into(); }
        ALL.with(|all| for (pattern, reference) in all {
            texts.iter().for_each(|text| check(*pattern, reference, text));
        });
    }
}

const CLASSES: [(u8, Class, &str); 10] = [
    (1, Class::UPPER, r"^\p{Lu}$"),
    (2, Class::LOWER, r"^\p{Ll}$"),
    (3, Class::TITLE, r"^\p{Lt}$"),
    (4, Class::MODIFIER, r"^\p{Lm}$"),
    (5, Class::OTHER_LETTER, r"^\p{Lo}$"),
    (6, Class::MARK, r"^\p{M}$"),
    (7, Class::NUMBER, r"^\p{N}$"),
    (8, Class::PUNCTUATION, r"^\p{P}$"),
    (9, Class::SYMBOL, r"^\p{S}$"),
    (10, Class::SPACE, r"^\s$"),
];

#[test]
fn classes_are_those_of_the_regex_crate() {
    let sets = CLASSES.map(|(index, set, expression)| (index, set, Regex::new(expression).unwrap()));
    let of = |character: char| {
        let text = character.to_string();
        sets.iter()
            .find(|(_, _, expression)| expression.is_match(&text))
            .map(|(index, set, _)| (*index, *set))
    };
    let real: Vec<_> = (0..0x11_0000).map(|code| char::from_u32(code).and_then(of)).collect();
    if std::env::var_os("UPDATE_CLASSES").is_some() {
        let indices: Vec<u8> = real.iter().map(|class| class.map_or(0, |(index, _)| index % 10)).collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tokenize/pre_tokenize/classes.bin");
        std::fs::write(path, runs(&indices[..0x4_0000])).unwrap();
        return;
    }
    for (code, real) in (0..).zip(real) {
        if let Some(character) = char::from_u32(code) {
            assert_eq!(class(character), real.map_or(Class::OTHER, |(_, set)| set), "U+{code:04X}");
        }
    }
}

/// Runs as `pre_tokenize/class.rs` describes them; the last, of nothing, is left out.
fn runs(indices: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = indices;
    while rest.iter().any(|index| *index != 0) {
        let same = rest.iter().take_while(|index| **index == rest[0]).count();
        let in_turn = match rest {
            [1, 2, ..] | [2, 1, ..] => {
                rest.iter().zip(rest[..2].iter().cycle()).take_while(|(a, b)| a == b).count()
            }
            _ => 0,
        };
        let (high, length) =
            if in_turn > 2 { (if rest[0] == 1 { 10 } else { 11 }, in_turn) } else { (rest[0], same) };
        push_run(&mut out, high, length);
        rest = &rest[length..];
    }
    out
}

fn push_run(out: &mut Vec<u8>, high: u8, mut length: usize) {
    if length < 16 {
        return out.push(high << 4 | length as u8);
    }
    out.push(high << 4);
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
}
