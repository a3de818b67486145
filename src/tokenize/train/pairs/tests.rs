use super::super::corpus::WordStart;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tokenizers::models::bpe::{BPE, BpeTrainer};
use tokenizers::{Tokenizer, Trainer as _};

fn corpus(words: &[(&str, u64)]) -> Corpus {
    Corpus::of_counts(words.iter().map(|(word, count)| (word.to_string(), *count))).unwrap()
}

fn textbook() -> Corpus {
    corpus(&[("low", 5), ("lower", 2), ("newest", 6), ("widest", 3)])
}

fn merges(trainer: &Trainer) -> Vec<String> {
    let text = |id: u32| trainer.vocabulary()[id as usize].clone();
    trainer
        .steps()
        .iter()
        .map(|step| format!("{} {}", text(step.chosen.left), text(step.chosen.right)))
        .collect()
}

fn go_on(_: f32) -> bool {
    true
}

#[test]
fn the_textbook_corpus() {
    let mut trainer = Trainer::new(&textbook(), Settings::bpe());
    assert_eq!(trainer.start(), Point { vocabulary: 10, tokens: 79, words: 16 });
    assert_eq!(trainer.run(4, &mut go_on), None);
    assert_eq!(merges(&trainer), ["e s", "es t", "l o", "lo w"]);
    assert_eq!(trainer.point(), Point { vocabulary: 14, tokens: 79 - 9 - 9 - 7 - 7, words: 16 });
    // f(low) is the count of the pair; f(lo) and f(w) fell by it
    let id = |text: &str| trainer.vocabulary().iter().position(|symbol| symbol == text).unwrap() as u32;
    assert_eq!(["low", "lo", "w"].map(|text| trainer.count(id(text))), [7, 0, 9]);
    assert_eq!(trainer.word_after(1, 3), ["lo", "w", "e", "r"].map(id));
    assert_eq!(trainer.word_after(1, 4), trainer.words()[1].symbols);
}

#[test]
fn word_piece_merges_rare_pairs_that_stay_together() {
    let mut trainer = Trainer::new(&textbook(), Settings::word_piece());
    let step = trainer.step().unwrap().clone();
    let text = |id: u32| trainer.vocabulary()[id as usize].as_str();
    assert_eq!((text(step.chosen.left), text(step.chosen.right), text(step.made)), ("##i", "##d", "##id"));
    assert_eq!(step.chosen.score(), 1.0 / 3.0);
    // BPE, beside it, would merge the most frequent: es before st, nine each
    assert_eq!((text(step.beside[0].left), text(step.beside[0].right)), ("##e", "##s"));
    let second = trainer.step().unwrap().clone();
    assert_eq!(trainer.vocabulary()[second.made as usize], "wid");
}

#[test]
fn every_end_is_named() {
    let end = |words: &[(&str, u64)], settings: Settings| {
        Trainer::new(&corpus(words), settings).run(99, &mut go_on)
    };
    assert_eq!(end(&[("a", 3)], Settings::bpe()), Some(Done::NoPair));
    assert_eq!(end(&[("ab", 3)], Settings::bpe()), Some(Done::NoPair));
    let settings = Settings { min_frequency: 4, ..Settings::bpe() };
    assert_eq!(end(&[("ab", 3)], settings), Some(Done::BelowMinFrequency { best: 3 }));
    let settings = Settings { vocabulary: 3, ..Settings::bpe() };
    assert_eq!(end(&[("abcd", 3)], settings), Some(Done::VocabularyFull));
    assert_eq!(Trainer::new(&textbook(), Settings::bpe()).run(2, &mut |_| false), None);
}

#[test]
fn a_chinese_corpus_finds_its_words() {
    let text = "我爱北京，我爱上海。北京很大，上海也很大。";
    let mut trainer = Trainer::new(&Corpus::of_text(text, WordStart::Plain).unwrap(), Settings::bpe());
    trainer.run(4, &mut go_on);
    assert_eq!(merges(&trainer), ["上 海", "北 京", "很 大", "我 爱"]);
}

/// All pairs and symbols of the corpus, counted from the beginning.
fn recounted(trainer: &Trainer) -> (BTreeMap<(u32, u32), u64>, Vec<u64>) {
    let (mut pairs, mut symbols) = (BTreeMap::new(), vec![0; trainer.vocabulary().len()]);
    for word in trainer.words() {
        word.symbols.iter().for_each(|&id| symbols[id as usize] += word.count);
        word.symbols.windows(2).for_each(|two| *pairs.entry((two[0], two[1])).or_default() += word.count);
    }
    (pairs, symbols)
}

