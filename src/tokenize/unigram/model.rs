//! A Unigram model in f64: pieces with their log p, for lattices and for training.

use crate::tokenize::trie::Trie;

/// How much less than the least piece an unknown character has, as in SentencePiece and Hugging Face.
pub const UNKNOWN_PENALTY: f64 = 10.0;

/// Pieces, numbered from 0, and the natural logarithms of their probabilities.
pub struct Model {
    trie: Trie,
    log_probs: Vec<f64>,
    unknown: Option<u32>,
    unknown_log_prob: f64,
}

impl Model {
    /// `unknown` is the number of the piece that stands for characters that are none; it matches no text itself.
    /// Without one, a text with such a character has no path.
    pub fn new<'a>(pieces: impl Iterator<Item = &'a str>, log_probs: Vec<f64>, unknown: Option<u32>) -> Self {
        let trie = Trie::new(pieces.zip(0..).filter(|(_, id)| Some(*id) != unknown));
        let known = (0..).zip(&log_probs).filter(|(id, _)| Some(*id) != unknown);
        let least = known.fold(f64::INFINITY, |least, (_, log_prob)| least.min(*log_prob));
        Model { trie, log_probs, unknown, unknown_log_prob: least - UNKNOWN_PENALTY }
    }

    /// Pushes all pieces with which `rest` begins, shortest first: bytes, number, log p, whether it is unknown. The
    /// first character, `width` bytes, may stand alone if nothing else matches it alone.
    pub(super) fn pieces(&self, rest: &[u8], width: usize, push: &mut dyn FnMut(usize, u32, f64, bool)) {
        let mut alone = false;
        for (length, id) in self.trie.prefixes(rest) {
            let Some(&log_prob) = self.log_probs.get(id as usize) else { continue };
            push(length, id, log_prob, false);
            alone |= length == width;
        }
        if let Some(unknown) = self.unknown.filter(|_| !alone) {
            push(width, unknown, self.unknown_log_prob, true);
        }
    }
}
