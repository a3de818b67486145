//! `tokenizers.json`: WordPiece, Unigram, and merges as they are trained.

use super::byte_pairs;
use super::report::Report;
use locus::pack::Pieces;
use locus::tokenize::train::Corpus;
use locus::tokenize::train::pairs::{Marks, Settings, Trainer};
use locus::tokenize::unigram::lattice::{Lattice, Path};
use locus::tokenize::unigram::model::Model;
use locus::tokenize::word_piece::longest_match::LongestMatch;
use serde::Deserialize;
use serde_json::{Map, Value};

type Counts = Map<String, Value>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Merging {
    word_counts: Counts,
    alphabet: Vec<String>,
    merges: Vec<(String, String)>,
    #[serde(alias = "counts")]
    merge_pair_counts: Vec<u64>,
    /// Of the variant with an end-of-word mark.
    suffix: Option<String>,
    source: Option<String>,
    /// Of the plain variant.
    merges_equal_reference: Option<bool>,
    final_segmentation: Option<Vec<Segmented>>,
    encode: Option<Vec<Word>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Segmented {
    word: String,
    tokens: Vec<String>,
    count: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    #[serde(alias = "text")]
    word: String,
    tokens: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WordPiece {
    vocab: Vec<String>,
    encode: Vec<Word>,
    training_scores: Vec<Score>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Score {
    pair: (String, String),
    pair_count: u64,
    left: u64,
    right: u64,
    score: f64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unigram {
    vocab: Vec<(String, f64)>,
    cases: Vec<Segmentations>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Segmentations {
    text: String,
    viterbi: Vec<String>,
    log_prob: f64,
    n_segmentations: u64,
    log_marginal: f64,
    top3: Vec<Segmentation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Segmentation {
    seg: Vec<String>,
    logp: f64,
    posterior: f64,
}

pub fn check(report: &mut Report, mut cases: Map<String, Value>) {
    // WordPiece's scores are those of this corpus, before the first merge
    let corpus =
        cases.get("bpe").and_then(|case| case["word_counts"].as_object()).cloned().unwrap_or_default();
    let all = cases.clone();
    for (kind, value) in std::mem::take(&mut cases) {
        let at = format!("/{kind}");
        if byte_pairs::check(report, &kind, &at, value.clone(), &all) {
            continue;
        }
        match kind.as_str() {
            "bpe" | "bpe_end_of_word" => {
                report.parse(&at, value).into_iter().for_each(|case| merging(report, &at, case));
            }
            "wordpiece" => {
                report.parse(&at, value).into_iter().for_each(|case| word_piece(report, &at, case, &corpus));
            }
            "unigram" => report.parse(&at, value).into_iter().for_each(|case| unigram(report, &at, case)),
            other => report.unknown(other, &at),
        }
    }
}

/// The words in the order of the alphabet: the file's own order is lost, and does not count.
fn corpus_of(counts: &Counts) -> Option<Corpus> {
    let counts = counts.iter().map(|(word, count)| Some((word.clone(), count.as_u64()?)));
    Corpus::of_counts(counts.collect::<Option<Vec<_>>>()?).ok()
}

fn merging(report: &mut Report, at: &str, case: Merging) {
    let Some(corpus) = corpus_of(&case.word_counts) else {
        return report.fail(at, "word_counts has no words");
    };
    let marks = match case.suffix.as_deref() {
        None => Marks::None,
        Some("</w>") => Marks::EndOfWord,
        Some(other) => return report.fail(at, format!("the suffix {other:?} is another")),
    };
    report.holds(
        at,
        case.source.is_some() == (marks == Marks::EndOfWord),
        "the source is missing, or there is one",
    );
    report.holds(at, case.merges_equal_reference != Some(false), "the reference is not sure");
    let mut trainer = Trainer::new(&corpus, Settings { marks, ..Settings::bpe() });
    report.holds(at, trainer.vocabulary() == case.alphabet, "the alphabet is another");
    trainer.run(case.merges.len(), &mut |_| true);
    let text = |id: u32| trainer.vocabulary().get(id as usize).cloned().unwrap_or_default();
    let merges: Vec<(String, String)> =
        trainer.steps().iter().map(|step| (text(step.chosen.left), text(step.chosen.right))).collect();
    report.holds(at, merges == case.merges, &format!("the merges are others: {merges:?}"));
    let counts: Vec<u64> = trainer.steps().iter().map(|step| step.chosen.count).collect();
    report.holds(at, counts == case.merge_pair_counts, &format!("the counts are others: {counts:?}"));
    for (nth, want) in case.final_segmentation.iter().flatten().enumerate() {
        let at = format!("{at}/final_segmentation/{nth}");
        let known = corpus.words().iter().position(|(word, _)| *word == want.word);
        let ours = known.and_then(|word| trainer.words().get(word));
        let tokens: Option<Vec<String>> = ours.map(|word| word.symbols.iter().map(|&id| text(id)).collect());
        report.holds(&at, tokens.as_ref() == Some(&want.tokens), &format!("ours {tokens:?}"));
        report.holds(&at, ours.is_some_and(|word| word.count == want.count), "the count is another");
    }
    let suffix = case.suffix.as_deref().unwrap_or_default();
    let Some(model) = byte_pairs::characters(&case.alphabet, &merges, suffix) else {
        return report.fail(at, "the merges make no model");
    };
    for ((word, _), trained) in corpus.words().iter().zip(trainer.words()) {
        let (ours, trained) = (byte_pairs::cut(&model, word), trained.symbols.iter().map(|&id| text(id)));
        report.holds(at, trained.eq(ours.iter().cloned()), &format!("{word} is encoded to {ours:?}"));
    }
    for (nth, want) in case.encode.iter().flatten().enumerate() {
        let tokens = merged(&want.word, &merges);
        let same = tokens == want.tokens && byte_pairs::cut(&model, &want.word) == want.tokens;
        report.holds(&format!("{at}/encode/{nth}"), same, &format!("ours {tokens:?}"));
    }
}

/// A word under merges, one after the other.
fn merged(word: &str, merges: &[(String, String)]) -> Vec<String> {
    let mut symbols: Vec<String> = word.chars().map(String::from).collect();
    for (left, right) in merges {
        let mut at = 0;
        while at + 1 < symbols.len() {
            if symbols[at] == *left && symbols[at + 1] == *right {
                let right = symbols.remove(at + 1);
                symbols[at].push_str(&right);
            }
            at += 1;
        }
    }
    symbols
}

fn word_piece(report: &mut Report, at: &str, case: WordPiece, counts: &Counts) {
    let lines: String = case.vocab.iter().map(|piece| format!("{piece}\n")).collect();
    let Ok(pieces) = Pieces::from_lines(lines.into(), case.vocab.len() as u32) else {
        return report.fail(at, "a piece has a newline");
    };
    let model = LongestMatch::new(&pieces);
    for (nth, want) in case.encode.iter().enumerate() {
        let cut = |word: &str| match model.cut(word) {
            Some(ids) => ids.into_iter().filter_map(|(id, _)| pieces.get(id)).map(str::to_owned).collect(),
            None => vec!["[UNK]".to_owned()],
        };
        let tokens: Vec<String> = want.word.split_whitespace().flat_map(cut).collect();
        report.holds(&format!("{at}/encode/{nth}"), tokens == want.tokens, &format!("ours {tokens:?}"));
    }
    let Some(corpus) = corpus_of(counts) else { return report.fail(at, "there is no corpus for the scores") };
    let settings = Settings::word_piece();
    let trainer = Trainer::new(&corpus, settings);
    let candidates = trainer.candidates(settings.rule, usize::MAX - 1);
    let text = |id: u32| trainer.vocabulary().get(id as usize).cloned().unwrap_or_default();
    report.holds(at, candidates.len() == case.training_scores.len(), "there are more pairs, or fewer");
    report.holds(at, case.training_scores.is_sorted_by(|a, b| a.score >= b.score), "the scores do not fall");
    for (nth, want) in case.training_scores.iter().enumerate() {
        let at = format!("{at}/training_scores/{nth}");
        let same = candidates.iter().find(|ours| (text(ours.left), text(ours.right)) == want.pair);
        let Some(ours) = same else { return report.fail(&at, "ours has no such pair") };
        let counts = (ours.count, ours.left_count, ours.right_count);
        report.holds(&at, counts == (want.pair_count, want.left, want.right), &format!("ours {counts:?}"));
        report.equal_number("wordpiece_scores", &at, ours.score(), want.score);
    }
    let ours = candidates.iter().map(|candidate| candidate.score());
    let order = ours.zip(&case.training_scores).all(|(ours, want)| (ours - want.score).abs() < 1e-12);
    report.holds(at, order, "the order of the scores is another");
}

fn unigram(report: &mut Report, at: &str, case: Unigram) {
    let (pieces, scores): (Vec<String>, Vec<f64>) = case.vocab.into_iter().unzip();
    let unknown = pieces.iter().position(|piece| piece == "<unk>").map(|id| id as u32);
    unknown.into_iter().for_each(|id| report.idle(&format!("{at}/vocab/{id}")));
    let used =
        |piece: &String| case.cases.iter().any(|case| format!("▁{}", case.text).contains(piece.as_str()));
    let unused: Vec<usize> = (0..pieces.len()).filter(|&id| !used(&pieces[id])).collect();
    unused.iter().for_each(|id| report.idle(&format!("{at}/vocab/{id}")));
    let model = Model::new(pieces.iter().map(String::as_str), scores, unknown);
    for (nth, want) in case.cases.iter().enumerate() {
        segmentations(report, &format!("{at}/cases/{nth}"), &model, want);
    }
}

fn segmentations(report: &mut Report, at: &str, model: &Model, want: &Segmentations) {
    let lattice = Lattice::new(&format!("▁{}", want.text), model);
    let texts = |path: &Path| lattice.pieces(path).map(str::to_owned).collect::<Vec<String>>();
    let Some(best) = lattice.best() else { return report.fail(at, "ours has no path") };
    report.holds(at, texts(&best) == want.viterbi, &format!("ours {:?}", texts(&best)));
    report.equal_number("unigram", &format!("{at}/log_prob"), best.log_prob, want.log_prob);
    report.holds(at, lattice.count() == want.n_segmentations, &format!("ours has {} paths", lattice.count()));
    let log_marginal = lattice.marginals().log_marginal;
    report.equal_number("unigram", &format!("{at}/log_marginal"), log_marginal, want.log_marginal);
    let ours = lattice.n_best(3);
    report.holds(at, ours.len() == want.top3.len(), "there are more paths, or fewer");
    for (nth, (ours, want)) in ours.iter().zip(&want.top3).enumerate() {
        let at = format!("{at}/top3/{nth}");
        report.holds(&at, texts(ours) == want.seg, &format!("ours {:?}", texts(ours)));
        report.equal_number("unigram", &format!("{at}/logp"), ours.log_prob, want.logp);
        let posterior = (ours.log_prob - log_marginal).exp();
        report.equal_number("unigram_posterior", &format!("{at}/posterior"), posterior, want.posterior);
    }
}
