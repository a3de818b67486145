//! The shipped vocabularies against the reference libraries, through the packs that the page loads.

use locus::pack::{Pack, PackError};
use locus::tokenize::{TextTokenizer, Token, VOCABULARIES, byte_level, groups, vocabulary};
use std::io::Read;
use std::path::PathBuf;

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn pack_bytes(id: &str) -> Vec<u8> {
    let path = repository("public/packs").join(vocabulary::by_id(id).unwrap().file);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn tokenizer(id: &str) -> TextTokenizer {
    TextTokenizer::from_pack(vocabulary::by_id(id).unwrap(), &pack_bytes(id)).unwrap()
}

fn ids(tokens: &[Token]) -> Vec<u32> {
    tokens.iter().map(|token| token.id).collect()
}

/// One text of the fixture and its ids in the order of [`VOCABULARIES`].
struct Sample {
    text: String,
    ids: [Vec<u32>; 3],
}

/// Reads tests/fixtures/tokenizer_ids.bin; scripts/assets/reference_ids.py wrote it and says how.
fn samples() -> Vec<Sample> {
    let file = std::fs::read(repository("tests/fixtures/tokenizer_ids.bin")).unwrap();
    let [order, log2_memory, a, b, c, d] = *file.first_chunk().unwrap();
    let mut plain = vec![0; u32::from_le_bytes([a, b, c, d]) as usize];
    let mut decoder = ppmd_rust::Ppmd7Decoder::new(&file[6..], order.into(), 1 << log2_memory).unwrap();
    decoder.read_exact(&mut plain).unwrap();
    let mut rest = plain.as_slice();
    let mut samples = Vec::new();
    while !rest.is_empty() {
        let length = number(&mut rest) as usize;
        let text = String::from_utf8(rest.split_off(..length).unwrap().to_vec()).unwrap();
        let mut ids = || {
            let n = number(&mut rest);
            (0..n).map(|_| number(&mut rest)).collect()
        };
        samples.push(Sample { text, ids: [ids(), ids(), ids()] });
    }
    samples
}

/// An unsigned LEB128 number.
fn number(rest: &mut &[u8]) -> u32 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = *rest.split_off_first().unwrap();
        value |= u32::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            break;
        }
    }
    value
}

#[test]
fn all_ids_equal_the_reference_libraries() {
    let samples = samples();
    assert!(samples.len() >= 5_000, "only {} samples", samples.len());
    let mut failures = Vec::new();
    for (index, vocabulary) in VOCABULARIES.iter().enumerate() {
        let tokenizer = tokenizer(vocabulary.id);
        let differ = |sample: &&Sample| ids(&tokenizer.encode(&sample.text).unwrap()) != sample.ids[index];
        let different: Vec<&Sample> = samples.iter().filter(differ).collect();
        if let Some(first) = different.first() {
            failures.push(format!(
                "{}: {} of {} texts differ, first {:?}\n  ours      {:?}\n  reference {:?}",
                vocabulary.id,
                different.len(),
                samples.len(),
                first.text,
                tokenizer.encode(&first.text).unwrap().iter().map(|t| (t.id, t.piece.clone())).collect::<Vec<_>>(),
                first.ids[index].iter().map(|id| (*id, tokenizer.piece(*id).unwrap())).collect::<Vec<_>>(),
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
