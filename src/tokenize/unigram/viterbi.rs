//! The most probable segmentation: argmax over cuts of Σ log p(piece).
//!
//! best[0] = 0, best[t] = max over pieces text[s..t] of best[s] + log p(text[s..t]); of equal sums the first found
//! stays. A character that is no piece may stand alone as unknown, at min log p − 10. Sums are f32, as in sentencepiece,
//! src/unigram_model.cc, `Model::EncodeOptimized`: in long runs such as `aaaa…` rounding decides between equal
//! segmentations, and sums in f64 give other ids.

use crate::pack::{Kind, Pieces};
use crate::tokenize::trie::Trie;
use std::ops::Range;

const UNKNOWN_PENALTY: f32 = 10.0;
/// As in sentencepiece 0.2.3 (`score_reset_threshold_`).
const SCORE_RESET_THRESHOLD: f32 = 100_000.0;

pub struct Viterbi {
    /// The pieces that may match text: all but control, unknown and byte pieces.
    trie: Trie,
    scores: Vec<f32>,
    kinds: Vec<Kind>,
    min_score: f32,
    max_score: f32,
    unknown_id: u32,
}

/// The best way to reach a position.
#[derive(Clone, Copy)]
struct Best {
    score: f32,
    id: u32,
    /// Where the last piece starts; None while the position has not been reached.
    start: Option<u32>,
}

impl Viterbi {
    pub fn new(pieces: &Pieces, scores: Vec<f32>, kinds: Vec<Kind>, unknown_id: u32) -> Self {
        let matches = |kind: &Kind| matches!(kind, Kind::Normal | Kind::UserDefined | Kind::Unused);
        let entries =
            pieces.iter().zip(0..).zip(&kinds).filter(|(_, kind)| matches(kind)).map(|(entry, _)| entry);
        let trie = Trie::new(entries);
        let normal =
            || scores.iter().zip(&kinds).filter(|(_, kind)| **kind == Kind::Normal).map(|(score, _)| *score);
        let min_score = normal().fold(f32::MAX, f32::min);
        let max_score = normal().fold(f32::MIN, f32::max);
        Viterbi { trie, scores, kinds, min_score, max_score, unknown_id }
    }

    /// The pieces of a normalised text: (id, bytes of the text). Unknown characters side by side make one token.
    pub fn cut(&self, text: &str) -> Vec<(u32, Range<usize>)> {
        let mut cuts: Vec<(u32, Range<usize>)> = Vec::new();
        for (id, piece) in self.path(text) {
            match cuts.last_mut() {
                Some((before, range)) if id == self.unknown_id && *before == id => range.end = piece.end,
                _ => cuts.push((id, piece)),
            }
        }
        cuts
    }

    /// The edges of the best path: the same with every unknown character by itself.
    pub fn path(&self, text: &str) -> Vec<(u32, Range<usize>)> {
        let best = self.best_paths(text);
        let mut path: Vec<(u32, Range<usize>)> = Vec::new();
        let mut end = text.len();
        while let Some(Best { id, start: Some(start), .. }) = best.get(end).copied().filter(|_| end > 0) {
            path.push((id, start as usize..end));
            end = start as usize;
        }
        path.reverse();
        path
    }

    /// For every byte position the best path that ends there.
    fn best_paths(&self, text: &str) -> Vec<Best> {
        let mut best = vec![Best { score: 0.0, id: self.unknown_id, start: None }; text.len() + 1];
        for (at, character) in text.char_indices() {
            recentre(&mut best, at);
            let so_far = best.get(at).map_or(0.0, |here| here.score);
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            self.pieces(rest, character.len_utf8(), &mut |length, id, score, _| {
                offer(&mut best, at..at + length, id, score + so_far);
            });
        }
        best
    }

    /// Pushes all pieces with which `rest` begins, shortest first: bytes, id, log p, whether it is unknown. The first
    /// character, `width` bytes, may stand alone as unknown if no piece is just it.
    pub fn pieces(&self, rest: &[u8], width: usize, push: &mut dyn FnMut(usize, u32, f32, bool)) {
        let mut alone = false;
        for (length, id) in self.trie.prefixes(rest) {
            let Some(score) = self.score(id, length) else { continue };
            push(length, id, score, false);
            alone |= length == width;
        }
        if !alone {
            push(width, self.unknown_id, self.min_score - UNKNOWN_PENALTY, true);
        }
    }

    /// log p of a piece. A user-defined piece gets what always wins; an unused one is never taken.
    fn score(&self, id: u32, length: usize) -> Option<f32> {
        match self.kinds.get(id as usize)? {
            Kind::Unused => None,
            Kind::UserDefined => Some(length as f32 * self.max_score - 0.1),
            _ => self.scores.get(id as usize).copied(),
        }
    }
}

/// Keeps the sums of long texts small enough for f32: once the best path to `at` is beyond the threshold, its sum is
/// taken from all paths that reach `at` or beyond. Differences between paths stay.
fn recentre(best: &mut [Best], at: usize) {
    let Some(offset) =
        best.get(at).map(|here| here.score).filter(|score| score.abs() > SCORE_RESET_THRESHOLD)
    else {
        return;
    };
    // Only a piece's length beyond `at` has been reached; inside a character nothing has.
    let reached = best.iter_mut().skip(at).filter(|target| target.start.is_some());
    reached.for_each(|target| target.score -= offset);
}

/// Takes a path to `piece.end` if it is the first or better than the best so far.
fn offer(best: &mut [Best], piece: Range<usize>, id: u32, sum: f32) {
    if let Some(target) = best.get_mut(piece.end)
        && (target.start.is_none() || sum > target.score)
    {
        *target = Best { score: sum, id, start: Some(piece.start as u32) };
    }
}
