use super::super::corpus::WordStart;
use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

fn go_on(_: f32) -> bool {
    true
}

fn trained(corpus: &Corpus, settings: Settings) -> Trainer {
    let mut trainer = Trainer::new(corpus, settings, &mut go_on).unwrap();
    while trainer.step(&mut go_on).unwrap().is_some() {}
    trainer
}

fn textbook() -> Corpus {
    let words = [("▁low", 5), ("▁lower", 2), ("▁newest", 6), ("▁widest", 3)];
    Corpus::of_counts(words.map(|(word, count)| (word.to_owned(), count))).unwrap()
}

fn texts(trainer: &Trainer) -> Vec<&str> {
    let last = trainer.steps().last().unwrap_or(trainer.start());
    last.pieces.iter().map(|piece| trainer.text(piece.seed)).collect()
}

#[test]
fn seeds_are_characters_and_frequent_substrings() {
    let trainer = Trainer::new(&textbook(), Settings::default(), &mut go_on).unwrap();
    assert_eq!(trainer.characters(), 11);
    // count · length: the whole word newest, 6 · 7
    assert_eq!(trainer.text(11), "▁newest");
    let sum: f64 = trainer.start().pieces.iter().map(|piece| piece.log_prob.exp()).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    let plain: HashMap<&str, u64> = substrings(&textbook(), 16);
    assert_eq!(trainer.start().pieces.len(), plain.len());
    assert!(trainer.start().pieces.iter().all(|piece| plain.contains_key(trainer.text(piece.seed))));
}

/// All characters and all substrings that occur twice.
fn substrings(corpus: &Corpus, longest: usize) -> HashMap<&'static str, u64> {
    let mut counts: HashMap<&'static str, u64> = HashMap::new();
    for (word, count) in corpus.words() {
        let word: &'static str = word.clone().leak();
        let ends: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
        for from in 0..ends.len() - 1 {
            for to in from + 1..ends.len().min(from + longest + 1) {
                *counts.entry(&word[ends[from]..ends[to]]).or_default() += count;
            }
        }
    }
    counts.retain(|text, count| *count >= 2 || text.chars().count() == 1);
    counts
}

#[test]
fn pruning_ends_at_the_size_and_keeps_every_character() {
    let trainer = trained(&textbook(), Settings { vocabulary: 15, ..Settings::default() });
    let texts = texts(&trainer);
    assert_eq!(texts.len(), 15);
    assert!("▁lowernstid".chars().all(|c| texts.contains(&c.to_string().as_str())));
    assert!(texts.contains(&"▁newest"), "{texts:?}");
    assert_eq!(trainer.steps().last().unwrap().point.words, 16);
}

#[test]
fn each_pruning_keeps_its_share() {
    let trainer = trained(&textbook(), Settings { vocabulary: 12, shrink: 0.8, ..Settings::default() });
    let mut before = trainer.start().pieces.len();
    for step in trainer.steps() {
        if let What::Prune { removed, least, line } = &step.what {
            assert_eq!(before - removed, ((before as f64 * 0.8) as usize).max(12));
            assert!(least.is_sorted_by_key(|loss| loss.loss));
            let (gone, stayed) = line;
            assert!(gone.as_ref().unwrap().loss <= stayed.as_ref().map_or(f64::MAX, |loss| loss.loss));
        }
        before = step.pieces.len();
        assert_eq!(step.point.vocabulary, before);
    }
    assert_eq!(before, 12);
}

#[test]
fn bad_settings_and_small_corpora_have_clear_ends() {
    let new = |corpus: &Corpus, settings| Trainer::new(corpus, settings, &mut go_on);
    let small = Settings { vocabulary: 5, ..Settings::default() };
    assert_eq!(new(&textbook(), small).err(), Some(TrainError::TooSmall { vocabulary: 5, characters: 11 }));
    let greedy = Settings { shrink: 1.0, ..Settings::default() };
    assert_eq!(new(&textbook(), greedy).err(), Some(TrainError::Shrink(1.0)));
    assert_eq!(
        Trainer::new(&textbook(), Settings::default(), &mut |_| false).err(),
        Some(TrainError::Stopped)
    );
    let one = Corpus::of_text("a", WordStart::Plain).unwrap();
    let trainer = trained(&one, Settings::default());
    assert_eq!((texts(&trainer), trainer.steps().len()), (vec!["a"], 2));
    assert_eq!(trainer.steps()[1].point.tokens, 1);
}

#[test]
fn a_stopped_step_changes_nothing() {
    let mut trainer = Trainer::new(&textbook(), Settings::default(), &mut go_on).unwrap();
    let before = trainer.pieces.clone();
    let mut calls = 0;
    let stopped = trainer.step(&mut |_| {
        calls += 1;
        calls < 2
    });
    assert_eq!(stopped.err(), Some(TrainError::Stopped));
    assert_eq!((&trainer.pieces, trainer.steps().len()), (&before, 0));
}

#[test]
fn a_chinese_corpus_finds_its_words() {
    let text = "我爱北京，我爱上海。北京很大，上海也很大。我在北京，他在上海。";
    let corpus = Corpus::of_text(text, WordStart::Marked).unwrap();
    let characters = Trainer::new(&corpus, Settings::default(), &mut go_on).unwrap().characters();
    let trainer = trained(&corpus, Settings { vocabulary: characters + 3, ..Settings::default() });
    let texts = texts(&trainer);
    assert!(texts.contains(&"北京") && texts.contains(&"上海"), "{texts:?}");
}

