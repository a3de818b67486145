//! Our byte-pair encoding against the `tokenizers` crate, and the fast encoder against
//! the plain one.

use locus::pack::Pack;
use locus::tokenize::bpe::dropout::{DropoutError, distribution, sample};
use locus::tokenize::bpe::model::Characters;
use locus::tokenize::bpe::special::{AddedToken, split};
use locus::tokenize::bpe::{Bpe, ByteStrings, Fast, Merge, Start, Symbol, Trace};
use locus::tokenize::byte_bpe::ByteBpe;
use locus::tokenize::sentencepiece_bpe::SentencePieceBpe;
use locus::tokenize::vocabulary;
use proptest::prelude::*;
use std::path::PathBuf;

#[path = "tokenizer_cases/crate_models.rs"]
mod crate_models;
#[path = "tokenizer_cases/nasty.rs"]
mod nasty;

/// A model over characters: the alphabet, then each merge's piece.
fn characters(alphabet: &str, merges: &[&str]) -> Bpe {
    let mut pieces: Vec<String> = alphabet.chars().map(String::from).collect();
    let mut list = Vec::new();
    for (left, right) in merges.iter().map(|merge| merge.split_once(' ').unwrap()) {
        let id = |piece: &str| pieces.iter().position(|other| other == piece).unwrap() as u32;
        list.push(Merge { left: id(left), right: id(right), id: pieces.len() as u32 });
        pieces.push(format!("{left}{right}"));
    }
    let strings: ByteStrings = pieces.iter().map(String::as_bytes).collect();
    Bpe::new(strings, &list, Start::Characters(Characters::default()), |_| true).unwrap()
}

#[test]
fn samples_of_dropout_follow_the_distribution() {
    let model = characters("elostw", &["e s", "es t", "l o", "lo w"]);
    let n = 4_000;
    let drawn: Vec<_> = (0..n).map(|nth| sample(&model, "lowest", 0.3, 7, nth).unwrap()).collect();
    assert_eq!(drawn[5], sample(&model, "lowest", 0.3, 7, 5).unwrap());
    for (symbols, probability) in distribution(&model, "lowest", 0.3).unwrap() {
        let share = drawn.iter().filter(|other| **other == symbols).count() as f64 / n as f64;
        let deviation = (probability * (1.0 - probability) / n as f64).sqrt();
        assert!((share - probability).abs() < 5.0 * deviation + 1e-9, "{symbols:?}: {share} {probability}");
    }
    assert_eq!(sample(&model, "lowest", 0.0, 1, 0), Ok(model.encode("lowest")));
    assert_eq!(sample(&model, "lowest", 1.0, 1, 0), Ok(model.symbols("lowest")));
    assert_eq!(sample(&model, "low", 1.5, 1, 0), Err(DropoutError::Probability(1.5)));
    assert!(sample(&model, "low", f64::NAN, 1, 0).is_err());
    for (p, symbols) in [(0.0, model.encode("lowest")), (1.0, model.symbols("lowest"))] {
        let mut all = distribution(&model, "lowest", p).unwrap();
        all.retain(|(_, p)| *p > 0.0);
        assert_eq!(all, [(symbols, 1.0)], "one cut at p = {p}");
    }
    assert_eq!(distribution(&model, "lowestlowestlow", 0.5), Err(DropoutError::TooLong(15)));
}

