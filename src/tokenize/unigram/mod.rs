//! SentencePiece's Unigram tokenizer (Kudo 2018, arXiv:1804.10959; Kudo & Richardson 2018, arXiv:1808.06226).
//!
//! This is our own and not the `tokenizers` crate's, because it must give SentencePiece's ids: the crate's
//! normaliser takes the shortest rule of a whole grapheme where SentencePiece takes the longest rule anywhere, its
//! Viterbi sums in f64 where SentencePiece rounds to f32 (equal sums fall differently), it knows no user-defined
//! pieces, and its trie of hash maps takes 103 MB on the host for this vocabulary, all of ours 7 MB.
//!
//! Text is normalised ([`normalizer`]), then cut into the most probable pieces ([`viterbi`]). [`Unigram::trace`] tells
//! what each stage of the normaliser changed and gives all the ways to cut as a [`lattice`], of which the best few,
//! each piece's probability ([`marginals`]) and draws by temperature ([`sample`]) can be had.

mod charsmap;
pub mod lattice;
pub mod marginals;
pub mod model;
mod n_best;
pub mod normalizer;
pub mod sample;
mod stages;
mod viterbi;

#[cfg(test)]
mod tests;

use super::Token;
use super::stage::Stage;
use crate::pack::{Kind, Pack, PackError, Pieces};
use lattice::{Lattice, Path};
use normalizer::Normalizer;
use viterbi::Viterbi;

pub struct Unigram {
    normalizer: Normalizer,
    viterbi: Viterbi,
    pieces: Pieces,
    unknown_id: u32,
}

/// Every step of one text.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// What the normaliser did; the text of the last stage is what is cut.
    pub stages: Vec<Stage>,
    pub lattice: Lattice,
    /// The path that is taken. Its sums are f32, as SentencePiece's: where two paths are equal to within f32 rounding
    /// it may be another one than [`Lattice::best`], whose sums are f64.
    pub chosen: Path,
    /// The tokens of that path; unknown characters side by side are one token.
    pub tokens: Vec<Token>,
}

impl Unigram {
    pub fn from_pack(pack: Pack) -> Result<Self, PackError> {
        let unknown_id = pack.unknown_id().ok_or(PackError::Corrupt("no piece stands for the unknown"))?;
        let user_defined =
            pack.pieces.iter().zip(&pack.kinds).filter(|(_, kind)| **kind == Kind::UserDefined);
        let user_defined = user_defined.map(|(piece, _)| piece.to_owned()).collect();
        let tables = pack.sentencepiece.ok_or(PackError::Corrupt("a section is missing"))?;
        let viterbi = Viterbi::new(&pack.pieces, tables.scores.clone(), pack.kinds, unknown_id);
        let normalizer = Normalizer::new(tables, user_defined);
        Ok(Unigram { normalizer, viterbi, pieces: pack.pieces, unknown_id })
    }

    /// A token's span is the original bytes that its normalised characters come from. A space that the normaliser
    /// put before the text has no bytes of its own; spaces that it removed at the ends belong to no token.
    pub fn encode(&self, text: &str) -> Vec<Token> {
        let normalized = self.normalizer.normalize(text);
        let token = |(id, part)| Token {
            id,
            piece: self.pieces.get(id).unwrap_or_default().to_owned(),
            span: normalized.original(part),
            unknown: id == self.unknown_id,
        };
        self.viterbi.cut(&normalized.text).into_iter().map(token).collect()
    }

    /// Every step from a text to its tokens.
    pub fn trace(&self, text: &str) -> Trace {
        let stages = self.normalizer.stages(text);
        let normalized = stages.last().map_or("", |stage| stage.text.as_str());
        let lattice = self.lattice(normalized);
        let node = |at: usize| lattice.nodes.binary_search(&at).ok();
        let edge = |(id, piece): (u32, std::ops::Range<usize>)| {
            let (from, to) = (node(piece.start)?, node(piece.end)?);
            let mut own = lattice.ending_at(to);
            own.find(|(_, edge)| edge.from == from && edge.id == id).map(|(index, _)| index)
        };
        let edges = self.viterbi.path(normalized).into_iter().filter_map(edge).collect();
        let chosen = lattice.path(edges);
        Trace { stages, chosen, tokens: self.encode(text), lattice }
    }

    /// All ways to cut a text that is normalised already; log p as the model has them, in f64.
    pub fn lattice(&self, normalized: &str) -> Lattice {
        Lattice::build(normalized, |rest, width, push| {
            self.viterbi.pieces(rest, width, &mut |length, id, score, unknown| {
                push(length, id, f64::from(score), unknown);
            });
        })
    }

    pub fn piece(&self, id: u32) -> Option<String> {
        self.pieces.get(id).map(str::to_owned)
    }
}