#[test]
fn the_model_of_a_step_can_be_had_again() {
    let trainer = trained(&textbook(), Settings { vocabulary: 15, ..Settings::default() });
    let tokens = |steps: usize| -> u64 {
        let model = trainer.model_after(steps);
        let cut = |word: &str| Lattice::new(word, &model).best().unwrap().edges.len() as u64;
        trainer.words().iter().map(|(word, count)| count * cut(word)).sum()
    };
    assert_eq!(tokens(0), trainer.start().point.tokens);
    for (at, step) in trainer.steps().iter().enumerate() {
        assert_eq!(tokens(at + 1), step.point.tokens);
    }
}

fn corpora() -> impl Strategy<Value = Corpus> {
    prop::collection::vec(("[abc狗]{1,6}", 1_u64..5), 1..8)
        .prop_map(|words| Corpus::of_counts(words).unwrap())
}

/// Every cut of a word into pieces of the vocabulary, with its probability.
fn cuts(trainer: &Trainer, word: &str) -> Vec<(Vec<u32>, f64)> {
    if word.is_empty() {
        return vec![(Vec::new(), 1.0)];
    }
    let mut out = Vec::new();
    for piece in &trainer.pieces {
        if let Some(rest) = word.strip_prefix(trainer.text(piece.seed)) {
            for (cut, p) in cuts(trainer, rest) {
                out.push(([&[piece.seed], cut.as_slice()].concat(), p * piece.log_prob.exp()));
            }
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..Default::default() })]
    #[test]
    fn expected_counts_equal_those_of_all_segmentations(corpus in corpora()) {
        let mut trainer = Trainer::new(&corpus, Settings { shown: usize::MAX, ..Settings::default() }, &mut go_on).unwrap();
        let (mut counts, mut likelihood) = (HashMap::<u32, f64>::new(), 0.0);
        for (word, times) in corpus.words() {
            let cuts = cuts(&trainer, word);
            let total: f64 = cuts.iter().map(|(_, p)| p).sum();
            likelihood += *times as f64 * total.ln();
            for (cut, p) in cuts {
                cut.into_iter().for_each(|piece| *counts.entry(piece).or_default() += *times as f64 * p / total);
            }
        }
        let step = trainer.step(&mut go_on).unwrap().unwrap().clone();
        let What::Em { log_likelihood, expected } = step.what else { panic!("the first step is E and M") };
        prop_assert!((log_likelihood - likelihood).abs() < 1e-9 * likelihood.abs().max(1.0));
        let all: f64 = counts.values().sum();
        for (seed, count) in expected {
            prop_assert!((count - counts[&seed]).abs() < 1e-9 * all);
        }
        for piece in &step.pieces {
            prop_assert!((piece.log_prob.exp() - counts[&piece.seed] / all).abs() < 1e-8);
        }
    }

    #[test]
    fn the_likelihood_never_falls_between_prunings(corpus in corpora()) {
        let settings = Settings { em_steps: 12, ..Settings::default() };
        let trainer = trained(&corpus, settings);
        let likelihoods: Vec<f64> = trainer.steps().iter().filter_map(|step| match step.what {
            What::Em { log_likelihood, .. } => Some(log_likelihood),
            What::Prune { .. } => None,
        }).collect();
        prop_assert!(likelihoods.windows(2).all(|two| two[1] >= two[0] - 1e-6), "{likelihoods:?}");
    }

    /// The loss as its words say: replace every occurrence by the alternative and count again.
    #[test]
    fn losses_are_what_replacing_costs(corpus in corpora()) {
        let mut trainer = Trainer::new(&corpus, Settings::default(), &mut go_on).unwrap();
        trainer.step(&mut go_on).unwrap();
        let model = trainer.model(&trainer.pieces);
        let mut counts: HashMap<u32, f64> = HashMap::new();
        for (word, times) in corpus.words() {
            let lattice = Lattice::new(word, &model);
            for edge in lattice.best().unwrap().edges {
                *counts.entry(trainer.pieces[lattice.edges[edge].id as usize].seed).or_default() += *times as f64;
            }
        }
        let total: f64 = counts.values().sum();
        for loss in trainer.losses(&mut go_on).unwrap() {
            let n = counts.get(&loss.seed).copied().unwrap_or_default();
            prop_assert_eq!(n, loss.count as f64);
            let text: String = loss.alternative.iter().map(|&seed| trainer.text(seed)).collect();
            prop_assert_eq!(text.as_str(), trainer.text(loss.seed));
            prop_assert!(!loss.alternative.contains(&loss.seed));
            if n > 0.0 {
                let after = total - n + n * loss.alternative.len() as f64;
                let p = |seed: &u32| (counts.get(seed).copied().unwrap_or_default() + n) / after;
                let plain = n * ((n / total).ln() - loss.alternative.iter().map(|seed| p(seed).ln()).sum::<f64>());
                prop_assert!((loss.loss - plain).abs() < 1e-9 * plain.abs().max(1.0));
            } else {
                prop_assert_eq!(loss.loss, 0.0);
            }
        }
    }
}
