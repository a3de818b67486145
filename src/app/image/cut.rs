//! A square picture as the state cuts it: patches as vectors, which of them are hidden, and the run of tokens.

use super::jobs::{Fitted, Squared};
use crate::embed::projection::{Modality, Special};
use crate::embed::runs::{Kind, Run};
use crate::embed::sequence::{Piece, Segment};
use crate::matrix::Matrix;
use crate::pipeline::MAX_TOKENS;
use crate::state::State;
use crate::tokenize::image::mask::Mask;
use crate::tokenize::image::normalise::{Normalisation, normalise};
use crate::tokenize::image::patch::{self, Edge, Grid, Order};
use crate::tokenize::image::pool;
use ndarray::{Array3, s};
use std::rc::Rc;

/// Windows of 2 × 2 patches become one token.
pub const POOL: usize = 2;

/// A decoded picture and its numbers.
pub struct Picture {
    pub of: Squared,
    /// [row, column, channel], −1 … 1 as ViT is fed.
    pub numbers: Array3<f32>,
}

impl Picture {
    pub fn new(of: Squared) -> Self {
        Picture { numbers: normalise(&of.image, Normalisation::Half), of }
    }

    /// S.
    pub fn side(&self) -> usize {
        self.of.image.width() as usize
    }
}

/// What of the state decides how a picture is cut.
#[derive(Clone, Debug, PartialEq)]
pub struct How {
    pub patch: usize,
    pub order: Order,
    pub edge: Edge,
    /// `patches`, `codes` or `pooled`.
    pub route: &'static str,
    pub mask_ratio: f64,
    pub seed: u64,
    /// K, in the route of codes.
    pub codes: u64,
}

impl How {
    pub fn of(state: &State) -> Self {
        let media = &state.media;
        How {
            patch: media.patch_size as usize,
            order: if media.patch_order == "chw" { Order::Chw } else { Order::Hwc },
            edge: if media.patch_edge == "pad" { Edge::Pad } else { Edge::Crop },
            route: media.image_tokens,
            mask_ratio: media.mask_ratio,
            seed: state.seed,
            codes: if media.image_tokens == "codes" { media.codebook_size } else { 0 },
        }
    }

    /// What happens at the edges of a picture of this side. Codes are fitted on whole patches.
    pub fn edge_of(&self, side: usize) -> Edge {
        let asked = if self.route == "codes" { Edge::Crop } else { self.edge };
        asked.of_side(side, self.patch)
    }

    /// The same as far as a codebook depends on it.
    pub fn of_codes(&self) -> Self {
        How { mask_ratio: 0.0, order: Order::Hwc, edge: Edge::Crop, ..self.clone() }
    }
}

/// A picture, cut.
pub struct Cut {
    pub how: How,
    pub picture: Rc<Picture>,
    pub grid: Grid,
    /// N × P²·3, in the order of the state.
    pub patches: Matrix,
    /// Which patches are hidden, one flag each; none is where tokens are no patches.
    pub hidden: Vec<bool>,
    /// Rows and columns of tokens.
    pub tokens: (usize, usize),
    pub fitted: Option<Rc<Fitted>>,
    pub run: Run,
}

impl Cut {
    /// `fitted` is the codebook, for the route of codes.
    pub fn new(picture: Rc<Picture>, how: How, fitted: Option<Rc<Fitted>>) -> Self {
        let edge = how.edge_of(picture.side());
        let pixels = patch::fit_to_patch(picture.numbers.view(), how.patch, edge);
        let (height, width, channels) = pixels.dim();
        let grid = Grid::of(height, width, channels, how.patch);
        let patches = patch::unroll(pixels.view(), how.patch, how.order);
        let mask =
            Mask::new(grid.patches(), if how.route == "patches" { how.mask_ratio } else { 0.0 }, how.seed);
        let hidden = mask.hidden();
        let (tokens, run) = match (how.route, &fitted) {
            ("pooled", _) => pooled(&patches, grid),
            ("codes", Some(fitted)) => ((grid.rows, grid.columns), coded(fitted, grid)),
            _ => ((grid.rows, grid.columns), seen(&patches, &hidden, grid)),
        };
        Cut { how, picture, grid, patches, hidden, tokens, fitted, run }
    }

    /// The token that holds a patch, counted from the run's first.
    pub fn token_of(&self, patch: usize) -> usize {
        if self.how.route != "pooled" {
            return patch;
        }
        let columns = self.grid.columns.max(1);
        patch / columns / POOL * self.tokens.1 + patch % columns / POOL
    }

    /// The (first) patch of a token.
    pub fn patch_of(&self, token: usize) -> usize {
        if self.how.route != "pooled" {
            return token;
        }
        let columns = self.tokens.1.max(1);
        token / columns * POOL * self.grid.columns + token % columns * POOL
    }

    /// How many patches are hidden.
    pub fn n_hidden(&self) -> usize {
        self.hidden.iter().filter(|hidden| **hidden).count()
    }
}

fn run(
    pieces: Vec<Piece>,
    labels: Vec<String>,
    (rows, columns): (usize, usize),
    vectors: Option<Matrix>,
) -> Run {
    Run {
        kind: Kind::Image,
        pieces,
        labels,
        segment: Segment::Visual { frames: 1, rows, columns },
        vectors: vectors.map(|vectors| (Modality::Image, Rc::new(vectors))),
    }
}

/// No more vectors than tokens are ever kept.
fn first(vectors: &Matrix) -> Matrix {
    vectors.slice(s![..vectors.nrows().min(MAX_TOKENS), ..]).to_owned()
}

/// Every patch in its place; a hidden one is [MASK].
fn seen(patches: &Matrix, hidden: &[bool], grid: Grid) -> Run {
    let piece = |(at, hidden): (usize, &bool)| {
        if *hidden { Piece::Special(Special::Mask) } else { Piece::Vector(Modality::Image, at) }
    };
    let label = |(at, hidden): (usize, &bool)| if *hidden { "[MASK]".to_string() } else { format!("p{at}") };
    let pieces = hidden.iter().enumerate().map(piece).collect();
    let labels = hidden.iter().enumerate().map(label).collect();
    run(pieces, labels, (grid.rows, grid.columns), Some(first(patches)))
}

fn coded(fitted: &Fitted, grid: Grid) -> Run {
    let pieces = fitted.ids.iter().map(|id| Piece::Code(Modality::Image, *id)).collect();
    let labels = fitted.ids.iter().map(|id| format!("c{id}")).collect();
    run(pieces, labels, (grid.rows, grid.columns), None)
}

/// The mean of neighbours' vectors; E is linear, so it is the mean of their rows, too.
fn pooled(patches: &Matrix, grid: Grid) -> ((usize, usize), Run) {
    let pooled = pool::average(patches.view(), (grid.rows, grid.columns), POOL);
    let (rows, columns, vectors) =
        pooled.map_or((0, 0, Matrix::zeros((0, 0))), |pooled| (pooled.rows, pooled.columns, pooled.tokens));
    let n = rows * columns;
    let pieces = (0..n).map(|at| Piece::Vector(Modality::Image, at)).collect();
    let labels = (0..n).map(|at| format!("m{at}")).collect();
    ((rows, columns), run(pieces, labels, (rows, columns), Some(first(&vectors))))
}
