//! What stands at every place of a sequence, and the one n × d matrix that all of it becomes.
//!
//! ```text
//! a word      row of the seeded table of its vocabulary ([`table`])
//! a patch     its P²·3 numbers times E, plus b                       ([`projection`])
//! a frame     log-mel frames around it, through Whisper's two convolutions ([`conv_stem`](super::conv_stem))
//! a code      row of the seeded table of its codebook
//! [CLS] …     a row of its own
//! ```
//!
//! From here on nothing knows where a row came from, but the positions, which may be those of a grid, and that no
//! query sees [PAD].

use super::conv_stem::Stemming;
use super::projection::{self, KeptRows, Modality, Projecting, Special};
use super::random::{self, Stream};
use super::table;
use crate::matrix::Matrix;
use ndarray::Array1;
use std::rc::Rc;
use std::sync::Arc;

/// What one token is before it is a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// An id of a text vocabulary.
    Word(u32),
    Special(Special),
    /// A row of what that modality's vectors become: of sound, one for every two log-mel frames.
    Vector(Modality, usize),
    /// An id of a codebook fitted on that modality's vectors.
    Code(Modality, u32),
}

impl Piece {
    /// Its number in the vocabulary or codebook it is of.
    pub fn id(&self) -> Option<u32> {
        match *self {
            Piece::Word(id) | Piece::Code(_, id) => Some(id),
            Piece::Special(_) | Piece::Vector(..) => None,
        }
    }
}

/// A run of tokens of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Segment {
    /// This many text tokens.
    Text(usize),
    /// Frames × rows × columns of an image (one frame) or a video, after patch merging; row-major.
    Visual { frames: usize, rows: usize, columns: usize },
}

/// A sequence of tokens.
#[derive(Clone, Debug, Default)]
pub struct Sequence {
    pub pieces: Vec<Piece>,
    /// The vectors that [`Piece::Vector`] names, by modality: N × k, any k.
    pub vectors: [Option<Rc<Matrix>>; 2],
    /// The same as runs of text and grids, for schemes that know of grids; empty for a text alone.
    pub layout: Arc<[Segment]>,
}

impl Sequence {
    /// A text alone.
    pub fn text(ids: &[u32]) -> Rc<Self> {
        Rc::new(Sequence { pieces: ids.iter().map(|id| Piece::Word(*id)).collect(), ..Sequence::default() })
    }

    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// How many tokens, the last ones, are [PAD].
    pub fn padding(&self) -> usize {
        self.pieces.iter().rev().take_while(|piece| **piece == Piece::Special(Special::Pad)).count()
    }
}

/// The same pieces, and the very same vectors: they are never changed in place.
impl PartialEq for Sequence {
    fn eq(&self, other: &Sequence) -> bool {
        let same = |(a, b): (&Option<Rc<Matrix>>, &Option<Rc<Matrix>>)| match (a, b) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        self.pieces == other.pieces
            && self.layout == other.layout
            && self.vectors.iter().zip(&other.vectors).all(same)
    }
}

/// Ids of codes stand behind those of every vocabulary: 2³¹ for patches, 3·2³⁰ for frames.
fn code_id(modality: Modality, id: u32) -> u32 {
    (1 << 31) + ((modality as u32) << 30) + id % (1 << 30)
}

/// Vectors on their way to rows of width d_model.
enum Making {
    Patches(Projecting),
    Frames(Stemming),
}

impl Making {
    /// Does a few milliseconds of the work; whether any was left.
    fn step(&mut self, kept: &mut KeptRows) -> bool {
        match self {
            Making::Patches(work) if !work.is_done() => work.step(kept),
            Making::Frames(work) if !work.is_done() => work.step(),
            Making::Patches(_) | Making::Frames(_) => return false,
        }
        true
    }

    /// A row a vector, once nothing is left to do.
    fn rows(&self) -> &Matrix {
        match self {
            Making::Patches(work) => work.sums(),
            Making::Frames(work) => work.embedded(),
        }
    }
}

/// The rows of a sequence in the making: a large projection takes longer than a frame of the screen.
pub struct Embedding {
    sequence: Rc<Sequence>,
    d_model: usize,
    seed: u64,
    common: f64,
    /// What becomes of the vectors of each modality, and how far that is.
    making: Vec<(Modality, Making)>,
}

impl Embedding {
    /// `common` is the expected cosine of any two rows, as for [`table::lookup`]: every row is
    /// √common · μ + √(1 − common) · its own, whatever its modality.
    pub fn new(sequence: &Rc<Sequence>, d_model: usize, seed: u64, common: f64) -> Self {
        let make = |modality: Modality| {
            let vectors = Rc::clone(sequence.vectors.get(modality as usize)?.as_ref()?);
            let making = match modality {
                Modality::Image => Making::Patches(Projecting::new(vectors, d_model, modality, seed)),
                Modality::Audio => Making::Frames(Stemming::new(&vectors, d_model, seed)),
            };
            Some((modality, making))
        };
        let making = [Modality::Image, Modality::Audio].into_iter().filter_map(make).collect();
        Embedding { sequence: Rc::clone(sequence), d_model, seed, common, making }
    }

