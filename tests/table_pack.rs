//! The trained position table that we ship: its numbers are the model's, and damage ends in an error.

mod checksum;

use checksum::with_checksum;
use locus::embed::pca::pca;
use locus::pack::{Pack, PackError, Table};
use locus::position::learned;
use locus::position::resize::Resize;
use proptest::prelude::*;
use std::sync::LazyLock;

static PACK: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/public/packs/minilm_positions.pack");
    std::fs::read(path).unwrap()
});

/// (row, column, entry) of `embeddings.position_embeddings.weight` in the published model.safetensors.
#[allow(clippy::excessive_precision)] // as the library prints them
const ORIGINAL: &[(usize, usize, f64)] = &[
    (0, 0, -0.08555416762828827),
    (0, 99, 1.8740946054458618),
    (1, 1, 0.0022719488479197025),
    (17, 100, 0.0038542088586837053),
    (255, 200, -0.0413818359375),
    (300, 7, -0.0250091552734375),
    (511, 0, -0.0230712890625),
    (511, 383, -0.006320953369140625),
];

/// (row, Euclidean norm) of the same.
const NORMS: &[(usize, f64)] = &[(0, 2.36181), (1, 0.491065), (100, 0.416771), (511, 0.969584)];

#[test]
fn the_numbers_are_the_models() {
    let table = Table::read(&PACK).unwrap();
    assert_eq!((table.rows.dim(), table.step), ((512, 384), (-13.0_f32).exp2()));
    for &(row, column, original) in ORIGINAL {
        let gap = (f64::from(table.rows[[row, column]]) - original).abs();
        assert!(gap <= f64::from(table.step) / 2.0, "[{row}, {column}]: {gap}");
    }
    for &(row, original) in NORMS {
        let norm = table.rows.row(row).iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
        assert!((norm - original).abs() < 1e-4, "row {row}: {norm}");
    }
    assert!((table.embedding_rms - 0.055_623_34).abs() < 1e-7);
}

#[test]
fn each_damage_has_its_error() {
    let changed = |at: usize, byte: u8| {
        let mut bytes = PACK.clone();
        bytes[at] = byte;
        Table::read(&bytes)
    };
    assert_eq!(Table::read(b""), Err(PackError::NotAPack));
    assert_eq!(changed(0, b'X'), Err(PackError::NotAPack));
    assert_eq!(changed(4, 2), Err(PackError::Version { found: 2, expected: 1 }));
    assert_eq!(changed(5, 12), Err(PackError::Checksum));
    assert_eq!(Table::read(&PACK[..11]), Err(PackError::Truncated("header")));
    // one kind of pack is not the other
    assert_eq!(Pack::read(&PACK), Err(PackError::NotAPack));
}

#[test]
fn sizes_are_bounded_before_memory_is_taken() {
    let crafted = |at: usize, value: [u8; 2]| {
        let mut bytes = PACK.clone();
        bytes[at..at + 2].copy_from_slice(&value);
        Table::read(&with_checksum(bytes))
    };
    assert_eq!(Table::read(&with_checksum(PACK.clone())), Table::read(&PACK));
    let too_many = |what| {
        Err(PackError::TooLarge { what, got: 0xFFFF, limit: if what == "rows" { 8192 } else { 4096 } })
    };
    assert_eq!(crafted(8, [0xFF, 0xFF]), too_many("rows"));
    assert_eq!(crafted(10, [0xFF, 0xFF]), too_many("columns"));
    assert_eq!(crafted(6, [1, 22]), Err(PackError::Corrupt("PPMd parameters out of range")));
    assert_eq!(
        crafted(22, [0x80, 0xFF]).map(|_| ()),
        Err(PackError::Corrupt("the scale of the embedding is not a positive number"))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_change_or_cut_is_noticed(at in any::<prop::sample::Index>(), flip in 1..=255u8) {
        let at = at.index(PACK.len());
        let mut bytes = PACK.clone();
        bytes[at] ^= flip;
        prop_assert!(Table::read(&bytes).is_err());
        prop_assert!(Table::read(&PACK[..at]).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    /// Damage that the checksum does not see may give other numbers, but no panic.
    #[test]
    fn crafted_packs_do_not_panic(at in any::<prop::sample::Index>(), byte in any::<u8>(), in_header in any::<bool>()) {
        let mut bytes = PACK.clone();
        let end = if in_header { 24 } else { bytes.len() };
        bytes[at.index(end)] = byte;
        if let Ok(table) = Table::read(&with_checksum(bytes)) {
            prop_assert!(table.rows.iter().all(|x| x.is_finite()));
        }
    }
}

/// The spectrum of the original table by numpy's SVD (2.4.6, float64).
#[test]
fn the_principal_components_are_numpys() {
    let table = Table::read(&PACK).unwrap();
    let pca = pca(&table.rows, 3);
    for (share, numpy) in pca.explained.iter().zip([0.12347991, 0.12166019, 0.10012292]) {
        assert!((share - numpy).abs() < 1e-5, "{share} for {numpy}");
    }
}

#[test]
fn the_manifest_and_the_scheme_say_the_same() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/public/packs/manifest.json");
    let manifest: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let packs = manifest["packs"].as_array().unwrap();
    let [entry] = &packs.iter().filter(|entry| entry["file"] == learned::FILE).collect::<Vec<_>>()[..] else {
        panic!("one entry for {}", learned::FILE);
    };
    assert_eq!(entry["bytes"], learned::BYTES);
    assert_eq!(PACK.len(), learned::BYTES as usize);
    assert_eq!(entry["shape"], serde_json::json!([learned::ROWS, 384]));
    let source = &entry["source"];
    assert!(
        ["package", "version"].iter().all(|part| learned::SOURCE.contains(source[*part].as_str().unwrap()))
    );
}

/// What the page adds: the table times one over the root mean square of the model's word embeddings.
#[test]
fn the_scheme_adds_the_models_rows() {
    let table = Table::read(&PACK).unwrap();
    let params =
        learned::Params { trained: Some(learned::Trained::new(table.clone())), ..Default::default() };
    let rows = learned::rows(512, 64, &params, 0).unwrap();
    assert_eq!(learned::source(64, &params), learned::Source::Trained { used: 64, columns: 384 });
    let scale = (1.0 / f64::from(table.embedding_rms)) as f32;
    assert!(rows.indexed_iter().all(|((p, dim), &x)| x == table.rows[[p, dim]] * scale));
    assert_eq!(learned::rows(513, 64, &params, 0), None);
    let stretched = learned::Params { position_resize: Resize::Bilinear, ..params };
    let stretched = learned::rows(1023, 64, &stretched, 0).unwrap();
    // twice as dense with the corners aligned: every other row is a row of the table
    assert!(
        (0..512).all(|p| stretched.row(2 * p).iter().zip(rows.row(p)).all(|(a, b)| (a - b).abs() < 1e-5))
    );
}
