//! The words of a text, for each kind of tokenizer.

use super::Source;
use crate::tokenize::bpe::special::{self, Part};
use crate::tokenize::byte_bpe::ByteBpe;
use crate::tokenize::own::OwnBpe;
use crate::tokenize::pre_tokenize::{self, Rule};
use crate::tokenize::sentencepiece_bpe::SentencePieceBpe;
use crate::tokenize::stage::Stage;
use crate::tokenize::unigram::Unigram;
use crate::tokenize::unigram::lattice::Lattice;
use crate::tokenize::word_piece::WordPiece;
use std::ops::Range;

/// A BPE word of more bytes comes in parts.
pub const PART_BYTES: usize = 48;
/// So does a stretch of more characters of a lattice.
pub const PART_CHARACTERS: usize = 20;

const SPACE: char = '▁';

/// A text on its way to words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// What the normaliser did.
    pub stages: Vec<Stage>,
    /// The text of the last stage, which is cut into words.
    pub prepared: String,
    /// What each split of the pre-tokeniser made of it, if it has a pattern.
    pub splits: Vec<pre_tokenize::Stage>,
    /// All words, in order.
    pub words: Vec<Word>,
}

/// What is cut apart by itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Word {
    /// Bytes of the prepared text.
    pub at: Range<usize>,
    /// The alternative of the pattern that made it.
    pub rule: Option<Rule>,
    /// What it becomes.
    pub ids: Vec<u32>,
    /// Which part it is of a word that is too long to be drawn: from 0, and of how many.
    pub part: Option<(usize, usize)>,
    /// Whether it is a control token, which no merge made.
    pub control: bool,
}

impl Survey {
    pub fn text(&self, word: &Word) -> &str {
        self.prepared.get(word.at.clone()).unwrap_or_default()
    }
}

/// The stages and words of a text. With `control`, what reads like a control token of a byte-level vocabulary becomes one.
pub fn survey(source: Source, text: &str, control: bool) -> Survey {
    match source {
        Source::ByteBpe(model) => byte_bpe(model, text, control),
        Source::SentencePieceBpe(model) => sentencepiece(model, text),
        Source::OwnBpe(model) => own(model, text),
        Source::WordPiece(model) => word_piece(model, text),
        Source::Unigram(model) => unigram(model, text),
        Source::Characters => {
            let word = |(at, character): (usize, char)| Word {
                at: at..at + character.len_utf8(),
                ids: vec![character.into()],
                ..Word::default()
            };
            let words = text.char_indices().map(word).collect();
            Survey { prepared: text.to_owned(), words, ..Survey::default() }
        }
    }
}

/// Control tokens are found before the pre-tokeniser, which sees the stretches between them one by one.
fn byte_bpe(model: &ByteBpe, text: &str, control: bool) -> Survey {
    let stages = model.stages(text);
    let prepared = last(&stages, text);
    let (mut splits, mut words) = (Vec::new(), Vec::new());
    let length = |id: u32| model.model().piece(id).map_or(0, <[u8]>::len);
    for Part { span, token } in special::split(&prepared, model.specials(), |token| control && token.special)
    {
        if let Some(token) = token.and_then(|index| model.specials().get(index)) {
            words.push(Word { at: span, ids: vec![token.id], control: true, ..Word::default() });
            continue;
        }
        let found = model.pattern().stages(prepared.get(span.clone()).unwrap_or_default());
        for piece in found.last().map_or(&[][..], |split| &split.pieces) {
            let at = span.start + piece.span.start;
            let text = prepared.get(at..span.start + piece.span.end).unwrap_or_default();
            let tokens = model.word_ids(text).into_iter().map(|id| (id, length(id))).collect::<Vec<_>>();
            push(&mut words, &prepared, at, Some(piece.rule), &tokens);
        }
        append(&mut splits, found, span.start);
    }
    Survey { stages, prepared, splits, words }
}

/// Adds the pieces of a stretch that begins at `start` to those of the stretches before it.
fn append(splits: &mut Vec<pre_tokenize::Stage>, found: Vec<pre_tokenize::Stage>, start: usize) {
    for (nth, mut split) in found.into_iter().enumerate() {
        for piece in &mut split.pieces {
            piece.span = start + piece.span.start..start + piece.span.end;
        }
        match splits.get_mut(nth) {
            Some(before) => before.pieces.append(&mut split.pieces),
            None => splits.push(split),
        }
    }
}

fn last(stages: &[Stage], text: &str) -> String {
    stages.last().map_or(text, |stage| &stage.text).to_owned()
}

fn sentencepiece(model: &SentencePieceBpe, text: &str) -> Survey {
    let stages = model.stages(text);
    let prepared = last(&stages, text);
    let mut words = Vec::new();
    for span in model.words(&prepared) {
        let tokens = model.spans(prepared.get(span.clone()).unwrap_or_default());
        push(&mut words, &prepared, span.start, None, &tokens);
    }
    Survey { stages, prepared, splits: Vec::new(), words }
}

