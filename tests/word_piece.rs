//! Our WordPiece against the `tokenizers` crate, and its Unicode tables against the crates that it uses.

use locus::pack::Pack;
use locus::tokenize::Token;
use locus::tokenize::word_piece::longest_match::Outcome;
use locus::tokenize::word_piece::trace::Tracer;
use locus::tokenize::word_piece::unicode::Unicode;
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;
use tokenizers::Tokenizer;
use unicode_categories::UnicodeCategories;
use unicode_normalization_alignments::char::{canonical_combining_class, decompose_canonical};

#[path = "tokenizer_cases/crate_models.rs"]
mod crate_models;

static TRACER: LazyLock<Tracer> = LazyLock::new(|| {
    let pack = pack();
    let unknown = pack.unknown_id().unwrap();
    Tracer::new(pack.pieces, unknown)
});

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn pack() -> Pack {
    Pack::read(&std::fs::read(repository("public/packs/bert.pack")).unwrap()).unwrap()
}

thread_local! {
    static ENCODER: Tokenizer = {
        let pack = pack();
        crate_models::word_piece(&pack.pieces, pack.unknown_id().unwrap())
    };
}

/// Ids and spans by the crate.
fn reference(text: &str) -> Vec<(u32, u32, u32)> {
    let encoding = ENCODER.with(|encoder| encoder.encode(text, false).unwrap());
    let tokens = encoding.get_ids().iter().zip(encoding.get_offsets());
    tokens.map(|(id, (start, end))| (*id, *start as u32, *end as u32)).collect()
}

fn ours<'a>(tokens: impl IntoIterator<Item = &'a Token>) -> Vec<(u32, u32, u32)> {
    tokens.into_iter().map(|token| (token.id, token.span.start as u32, token.span.end as u32)).collect()
}

/// Texts that try the normaliser: words, marks on anything, scripts, controls, any character at all.
fn texts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[a-zA-Z]{1,12}",
        2 => "[ \\t\\n\\u{a0}\\u{3000}]{1,3}",
        2 => "[\\u{300}-\\u{36f}\\u{344}\\u{5b0}-\\u{5c7}\\u{93c}\\u{94d}\\u{3099}\\u{302e}\\u{1d165}]{1,4}",
        2 => "[À-ỿİſßǰ]{1,6}",
        2 => "[一-龥\\u{f900}-\\u{fa6d}あ-んア-ヶ가-힣]{1,4}",
        1 => "[!-/:-@\\[-`{-~、。！？‘’“”…]{1,3}",
        1 => "\\PC{1,5}",
        1 => any::<String>(),
        1 => "[\\u{0}-\\u{20}\\u{7f}-\\u{a0}\\u{ad}\\u{200b}-\\u{200f}\\u{fffd}\\u{e000}]{1,3}",
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..Default::default() })]
    #[test]
    fn ids_and_spans_equal_the_crate(text in texts()) {
        let trace = TRACER.trace(&text);
        let reference = reference(&text);
        prop_assert_eq!(&ours(trace.tokens()), &reference, "the trace of {:?}", text);
        prop_assert_eq!(&ours(&TRACER.encode(&text)), &reference, "{:?}", text);
    }

    #[test]
    fn changes_lead_from_one_stage_to_the_next(text in texts()) {
        let mut before = text;
        for stage in TRACER.trace(&before).stages {
            let mut made = String::new();
            let mut at = 0;
            for change in &stage.changes {
                made.push_str(&before[at..change.from.start]);
                prop_assert_eq!(made.len(), change.to.start);
                made.push_str(&stage.text[change.to.clone()]);
                prop_assert_ne!(&before[change.from.clone()], &stage.text[change.to.clone()]);
                at = change.from.end;
            }
            made.push_str(&before[at..]);
            prop_assert_eq!(&made, &stage.text, "{:?}", stage.kind);
            before = stage.text;
        }
    }
}

/// Every character alone, between letters, and as a mark among marks.
#[test]
fn every_character_equals_the_crate() {
    for block in (0..0x11_0000_u32).collect::<Vec<_>>().chunks(61) {
        let text: String = block
            .iter()
            .filter_map(|&code| char::from_u32(code))
            .flat_map(|c| ['a', '\u{323}', c, '\u{301}', ' '])
            .collect();
        assert_eq!(ours(&TRACER.encode(&text)), reference(&text), "{text:?}");
    }
}

