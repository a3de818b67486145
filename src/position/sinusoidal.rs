//! Sinusoidal position encoding, added to the embedding.
//!
//! ```text
//! interleaved   PE[p, 2i] = sin(p ω_i),  PE[p, 2i+1] = cos(p ω_i),  ω_i = 10000^(−2i/d)
//! concatenated  PE[p] = [sin(p ω) ‖ cos(p ω)],                      ω_i = 10000^(−2i/d)
//! whisper       PE[p] = [sin(p ω) ‖ cos(p ω)],                      ω_k = 10000^(−k/(d/2 − 1))
//!
//! [sin; cos]((p + k) ω_i) = M_k [sin; cos](p ω_i),  M_k = [[cos kω_i, sin kω_i], [−sin kω_i, cos kω_i]]
//! ```
//!
//! Vaswani et al. 2017, "Attention Is All You Need", arXiv 1706.03762, §3.5, gives the interleaved layout.
//! Transformer-XL (arXiv 1901.02860) and Hugging Face's Marian have its columns in another order; the released
//! code of the paper (tensor2tensor, `get_timing_signal_1d`) and Whisper (`sinusoids`) have other frequencies:
//! their slowest wavelength is 2π·10000 exactly. A model trained with one cannot read another.

use super::parameter::Parameter;
use super::property::{Limit, Scope, UsedBy, partly, whole};
use super::{Entry, Scheme, SchemeInfo, Sizes};
use crate::matrix::{Matrix, Matrix64};
use crate::{choices, parameter};

/// The paper's base. It is not a parameter there.
pub const BASE: f64 = 10_000.0;

choices! {
    /// Which column of the table holds which sine or cosine, and of which frequency.
    pub enum Layout {
        /// Sine in even columns, cosine in odd ones: the paper.
        Interleaved = "interleaved",
        /// All sines, then all cosines, with the paper's frequencies: Transformer-XL, Marian.
        Concatenated = "concatenated",
        /// All sines, then all cosines, with ω from 1 to 1/10000 inclusive: tensor2tensor, Whisper.
        Whisper = "tensor2tensor",
    }
}

/// What the sinusoid can be told. The paper's base is no parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    pub sinusoidal_layout: Layout,
}

impl Default for Params {
    fn default() -> Self {
        Params { sinusoidal_layout: Layout::Interleaved }
    }
}

const PARAMETERS: &[Parameter] = &[
    parameter!(sinusoidal.sinusoidal_layout: choice Layout, "order of the sinusoid's columns, and its frequencies"),
];

/// What one column of a table of width d holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    Sine(usize),
    Cosine(usize),
    /// The last column of an odd width in tensor2tensor's layout.
    Zero,
}

impl Layout {
    /// The wave in column `dim` of a table of width `d`, with the index of its frequency.
    ///
    /// Odd widths: the paper's layouts have one sine more than cosines (as Marian cuts them), tensor2tensor
    /// pads with a zero.
    pub fn wave(self, dim: usize, d: usize) -> Wave {
        let sines = match self {
            Layout::Interleaved if dim.is_multiple_of(2) => return Wave::Sine(dim / 2),
            Layout::Interleaved => return Wave::Cosine(dim / 2),
            Layout::Concatenated => d.div_ceil(2),
            Layout::Whisper => d / 2,
        };
        match dim.checked_sub(sines) {
            None => Wave::Sine(dim),
            Some(k) if k < d / 2 => Wave::Cosine(k),
            Some(_) => Wave::Zero,
        }
    }

    /// The columns of the sine and the cosine of frequency `i` in a table of width `d`, if it has both.
    pub fn pair(self, i: usize, d: usize) -> Option<(usize, usize)> {
        let column = |wave| (0..d).find(|&dim| self.wave(dim, d) == wave);
        Some((column(Wave::Sine(i))?, column(Wave::Cosine(i))?))
    }