fn pack(id: &str) -> Pack {
    let file = vocabulary::by_id(id).unwrap().file;
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("public/packs").join(file);
    Pack::read(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_trace_shows_bytes_merges_and_the_tree() {
    let model = ByteBpe::from_pack(pack("gpt2")).unwrap();
    let trace = Trace::new(model.model(), " unbelief");
    assert_eq!(trace.symbols.len(), 9);
    let (nodes, roots) = trace.tree();
    let tokens: Vec<Symbol> = roots.iter().map(|root| nodes[*root].symbol.clone()).collect();
    assert_eq!(tokens, trace.result());
    assert_eq!(tokens.iter().map(|token| token.id).collect::<Vec<_>>(), [17_491, 2_086]);
    assert_eq!(nodes.len(), trace.symbols.len() + trace.steps.len());
    assert_eq!(trace.after(0), trace.symbols);
    for (index, step) in trace.steps.iter().enumerate() {
        let (before, after) = (trace.after(index), trace.after(index + 1));
        assert_eq!(before.len(), after.len() + 1);
        assert_eq!((before[step.at].id, before[step.at + 1].id), (step.left, step.right));
        assert_eq!(after[step.at].id, step.merged.id);
        assert!(step.candidates.iter().all(|(_, found)| found.rank >= step.merged.rank));
    }
}

#[test]
fn ignore_merges_takes_a_word_that_is_a_piece() {
    let pieces = ["a", "b", "c", "bc", "abc"].map(str::as_bytes);
    let merges = [Merge { left: 1, right: 2, id: 3 }];
    let start = || Start::Characters(Characters::default());
    let model = || Bpe::new(pieces.into_iter().collect(), &merges, start(), |_| true).unwrap();
    let ids = |model: &Bpe, word| model.encode(word).iter().map(|symbol| symbol.id).collect::<Vec<_>>();
    assert_eq!(ids(&model(), "abc"), [0, 3]);
    let ignoring = model().with_ignore_merges(true);
    assert_eq!(ids(&ignoring, "abc"), [4]);
    assert_eq!(ids(&ignoring, "abcc"), [0, 3, 2]);
    assert_eq!(Trace::new(&ignoring, "abc").whole, Some(4));
}

#[test]
fn text_that_looks_like_a_control_token_is_text_unless_asked_for() {
    let model = ByteBpe::from_pack(pack("qwen3")).unwrap();
    let text = "<|im_start|>user";
    assert!(model.ids(text).len() > 3 && model.ids(text).iter().all(|id| *id < 151_643));
    let parts = split(text, model.specials(), |token: &AddedToken| token.special);
    assert_eq!(parts.len(), 2);
    let start = &model.specials()[parts[0].token.unwrap()];
    assert_eq!((start.id, start.content.as_str()), (151_644, "<|im_start|>"));
    assert_eq!(model.piece(151_644).as_deref(), Some("<|im_start|>"));
}

const BYTE_LEVEL: [&str; 5] = ["gpt2", "cl100k", "o200k", "qwen3", "deepseek_v3"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The `tokenizers` crate with the pack's merges and the real expression gives the same ids as we do.
    #[test]
    fn byte_level_ids_are_the_crates(texts in prop::collection::vec(nasty::nasty(), 8)) {
        thread_local! {
            static MODELS: Vec<(ByteBpe, tokenizers::Tokenizer)> = BYTE_LEVEL.map(|id| {
                let ours = ByteBpe::from_pack(pack(id)).unwrap();
                let theirs = crate_models::byte_level(&ours);
                (ours, theirs)
            }).into();
        }
        MODELS.with(|models| for (ours, theirs) in models {
            for text in &texts {
                let expected = theirs.encode(text.as_str(), false).unwrap();
                assert_eq!(ours.ids(text), expected.get_ids(), "{:?}: {text:?}", ours.pattern());
            }
        });
    }

    #[test]
    fn sentencepiece_ids_are_the_crates(texts in prop::collection::vec(nasty::nasty(), 8)) {
        thread_local! {
            static MODEL: (SentencePieceBpe, tokenizers::Tokenizer) = {
                let ours = SentencePieceBpe::from_pack(pack("mistral")).unwrap();
                let theirs = crate_models::sentencepiece(&pack("mistral"));
                (ours, theirs)
            };
        }
        MODEL.with(|(ours, theirs)| for text in &texts {
            let ids: Vec<u32> = ours.encode(text).iter().map(|token| token.id).collect();
            assert_eq!(ids, theirs.encode(text.as_str(), false).unwrap().get_ids(), "{text:?}");
        });
    }

    /// Small alphabets make merges that overlap in every way; words on both sides of the fast encoder's limit.
    #[test]
    fn fast_plain_and_traced_agree(
        parts in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..40),
        words in prop::collection::vec("[abc]{0,20}|[ab]{60,90}|a{100}", 1..6),
    ) {
        let mut pieces: Vec<Vec<u8>> = vec![b"a".to_vec(), b"b".to_vec(), b"c".to_vec()];
        let mut merges = Vec::new();
        for (left, right) in parts {
            let (left, right) = (left.index(pieces.len()), right.index(pieces.len()));
            let piece = [pieces[left].clone(), pieces[right].clone()].concat();
            let id = pieces.iter().position(|other| *other == piece).unwrap_or(pieces.len());
            if piece.len() < 24 && !merges.contains(&Merge { left: left as u32, right: right as u32, id: id as u32 }) {
                merges.push(Merge { left: left as u32, right: right as u32, id: id as u32 });
                if id == pieces.len() { pieces.push(piece) }
            }
        }
        let strings: ByteStrings = pieces.iter().map(Vec::as_slice).collect();
        let model = Bpe::new(strings, &merges, Start::Characters(Characters::default()), |_| true).unwrap();
        let fast = Fast::new(model.clone());
        for word in words.iter().chain(&words) {
            let plain = model.encode(word);
            let mut ids = Vec::new();
            fast.encode_word(word, &mut ids);
            prop_assert_eq!(plain.iter().map(|symbol| symbol.id).collect::<Vec<_>>(), ids);
            prop_assert_eq!(&Trace::new(&model, word).result(), &plain);
            prop_assert_eq!(plain.iter().map(|symbol| &word[symbol.span.clone()]).collect::<String>(), word.as_str());
        }
    }
}
