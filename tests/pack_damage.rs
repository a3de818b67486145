//! Damaged packs end in an error, never in a panic and never in a wrong vocabulary.

mod checksum;

use checksum::with_checksum;
use locus::pack::{Algorithm, Pack, PackError};
use locus::tokenize::{TextTokenizer, vocabulary};
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;

static PACKS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("public/packs");
    vocabulary::packed().map(|vocabulary| std::fs::read(folder.join(vocabulary.file)).unwrap()).collect()
});

#[test]
fn the_test_checksum_is_the_formats() {
    assert!(PACKS.iter().all(|pack| with_checksum(pack.clone()) == *pack));
}

#[test]
fn each_damage_has_its_error() {
    let good = &PACKS[0];
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    assert_eq!(Pack::read(b""), Err(PackError::NotAPack));
    assert_eq!(Pack::read(b"<!doctype html>"), Err(PackError::NotAPack));
    assert_eq!(Pack::read(&changed(4, 2)), Err(PackError::Version { found: 2, expected: 1 }));
    assert_eq!(Pack::read(&changed(good.len() / 2, 0)), Err(PackError::Checksum));
    assert_eq!(Pack::read(&good[..10]), Err(PackError::Truncated("header")));
    assert_eq!(
        Pack::read(&with_checksum(good[..good.len() - 1].to_vec())),
        Err(PackError::Truncated("sections"))
    );
    assert_eq!(Pack::read(&with_checksum(good[..25].to_vec())), Err(PackError::Truncated("section headers")));
    assert_eq!(Pack::read(&with_checksum(changed(5, 9))), Err(PackError::Corrupt("unknown algorithm")));
    assert_eq!(
        Pack::read(&with_checksum(changed(11, 255))),
        Err(PackError::TooLarge { what: "pieces", got: 0xFF00_C451, limit: 1 << 20 })
    );
    assert_eq!(
        Pack::read(&with_checksum(changed(27, 255))),
        Err(PackError::TooLarge {
            what: "bytes",
            got: u32::from_le_bytes([good[24], good[25], good[26], 255]),
            limit: 1 << 24
        })
    );
    let of_another = TextTokenizer::from_pack(vocabulary::by_id("bert").unwrap(), good).map(|_| ());
    assert_eq!(
        of_another,
        Err(PackError::Algorithm { found: Algorithm::ByteBpe, expected: Algorithm::WordPiece })
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_change_is_noticed(pack in 0..8usize, at in any::<prop::sample::Index>(), flip in 1..=255u8) {
        let mut bytes = PACKS[pack].clone();
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(Pack::read(&bytes).is_err());
    }

    #[test]
    fn any_cut_is_noticed(pack in 0..8usize, length in any::<prop::sample::Index>()) {
        let bytes = &PACKS[pack];
        prop_assert!(Pack::read(&bytes[..length.index(bytes.len())]).is_err());
    }

    #[test]
    fn noise_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Pack::read(&bytes).is_err());
        prop_assert!(Pack::read(&with_checksum([&PACKS[0][..12], &bytes].concat())).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Damage that the checksum does not see may give another vocabulary, but no panic, also while encoding.
    #[test]
    fn crafted_packs_do_not_panic(
        pack in 0..8usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        in_headers in any::<bool>(),
    ) {
        let mut bytes = PACKS[pack].clone();
        let end = if in_headers { 70 } else { bytes.len() };
        for (at, byte) in changes {
            bytes[at.index(end)] = byte;
        }
        if let Ok(tokenizer) = TextTokenizer::from_pack(vocabulary::packed().nth(pack).unwrap(), &with_checksum(bytes)) {
            let _ = tokenizer.encode("The 狗 ①  \u{301}ﬁ 👨‍👩‍👧");
        }
    }
}
