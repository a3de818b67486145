//! How fast the encoder is beside the `tokenizers` crate, on texts of the reader's choice:
//!
//! ```sh
//! BPE_TEXTS=en.txt:zh.txt:code.txt cargo test --release --test bpe_speed -- --ignored --nocapture
//! ```

use locus::pack::Pack;
use locus::tokenize::byte_bpe::ByteBpe;
use locus::tokenize::vocabulary;
use std::path::PathBuf;
use std::time::Instant;

#[path = "tokenizer_cases/crate_models.rs"]
mod crate_models;

fn seconds<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

#[test]
#[ignore = "a measurement"]
fn beside_the_tokenizers_crate() {
    let texts = std::env::var("BPE_TEXTS").expect("BPE_TEXTS names files, separated by colons");
    for id in ["gpt2", "cl100k", "o200k", "qwen3", "deepseek_v3"] {
        let file = vocabulary::by_id(id).unwrap().file;
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("public/packs").join(file);
        let bytes = std::fs::read(path).unwrap();
        let (ours, ready) = seconds(|| ByteBpe::from_pack(Pack::read(&bytes).unwrap()).unwrap());
        println!("{id}: ready in {:.0} ms", ready * 1e3);
        let theirs = crate_models::byte_level(&ours);
        for name in texts.split(':') {
            let text = std::fs::read_to_string(name).unwrap();
            // a new model each: the first pass finds no word remembered
            let cold = ByteBpe::from_pack(Pack::read(&bytes).unwrap()).unwrap();
            let (ids, first) = seconds(|| cold.ids(&text));
            let (_, second) = seconds(|| cold.ids(&text));
            let (encoding, crate_time) = seconds(|| theirs.encode(text.as_str(), false).unwrap());
            assert_eq!(ids, encoding.get_ids());
            println!(
                "  {name}: {} tokens, {:.0} ms cold, {:.0} ms warm; tokenizers {:.0} ms, {:.1} times",
                ids.len(),
                first * 1e3,
                second * 1e3,
                crate_time * 1e3,
                crate_time / first
            );
        }
    }
}
