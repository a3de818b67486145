//! BERT's uncased normaliser (google-research/bert, tokenization.py, `BasicTokenizer`; Hugging Face `BertNormalizer`),
//! stage by stage. Every character keeps the bytes of the reader's text that it comes from.

use super::unicode::Unicode;
use crate::tokenize::stage::{Change, Stage, StageKind};
use std::ops::Range;

/// A character and the bytes of the original text that it stands for, as start and end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aligned {
    pub char: char,
    pub origin: (u32, u32),
}

type Run = fn(&Unicode, &mut Rewriter);

const STAGES: [(StageKind, Run); 5] = [
    (StageKind::CleanText, clean),
    (StageKind::SpaceCjk, space_cjk),
    (StageKind::Decompose, decompose),
    (StageKind::StripMarks, strip_marks),
    (StageKind::Lowercase, lowercase),
];

/// The normalised text.
pub fn normalise(unicode: &Unicode, text: &str) -> Vec<Aligned> {
    STAGES.iter().fold(aligned(text), |chars, (_, run)| {
        let mut rewriter = Rewriter::new(&chars);
        run(unicode, &mut rewriter);
        rewriter.made
    })
}

/// The normalised text and what every stage changed.
pub fn stages(unicode: &Unicode, text: &str) -> (Vec<Aligned>, Vec<Stage>) {
    let mut chars = aligned(text);
    let mut stages = Vec::with_capacity(STAGES.len());
    for (kind, run) in STAGES {
        let mut rewriter = Rewriter { changes: Some(Vec::new()), ..Rewriter::new(&chars) };
        run(unicode, &mut rewriter);
        let Rewriter { made, changes, .. } = rewriter;
        let text = made.iter().map(|aligned| aligned.char).collect();
        stages.push(Stage { kind, text, changes: changes.unwrap_or_default() });
        chars = made;
    }
    (chars, stages)
}

fn aligned(text: &str) -> Vec<Aligned> {
    let origin = |at: usize, char: char| (at as u32, (at + char.len_utf8()) as u32);
    text.char_indices().map(|(at, char)| Aligned { char, origin: origin(at, char) }).collect()
}

/// Control characters go, white space becomes a space.
fn clean(unicode: &Unicode, out: &mut Rewriter) {
    while let Some(Aligned { char, origin }) = out.next() {
        match char {
            '\t' | '\n' | '\r' => out.put(1, &[Aligned { char: ' ', origin }]),
            '\0' | '\u{FFFD}' => out.put(1, &[]),
            _ if !char.is_ascii() && unicode.is_other(char) || char.is_ascii_control() => out.put(1, &[]),
            _ if char.is_whitespace() => out.put(1, &[Aligned { char: ' ', origin }]),
            _ => out.put(1, &[Aligned { char, origin }]),
        }
    }
}

/// A space on both sides of a CJK character, so that it is a word of its own.
fn space_cjk(_: &Unicode, out: &mut Rewriter) {
    while let Some(Aligned { char, origin }) = out.next() {
        let space = Aligned { char: ' ', origin };
        if is_cjk(char) {
            out.put(1, &[space, Aligned { char, origin }, space]);
        } else {
            out.put(1, &[Aligned { char, origin }]);
        }
    }
}

/// BERT's "CJK characters": the ideographs of these blocks, no kana, no Hangul.
pub fn is_cjk(c: char) -> bool {
    matches!(u32::from(c), 0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F
        | 0x2B740..=0x2B81F | 0x2B920..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

/// NFD (Unicode annex 15): every character in its parts, then marks side by side in the order of their classes.
///
/// Origins are Hugging Face's: the first part of each decomposition takes the next character's origin, every other
/// part that of the character before it, in the order after sorting.
fn decompose(unicode: &Unicode, out: &mut Rewriter) {
    // class, part, whether it is the first of its decomposition
    let mut parts: Vec<(u8, char, bool)> = Vec::new();
    let mut made: Vec<Aligned> = Vec::new();
    while let Some(next) = out.next() {
        if next.char.is_ascii() && out.peek(1).is_none_or(|after| after.char.is_ascii()) {
            out.put(1, &[next]);
            continue;
        }
        // one character that begins and the marks behind it
        let mut taken = 0;
        parts.clear();
        while let Some(Aligned { char, .. }) = out.peek(taken) {
            let before = parts.len();
            let mut first = true;
            unicode.decompose(char, |part| {
                parts.push((unicode.combining_class(part), part, first));
                first = false;
            });
            let class = parts.get(before).map(|part| part.0);
            if taken > 0 && class == Some(0) {
                parts.truncate(before);
                break;
            }
            taken += 1;
        }
        parts.chunk_by_mut(|a, b| a.0 != 0 && b.0 != 0).for_each(|run| run.sort_by_key(|part| part.0));
        made.clear();
        let mut replaced = 0;
        for &(_, char, first) in &parts {
            replaced += usize::from(first);
            let origin = out.peek(replaced.saturating_sub(1)).unwrap_or(next).origin;
            made.push(Aligned { char, origin });
        }
        out.put(taken, &made);
    }
}

fn strip_marks(unicode: &Unicode, out: &mut Rewriter) {
    while let Some(next) = out.next() {
        let keep = next.char.is_ascii() || !unicode.is_mark_nonspacing(next.char);
        out.put(1, if keep { std::slice::from_ref(&next) } else { &[] });
    }
}

/// Lower case without context; one character may become two (İ).
fn lowercase(_: &Unicode, out: &mut Rewriter) {
    let mut made = Vec::new();
    while let Some(Aligned { char, origin }) = out.next() {
        made.clear();
        made.extend(char.to_lowercase().map(|char| Aligned { char, origin }));
        out.put(1, &made);
    }
}

/// Reads a text and writes what becomes of it, keeping the places where the two differ.
struct Rewriter<'a> {
    input: &'a [Aligned],
    made: Vec<Aligned>,
    /// Where they are wanted.
    changes: Option<Vec<Change>>,
    bytes_read: usize,
    bytes_made: usize,
}

impl<'a> Rewriter<'a> {
    fn new(input: &'a [Aligned]) -> Self {
        Rewriter { input, made: Vec::with_capacity(input.len()), changes: None, bytes_read: 0, bytes_made: 0 }
    }

    fn next(&self) -> Option<Aligned> {
        self.peek(0)
    }

    fn peek(&self, ahead: usize) -> Option<Aligned> {
        self.input.get(ahead).copied()
    }

    /// The next `taken` characters become `made`.
    fn put(&mut self, taken: usize, made: &[Aligned]) {
        let (read, rest) = self.input.split_at_checked(taken).unwrap_or((self.input, &[]));
        self.input = rest;
        self.made.extend_from_slice(made);
        if let Some(changes) = &mut self.changes {
            let from = grow(&mut self.bytes_read, read);
            let to = grow(&mut self.bytes_made, made);
            let same = read.len() == made.len() && read.iter().zip(made).all(|(a, b)| a.char == b.char);
            if !same {
                changes.push(Change { from, to });
            }
        }
    }
}

/// The bytes that `chars` take from `at` on; `at` moves behind them.
fn grow(at: &mut usize, chars: &[Aligned]) -> Range<usize> {
    let start = *at;
    *at += chars.iter().map(|aligned| aligned.char.len_utf8()).sum::<usize>();
    start..*at
}
