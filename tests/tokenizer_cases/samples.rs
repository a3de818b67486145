//! The texts of tests/fixtures/tokenizer_ids.bin and their ids by the reference libraries.

use locus::tokenize::vocabulary;
use std::io::Read;

/// One text of the fixture and its ids in the order of `vocabulary::packed`.
pub struct Sample {
    pub text: String,
    #[allow(dead_code, reason = "pre-tokenisers are tested on the texts alone")]
    pub ids: Vec<Vec<u32>>,
}

/// Reads tests/fixtures/tokenizer_ids.bin; scripts/assets/reference_ids.py wrote it and says how.
pub fn samples() -> Vec<Sample> {
    let file =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tokenizer_ids.bin")).unwrap();
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
        let ids = vocabulary::packed().map(|_| ids()).collect();
        samples.push(Sample { text, ids });
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
