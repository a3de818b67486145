//! Which pieces can go: those whose removal lowers the likelihood of the corpus least.
//!
//! ```text
//! n(x)     how often x stands in the most probable segmentations of the corpus;  N = Σ n
//! alt(x)   the most probable segmentation of x's own text without x
//! loss(x)  n(x) · [ log n(x)/N  −  Σ over y of alt(x) of log (n(y) + n(x)) / (N + n(x)(|alt(x)| − 1)) ]
//! ```
//!
//! If x goes, all its occurrences are taken to become alt(x), with no other change (sentencepiece,
//! src/unigram_model_trainer.cc, `PruneSentencePieces`, whose loss is this over the number of words).

use super::{Piece, Progress, Trainer, What};
use crate::tokenize::unigram::lattice::Lattice;
use crate::tokenize::unigram::model::Model;
use std::collections::HashSet;

/// What the removal of a piece would cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Loss {
    /// The piece's number among the seeds.
    pub seed: u32,
    /// n(x).
    pub count: u64,
    /// By how much the log-likelihood of the corpus would fall, about.
    pub loss: f64,
    /// What would stand in its place, as numbers of seeds.
    pub alternative: Vec<u32>,
}

impl Trainer {
    /// Removes pieces; single characters stay.
    pub(super) fn prune(&mut self, progress: Progress) -> Option<What> {
        let mut losses = self.losses(progress)?;
        losses.sort_by(|a, b| a.loss.total_cmp(&b.loss).then_with(|| b.seed.cmp(&a.seed)));
        let n = self.pieces.len();
        let kept = ((n as f64 * self.settings.shrink) as usize).max(self.settings.vocabulary);
        // single characters have no loss and always stay
        let removed = n.saturating_sub(kept).min(losses.len());
        let gone: HashSet<u32> = losses.iter().take(removed).map(|loss| loss.seed).collect();
        self.pieces.retain(|piece| !gone.contains(&piece.seed));
        self.normalise();
        let line =
            (removed.checked_sub(1).and_then(|at| losses.get(at)).cloned(), losses.get(removed).cloned());
        losses.truncate(self.settings.shown);
        Some(What::Prune { least: losses, line, removed })
    }

    /// The losses of all pieces of more than one character, in the order of the pieces.
    pub(super) fn losses(&self, progress: Progress) -> Option<Vec<Loss>> {
        let model = self.model(&self.pieces);
        let mut counts = vec![0_u64; self.pieces.len()];
        self.each_word(progress, 0.0..0.5, |_, word, times| {
            let lattice = Lattice::new(word, &model);
            let best = lattice.best().map(|path| path.edges).unwrap_or_default();
            for edge in best.iter().filter_map(|&edge| lattice.edges.get(edge)) {
                counts.get_mut(edge.id as usize).into_iter().for_each(|count| *count += times as u64);
            }
        })?;
        let total: u64 = counts.iter().sum();
        let longer =
            self.pieces.iter().enumerate().filter(|(_, piece)| piece.seed as usize >= self.characters);
        Some(longer.map(|(id, piece)| self.loss(id, piece, &model, &counts, total)).collect())
    }

    fn loss(&self, id: usize, piece: &Piece, model: &Model, counts: &[u64], total: u64) -> Loss {
        let mut lattice = Lattice::new(self.text(piece.seed), model);
        lattice.remove(id as u32);
        let best = lattice.best().map(|path| path.edges).unwrap_or_default();
        let alternative: Vec<usize> =
            best.iter().filter_map(|&edge| lattice.edges.get(edge)).map(|edge| edge.id as usize).collect();
        let of = |id: usize| counts.get(id).copied().unwrap_or_default();
        let loss = loss(of(id), total, alternative.iter().map(|&id| of(id)));
        let seed = |id: usize| self.pieces.get(id).map_or(0, |piece| piece.seed);
        Loss {
            seed: piece.seed,
            count: of(id),
            loss,
            alternative: alternative.into_iter().map(seed).collect(),
        }
    }

    /// Divides the probabilities of what is left by their sum.
    fn normalise(&mut self) {
        let sum: f64 = self.pieces.iter().map(|piece| piece.log_prob.exp()).sum();
        self.pieces.iter_mut().for_each(|piece| piece.log_prob -= sum.ln());
    }
}

/// The loss of a piece that occurs `count` times among `total`, and its alternatives as often as given. None is lost
/// with a piece that does not occur.
fn loss(count: u64, total: u64, alternatives: impl ExactSizeIterator<Item = u64>) -> f64 {
    if count == 0 {
        return 0.0;
    }
    let count = count as f64;
    let without = total as f64 + count * (alternatives.len() as f64 - 1.0);
    let alternative: f64 = alternatives.map(|other| ((other as f64 + count) / without).ln()).sum();
    count * ((count / total as f64).ln() - alternative)
}
