//! Seeded random numbers of the tokenizers, the same on every machine: one ChaCha8 stream for each purpose.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// What a stream is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Stream {
    /// The codes from which k-means starts.
    FirstCodes = 1,
    /// Which patches a masked autoencoder sees.
    Mask = 2,
    /// The phases from which Griffin-Lim starts.
    Phases = 3,
    /// Which merges BPE-dropout drops in its n-th sample: this stream + n.
    Dropout = 1 << 32,
    /// Segmentations drawn from a lattice.
    Segmentations = 8,
    /// Weights of convolution layer l: this stream + l.
    Convolution = 1 << 16,
}

/// The generator of one stream.
pub fn stream(seed: u64, which: Stream) -> ChaCha8Rng {
    nth_stream(seed, which, 0)
}

/// The generator of one of several streams of one purpose.
pub fn nth_stream(seed: u64, which: Stream, nth: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(which as u64 + nth);
    rng
}
