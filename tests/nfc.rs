//! Our form C against the `tokenizers` crate's.

use locus::tokenize::nfc::Nfc;
use locus::tokenize::unigram::normalizer::Normalized;
use proptest::prelude::*;
use tokenizers::normalizers::NFC;
use tokenizers::{NormalizedString, Normalizer};

fn theirs(text: &str) -> String {
    let mut normalized = NormalizedString::from(text);
    NFC.normalize(&mut normalized).unwrap();
    normalized.get().to_owned()
}

fn check(nfc: &Nfc, text: &str) {
    let ours = nfc.normalize(&Normalized::identity(text));
    assert_eq!(ours.text, theirs(text), "{text:?}");
    let origins: Vec<_> =
        ours.text.char_indices().map(|(at, c)| ours.original(at..at + c.len_utf8())).collect();
    assert!(origins.iter().all(|origin| text.get(origin.clone()).is_some()), "{text:?}");
    assert!(origins.is_sorted_by_key(|origin| origin.start), "{text:?}: {origins:?}");
    if !text.is_empty() {
        assert_eq!((origins[0].start, origins[origins.len() - 1].end), (0, text.len()), "{text:?}");
    }
}

#[test]
fn every_character_alone_and_decomposed() {
    let nfc = Nfc::new();
    for character in (0..0x11_0000).filter_map(char::from_u32) {
        let text = character.to_string();
        let ours = nfc.normalize(&Normalized::identity(&text)).text;
        assert_eq!(ours, theirs(&text), "U+{:04X}", u32::from(character));
        let mut decomposed = NormalizedString::from(text.as_str());
        decomposed.nfd();
        assert_eq!(nfc.normalize(&Normalized::identity(decomposed.get())).text, ours, "{text:?} decomposed");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]
    #[test]
    fn strings_of_marks(text in "([aeoAEDqåÅé\u{3b1}\u{1f71}][\u{300}-\u{345}\u{327}\u{323}\u{59a}\u{5bc}]{0,4}|[\u{1100}-\u{1112}][\u{1161}-\u{1175}][\u{11a7}-\u{11c3}]{0,2}|[가각힣][\u{11a8}]|[\u{9c7}\u{bc6}][\u{9be}\u{bbe}\u{9d7}]|[\u{300}\u{323}]|[क-ह]\u{93c}|\\PC){0,5}") {
        thread_local! { static NFC_: Nfc = Nfc::new(); }
        NFC_.with(|nfc| check(nfc, &text));
    }
}
