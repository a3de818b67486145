//! The reader's own file: equal to the `tokenizers` crate on what is understood, one sentence for what is not.

use locus::pack::Pack;
use locus::tokenize::byte_bpe::ByteBpe;
use locus::tokenize::own::{MAX_BYTES, Own, OwnError, Place, Recognise, Tables};
use locus::tokenize::pre_tokenize::Pattern;
use locus::tokenize::vocabulary;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::PathBuf;
use tokenizers::Tokenizer;

#[path = "tokenizer_cases/crate_models.rs"]
mod crate_models;

fn pack(id: &str) -> Pack {
    let file = vocabulary::by_id(id).unwrap().file;
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("public/packs").join(file);
    Pack::read(&std::fs::read(path).unwrap()).unwrap()
}

fn read(value: &Value) -> Result<Own, OwnError> {
    sent(value.to_string().as_bytes(), Pattern::Cl100k)
}

/// The tokenizer of a file as the page gets it: read elsewhere, packed, unpacked.
fn sent(bytes: &[u8], pattern: Pattern) -> Result<Own, OwnError> {
    let tables = Tables::read(bytes, pattern)?;
    let unpacked = tables.pack().unpack().unwrap();
    assert_eq!(unpacked, tables);
    Own::new(unpacked)
}

fn ids(own: &Own, text: &str) -> Vec<u32> {
    own.encode(text, Recognise::All).iter().map(|token| token.id).collect()
}

/// A small model over characters.
fn small() -> Value {
    json!({
        "added_tokens": [
            {"id": 6, "content": "<s>", "special": true, "single_word": false, "lstrip": false, "rstrip": false, "normalized": false},
            {"id": 7, "content": "[x]", "special": false, "single_word": false, "lstrip": true, "rstrip": true, "normalized": false}
        ],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Lowercase"}, {"type": "Replace", "pattern": {"String": "ß"}, "content": "ab"}]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
        "model": {"type": "BPE", "unk_token": "?", "fuse_unk": true,
            "vocab": {"?": 0, "a": 1, "b": 2, "▁": 3, "ab": 4, "▁ab": 5, "<s>": 6, "[x]": 7},
            "merges": [["a", "b"], ["▁", "ab"]]}
    })
}

#[test]
fn a_file_made_by_the_crate_gives_its_ids() {
    for id in ["gpt2", "cl100k", "qwen3", "deepseek_v3"] {
        let theirs = crate_models::byte_level(&ByteBpe::from_pack(pack(id)).unwrap());
        let own = sent(theirs.to_string(false).unwrap().as_bytes(), Pattern::Gpt2).unwrap();
        for text in ["It's 12345 狗咬人!\n\n  naïve  👨‍👩‍👧", "fn main() {}\r\n\t// 一龥 カナ・x", "", " "]
        {
            let expected = theirs.encode(text, false).unwrap();
            assert_eq!(ids(&own, text), expected.get_ids(), "{id}: {text:?}");
            assert_eq!(own.bpe().unwrap().ids(text), expected.get_ids());
        }
    }
    let theirs = crate_models::sentencepiece(&pack("mistral"));
    let own = sent(theirs.to_string(false).unwrap().as_bytes(), Pattern::Gpt2).unwrap();
    for text in ["Hello  world 狗🦙", "a\nb", "", " ▁x"] {
        assert_eq!(ids(&own, text), theirs.encode(text, false).unwrap().get_ids(), "{text:?}");
    }
}

#[test]
fn unigram_is_read() {
    let file = json!({
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Metaspace"}]},
        "model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", -9.0], ["▁a", -1.0], ["b", -2.0], ["▁ab", -2.5]]}
    });
    assert_eq!(ids(&read(&file).unwrap(), "ab  a b"), [3, 1, 0, 2]);
}

/// A file cut at white space, and by whom.
fn cut_by(kind: &str) -> Value {
    let mut file = small();
    file["pre_tokenizer"] = json!({ "type": kind });
    file["added_tokens"] = json!([]);
    file
}

#[test]
fn words_between_white_space_are_the_crate_s() {
    for kind in ["Whitespace", "WhitespaceSplit"] {
        let theirs = Tokenizer::from_bytes(cut_by(kind).to_string()).unwrap();
        let own = read(&cut_by(kind)).unwrap();
        for text in ["ab, ab!ab", "ab²ab Ⅷa Ⓐb", " a\u{301}b\u{200D}a_b\u{3000}ab\n", "", "  ", "狗ab ١ab"]
        {
            let expected = theirs.encode(text, false).unwrap();
            assert_eq!(ids(&own, text), expected.get_ids(), "{kind}: {text:?}");
        }
    }
}

#[test]
fn a_tiktoken_file_is_read() {
    let lines = ["YQ== 0", "Yg== 1", "YWI= 2"];
    let rest = (0..=255u8).filter(|byte| !b"ab".contains(byte));
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let base64 = |byte: u8| {
        let (high, low) =
            (digits[usize::from(byte >> 2)] as char, digits[usize::from(byte << 4 & 63)] as char);
        format!("{high}{low}==")
    };
    let file: String = lines
        .iter()
        .map(|line| format!("{line}\n"))
        .chain(rest.zip(3..).map(|(byte, rank)| format!("{} {rank}\n", base64(byte))))
        .collect();
    let own = sent(file.as_bytes(), Pattern::Cl100k).unwrap();
    assert_eq!(ids(&own, "abba"), [2, 1, 0]);
    let error = |file: String| Own::read(file.as_bytes(), Pattern::Cl100k).map(|_| ()).unwrap_err();
    assert_eq!(error(file.replace("YWI= 2", "YWI=")), OwnError::Line(3));
    assert_eq!(error(file.replace("YWI= 2", "YWI= 1")), OwnError::DuplicateId("b".into(), "ab".into(), 1));
    assert_eq!(error(file.replace("YWI= 2\n", "")), OwnError::Missing(Place::Rank(2)));
    assert_eq!(error(file.replace("YWI= 2", "eHl6 2")), OwnError::NoMerge("xyz".into()));
    assert_eq!(error("YQ== 0\n".into()), OwnError::NoByte(0));
    assert_eq!(
        error("YQ== 4000000000\n".into()).to_string(),
        "the id 4000000000 of “a” is beyond the largest that is read, 1048574"
    );
}

