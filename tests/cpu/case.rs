//! Attention problems for the tests of the CPU backend, and what the reference makes of them.

use locus::attention::Mask;
use locus::attention::reference::{self, How, Stages};
use locus::compute::cpu::{HeadResult, Scratch, attend_head};
use locus::compute::{Attend, Qkv, RemappedRotation};
use locus::matrix::{Heads, Matrix, Matrix64, to_f64};
use locus::position::relative::{DistanceTable, Relative};
use locus::position::remap::Remapped;
use locus::position::rope::{Angles, Pairing, Rotation};
use locus::position::scaling::Frequencies;
use ndarray::{Array2, Axis};
#[cfg(not(target_arch = "wasm32"))]
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use std::rc::Rc;

/// One random problem.
#[derive(Clone, Debug)]
pub struct Case {
    pub n: usize,
    pub n_heads: usize,
    pub head_dim: usize,
    /// Pairs that rotate; 0 for no rotation.
    pub pairs: usize,
    pub pairing: Pairing,
    pub attention_factor: f64,
    pub bias: Option<f32>,
    pub terms: Terms,
    /// |i − j| from which on pairs turn otherwise.
    pub window: Option<usize>,
    pub mask: Mask,
    /// Keys at the end that no query sees.
    pub padding: usize,
    pub seed: u64,
}

/// Which terms of content and distance there are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    pub query: bool,
    pub key: bool,
    pub key_vector: bool,
    pub value: bool,
    /// Distances are clipped to this; `None` has a row for each.
    pub clip: Option<usize>,
    /// All heads have the same tables.
    pub shared: bool,
}

impl Terms {
    pub const ALL: Terms =
        Terms { query: true, key: true, key_vector: true, value: true, clip: Some(5), shared: false };

    fn any(&self) -> bool {
        self.query || self.key || self.key_vector || self.value
    }
}

impl Case {
    pub fn frequencies(&self) -> Frequencies {
        let theta = |i: usize| 10_000f64.powf(-(i as f64) / self.pairs as f64);
        Frequencies {
            inv_freq: (0..self.pairs).map(theta).collect(),
            attention_factor: self.attention_factor,
        }
    }

    pub fn qkv(&self) -> Qkv {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(self.seed);
        let mut heads = || {
            Heads::from_shape_fn((self.n_heads, self.n, self.head_dim), |_| rng.random_range(-1.7f32..1.7))
        };
        Qkv { q: heads(), k: heads(), v: heads() }
    }

    /// Tables of random numbers, other ones for each term.
    pub fn relative(&self) -> Option<Relative> {
        let Terms { query, key, key_vector, value, clip, shared } = self.terms;
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(!self.seed);
        let mut random = || rng.random_range(-1f32..1.0);
        let far = self.n.saturating_sub(1);
        let clip = clip.unwrap_or(far).min(far);
        let index =
            (0..(2 * self.n).saturating_sub(1)).map(|d| d.clamp(far - clip, far + clip) - (far - clip));
        let heads = if shared { 1 } else { self.n_heads };
        let mut table = |present: bool| {
            let rows = Heads::from_shape_fn((heads, 2 * clip + 1, self.head_dim), |_| random());
            present.then(|| DistanceTable { rows, index: index.clone().collect() })
        };
        let (query, key, value) = (table(query), table(key), table(value));
        let key_vector =
            key_vector.then(|| Matrix::from_shape_fn((self.n_heads, self.head_dim), |_| random()));
        self.terms.any().then_some(Relative { query, key, key_vector, value })
    }

    /// Far pairs turn at other speeds and are apart by more, in q and k otherwise.
    pub fn remapped(&self) -> Option<Remapped> {
        let at = |slope: f64, start: f64| {
            let positions = (0..self.n).map(|p| start + slope * p as f64);
            Angles::at(positions, &self.frequencies(), self.pairing)
        };
        self.window.map(|window| Remapped { window, q: at(0.25, 3.0), k: at(0.5, 0.0) })
    }

