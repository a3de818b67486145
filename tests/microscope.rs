//! What the microscope shows of a text is what the tokenizer makes of it, word by word and step by step.

use locus::tokenize::microscope::{MAX_SYMBOLS, Slide, Source, Survey, survey};
use locus::tokenize::{TextTokenizer, vocabulary};
use samples::samples;
use std::path::PathBuf;

#[path = "tokenizer_cases/samples.rs"]
mod samples;

fn tokenizer(vocabulary: &'static vocabulary::Vocabulary) -> TextTokenizer {
    if let Some(built_in) = TextTokenizer::built_in(vocabulary) {
        return built_in;
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("public/packs").join(vocabulary.file);
    TextTokenizer::from_pack(vocabulary, &std::fs::read(path).unwrap()).unwrap()
}

/// The ids in the end of the steps.
fn result(source: Source, slide: &Slide) -> Vec<u32> {
    match slide {
        Slide::Merges(merges) => merges.trace.result().into_iter().map(|symbol| symbol.id).collect(),
        Slide::Lookups(lookups) if lookups.pieces().is_empty() => unknown(source),
        Slide::Lookups(lookups) => lookups.pieces().iter().map(|(id, _)| *id).collect(),
        Slide::Ways(ways) => {
            let edges = ways.best.iter().flat_map(|path| &path.edges).map(|edge| ways.lattice.edges[*edge]);
            let mut ids: Vec<(u32, bool)> = edges.map(|edge| (edge.id, edge.unknown)).collect();
            ids.dedup_by(|a, b| a.1 && b.1);
            ids.into_iter().map(|(id, _)| id).collect()
        }
        Slide::Character(character) => vec![u32::from(*character)],
        Slide::Control(id) => vec![*id],
        Slide::TooLong(_) => panic!("a word is too long"),
    }
}

fn unknown(source: Source) -> Vec<u32> {
    let Source::WordPiece(model) = source else { return Vec::new() };
    vec![(0..).find(|id| model.piece(*id) == Some("[UNK]")).unwrap()]
}

fn words(survey: &Survey) -> impl Iterator<Item = &str> {
    survey.words.iter().map(|word| survey.text(word))
}

#[test]
fn words_and_their_steps_end_in_the_tokenizers_ids() {
    let samples = samples();
    let long = ["狗咬人，人咬狗。".repeat(300), "a".repeat(3000), "naïve café ".repeat(40), " ".repeat(700)];
    for vocabulary in vocabulary::VOCABULARIES {
        let tokenizer = tokenizer(vocabulary);
        let source = tokenizer.source();
        let mut other_path = 0;
        for text in samples.iter().map(|sample| sample.text.as_str()).chain(long.iter().map(String::as_str)) {
            let survey = survey(source, text, false);
            let ids: Vec<u32> = survey.words.iter().flat_map(|word| word.ids.clone()).collect();
            let expected: Vec<u32> = tokenizer.encode(text).unwrap().iter().map(|token| token.id).collect();
            assert_eq!(ids, expected, "{}: {text:?}", vocabulary.id);
            assert!(survey.words.is_sorted_by(|a, b| a.at.end <= b.at.start), "{}", vocabulary.id);
            for (word, text) in survey.words.iter().zip(words(&survey)) {
                let slide = source.slide(&survey, word);
                if slide == Slide::TooLong(text.chars().count()) {
                    // A lattice of so many characters is no picture, and takes seconds.
                    assert!(matches!(source, Source::Unigram(_)) && text.chars().count() > MAX_SYMBOLS);
                    continue;
                }
                if matches!(slide, Slide::Ways(_)) && result(source, &slide) != word.ids {
                    other_path += 1; // equal to within f32's rounding
                    continue;
                }
                assert_eq!(result(source, &slide), word.ids, "{}: {text:?}", vocabulary.id);
                assert_eq!(shown_in_the_end(&slide), None, "{}: {text:?}", vocabulary.id);
            }
        }
        assert!(other_path < 20, "{}: {other_path} best paths differ", vocabulary.id);
    }
}

/// What is wrong with the blocks that stand after all merges, if anything.
fn shown_in_the_end(slide: &Slide) -> Option<String> {
    let Slide::Merges(merges) = slide else { return None };
    for steps in 0..=merges.trace.steps.len() {
        let shown: Vec<_> = merges.current(steps).into_iter().map(|at| merges.blocks[at].id).collect();
        let real: Vec<_> = merges.trace.after(steps).into_iter().map(|symbol| symbol.id).collect();
        if shown != real {
            return Some(format!("after {steps}: {shown:?}, not {real:?}"));
        }
    }
    None
}

#[test]
fn long_words_come_in_parts() {
    for vocabulary in vocabulary::packed().filter(|vocabulary| vocabulary.id != "bert") {
        let tokenizer = tokenizer(vocabulary);
        let survey = survey(tokenizer.source(), &"人工智能正在改变世界".repeat(200), false);
        assert!(survey.words.len() > 20, "{}", vocabulary.id);
        assert!(survey.words.iter().all(|word| word.at.len() < 160), "{}", vocabulary.id);
        assert!(survey.words.iter().filter(|word| word.part.is_some()).count() > 20, "{}", vocabulary.id);
    }
}

#[test]
fn text_like_a_control_token_becomes_one_only_when_asked() {
    // Ids as tiktoken (`allowed_special="all"`) and Qwen2's tokenizer_config.json have them.
    let cases = [
        ("gpt2", "<|endoftext|>", 50_256),
        ("cl100k", "<|endoftext|>", 100_257),
        ("qwen3", "<|im_start|>", 151_644),
    ];
    for (id, content, control) in cases {
        let tokenizer = tokenizer(vocabulary::by_id(id).unwrap());
        let encode =
            |text: &str| tokenizer.encode(text).unwrap().iter().map(|token| token.id).collect::<Vec<_>>();
        let text = format!("don't {content}don't");
        let ids = |survey: &Survey| survey.words.iter().flat_map(|word| word.ids.clone()).collect::<Vec<_>>();
        let plain = survey(tokenizer.source(), &text, false);
        assert_eq!(ids(&plain), encode(&text), "{id}");
        assert!(plain.words.iter().all(|word| !word.control));
        let found = survey(tokenizer.source(), &text, true);
        assert_eq!(ids(&found), [encode("don't "), vec![control], encode("don't")].concat(), "{id}");
        assert_eq!(words(&found).collect::<String>(), text);
        let word = found.words.iter().find(|word| word.control).unwrap();
        assert_eq!(tokenizer.source().slide(&found, word), Slide::Control(control), "{id}");
        let pieces: Vec<_> =
            found.splits.last().unwrap().pieces.iter().map(|piece| piece.span.clone()).collect();
        let others = found.words.iter().filter(|word| !word.control).map(|word| word.at.clone());
        assert_eq!(pieces, others.collect::<Vec<_>>(), "{id}");
    }
}