#[test]
fn a_trace_tells_why() {
    let trace = TRACER.trace("Étouffée 狗x☃ ");
    let words: Vec<&str> = trace.words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(words, ["etouffee", "狗", "x☃"]);
    assert!(matches!(trace.words[2].cut.outcome, Outcome::NoPiece { at: 1 }));
    assert_eq!(trace.words[2].tokens.len(), 1);
    assert!(trace.words[2].tokens[0].unknown);
    let stages: Vec<usize> = trace.stages.iter().map(|stage| stage.changes.len()).collect();
    assert_eq!(stages, [0, 1, 2, 2, 1]);
}

/// The tables are what the crates say; `UPDATE_UNICODE=1` writes them.
#[test]
fn the_tables_are_the_crates() {
    let path = repository("src/tokenize/word_piece/unicode.bin");
    if std::env::var_os("UPDATE_UNICODE").is_some() {
        std::fs::write(&path, tables()).unwrap();
    }
    assert_eq!(std::fs::read(&path).unwrap(), tables(), "UPDATE_UNICODE=1 writes it again");
}

#[test]
fn the_tables_answer_as_the_crates_do() {
    let unicode = Unicode::default();
    for c in characters() {
        assert_eq!(unicode.is_other(c), c.is_other(), "{c:?}");
        assert_eq!(unicode.is_mark_nonspacing(c), c.is_mark_nonspacing(), "{c:?}");
        assert_eq!(unicode.is_punctuation(c), c.is_punctuation(), "{c:?}");
        assert_eq!(unicode.combining_class(c), canonical_combining_class(c), "{c:?}");
        let mut parts = Vec::new();
        unicode.decompose(c, |part| parts.push(part));
        assert_eq!(parts, decomposed(c), "{c:?}");
    }
}

fn characters() -> impl Iterator<Item = char> {
    (0..0x11_0000).filter_map(char::from_u32)
}

fn decomposed(c: char) -> Vec<char> {
    let mut parts = Vec::new();
    decompose_canonical(c, |part| parts.push(part));
    parts
}

fn tables() -> Vec<u8> {
    let mut out = Vec::new();
    for set in [|c: char| c.is_other(), |c: char| c.is_mark_nonspacing(), |c: char| c.is_punctuation()] {
        // a set does not change between the two sides of the surrogates, which are no characters
        let (mut inside, mut changes) = (false, Vec::new());
        for c in characters() {
            if set(c) != inside {
                inside = !inside;
                changes.push(u32::from(c));
            }
        }
        list(&mut out, changes.len());
        changes.iter().fold(0, |at, &change| number(&mut out, change, at));
    }
    let mut ranges: Vec<(u32, u32, u8)> = Vec::new();
    for c in characters() {
        let (code, class) = (u32::from(c), canonical_combining_class(c));
        match ranges.last_mut() {
            Some((_, end, same)) if *end == code && *same == class => *end += 1,
            _ if class > 0 => ranges.push((code, code + 1, class)),
            _ => {}
        }
    }
    list(&mut out, ranges.len());
    let mut at = 0;
    for (start, end, class) in ranges {
        number(&mut out, start, at);
        at = number(&mut out, end, start);
        number(&mut out, class.into(), 0);
    }
    let entries: Vec<(u32, Vec<char>)> = characters()
        .filter(|c| !('가'..='힣').contains(c) && decomposed(*c) != [*c])
        .map(|c| (c.into(), decomposed(c)))
        .collect();
    list(&mut out, entries.len());
    let (mut from, mut first) = (0, 0);
    for (code, parts) in entries {
        from = number(&mut out, code, from);
        list(&mut out, parts.len());
        for (nth, part) in parts.into_iter().map(u32::from).enumerate() {
            let base = if nth == 0 { std::mem::replace(&mut first, part) } else { 0x300 };
            let difference = part as i32 - base as i32;
            number(&mut out, ((difference << 1) ^ (difference >> 31)) as u32, 0);
        }
    }
    out
}

fn list(out: &mut Vec<u8>, length: usize) {
    number(out, length as u32, 0);
}

/// Writes `value − base` as LEB128; gives `value` back.
fn number(out: &mut Vec<u8>, value: u32, base: u32) -> u32 {
    let mut rest = value - base;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
    value
}
