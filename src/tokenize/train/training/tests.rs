use super::*;

fn trained(text: &str, algorithm: Algorithm, vocabulary: usize) -> Training {
    let mut training = Training::new(text, Settings { algorithm, vocabulary, min_frequency: 2 }).unwrap();
    while training.advance() {}
    training
}

fn joined(word: &CutWord) -> String {
    word.symbols
        .iter()
        .enumerate()
        .map(|(at, s)| if at == 0 { &s.text[..] } else { s.text.trim_start_matches("##") })
        .collect()
}

const ALL: [Algorithm; 3] = [Algorithm::Bpe, Algorithm::WordPiece, Algorithm::Unigram];

#[test]
fn the_sample_is_short_enough_and_trains_under_all_three() {
    let text = sample();
    assert!(text.chars().count() < MAX_CHARS);
    for algorithm in ALL {
        let training = trained(&text, algorithm, 800);
        let points = training.points();
        assert_eq!(points.len(), training.steps() + 1);
        assert!(training.steps() > 4 && training.end().is_some(), "{algorithm:?}: {}", training.steps());
    }
}

/// Tokens as counted by the trainers = symbols of the words as they are cut, each word as often as it occurs.
#[test]
fn cut_words_add_up_to_the_points() {
    for algorithm in ALL {
        let training = trained(&sample(), algorithm, 700);
        for (step, point) in training.points().into_iter().enumerate().step_by(7) {
            let cut = training.cut(step, usize::MAX);
            let tokens: u64 = cut.words.iter().map(|word| word.count * word.symbols.len() as u64).sum();
            assert_eq!(tokens, point.tokens, "{algorithm:?} after {step}");
            assert_eq!(cut.changed.len(), cut.changed_total);
            for (word, (text, _)) in cut.words.iter().zip(training.words()) {
                assert_eq!(joined(word), *text);
            }
        }
    }
}

/// f(a, b) of every candidate of every step is the sum of its places.
#[test]
fn occurrences_add_up_to_the_count() {
    let training = trained(&sample(), Algorithm::Bpe, 700);
    let Trainer::Pairs(trainer) = training.trainer() else { panic!("pairs") };
    for (at, step) in trainer.steps().iter().enumerate().step_by(11) {
        for candidate in &step.candidates {
            let places = training.occurrences(at, (candidate.left, candidate.right));
            assert_eq!(places.iter().map(|o| o.count * o.times).sum::<u64>(), candidate.count);
        }
        let changed = training.cut(at + 1, usize::MAX).changed_total;
        assert_eq!(changed, training.occurrences(at, (step.chosen.left, step.chosen.right)).len());
    }
}

#[test]
fn what_cannot_be_trained_on_is_named() {
    let new = |text: &str, algorithm, vocabulary| {
        Training::new(text, Settings { algorithm, vocabulary, min_frequency: 2 }).err()
    };
    for algorithm in ALL {
        assert_eq!(new(" \n", algorithm, 400), Some(Problem::Empty));
        assert_eq!(new("a", algorithm, 400), Some(Problem::NothingToJoin));
        assert_eq!(new("a b 狗", algorithm, 400), Some(Problem::NothingToJoin));
        let long = "ab ".repeat(MAX_CHARS);
        assert_eq!(new(&long, algorithm, 400), Some(Problem::TooLong { chars: 3 * MAX_CHARS }));
        let small = new("abcdef abcdef", algorithm, 3);
        assert!(matches!(small, Some(Problem::TooSmall { vocabulary: 3, .. })), "{algorithm:?}");
    }
}

/// One word of the greatest length is the slowest to replay.
#[test]
fn a_corpus_of_one_long_word_is_trained() {
    let mut x = 7_u32;
    let letters = (0..MAX_CHARS).map(|_| {
        x = x.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (x >> 28) as u8)
    });
    let text: String = letters.collect();
    for algorithm in ALL {
        let begun = std::time::Instant::now();
        let training = trained(&text, algorithm, 400);
        let taken = begun.elapsed();
        let cut = training.cut(training.steps(), 10);
        println!("{algorithm:?}: {} steps {taken:?}, cut {:?}", training.steps(), begun.elapsed() - taken);
        assert_eq!(joined(&cut.words[0]).trim_start_matches('▁'), text);
    }
}