/// Hugging Face's merges; `n` of them at most.
fn reference(corpus: &Corpus, alphabet: usize, n: usize, min_frequency: u64) -> Vec<String> {
    let texts = corpus.words().iter().flat_map(|(word, count)| (0..*count).map(move |_| word.as_str()));
    let settings =
        BpeTrainer::builder().show_progress(false).min_frequency(min_frequency).vocab_size(alphabet + n);
    let mut trainer = settings.build();
    trainer.feed(texts, |word| Ok(vec![word.to_owned()])).unwrap();
    let mut model = BPE::default();
    trainer.train(&mut model).unwrap();
    let json: serde_json::Value =
        serde_json::from_str(&Tokenizer::new(model).to_string(false).unwrap()).unwrap();
    let pair =
        |pair: &serde_json::Value| format!("{} {}", pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
    json["model"]["merges"].as_array().unwrap().iter().map(pair).collect()
}

fn corpora() -> impl Strategy<Value = Corpus> {
    prop::collection::vec(("[abc]{1,9}|[a-h狗人]{1,6}", 1_u64..9), 1..12)
        .prop_map(|words| Corpus::of_counts(words).unwrap())
}

fn settings() -> impl Strategy<Value = Settings> {
    let marks = prop::sample::select(vec![Marks::None, Marks::EndOfWord, Marks::Continuing]);
    let rule = prop::sample::select(vec![Rule::Count, Rule::Score]);
    (marks, rule, 1_u64..4).prop_map(|(marks, rule, min_frequency)| Settings {
        marks,
        rule,
        min_frequency,
        ..Settings::bpe()
    })
}

proptest! {
    #[test]
    fn counts_kept_up_to_date_are_counts_made_anew(corpus in corpora(), settings in settings()) {
        let mut trainer = Trainer::new(&corpus, settings);
        loop {
            let (pairs, symbols) = recounted(&trainer);
            let kept: BTreeMap<(u32, u32), u64> = trainer.pairs.iter().collect();
            prop_assert_eq!(&kept, &pairs);
            prop_assert_eq!(&trainer.counts, &symbols);
            prop_assert_eq!(trainer.point().tokens, symbols.iter().sum::<u64>());
            // the first of all pairs, looked at one by one
            let frequent = pairs.iter().filter(|(_, count)| **count >= settings.min_frequency);
            let all: Vec<Candidate> = frequent.map(|(pair, count)| trainer.candidate(*pair, *count)).collect();
            let first = all.iter().copied().reduce(|best, next| {
                if next.goes_before(&best, settings.rule) { next } else { best }
            });
            let step = trainer.step().cloned();
            prop_assert_eq!(step.as_ref().ok().map(|step| step.chosen), first);
            let Ok(step) = step else { break };
            prop_assert!(step.candidates.is_sorted_by(|a, b| a.goes_before(b, settings.rule)));
            prop_assert_eq!(step.candidates.len(), all.len().min(settings.shown));
        }
        for (word, now) in trainer.words().iter().enumerate() {
            prop_assert_eq!(&trainer.word_after(word, trainer.steps().len()), &now.symbols);
        }
    }

    #[test]
    fn merges_equal_hugging_faces(corpus in corpora(), n in 0_usize..40, min_frequency in 1_u64..4) {
        let settings = Settings { min_frequency, ..Settings::bpe() };
        let mut trainer = Trainer::new(&corpus, settings);
        let alphabet = trainer.vocabulary().len();
        trainer.run(n, &mut go_on);
        // two ways to the same symbol: there Hugging Face's queue holds a pair twice, each with a part of its words
        let known = trainer.steps().iter().position(|step| !step.new).unwrap_or(trainer.steps().len());
        let theirs = reference(&corpus, alphabet, n, min_frequency);
        prop_assert_eq!(&merges(&trainer)[..known], &theirs[..known.min(theirs.len())]);
        prop_assert!(known < trainer.steps().len() || theirs.len() == known);
    }

    #[test]
    fn scores_are_compared_without_rounding(a in 1_u64..1_000_000, b in 1_u64..1_000_000, c in 1_u64..1_000_000, d in 1_u64..1_000_000) {
        let one = Candidate { left: 0, right: 1, count: a.min(b), left_count: a, right_count: b };
        let other = Candidate { left: 1, right: 2, count: c.min(d), left_count: c, right_count: d };
        if (one.score() - other.score()).abs() > 1e-12 * one.score() {
            prop_assert_eq!(one.goes_before(&other, Rule::Score), one.score() > other.score());
        }
    }
}
