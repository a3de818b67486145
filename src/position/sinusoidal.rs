//! Sinusoidal position encoding, added to the embedding.
//!
//! ```text
//! PE[p, 2i] = sin(p ω_i),  PE[p, 2i+1] = cos(p ω_i),  ω_i = 10000^(−2i/d)
//!
//! [sin; cos]((p + k) ω_i) = M_k [sin; cos](p ω_i),  M_k = [[cos kω_i, sin kω_i], [−sin kω_i, cos kω_i]]
//! ```
//!
//! Vaswani et al. 2017, "Attention Is All You Need", arXiv 1706.03762, §3.5; the interleaved layout.
//! Two others are in use: [sin ‖ cos] with the same ω (Transformer-XL, Marian), which is this table with its
//! columns reordered, and [sin ‖ cos] with ω_k = 10000^(−k/(d/2 − 1)) (Whisper, tensor2tensor), which is not.

use super::{Entry, Params, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};

/// The paper's base. It is not a parameter there.
pub const BASE: f64 = 10_000.0;

/// The n × d table in f64, interleaved layout, base 10,000. `d` odd ends on a sine.
pub fn table(n: usize, d: usize) -> Matrix64 {
    Matrix64::from_shape_fn((n, d), |(p, dim)| entry(p, dim, d, BASE))
}

/// PE[p, dim] of a table of width `d`, for any base.
pub fn entry(p: usize, dim: usize, d: usize, base: f64) -> f64 {
    let angle = p as f64 * omega(dim / 2, d, base);
    if dim.is_multiple_of(2) { angle.sin() } else { angle.cos() }
}

/// ω_i = base^(−2i/d), radians per position.
///
/// Formed as exp(2i · (−ln base/d)), as the published listings do. Position 4,999 multiplies the last bit of ω so
/// far that base.powf(…) differs from them by 7e−13 in sin, which is more than the reference values round.
pub fn omega(i: usize, d: usize, base: f64) -> f64 {
    (2.0 * i as f64 * (-base.ln() / d as f64)).exp()
}

/// M_k, which carries [sin; cos](p ω) to [sin; cos]((p + k) ω) for every p: a rotation by −kω in the
/// (sin, cos) plane, by +kω in the (cos, sin) plane. This is why a sinusoid "knows" relative position.
pub fn shift_matrix(k: f64, omega: f64) -> [[f64; 2]; 2] {
    let (sin, cos) = (k * omega).sin_cos();
    [[cos, sin], [-sin, cos]]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn position_zero_is_zeros_and_ones() {
        assert_eq!(table(1, 6).row(0).to_vec(), [0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    }

    #[test]
    fn the_first_pair_turns_by_one_radian_a_position() {
        let pe = table(4, 512);
        assert_eq!((pe[[3, 0]], pe[[3, 1]]), (3.0_f64.sin(), 3.0_f64.cos()));
    }

    #[test]
    fn an_odd_width_ends_on_a_sine() {
        let pe = table(3, 5);
        assert!((pe[[2, 4]] - (2.0 / BASE.powf(4.0 / 5.0)).sin()).abs() < 1e-15);
    }

    /// ‖PE_p‖² = d/2 and PE_p·PE_q = Σ cos((p − q) ω_i) for even d.
    #[test]
    fn dot_products_depend_on_the_distance() {
        let (n, d) = (40, 32);
        let pe = table(n, d);
        for (p, q) in [(0, 0), (7, 7), (39, 2), (5, 30)] {
            let expected: f64 = (0..d / 2).map(|i| ((p as f64 - q as f64) * omega(i, d, BASE)).cos()).sum();
            assert!((pe.row(p).dot(&pe.row(q)) - expected).abs() < 1e-12);
        }
    }

    /// What the page adds is the f64 table, each entry rounded once.
    #[test]
    fn the_f32_table_is_the_f64_table_rounded() {
        let sizes = Sizes { n: 600, d_model: 64, n_heads: 1, head_dim: 64 };
        let added = Sinusoidal.added(sizes, &Params::default()).unwrap();
        let exact = table(600, 64);
        assert_eq!(added.dim(), exact.dim());
        for (&rounded, &x) in added.iter().zip(&exact) {
            assert!((f64::from(rounded) - x).abs() <= x.abs() * f64::from(f32::EPSILON) / 2.0);
        }
    }
}