/// A word of a character model is not cut into parts: of its tokens only the ids are known without merging it again.
fn own(model: &OwnBpe, text: &str) -> Survey {
    let (stages, spans) = model.stages(text);
    let prepared = last(&stages, text);
    let splits = model.pattern().map(|pattern| pattern.stages(&prepared)).unwrap_or_default();
    let rules = splits.last().map_or(&[][..], |split| &split.pieces);
    let mut words = Vec::new();
    for (nth, span) in spans.into_iter().enumerate() {
        let ids = model.word_ids(prepared.get(span.clone()).unwrap_or_default());
        let rule = rules.get(nth).map(|piece| piece.rule);
        if model.is_byte_level() {
            let length = |id: u32| model.model().piece(id).map_or(0, <[u8]>::len);
            let tokens: Vec<_> = ids.into_iter().map(|id| (id, length(id))).collect();
            push(&mut words, &prepared, span.start, rule, &tokens);
        } else {
            words.push(Word { at: span, rule, ids, ..Word::default() });
        }
    }
    Survey { stages, prepared, splits, words }
}

fn word_piece(model: &WordPiece, text: &str) -> Survey {
    let trace = model.tracer().trace(text);
    let prepared = last(&trace.stages, text);
    let word = |word: crate::tokenize::word_piece::trace::Word| Word {
        ids: word.tokens.iter().map(|token| token.id).collect(),
        at: word.at,
        ..Word::default()
    };
    let words = trace.words.into_iter().map(word).collect();
    Survey { stages: trace.stages, prepared, splits: Vec::new(), words }
}

fn unigram(model: &Unigram, text: &str) -> Survey {
    let trace = model.trace(text);
    let (lattice, stages) = (trace.lattice, trace.stages);
    let chosen: Vec<_> = trace.chosen.edges.iter().filter_map(|edge| lattice.edges.get(*edge)).collect();
    let mut rest = chosen.as_slice();
    let mut words = Vec::new();
    for (span, part) in
        stretches(&lattice, &chosen.iter().map(|edge| (edge.to, edge.unknown)).collect::<Vec<_>>())
    {
        let (own, after) = rest.split_at(rest.partition_point(|edge| edge.to <= span.end));
        rest = after;
        let node = |node: usize| lattice.nodes.get(node).copied().unwrap_or_default();
        let mut ids: Vec<u32> = Vec::new();
        let mut unknown = false;
        for edge in own {
            if !(edge.unknown && unknown) {
                ids.push(edge.id);
            }
            unknown = edge.unknown;
        }
        words.push(Word { at: node(span.start)..node(span.end), ids, part, ..Word::default() });
    }
    Survey { stages, prepared: lattice.text, splits: Vec::new(), words }
}

/// Stretches of nodes that no edge leaves: before each ▁ that follows something else, and after [`PART_CHARACTERS`]
/// wherever it is possible. `path` are the ends of the chosen edges and whether they are unknown: unknown characters
/// side by side are one token and stay together.
fn stretches(lattice: &Lattice, path: &[(usize, bool)]) -> Vec<(Range<usize>, Option<(usize, usize)>)> {
    let last = lattice.nodes.len().saturating_sub(1);
    let mut spanned = vec![0i32; last + 2];
    for edge in &lattice.edges {
        spanned.get_mut(edge.from + 1).into_iter().for_each(|slot| *slot += 1);
        spanned.get_mut(edge.to).into_iter().for_each(|slot| *slot -= 1);
    }
    let joined: Vec<usize> = path
        .windows(2)
        .filter(|pair| matches!(pair, [(_, true), (_, true)]))
        .filter_map(|p| p.first())
        .map(|(to, _)| *to)
        .collect();
    let character = |node: usize| {
        let at = lattice.nodes.get(node).copied().unwrap_or_default();
        lattice.text.get(at..).and_then(|rest| rest.chars().next())
    };
    let mut found: Vec<(Range<usize>, Option<(usize, usize)>)> = Vec::new();
    let (mut start, mut open, mut first_of_word) = (0, 0, 0);
    let number = |found: &mut Vec<(Range<usize>, Option<(usize, usize)>)>, first: usize| {
        let parts = found.len() - first;
        if parts > 1 {
            found.iter_mut().skip(first).enumerate().for_each(|(nth, (_, part))| *part = Some((nth, parts)));
        }
    };
    for node in 1..=last {
        open += spanned.get(node).copied().unwrap_or_default();
        if open > 0 || joined.binary_search(&node).is_ok() {
            continue;
        }
        let new_word = character(node) == Some(SPACE) && character(node - 1) != Some(SPACE);
        if node == last || new_word || node - start >= PART_CHARACTERS {
            found.push((start..node, None));
            start = node;
            if node == last || new_word {
                number(&mut found, first_of_word);
                first_of_word = found.len();
            }
        }
    }
    found
}

/// Adds a word of tokens, each an id and its bytes; one of more than [`PART_BYTES`] in parts that end where tokens and
/// characters do.
fn push(words: &mut Vec<Word>, text: &str, start: usize, rule: Option<Rule>, tokens: &[(u32, usize)]) {
    let first = words.len();
    let (mut from, mut at, mut ids) = (start, start, Vec::new());
    for (nth, (id, length)) in tokens.iter().enumerate() {
        ids.push(*id);
        at += length;
        let next = tokens.get(nth + 1).map(|(_, length)| at + length - from);
        if next.is_none_or(|next| next > PART_BYTES && text.is_char_boundary(at)) {
            words.push(Word { at: from..at, rule, ids: std::mem::take(&mut ids), ..Word::default() });
            from = at;
        }
    }
    let parts = words.len() - first;
    if parts > 1 {
        words.iter_mut().skip(first).enumerate().for_each(|(nth, word)| word.part = Some((nth, parts)));
    }
}