    /// ω_i, radians per position.
    pub fn omega(self, i: usize, d: usize, base: f64) -> f64 {
        match self {
            Layout::Interleaved | Layout::Concatenated => omega(i, d, base),
            // one frequency alone (d = 2) is 1, as in tensor2tensor
            Layout::Whisper => (i as f64 * (-base.ln() / (d / 2).saturating_sub(1).max(1) as f64)).exp(),
        }
    }
}

/// The n × d table in f64, interleaved layout, base 10,000. `d` odd ends on a sine.
pub fn table(n: usize, d: usize) -> Matrix64 {
    table_in(Layout::Interleaved, n, d, BASE)
}

/// The n × d table in f64 in any layout, for any base.
pub fn table_in(layout: Layout, n: usize, d: usize, base: f64) -> Matrix64 {
    Matrix64::from_shape_fn((n, d), |(p, dim)| entry_in(layout, p, dim, d, base))
}

/// PE[p, dim] of an interleaved table of width `d`, for any base.
pub fn entry(p: usize, dim: usize, d: usize, base: f64) -> f64 {
    entry_in(Layout::Interleaved, p, dim, d, base)
}

/// PE[p, dim] of a table of width `d` in any layout, for any base.
pub fn entry_in(layout: Layout, p: usize, dim: usize, d: usize, base: f64) -> f64 {
    match layout.wave(dim, d) {
        Wave::Sine(i) => (p as f64 * layout.omega(i, d, base)).sin(),
        Wave::Cosine(i) => (p as f64 * layout.omega(i, d, base)).cos(),
        Wave::Zero => 0.0,
    }
}

/// ω_i = base^(−2i/d), radians per position: the paper's.
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

/// One pair of the table moved by k positions with [`shift_matrix`], beside the pair that stands there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shift {
    /// M_k.
    pub matrix: [[f64; 2]; 2],
    /// [sin pω, cos pω].
    pub from: [f64; 2],
    /// M_k · `from`.
    pub moved: [f64; 2],
    /// [sin (p + k)ω, cos (p + k)ω].
    pub there: [f64; 2],
}

/// M_k acting on the pair of frequency ω at position p. `moved` equals `there` for every p, up to rounding.
pub fn shift(p: f64, k: f64, omega: f64) -> Shift {
    let pair = |p: f64| <[f64; 2]>::from((p * omega).sin_cos());
    let (matrix, from) = (shift_matrix(k, omega), pair(p));
    let moved = matrix.map(|[a, b]| a * from[0] + b * from[1]);
    Shift { matrix, from, moved, there: pair(p + k) }
}

/// The scheme: adds [`table_in`] to the embedding.
pub struct Sinusoidal;

impl Scheme for Sinusoidal {
    fn info(&self) -> &'static SchemeInfo {
        &INFO
    }

    fn parameters(&self) -> &'static [&'static [Parameter]] {
        &[PARAMETERS]
    }

    fn added(&self, sizes: Sizes, params: &super::Params) -> Option<Matrix> {
        let layout = params.sinusoidal.sinusoidal_layout;
        Some(table_in(layout, sizes.n, sizes.d_model, BASE).mapv(|x| x as f32))
    }

    fn limit(&self, _: Sizes, _: &super::Params) -> Limit {
        Limit::UnseenValues
    }

    fn models(&self) -> &'static [UsedBy] {
        const USED_BY: &[UsedBy] = &[whole("Transformer (2017)"), partly("Whisper", Scope::Encoder)];
        USED_BY
    }
}

