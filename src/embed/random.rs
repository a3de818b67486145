//! Seeded random numbers, the same on every machine: ChaCha8 streams, normal variates.
//!
//! One seed, many independent streams: a stream per weight matrix and one per token id, so that a row of
//! the embedding table can be made alone, whatever the vocabulary.

use crate::matrix::Matrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

/// What a stream of random numbers is for. Token rows use the streams from [`TOKEN_ROWS`] on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Stream {
    Query = 1,
    Key = 2,
    Value = 3,
    Output = 4,
    /// The direction that all embeddings share.
    Common = 5,
    /// What a recurrent reader does with the token, and with its own state.
    RecurrentInput = 16,
    RecurrentState = 17,
    /// The first points of the geodesic toy.
    Path = 18,
    /// Latent attention: down to the latent, to the shared key, and up to keys and values.
    LatentDown = 19,
    LatentRotary = 20,
    LatentKey = 21,
    LatentValue = 22,
    /// The two convolutions behind mel frames.
    AudioConvolution1 = 32,
    AudioConvolution2 = 33,
}

/// Token id t uses stream `TOKEN_ROWS + t`.
pub const TOKEN_ROWS: u64 = 1 << 32;

/// The generator of one stream.
pub fn stream(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(stream);
    rng
}

/// A rows × cols matrix of N(0, 1/rows) entries, filled row by row.
pub fn normal(rows: usize, cols: usize, seed: u64, which: Stream) -> Matrix {
    let mut rng = stream(seed, which as u64);
    let scale = 1.0 / (rows.max(1) as f32).sqrt();
    Matrix::from_shape_simple_fn((rows, cols), || {
        let z: f32 = StandardNormal.sample(&mut rng);
        z * scale
    })
}

/// Fills `row` with N(0, 1) entries of one stream. A shorter row is a prefix of a longer one.
pub fn fill_row(row: &mut [f32], seed: u64, which: u64) {
    let mut rng = stream(seed, which);
    for x in row {
        *x = StandardNormal.sample(&mut rng);
    }
}
