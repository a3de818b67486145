//! `tokenizers.json`: byte-level BPE, GPT-2's real ids, BPE-dropout.

use super::report::Report;
use locus::pack::Pack;
use locus::tokenize::bpe::dropout::distribution;
use locus::tokenize::bpe::model::Characters;
use locus::tokenize::bpe::{Bpe, ByteStrings, Merge, Start, Symbol, Trace};
use locus::tokenize::byte_bpe::ByteBpe;
use locus::tokenize::byte_level;
use locus::tokenize::pre_tokenize::Pattern;
use locus::tokenize::train::Corpus;
use locus::tokenize::train::pairs::{Settings, Trainer};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::collections::BTreeMap;

type Merges = Vec<(String, String)>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ByteLevel {
    training_texts: Vec<String>,
    repeat: u64,
    n_merges: usize,
    merges: Merges,
    merges_equal_reference: bool,
    encode: Vec<Encoded>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encoded {
    text: String,
    pretokens: Vec<String>,
    ids: Vec<u32>,
    tokens: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Real {
    text: String,
    pretokens: Vec<String>,
    ids: Vec<u32>,
    token_bytes_hex: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dropout {
    /// Which section the merges are those of.
    merges: String,
    cases: Vec<Dropped>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Dropped {
    word: String,
    p: f64,
    distribution: Vec<Probability>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Probability {
    seg: Vec<String>,
    prob: f64,
}

/// Whether the section is one of these; then it has been checked. `all` are the sections of the file.
pub fn check(report: &mut Report, kind: &str, at: &str, value: Value, all: &Map<String, Value>) -> bool {
    match kind {
        "byte_to_unicode" => {
            report.parse(at, value).into_iter().for_each(|map| alphabet(report, at, map));
        }
        "byte_level_bpe" => report.parse(at, value).into_iter().for_each(|case| byte_bpe(report, at, case)),
        "gpt2_real" => report.each(at, value, real),
        "bpe_dropout" => report.parse(at, value).into_iter().for_each(|case| dropout(report, at, case, all)),
        _ => return false,
    }
    true
}

fn alphabet(report: &mut Report, at: &str, map: BTreeMap<u8, String>) {
    report.holds(at, map.len() == 256, "there are not 256 bytes");
    for (byte, character) in map {
        let ours = byte_level::char_of(byte).to_string();
        let back = byte_level::bytes(&character) == Some(vec![byte]);
        report.holds(&format!("{at}/{byte}"), ours == character && back, &format!("ours {ours:?}"));
    }
}

fn display(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| byte_level::char_of(*byte)).collect()
}

fn words(text: &str) -> Vec<&str> {
    Pattern::Gpt2.pieces(text).into_iter().map(|piece| &text[piece.span]).collect()
}

fn byte_bpe(report: &mut Report, at: &str, case: ByteLevel) {
    report.holds(at, case.merges_equal_reference, "the reference is not sure");
    report.holds(at, case.n_merges == case.merges.len(), "n_merges is another number");
    // counts grow alike, so no merge depends on it
    report.idle(&format!("{at}/repeat"));
    let mut counts = BTreeMap::<String, u64>::new();
    for word in case.training_texts.iter().flat_map(|text| words(text)) {
        *counts.entry(display(word.as_bytes())).or_default() += case.repeat;
    }
    match Corpus::of_counts(counts) {
        Ok(corpus) => {
            let trained = trained(&corpus, case.n_merges);
            report.holds(at, trained == case.merges, &format!("ours are trained to {trained:?}"));
        }
        Err(error) => report.fail(at, error),
    }
    let alphabet: Vec<Vec<u8>> = byte_level::in_order().map(|byte| vec![byte]).collect();
    let Some((strings, merges)) = joined(alphabet, &case.merges, byte_level::bytes) else {
        return report.fail(at, "a merge of pieces that are not there");
    };
    let models = [Bpe::trained(strings.clone(), &merges, |_| true), Bpe::from_ranks(strings, |_| true)];
    for model in models {
        let Ok(model) = model else { return report.fail(at, "the merges make no model") };
        for (nth, want) in case.encode.iter().enumerate() {
            encoded(report, &format!("{at}/encode/{nth}"), &model, want);
        }
    }
}

fn trained(corpus: &Corpus, n: usize) -> Merges {
    let mut trainer = Trainer::new(corpus, Settings::bpe());
    trainer.run(n, &mut |_| true);
    let text = |id: u32| trainer.vocabulary().get(id as usize).cloned().unwrap_or_default();
    trainer.steps().iter().map(|step| (text(step.chosen.left), text(step.chosen.right))).collect()
}

fn encoded(report: &mut Report, at: &str, model: &Bpe, want: &Encoded) {
    let words = words(&want.text);
    report.holds(at, words == want.pretokens, &format!("ours is cut to {words:?}"));
    let symbols: Vec<Symbol> = words.iter().flat_map(|word| model.encode(word)).collect();
    let traced: Vec<Symbol> = words.iter().flat_map(|word| Trace::new(model, word).result()).collect();
    let ids: Vec<u32> = symbols.iter().map(|symbol| symbol.id).collect();
    let tokens: Vec<String> = ids.iter().map(|id| display(model.piece(*id).unwrap_or_default())).collect();
    report.holds(at, ids == want.ids && tokens == want.tokens, &format!("ours {ids:?} {tokens:?}"));
    report.holds(at, traced == symbols, "the trace ends elsewhere");
}

/// The alphabet and behind it what each merge makes.
fn joined(
    mut pieces: Vec<Vec<u8>>,
    merges: &Merges,
    bytes: impl Fn(&str) -> Option<Vec<u8>>,
) -> Option<(ByteStrings, Vec<Merge>)> {
    let mut list = Vec::new();
    for (left, right) in merges {
        let id = |piece: &str| {
            let piece = bytes(piece)?;
            pieces.iter().position(|other| *other == piece).map(|id| id as u32)
        };
        list.push(Merge { left: id(left)?, right: id(right)?, id: pieces.len() as u32 });
        pieces.push(bytes(&format!("{left}{right}"))?);
    }
    Some((pieces.iter().map(Vec::as_slice).collect(), list))
}

thread_local! {
    /// Read once: the golden test's own test asks hundreds of times.
    static GPT2: OnceCell<ByteBpe> = const { OnceCell::new() };
}

fn real(report: &mut Report, at: &str, want: Real) {
    let read = || {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/public/packs/gpt2.pack");
        ByteBpe::from_pack(Pack::read(&std::fs::read(path).unwrap()).unwrap()).unwrap()
    };
    report.holds(at, words(&want.text) == want.pretokens, &format!("ours is cut to {:?}", words(&want.text)));
    GPT2.with(|model| {
        let model = model.get_or_init(read);
        let ids = model.ids(&want.text);
        report.holds(at, ids == want.ids, &format!("ours {ids:?}"));
        let hex = |id: &u32| {
            model.model().piece(*id).unwrap_or_default().iter().map(|b| format!("{b:02x}")).collect()
        };
        let bytes: Vec<String> = ids.iter().map(hex).collect();
        report.holds(at, bytes == want.token_bytes_hex, &format!("ours {bytes:?}"));
    });
}

/// A model over characters: the alphabet, then each merge's piece.
pub fn characters(alphabet: &[String], merges: &Merges, suffix: &str) -> Option<Bpe> {
    let alphabet = alphabet.iter().map(|piece| piece.as_bytes().to_vec()).collect();
    let (strings, list) = joined(alphabet, merges, |piece| Some(piece.as_bytes().to_vec()))?;
    let options = Characters { end_of_word_suffix: suffix.to_owned(), ..Characters::default() };
    Bpe::new(strings, &list, Start::Characters(options), |_| true).ok()
}

/// A word's tokens as text.
pub fn cut(model: &Bpe, word: &str) -> Vec<String> {
    model.encode(word).iter().map(|symbol| text(model, symbol)).collect()
}

fn text(model: &Bpe, symbol: &Symbol) -> String {
    String::from_utf8_lossy(model.piece(symbol.id).unwrap_or_default()).into_owned()
}

fn dropout(report: &mut Report, at: &str, case: Dropout, all: &Map<String, Value>) {
    report.holds(at, case.merges == "bpe.merges", "the merges are those of another section");
    let Some(bpe) = all.get("bpe") else { return report.fail(at, "there is no section bpe") };
    let alphabet: Option<Vec<String>> = report.parse("/bpe/alphabet", bpe["alphabet"].clone());
    let merges: Option<Merges> = report.parse("/bpe/merges", bpe["merges"].clone());
    let Some(model) = characters(&alphabet.unwrap_or_default(), &merges.unwrap_or_default(), "") else {
        return report.fail(at, "the merges make no model");
    };
    for (nth, want) in case.cases.iter().enumerate() {
        dropped(report, &format!("{at}/cases/{nth}"), &model, want);
    }
}

fn dropped(report: &mut Report, at: &str, model: &Bpe, want: &Dropped) {
    let ours = match distribution(model, &want.word, want.p) {
        Ok(ours) => ours,
        Err(error) => return report.fail(at, error),
    };
    report.holds(at, ours.len() == want.distribution.len(), "there are more segmentations, or fewer");
    for (nth, want) in want.distribution.iter().enumerate() {
        let at = format!("{at}/distribution/{nth}");
        let same = ours.iter().find(|(symbols, _)| {
            symbols.iter().map(|symbol| text(model, symbol)).eq(want.seg.iter().cloned())
        });
        match same {
            Some((_, probability)) => {
                report.equal_number("bpe_dropout", &format!("{at}/prob"), *probability, want.prob);
            }
            None => report.fail(&at, "ours has no such segmentation"),
        }
    }
}
