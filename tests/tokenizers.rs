//! The shipped vocabularies against the reference libraries, through the packs that the page loads.

use locus::pack::{Algorithm, Pack};
use locus::tokenize::bpe::Trace;
use locus::tokenize::sentencepiece_trace::{self, MergeOrder};
use locus::tokenize::unigram::Unigram;
use locus::tokenize::word_piece::trace::Tracer;
use locus::tokenize::{TextTokenizer, Token, byte_level, groups, vocabulary};
use samples::{Sample, samples};
use serde_json::Value;
use std::path::PathBuf;

#[path = "tokenizer_cases/samples.rs"]
mod samples;

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

#[test]
fn all_ids_equal_the_reference_libraries() {
    let samples = samples();
    assert!(samples.len() >= 5_000, "only {} samples", samples.len());
    let mut failures = Vec::new();
    for (index, vocabulary) in vocabulary::packed().enumerate() {
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
                tokenizer
                    .encode(&first.text)
                    .unwrap()
                    .iter()
                    .map(|t| (t.id, t.piece.clone()))
                    .collect::<Vec<_>>(),
                first.ids[index].iter().map(|id| (*id, tokenizer.piece(*id).unwrap())).collect::<Vec<_>>(),
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn spans_are_the_bytes_that_tokens_stand_for() {
    let samples = samples();
    for vocabulary in vocabulary::packed() {
        let tokenizer = tokenizer(vocabulary.id);
        for Sample { text, .. } in &samples {
            let tokens = tokenizer.encode(text).unwrap();
            assert!(tokens.is_sorted_by_key(|token| token.span.start), "{}: {text:?}", vocabulary.id);
            assert!(tokens.iter().all(|token| token.span.end <= text.len()), "{}: {text:?}", vocabulary.id);
            assert!(tokens.iter().all(|token| tokenizer.piece(token.id).as_ref() == Some(&token.piece)));
            let changed = tokenizer.byte_bpe().is_some_and(|model| model.normalize(text).is_some());
            if vocabulary.algorithm == Algorithm::ByteBpe && !changed {
                let bytes = |token: &Token| byte_level::bytes(&token.piece).unwrap();
                assert!(
                    tokens.iter().all(|token| bytes(token) == text.as_bytes()[token.span.clone()]),
                    "{text:?}"
                );
                assert_eq!(tokens.iter().flat_map(bytes).collect::<Vec<u8>>(), text.as_bytes());
            } else {
                // a byte of a character that is no piece is inside it
                let is_byte = |token: &Token| token.piece.starts_with("<0x");
                assert!(
                    tokens.iter().all(|token| is_byte(token) || text.get(token.span.clone()).is_some()),
                    "{}: {text:?}",
                    vocabulary.id
                );
            }
        }
    }
}

#[test]
fn spans_follow_what_the_normalisers_change() {
    let spans = |id: &str, text: &str| {
        let tokens = tokenizer(id).encode(text).unwrap();
        tokens.into_iter().map(|token| (token.piece, text[token.span].to_owned())).collect::<Vec<_>>()
    };
    let pairs =
        |list: &[(&str, &str)]| list.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>();
    assert_eq!(
        spans("bert", " 人 É\u{1}xyzzy"),
        pairs(&[("人", "人"), ("ex", "É\u{1}x"), ("##y", "y"), ("##zzy", "zzy")])
    );
    assert_eq!(spans("unigram", "  ①  the\u{3000}"), pairs(&[("▁1", "①"), ("▁the", "  the")]));
}

#[test]
fn groups_hold_every_token_once_and_no_character_twice() {
    let samples = samples();
    for vocabulary in vocabulary::packed() {
        let tokenizer = tokenizer(vocabulary.id);
        for Sample { text, .. } in &samples {
            let tokens = tokenizer.encode(text).unwrap();
            let groups = groups(text, &tokens);
            let indices: Vec<usize> = groups.iter().flat_map(|group| group.tokens.clone()).collect();
            assert_eq!(indices, (0..tokens.len()).collect::<Vec<_>>(), "{}: {text:?}", vocabulary.id);
            let mut rest = text.as_str();
            for group in &groups {
                let at = rest
                    .find(&group.text)
                    .unwrap_or_else(|| panic!("{}: {group:?} in {text:?}", vocabulary.id));
                rest = &rest[at + group.text.len()..];
            }
            if vocabulary.algorithm == Algorithm::ByteBpe {
                assert_eq!(groups.into_iter().map(|group| group.text).collect::<String>(), *text);
            }
        }
    }
}

#[test]
fn a_split_character_is_one_group() {
    let tokens = tokenizer("gpt2").encode("狗咬人").unwrap();
    let shown: Vec<(String, usize)> =
        groups("狗咬人", &tokens).into_iter().map(|g| (g.text, g.tokens.len())).collect();
    assert_eq!(shown, [("狗".to_owned(), 2), ("咬".to_owned(), 3), ("人".to_owned(), 1)]);
}

fn golden() -> Value {
    let folder = std::env::var_os("GOLDEN_DIR").map_or_else(|| repository("tests/golden"), PathBuf::from);
    serde_json::from_slice(&std::fs::read(folder.join("tokenizers.json")).unwrap()).unwrap()
}

#[test]
fn golden_gpt2_real() {
    let tokenizer = tokenizer("gpt2");
    let golden = golden();
    let cases = golden["gpt2_real"].as_array().unwrap();
    assert!(!cases.is_empty());
    for case in cases {
        let text = case["text"].as_str().unwrap();
        let tokens = tokenizer.encode(text).unwrap();
        let hex = |token: &Token| {
            text.as_bytes()[token.span.clone()].iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        assert_eq!(serde_json::json!(ids(&tokens)), case["ids"], "{text:?}");
        assert_eq!(
            serde_json::json!(tokens.iter().map(hex).collect::<Vec<_>>()),
            case["token_bytes_hex"],
            "{text:?}"
        );
    }
}

#[test]
fn golden_byte_to_unicode() {
    let golden = golden();
    let map = golden["byte_to_unicode"].as_object().unwrap();
    assert_eq!(map.len(), 256);
    for (byte, character) in map {
        let byte: u8 = byte.parse().unwrap();
        assert_eq!(byte_level::char_of(byte).to_string(), character.as_str().unwrap());
        assert_eq!(byte_level::bytes(character.as_str().unwrap()), Some(vec![byte]));
    }
}

#[test]
fn the_manifest_and_the_list_say_the_same() {
    let manifest = std::fs::read(repository("public/packs/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    let all = manifest["packs"].as_array().unwrap();
    let packs: Vec<_> = all.iter().filter(|entry| entry.get("vocabulary_size").is_some()).collect();
    assert_eq!(packs.len(), vocabulary::packed().count());
    for (entry, vocabulary) in packs.into_iter().zip(vocabulary::packed()) {
        let bytes = pack_bytes(vocabulary.id);
        let pack = Pack::read(&bytes).unwrap();
        assert_eq!((pack.algorithm, pack.n_ids as usize), (vocabulary.algorithm, vocabulary.size as usize));
        assert_eq!(bytes.len(), vocabulary.bytes as usize);
        assert_eq!(entry["id"], vocabulary.id);
        assert_eq!(entry["file"], vocabulary.file);
        assert_eq!(entry["bytes"], vocabulary.bytes);
        assert_eq!(entry["vocabulary_size"], vocabulary.size);
        let source = &entry["source"];
        for part in ["registry", "package", "version", "file"] {
            assert!(vocabulary.source.contains(source[part].as_str().unwrap()), "{}: {part}", vocabulary.id);
        }
        assert!(entry["licence"].as_str().unwrap().starts_with(vocabulary.licence));
    }
}

/// The tracers say every step; their ends are the encoders'.
#[test]
fn traces_end_where_encoding_does() {
    let read = |id: &str| Pack::read(&pack_bytes(id)).unwrap();
    let unigram = Unigram::from_pack(read("unigram")).unwrap();
    let bert = read("bert");
    let unknown = bert.unknown_id().unwrap();
    let bert = Tracer::new(bert.pieces, unknown);
    let order: Vec<&str> = vocabulary::packed().map(|vocabulary| vocabulary.id).collect();
    assert_eq!(order[..3], ["gpt2", "bert", "unigram"]);
    for sample in samples() {
        let text = &sample.text;
        let trace = bert.trace(text);
        assert_eq!(trace.tokens().map(|token| token.id).collect::<Vec<_>>(), sample.ids[1], "{text:?}");
        assert_eq!(ids(&bert.encode(text)), sample.ids[1], "{text:?}");

        let trace = unigram.trace(text);
        assert_eq!(ids(&trace.tokens), sample.ids[2], "{text:?}");
        let edges = trace.chosen.edges.iter().map(|&edge| trace.lattice.edges[edge]);
        let mut path: Vec<(u32, bool)> = edges.map(|edge| (edge.id, edge.unknown)).collect();
        path.dedup_by(|a, b| a.1 && b.1);
        assert_eq!(path.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), sample.ids[2], "{text:?}");
        let normalized = trace.stages.last().map(|stage| stage.text.as_str());
        assert_eq!(Some(trace.lattice.pieces(&trace.chosen).collect::<String>().as_str()), normalized);
        // the path of f32 sums is as good as the best in f64, to within their rounding
        let best = trace.lattice.best().unwrap();
        let rounding = 1e-6 * best.log_prob.abs() * (1.0 + best.edges.len() as f64);
        assert!((best.log_prob - trace.chosen.log_prob).abs() <= rounding, "{text:?}");
    }
}

/// The merges of every piece of text, and of a whole text for SentencePiece's BPE.
#[test]
fn merge_traces_end_where_encoding_does() {
    let short: Vec<Sample> =
        samples().into_iter().filter(|sample| sample.text.len() < 300).step_by(5).collect();
    for (index, vocabulary) in vocabulary::packed().enumerate() {
        let tokenizer = tokenizer(vocabulary.id);
        let Some(model) = tokenizer.byte_bpe() else { continue };
        for Sample { text, ids } in &short {
            let text = model.normalize(text).map_or(text.clone(), |normalized| normalized.text);
            let words = model.pattern().pieces(&text).into_iter().map(|piece| &text[piece.span]);
            let symbols = words.flat_map(|word| Trace::new(model.model(), word).result());
            assert_eq!(symbols.map(|symbol| symbol.id).collect::<Vec<_>>(), ids[index], "{text:?}");
        }
    }
    let pack = Pack::read(&pack_bytes("mistral")).unwrap();
    let mistral = tokenizer("mistral");
    let merges = mistral.sentencepiece_bpe().unwrap().model().merges().collect();
    let order = MergeOrder::Ranks(merges);
    let tables = pack.sentencepiece.unwrap();
    let tracer = sentencepiece_trace::Tracer::new(pack.pieces, &pack.kinds, tables, order).unwrap();
    for Sample { text, .. } in &short {
        assert_eq!(tracer.trace(text).tokens, mistral.encode(text).unwrap(), "{text:?}");
    }
}