    pub fn how(&self) -> Attend {
        let rotation =
            (self.pairs > 0).then(|| Rc::new(Rotation::table(self.n, &self.frequencies(), self.pairing)));
        let distance_bias = self.bias.map(|slope| {
            let entries = (2 * self.n).saturating_sub(1);
            let at =
                |(head, d): (usize, usize)| -slope * (head + 1) as f32 * d.abs_diff(self.n.max(1) - 1) as f32;
            Rc::new(Array2::from_shape_fn((self.n_heads, entries), at))
        });
        Attend {
            rotation,
            remapped: self.remapped().map(|remapped| Rc::new(RemappedRotation::of(&remapped))),
            relative: self.relative().map(Rc::new),
            distance_bias,
            padding: self.padding,
            memory: self.memory(),
            ..Attend::plain(1.0 / (self.head_dim as f32).sqrt(), self.mask)
        }
    }

    /// Queries at the beginning that see nothing: where there is padding, half as many.
    fn memory(&self) -> usize {
        self.padding / 2
    }

    /// What the reference makes of one head.
    pub fn reference(&self, qkv: &Qkv, how: &Attend, head: usize) -> Stages {
        let of = |heads: &Heads| to_f64(&heads.index_axis(Axis(0), head).to_owned());
        let n = self.n;
        let bias = how
            .distance_bias
            .as_ref()
            .map(|bias| Matrix64::from_shape_fn((n, n), |(i, j)| f64::from(bias[[head, j + n - 1 - i]])));
        let angles = Angles::new(n, &self.frequencies(), self.pairing);
        let (relative, remapped) = (self.relative(), self.remapped());
        let how = How {
            rotate: (self.pairs > 0).then_some(&angles),
            remapped: remapped.as_ref(),
            relative: relative.as_ref().map(|relative| (relative, head)),
            bias: bias.as_ref(),
            padding: self.padding,
            memory: self.memory(),
            ..How::plain(f64::from(how.scale), self.mask)
        };
        reference::attend(of(&qkv.q).view(), of(&qkv.k).view(), of(&qkv.v).view(), &how)
    }
}

/// Any problem up to 74 tokens, 3 heads and 70 dimensions.
#[cfg(not(target_arch = "wasm32"))]
pub fn problem() -> impl Strategy<Value = Case> {
    let sizes = (1usize..75, 1usize..4, 1usize..36, any::<u64>());
    let position = (0usize..=36, any::<bool>(), 0.8f64..1.2, proptest::option::of(0f32..0.3), any::<bool>());
    let window = proptest::option::of(0usize..90);
    (sizes, position, terms(), window).prop_map(
        |((n, n_heads, half, seed), (pairs, split, attention_factor, bias, causal), terms, window)| Case {
            n,
            n_heads,
            head_dim: 2 * half,
            pairs: pairs.min(half),
            pairing: if split { Pairing::HalfSplit } else { Pairing::Interleaved },
            attention_factor,
            bias,
            terms,
            window,
            mask: if causal { Mask::Causal } else { Mask::Full },
            // none in half of the cases, else any that leaves a key
            padding: if seed % 2 == 0 { 0 } else { (seed / 2) as usize % n },
            seed,
        },
    )
}

/// No terms in half of the cases, else any of them.
#[cfg(not(target_arch = "wasm32"))]
fn terms() -> impl Strategy<Value = Terms> {
    let present = (any::<bool>(), any::<[bool; 5]>(), proptest::option::of(0usize..80));
    present.prop_map(|(any, [query, key, key_vector, value, shared], clip)| match any {
        true => Terms { query, key, key_vector, value, clip, shared },
        false => Terms::default(),
    })
}

/// A matrix of no size, to be filled.
pub fn empty() -> Matrix {
    Matrix::zeros((0, 0))
}

/// Two heads with RoPE and a bias by distance.
pub fn plain(n: usize, head_dim: usize, mask: Mask) -> Case {
    let pairing = Pairing::HalfSplit;
    Case {
        n,
        n_heads: 2,
        head_dim,
        pairs: head_dim / 2,
        pairing,
        attention_factor: 1.0,
        bias: Some(0.1),
        terms: Terms::default(),
        window: None,
        mask,
        padding: 0,
        seed: 7,
    }
}

/// One head of `case` from fresh buffers.
pub fn computed(case: &Case, head: usize, dot: bool) -> (Qkv, Attend, HeadResult) {
    let (qkv, how) = (case.qkv(), case.how());
    let mut result = HeadResult { dot: dot.then(empty), ..HeadResult::default() };
    attend_head(&qkv, &how, head, &mut result, &mut Scratch::default()).expect("shapes fit");
    (qkv, how, result)
}