static INFO: SchemeInfo = SchemeInfo {
    id: "sinusoidal",
    name: "Sinusoidal",
    entry: Entry::AddedToEmbedding,
    citation: "Vaswani et al., Attention Is All You Need, NeurIPS 2017, arXiv 1706.03762",
    year: 2017,
    mathml: "<msub><mi>PE</mi><mrow><mi>p</mi><mo>,</mo><mn>2</mn><mi>i</mi></mrow></msub><mo>=</mo><mi>sin</mi><mo>(</mo><mi>p</mi><msub><mi>ω</mi><mi>i</mi></msub><mo>)</mo><mo>,</mo><mspace width='0.6em'/><msub><mi>PE</mi><mrow><mi>p</mi><mo>,</mo><mn>2</mn><mi>i</mi><mo>+</mo><mn>1</mn></mrow></msub><mo>=</mo><mi>cos</mi><mo>(</mo><mi>p</mi><msub><mi>ω</mi><mi>i</mi></msub><mo>)</mo>",
    convention: "interleaved (sine in even columns, cosine in odd) as in the paper, or all sines before all cosines with the same frequencies (Transformer-XL, Marian) or with 10000^(−k/(d/2 − 1)) (tensor2tensor, Whisper); positions from 0",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parameter::Choice;

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

    /// Transformer-XL's table is the paper's with its columns reordered; Whisper's is not.
    #[test]
    fn concatenating_only_moves_columns() {
        let d = 12;
        let (paper, moved) = (table(50, d), table_in(Layout::Concatenated, 50, d, BASE));
        let whisper = table_in(Layout::Whisper, 50, d, BASE);
        for i in 0..d / 2 {
            let (sine, cosine) = Layout::Concatenated.pair(i, d).unwrap();
            assert_eq!((sine, cosine), (i, i + d / 2));
            assert_eq!(paper.column(2 * i), moved.column(sine));
            assert_eq!(paper.column(2 * i + 1), moved.column(cosine));
        }
        assert_eq!(whisper.column(0), paper.column(0));
        assert!(whisper.column(1) != moved.column(1));
    }

    #[test]
    fn whispers_slowest_wavelength_is_the_base() {
        for d in [4, 8, 64, 384] {
            assert!((Layout::Whisper.omega(d / 2 - 1, d, BASE) * BASE - 1.0).abs() < 1e-12);
        }
        assert_eq!(Layout::Whisper.omega(0, 2, BASE), 1.0);
    }

    #[test]
    fn odd_widths_are_filled_as_the_libraries_fill_them() {
        let waves = |layout: Layout| (0..5).map(|dim| layout.wave(dim, 5)).collect::<Vec<_>>();
        use Wave::{Cosine, Sine, Zero};
        assert_eq!(waves(Layout::Interleaved), [Sine(0), Cosine(0), Sine(1), Cosine(1), Sine(2)]);
        assert_eq!(waves(Layout::Concatenated), [Sine(0), Sine(1), Sine(2), Cosine(0), Cosine(1)]);
        assert_eq!(waves(Layout::Whisper), [Sine(0), Sine(1), Cosine(0), Cosine(1), Zero]);
        assert_eq!(Layout::Concatenated.pair(2, 5), None);
        assert!(table_in(Layout::Whisper, 3, 1, BASE).iter().all(|x| *x == 0.0));
    }

    #[test]
    fn m_k_carries_a_pair_to_the_pair_k_further() {
        let shown = shift(7.0, 5.0, 0.3);
        assert_eq!(shown.from, [2.1_f64.sin(), 2.1_f64.cos()]);
        assert!((0..2).all(|row| (shown.moved[row] - shown.there[row]).abs() < 1e-15));
        assert!((shown.there[0] - 3.6_f64.sin()).abs() < 1e-15);
    }

    /// What the page adds is the f64 table, each entry rounded once.
    #[test]
    fn the_f32_table_is_the_f64_table_rounded() {
        let sizes = Sizes { n: 600, d_model: 64, n_heads: 1, head_dim: 64 };
        for &layout in Layout::ALL {
            let sinusoidal = Params { sinusoidal_layout: layout };
            let params = crate::position::Params { sinusoidal, ..Default::default() };
            let added = Sinusoidal.added(sizes, &params).unwrap();
            let exact = table_in(layout, 600, 64, BASE);
            assert_eq!(added.dim(), exact.dim());
            for (&rounded, &x) in added.iter().zip(&exact) {
                assert!((f64::from(rounded) - x).abs() <= x.abs() * f64::from(f32::EPSILON) / 2.0);
            }
        }
    }
}
