//! The panel that trains a tokenizer, in English.

use super::counted;
use crate::picture::format::grouped;
use crate::strings::Training;
use crate::strings::training::Whose;
use crate::tokenize::train::pairs::Done;
use crate::tokenize::train::training::{MAX_CHARS, Problem};

/// “once”, “2 times”.
fn times(n: impl TryInto<u64>) -> String {
    match grouped(n).as_str() {
        "1" => "once".to_owned(),
        n => format!("{n} times"),
    }
}

pub static TRAINING: Training = Training {
    stage: "Training",
    title_start: |v, words| {
        format!(
            "Before the first step the vocabulary has {} pieces, the corpus {} distinct words",
            grouped(v),
            grouped(words)
        )
    },
    title_bpe: |step, a, b, count, tied| {
        let times = times(count);
        if tied {
            format!("Merge {step}: “{a}” + “{b}” occurs {times}; others occur as often, and the ids decide")
        } else {
            format!("Merge {step}: “{a}” + “{b}” occurs {times}, more than any other pair")
        }
    },
    title_word_piece: |step, a, b, score, most| match most {
        Some((c, d)) => {
            format!(
                "Merge {step}: “{a}” + “{b}” has the best score, {score}; “{c}” + “{d}” occurs more often"
            )
        }
        None => format!("Merge {step}: “{a}” + “{b}” has the best score, {score}, and occurs most often too"),
    },
    tied_score: "; others score the same, and the ties’ rule decides",
    title_em: |step, likelihood, piece, count| {
        format!(
            "Step {step}, EM: log-likelihood {likelihood}; “{piece}” is expected {count} times, more than any other piece"
        )
    },
    title_prune: |step, removed, of, last| {
        let last = last.map(|piece| format!("; the last to go is “{piece}”")).unwrap_or_default();
        format!(
            "Step {step} removes {} of {} pieces, those that the corpus misses least{last}",
            grouped(removed),
            grouped(of)
        )
    },
    lead: |id| match id {
        "wordpiece" => {
            "WordPiece merges the pair whose parts are seen together most, compared with how often they are seen at all. “##” marks what does not begin its word."
        }
        "unigram" => {
            "Unigram goes the other way: it begins with many pieces, learns how probable each is (EM), and removes those that help least. “▁” marks the beginning of a word; single characters always stay."
        }
        _ => {
            "Every word begins as a row of characters. The pair of neighbours that occurs most often becomes one symbol, everywhere at once; then the pairs are counted again. No pair crosses the edge of a word."
        }
    },
    trust: |id| match id {
        "wordpiece" => {
            "Merges equal those of the score recounted from scratch after every step (test). The score is the usual reconstruction: Google never published how BERT’s vocabulary was trained, and Hugging Face’s WordPieceTrainer in fact trains BPE."
        }
        "unigram" => {
            "Expected counts equal the sum over every segmentation (test). The M step is plain maximum likelihood; SentencePiece uses digamma(c) for c."
        }
        _ => {
            "In the tests merges equal Hugging Face’s BpeTrainer, up to where two merges spell the same symbol, which that trainer counts twice. The corpus is small: real vocabularies come from gigabytes."
        }
    },
    by_count: "By count f(ab), BPE’s rule",
    by_score: "By score f(ab) / (f(a) · f(b))",
    ties_count: "Of equal counts the smaller ids go first: characters in code point order, then merges in theirs.",
    ties_score: "Of equal scores the larger count goes first, then the smaller ids.",
    candidates_hint: |n| {
        format!("The first {} at most. Choose one to see its arithmetic.", counted(n, "candidate"))
    },
    pair: "pair",
    becomes: "becomes",
    count: "f(ab)",
    score: "score",
    ids: "ids",
    merged: "merged",
    piece: "piece",
    expected: "c(x)",
    probability: "p(x)",
    expected_title: "The largest expected counts",
    seeds_title: |pieces, characters| {
        format!(
            "{} seeds: {} and substrings that occur at least twice",
            grouped(pieces),
            counted(characters, "character")
        )
    },
    places: "n(x)",
    loss: "loss",
    alternative: "instead",
    prune_title: |n| format!("The first of {} to go: least loss of log-likelihood", counted(n, "piece")),
    line: |gone, stays| {
        format!("The line: “{}” (loss {}) goes, “{}” (loss {}) stays.", gone.0, gone.1, stays.0, stays.1)
    },
    sum: |a, b, terms, count| format!("f({a}, {b}) = Σ count of word × places in it = {terms} = {count}"),
    more_words: |n| format!("… {} more", counted(n, "word")),
    not_the_sum: |count, left, right, sum| {
        format!(
            "The new symbol occurs {}: the count of the pair, not f(a) + f(b) = {left} + {right} = {sum}.",
            times(count)
        )
    },
    overlapping: |count, pairs| {
        format!(
            "The new symbol occurs {}, fewer than its {pairs} pairs: in a row of three they overlap, and one symbol is in one pair only.",
            times(count)
        )
    },
    after: |a, b, left, right| match a == b {
        true => format!("After the merge f({a}) = {left}."),
        false => format!("After the merge f({a}) = {left}, f({b}) = {right}."),
    },
    removal: |piece, places, alternative, loss| {
        format!(
            "Without “{piece}” its {places} places would be {alternative}: the log-likelihood falls by about {loss}."
        )
    },
    share: |piece, count, p| format!("p({piece}) = c / Σ c, with c = {count}: {p}"),
    changed: |n, of| match n {
        0 => "This step changes no word".into(),
        n => format!("This step changes {n} of {}", counted(of, "distinct word")),
    },
    words: |n, of| {
        if of == 1 {
            "The one distinct word as it is cut now".into()
        } else if n >= of {
            format!("All {} as they are cut now", counted(of, "distinct word"))
        } else {
            format!("The first {n} of {} distinct words as they are cut now", grouped(of))
        }
    },
    words_lead: "× says how often a word occurs in the corpus. What the step made is filled.",
    step_axis: "step",
    vocabulary: |now, start| format!("Vocabulary V = {}, from {}", grouped(now), grouped(start)),
    vocabulary_axis: "pieces",
    tokens_per_word: |tokens, words, now, start| {
        let words = counted(words as usize, "word");
        format!("{} tokens / {words} = {now} tokens per word, from {start}", grouped(tokens))
    },
    tokens_axis: "tokens per word",
    parameters: |v, d, product| {
        format!("Embedding table: V · d_model = {} · {d} = {product} parameters", grouped(v))
    },
    parameters_axis: "parameters",
    table_columns: ["step", "what", "V", "tokens per word", "V · d_model"],
    table_caption: |from, to| format!("Steps {from} to {to}"),
    first: "To the start",
    back: "Back",
    forward: "Step",
    last: "To the end",
    play: "Play",
    pause: "Pause",
    end: |steps, why| match why {
        Done::NoPair => format!("{}: then every word is one symbol.", counted(steps, "merge")),
        Done::BelowMinFrequency { best } => {
            format!(
                "{}: then the most frequent pair occurs {best}×, less than the smallest count.",
                counted(steps, "merge")
            )
        }
        Done::VocabularyFull => format!("{}: then the vocabulary has its size.", counted(steps, "merge")),
    },
    end_pruned: |steps, v| format!("{}: then {} pieces are left.", counted(steps, "step"), grouped(v)),
    running: "training …",
    corpus_hint: |chars, most| {
        format!("{} of {} characters. Edit it: training begins anew.", grouped(chars), grouped(most))
    },
    reset: "The page’s own sentences",
    problem: |problem| match problem {
        Problem::Empty => "The corpus has no words.".into(),
        Problem::NothingToJoin => "Every word has a single character, so there is nothing to join.".into(),
        Problem::TooLong { chars } => {
            format!("The corpus has {} characters, more than {}.", grouped(*chars), grouped(MAX_CHARS))
        }
        Problem::TooSmall { vocabulary, characters } => {
            format!(
                "A vocabulary of {} has no room beyond the {} single characters of the corpus.",
                grouped(*vocabulary),
                grouped(*characters)
            )
        }
    },
    old: |algorithm, vocabulary, whose| {
        let corpus = match whose {
            Whose::Same => "the same corpus",
            Whose::Own => "the page’s own sentences",
            Whose::Before => "the corpus before",
        };
        format!("The picture is of {algorithm} towards a vocabulary of {}, on {corpus}.", grouped(vocabulary))
    },
    not_taken: "It is not taken: training keeps to the corpus before.",
    cut: |chars| {
        format!("Only the first {} of {} characters were taken.", grouped(MAX_CHARS), grouped(chars))
    },
    no_candidates: "No pair stands often enough to be merged.",
};
