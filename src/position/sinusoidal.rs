//! Sinusoidal position encoding, added to the embedding.
//!
//! ```text
//! PE[p, 2i] = sin(p ω_i),  PE[p, 2i+1] = cos(p ω_i),  ω_i = 10000^(−2i/d)
//! ```
//!
//! Vaswani et al. 2017, "Attention Is All You Need", arXiv 1706.03762, §3.5; the interleaved layout.

use super::{Entry, Params, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};

/// The paper's base. It is not a parameter there.
pub const BASE: f64 = 10_000.0;

/// The n × d table in f64, interleaved layout. `d` odd ends on a sine.
pub fn table(n: usize, d: usize) -> Matrix64 {
    Matrix64::from_shape_fn((n, d), |(p, dim)| {
        let angle = p as f64 * BASE.powf(-2.0 * (dim / 2) as f64 / d as f64);
        if dim % 2 == 0 { angle.sin() } else { angle.cos() }
    })
}

/// The scheme: adds [`table`] to the embedding.
pub struct Sinusoidal;

impl Scheme for Sinusoidal {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn added(&self, sizes: Sizes, _params: &Params) -> Option<Matrix> {
        Some(table(sizes.n, sizes.d_model).mapv(|x| x as f32))
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "sinusoidal",
    name: "Sinusoidal",
    entry: Entry::AddedToEmbedding,
    citation: "Vaswani et al., Attention Is All You Need, NeurIPS 2017, arXiv 1706.03762",
    year: 2017,
    mathml: "<msub><mi>PE</mi><mrow><mi>p</mi><mo>,</mo><mn>2</mn><mi>i</mi></mrow></msub><mo>=</mo><mi>sin</mi><mo>(</mo><mi>p</mi><msub><mi>ω</mi><mi>i</mi></msub><mo>)</mo><mo>,</mo><mspace width='0.6em'/><msub><mi>PE</mi><mrow><mi>p</mi><mo>,</mo><mn>2</mn><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub><mo>=</mo><mi>cos</mi><mo>(</mo><mi>p</mi><msub><mi>ω</mi><mi>i</mi></msub><mo>)</mo>",
    convention: "interleaved: even dimensions sine, odd cosine; positions from 0; base 10,000 as in the paper",
};