#[test]
fn what_is_wrong_is_one_sentence() {
    let broken = |path: &str, value: Value| {
        let mut file = small();
        *file.pointer_mut(path).unwrap() = value;
        read(&file).map(|_| ()).unwrap_err().to_string()
    };
    let cases = [
        ("/model", json!(null), "the file has no “model”"),
        ("/model/type", json!("Word2Vec"), "the model “Word2Vec” is not one that can be shown here"),
        ("/model/vocab/b", json!(1), "the pieces “a” and “b” share the id 1"),
        ("/model/vocab/b", json!(-1), "in the file the id of “b” in model.vocab is not what it should be"),
        (
            "/model/vocab/b",
            json!(1_048_575),
            "the id 1048575 of “b” is beyond the largest that is read, 1048574",
        ),
        ("/model/merges/0", json!("a c"), "merge 1, “a” and “c”: the vocabulary has no piece “c”"),
        ("/model/merges/0", json!("b a"), "merge 1, “b” and “a”: the vocabulary has no piece “ba”"),
        ("/model/merges/0", json!(["", "ab"]), "merge 1, “” and “ab”, makes a piece of itself"),
        ("/model/merges/1", json!(7), "in the file merge 2 of model.merges is not what it should be"),
        ("/model/unk_token", json!("!"), "the file has no piece “!”, which unk_token names"),
        ("/normalizer", json!({"type": "NFKC"}), "the normaliser “NFKC” is not one that can be shown here"),
        (
            "/pre_tokenizer",
            json!({"type": "UnicodeScripts"}),
            "the pre-tokeniser “UnicodeScripts” is not one that can be shown here",
        ),
        (
            "/pre_tokenizer",
            json!({"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": {"Regex": "\\d"}, "behavior": "Isolated"}, {"type": "ByteLevel", "use_regex": false}]}),
            "the pattern of a Split “\\d” is not one that can be shown here",
        ),
        ("/added_tokens/0/id", json!(7), "the pieces “<s>” and “[x]” share the id 7"),
    ];
    for (path, value, sentence) in cases {
        assert_eq!(broken(path, value), sentence, "{path}");
    }
    let error = |bytes: &[u8]| Own::read(bytes, Pattern::Cl100k).map(|_| ()).unwrap_err();
    assert_eq!(error(b" \n"), OwnError::Empty);
    assert_eq!(error(&vec![b'{'; MAX_BYTES + 1]), OwnError::TooLarge(MAX_BYTES + 1));
    assert!(error(b"\x89PNG\r\n").to_string().starts_with("the file is neither a tokenizer.json"));
    assert!(error(b"{\"model\": ").to_string().contains("line 1: it ends too early"));
}

#[test]
fn control_tokens_are_found_or_left_as_text() {
    let own = read(&small()).unwrap();
    let pieces = |recognise| {
        let tokens = own.encode("ab<s>ß [x] a", recognise);
        tokens.iter().map(|token| token.piece.clone()).collect::<Vec<_>>()
    };
    assert_eq!(pieces(Recognise::All)[..3], ["▁ab", "<s>", "▁ab"]);
    assert!(!pieces(Recognise::Nothing).contains(&"<s>".to_owned()));
}

#[test]
fn an_error_travels_and_a_damaged_parcel_makes_no_tokenizer() {
    let error = read(&json!({"model": {"type": "Word2Vec"}})).map(|_| ()).unwrap_err();
    let text = serde_json::to_string(&error).unwrap();
    assert_eq!(serde_json::from_str::<OwnError>(&text).unwrap(), error);
    let packed = Tables::read(small().to_string().as_bytes(), Pattern::Gpt2).unwrap().pack();
    let damaged = |damage: &dyn Fn(&mut locus::tokenize::own::Packed)| {
        let mut other = packed.clone();
        damage(&mut other);
        other.unpack().is_none()
    };
    assert!(!damaged(&|_| {}));
    assert!(damaged(&|packed| packed.head.clear()));
    assert!(damaged(&|packed| packed.bytes.truncate(1)));
    assert!(damaged(&|packed| packed.numbers.truncate(9)));
    assert!(damaged(&|packed| packed.numbers.swap(0, 4)));
}

proptest! {
    #[test]
    fn the_small_file_is_what_the_crate_makes_of_it(text in "[abAB ßcéß]{0,12}|([ab ]|<s>|\\[x\\]){0,8}") {
        let theirs = Tokenizer::from_bytes(small().to_string()).unwrap();
        let own = read(&small()).unwrap();
        let expected = theirs.encode(text.as_str(), false).unwrap();
        prop_assert_eq!(ids(&own, &text), expected.get_ids());
    }

    #[test]
    fn no_file_makes_it_panic(cut in any::<prop::sample::Index>(), flip in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = small().to_string().into_bytes();
        let at = flip.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(cut.index(bytes.len() * 2).min(bytes.len()));
        if let Ok(own) = Own::read(&bytes, Pattern::Cl100k) {
            let _ = own.encode("ab<s>ß [x] a狗", Recognise::All);
        }
    }
}
