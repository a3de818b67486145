//! The sequence builder: runs of text, patches, frames and special tokens, one after the other, become one sequence.

use super::projection::{Modality, Special};
use super::sequence::{Piece, Segment, Sequence};
use crate::matrix::Matrix;
use std::ops::Range;
use std::rc::Rc;

/// What a run is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Special,
    Text,
    Image,
    Audio,
}

/// Tokens of one kind that stand together.
#[derive(Clone, Debug)]
pub struct Run {
    pub kind: Kind,
    pub pieces: Vec<Piece>,
    /// A word each for axes and sentences, as many as pieces.
    pub labels: Vec<String>,
    /// How they are laid out; covers all pieces.
    pub segment: Segment,
    /// What [`Piece::Vector`]s name.
    pub vectors: Option<(Modality, Rc<Matrix>)>,
}

impl Run {
    /// The same special token `times` times.
    pub fn special(which: Special, label: &str, times: usize) -> Self {
        Run {
            kind: Kind::Special,
            pieces: vec![Piece::Special(which); times],
            labels: vec![label.to_string(); times],
            segment: Segment::Text(times),
            vectors: None,
        }
    }
}

/// Runs in one sequence.
#[derive(Clone, Debug, Default)]
pub struct Joined {
    pub sequence: Sequence,
    pub labels: Vec<String>,
    /// What stands where. Runs without a token are left out.
    pub runs: Vec<(Kind, Range<usize>)>,
    /// Tokens that there would be without the limit.
    pub total: usize,
}

/// Puts `runs` one after the other, up to `limit` tokens: what does not fit is left out from the end.
pub fn join(runs: Vec<Run>, limit: usize) -> Joined {
    let mut joined = Joined { total: runs.iter().map(|run| run.pieces.len()).sum(), ..Joined::default() };
    let (mut layout, mut on_a_grid) = (Vec::new(), false);
    for run in runs {
        let start = joined.sequence.len();
        let n = run.pieces.len().min(limit - start);
        if n == 0 {
            continue;
        }
        joined.sequence.pieces.extend(run.pieces.into_iter().take(n));
        joined.labels.extend(run.labels.into_iter().take(n));
        joined.runs.push((run.kind, start..start + n));
        on_a_grid |= matches!(run.segment, Segment::Visual { .. });
        layout.push(run.segment);
        if let Some((modality, vectors)) = run.vectors {
            joined.sequence.vectors[modality as usize] = Some(vectors);
        }
    }
    if on_a_grid {
        joined.sequence.layout = layout.into();
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patches() -> Run {
        Run {
            kind: Kind::Image,
            pieces: (0..6).map(|at| Piece::Vector(Modality::Image, at)).collect(),
            labels: (0..6).map(|at| at.to_string()).collect(),
            segment: Segment::Visual { frames: 1, rows: 2, columns: 3 },
            vectors: Some((Modality::Image, Rc::new(Matrix::zeros((6, 4))))),
        }
    }

    fn all() -> Vec<Run> {
        vec![Run::special(Special::Cls, "[CLS]", 1), patches(), Run::special(Special::Pad, "[PAD]", 2)]
    }

    #[test]
    fn runs_follow_each_other() {
        let joined = join(all(), 512);
        assert_eq!(joined.runs, [(Kind::Special, 0..1), (Kind::Image, 1..7), (Kind::Special, 7..9)]);
        assert_eq!((joined.total, joined.sequence.len(), joined.sequence.padding()), (9, 9, 2));
        assert_eq!(joined.labels[6], "5");
        assert_eq!(joined.sequence.layout.len(), 3);
    }

    #[test]
    fn what_does_not_fit_is_left_out_from_the_end() {
        let joined = join(all(), 5);
        assert_eq!(joined.runs, [(Kind::Special, 0..1), (Kind::Image, 1..5)]);
        assert_eq!((joined.total, joined.sequence.len(), joined.labels.len()), (9, 5, 5));
        assert_eq!(join(all(), 0).sequence.len(), 0);
    }

    #[test]
    fn without_a_grid_there_is_no_layout() {
        assert!(join(vec![Run::special(Special::Cls, "[CLS]", 1)], 9).sequence.layout.is_empty());
    }
}