    /// Does a few milliseconds of the work; the n × d_model matrix once it is done. `kept` are rows of the patches' E from
    /// one sequence to the next.
    pub fn step(&mut self, kept: &mut KeptRows) -> Option<Matrix> {
        let busy = self.making.iter_mut().any(|(_, making)| making.step(kept));
        (!busy).then(|| self.rows())
    }

    /// Every row, once all vectors are projected. One that is missing gives μ's part only.
    fn rows(&self) -> Matrix {
        let id = |piece: &Piece| match *piece {
            Piece::Word(id) => id,
            Piece::Code(modality, id) => code_id(modality, id),
            Piece::Special(_) | Piece::Vector(..) => 0,
        };
        let ids: Vec<u32> = self.sequence.pieces.iter().map(id).collect();
        let mut x = table::lookup(&ids, self.d_model, self.seed, self.common);
        let mut mean = vec![0.0; self.d_model];
        random::fill_row(&mut mean, self.seed, Stream::Common as u64);
        let common = self.common.clamp(0.0, 1.0);
        let (a, b) = (common.sqrt() as f32, (1.0 - common).sqrt() as f32);
        for (mut row, piece) in x.rows_mut().into_iter().zip(&self.sequence.pieces) {
            let own = match *piece {
                Piece::Word(_) | Piece::Code(..) => continue,
                Piece::Special(which) => projection::special(which, self.d_model, self.seed),
                Piece::Vector(modality, at) => self.projected(modality, at),
            };
            for ((entry, mu), own) in row.iter_mut().zip(&mean).zip(&own) {
                *entry = a * mu + b * own;
            }
        }
        x
    }

    fn projected(&self, modality: Modality, at: usize) -> Array1<f32> {
        let of = self.making.iter().find(|(of, _)| *of == modality);
        let row =
            of.and_then(|(_, making)| making.rows().rows().into_iter().nth(at).map(|row| row.to_owned()));
        row.unwrap_or_else(|| Array1::zeros(self.d_model))
    }
}

/// The rows of `sequence` in one go: n × d_model.
pub fn lookup(sequence: &Rc<Sequence>, d_model: usize, seed: u64, common: f64) -> Matrix {
    let mut work = Embedding::new(sequence, d_model, seed, common);
    let mut kept = KeptRows::default();
    loop {
        if let Some(x) = work.step(&mut kept) {
            return x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::projection::Projection;
    use crate::embed::similarity::cosine;
    use crate::matrix::{max_abs_diff, to_f64};
    use ndarray::s;

    fn mixed() -> Rc<Sequence> {
        let patches = Matrix::from_shape_fn((3, 300), |(i, j)| ((i * 5 + j * 3) % 13) as f32 / 6.0 - 1.0);
        let pieces = vec![
            Piece::Special(Special::Cls),
            Piece::Word(7),
            Piece::Vector(Modality::Image, 2),
            Piece::Vector(Modality::Image, 0),
            Piece::Code(Modality::Image, 7),
            Piece::Special(Special::Pad),
        ];
        Rc::new(Sequence { pieces, vectors: [Some(Rc::new(patches)), None], ..Sequence::default() })
    }

    #[test]
    fn a_text_alone_is_looked_up_as_before() {
        let ids = [3, 9, 3];
        assert_eq!(lookup(&Sequence::text(&ids), 16, 5, 0.4), table::lookup(&ids, 16, 5, 0.4));
    }

    #[test]
    fn each_piece_has_the_row_of_its_kind() {
        let (sequence, d, seed) = (mixed(), 24, 5);
        let x = lookup(&sequence, d, seed, 0.0);
        assert_eq!(x.row(0), projection::special(Special::Cls, d, seed));
        assert_eq!(x.row(1), table::lookup(&[7], d, seed, 0.0).row(0));
        assert_ne!(x.row(4), x.row(1));
        let patches = sequence.vectors[0].as_ref().unwrap();
        let all = Projection::seeded(300, d, Modality::Image, seed).apply(patches.view()).unwrap();
        for (row, patch) in [(2, 2), (3, 0)] {
            let gap = max_abs_diff(
                to_f64(&x.slice(s![row..=row, ..]).to_owned()).view(),
                to_f64(&all.slice(s![patch..=patch, ..]).to_owned()).view(),
            );
            assert!(gap.unwrap() < 1e-5, "{gap:?}");
        }
        assert_eq!(sequence.padding(), 1);
    }

    #[test]
    fn what_all_rows_share_is_shared_across_modalities() {
        let x = lookup(&mixed(), 512, 5, 1.0);
        for row in x.rows() {
            assert!(
                cosine(to_f64(&x).row(0), to_f64(&row.insert_axis(ndarray::Axis(0)).to_owned()).row(0))
                    > 0.999
            );
        }
    }

    #[test]
    fn a_vector_that_is_missing_is_no_panic() {
        let pieces = vec![Piece::Vector(Modality::Audio, 5), Piece::Vector(Modality::Image, 1)];
        let vectors = [Some(Rc::new(Matrix::zeros((1, 4)))), None];
        assert_eq!(
            lookup(&Rc::new(Sequence { pieces, vectors, ..Sequence::default() }), 8, 1, 0.0),
            Matrix::zeros((2, 8))
        );
    }
}
