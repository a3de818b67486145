//! The rotation itself: which dimensions form a pair, by how much each turns, and the turning.

use crate::choices;
use crate::matrix::{Matrix, Matrix64};
use crate::position::scaling::Frequencies;
use ndarray::ArrayViewMut1;

choices! {
    /// Which two dimensions form pair i of a head of width d.
    pub enum Pairing {
        /// (i, i + d/2)
        HalfSplit = "half_split",
        /// (2i, 2i + 1)
        Interleaved = "interleaved",
    }
}

impl Pairing {
    /// The two dimensions of pair `i` when `rotary_dim` dimensions rotate.
    pub fn dims(self, i: usize, rotary_dim: usize) -> (usize, usize) {
        match self {
            Pairing::Interleaved => (2 * i, 2 * i + 1),
            Pairing::HalfSplit => (i, i + rotary_dim / 2),
        }
    }
}

/// The rotation of every position: cos(p θ_i) and sin(p θ_i), each n × rotary_dim/2, times the attention factor.
#[derive(Clone, Debug, PartialEq)]
pub struct Rotation {
    pub cos: Matrix,
    pub sin: Matrix,
    pub pairing: Pairing,
}

/// By how much every pair turns at every position, in f64: what every rotation is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Angles {
    /// Radians, n × pairs. The first 2 · pairs dimensions turn; the others stay (partial rotary).
    pub angle: Matrix64,
    /// m, multiplies cos and sin, so logits by m².
    pub attention_factor: f64,
    pub pairing: Pairing,
}

impl Angles {
    /// p · θ_i for positions p = 0 … n − 1.
    pub fn new(n: usize, freq: &Frequencies, pairing: Pairing) -> Self {
        Angles::at((0..n).map(|p| p as f64), freq, pairing)
    }

    /// p · θ_i for any positions p, one per row.
    pub fn at(positions: impl ExactSizeIterator<Item = f64>, freq: &Frequencies, pairing: Pairing) -> Self {
        let mut angle = Matrix64::zeros((positions.len(), freq.inv_freq.len()));
        for (mut row, p) in angle.rows_mut().into_iter().zip(positions) {
            row.iter_mut().zip(&freq.inv_freq).for_each(|(angle, theta)| *angle = p * theta);
        }
        Angles { angle, attention_factor: freq.attention_factor, pairing }
    }

    /// Turns one vector (head_dim) as position `p` does, in f64: the plain function every fast one is tested against.
    /// Pairs that reach beyond `x` are left out, and so are positions past the last.
    pub fn turn(&self, p: usize, mut x: ArrayViewMut1<f64>) {
        if p >= self.angle.nrows() {
            return;
        }
        let rotary_dim = 2 * self.angle.ncols();
        for (i, angle) in self.angle.row(p).iter().enumerate() {
            let (sin, cos) = angle.sin_cos();
            let (sin, cos) = (sin * self.attention_factor, cos * self.attention_factor);
            let (first, second) = self.pairing.dims(i, rotary_dim);
            if let (Some(&a), Some(&b)) = (x.get(first), x.get(second)) {
                x[first] = a * cos - b * sin;
                x[second] = a * sin + b * cos;
            }
        }
    }
}

impl Rotation {
    /// cos and sin of `angles`, rounded to f32 only at the end.
    pub fn of(angles: &Angles) -> Self {
        let m = angles.attention_factor;
        Rotation {
            cos: angles.angle.mapv(|angle| (angle.cos() * m) as f32),
            sin: angles.angle.mapv(|angle| (angle.sin() * m) as f32),
            pairing: angles.pairing,
        }
    }

    /// The table for positions 0 … n − 1.
    pub fn table(n: usize, freq: &Frequencies, pairing: Pairing) -> Self {
        Rotation::of(&Angles::new(n, freq, pairing))
    }

    /// Rotates row p of `x` (n × head_dim) by position p, in f32.
    pub fn apply(&self, x: &mut Matrix) {
        for (p, mut row) in x.rows_mut().into_iter().enumerate() {
            if let Some(row) = row.as_slice_mut() {
                self.apply_row(p, row);
            }
        }
    }

    /// Rotates one vector (head_dim) by position p, in f32. Positions past the table leave it.
    pub fn apply_row(&self, p: usize, row: &mut [f32]) {
        if p >= self.cos.nrows() {
            return;
        }
        let rotary_dim = 2 * self.cos.ncols();
        for (i, (cos, sin)) in self.cos.row(p).iter().zip(self.sin.row(p)).enumerate() {
            let (first, second) = self.pairing.dims(i, rotary_dim);
            if let (Some(&a), Some(&b)) = (row.get(first), row.get(second)) {
                row[first] = a * cos - b * sin;
                row[second] = a * sin + b * cos;
            }
        }
    }
}

/// The order in which the dimensions of an interleaved vector stand in a half-split one:
/// x_half[j] = x_interleaved[order[j]], order = [0, 2, 4, … 1, 3, 5, …], for `rotary_dim` (even) dimensions.
///
/// rotate_half_split(x[order]) = rotate_interleaved(x)[order]. This is what converts Meta's LLaMA weights to
/// Hugging Face's: permute the columns of W_Q and W_K (row-vector convention) in each head, nothing else.
pub fn half_split_order(rotary_dim: usize) -> Vec<usize> {
    (0..rotary_dim).step_by(2).chain((1..rotary_dim).step_by(2)).collect()
}

/// Rotates one head's vector `x` at `position`, in f64.
///
/// Only the first 2 · inv_freq.len() dimensions rotate (partial rotary: GPT-NeoX half-split, GPT-J
/// interleaved); the others stay. Pairs that reach beyond `x` are left out.
pub fn rotate(x: ArrayViewMut1<f64>, position: f64, freq: &Frequencies, pairing: Pairing) {
    Angles::at(std::iter::once(position), freq, pairing).turn(0, x);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::rope::{Params, Rope};
    use crate::position::scaling::{self, RopeType};
    use crate::position::{Scheme as _, Sizes};
    use ndarray::{Array1, array};
    use std::f64::consts::FRAC_PI_2;

    /// One quarter turn a position, on the first pair only.
    fn quarter_turn(pairs: usize) -> Frequencies {
        let mut inv_freq = vec![0.0; pairs];
        inv_freq[0] = FRAC_PI_2;
        Frequencies { inv_freq, attention_factor: 1.0 }
    }

    fn close(a: &Array1<f64>, b: &Array1<f64>) -> bool {
        a.len() == b.len() && (a - b).iter().all(|gap| gap.abs() < 1e-12)
    }

    #[test]
    fn a_quarter_turn_takes_a_to_b() {
        let mut x = array![1.0, 2.0, 3.0, 4.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(2), Pairing::Interleaved);
        assert!(close(&x, &array![-2.0, 1.0, 3.0, 4.0]), "{x}");
        let mut x = array![1.0, 2.0, 3.0, 4.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(2), Pairing::HalfSplit);
        assert!(close(&x, &array![-3.0, 2.0, 1.0, 4.0]), "{x}");
    }

    #[test]
    fn dimensions_beyond_the_rotary_ones_stay() {
        let mut x = array![1.0, 2.0, 3.0, 4.0, 5.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(1), Pairing::HalfSplit);
        assert!(close(&x, &array![-2.0, 1.0, 3.0, 4.0, 5.0]), "{x}");
    }

    #[test]
    fn a_vector_too_short_for_the_frequencies_is_no_panic() {
        let mut x = array![1.0, 2.0, 3.0];
        rotate(x.view_mut(), 1.0, &quarter_turn(2), Pairing::Interleaved);
        assert!(close(&x, &array![-2.0, 1.0, 3.0]), "{x}");
    }

    #[test]
    fn the_half_split_order_undoes_the_interleaving() {
        assert_eq!(half_split_order(8), [0, 2, 4, 6, 1, 3, 5, 7]);
        for (j, &dim) in half_split_order(8).iter().enumerate() {
            let (pair, second) = (j % 4, j >= 4);
            let (a, b) = Pairing::Interleaved.dims(pair, 8);
            assert_eq!(dim, if second { b } else { a });
        }
    }

    /// What the page uses is the f64 rotation with cos and sin rounded once, at the far end too.
    #[test]
    fn the_f32_table_rotates_like_the_f64_function() {
        let params = Params { rope_type: RopeType::Yarn, factor: 8.0, ..Params::default() };
        let sizes = Sizes { n: 3000, d_model: 64, n_heads: 4, head_dim: 16 };
        let freq = scaling::frequencies(sizes.head_dim, &params);
        assert!(freq.attention_factor > 1.2);
        for pairing in [Pairing::Interleaved, Pairing::HalfSplit] {
            let rope = Params { rope_pairing: pairing, ..params.clone() };
            let angles = Rope.angles(sizes, &crate::position::Params { rope, ..Default::default() }).unwrap();
            let table = Rotation::of(&angles);
            assert_eq!((table.cos.dim(), table.sin.dim(), table.pairing), ((3000, 8), (3000, 8), pairing));
            for p in [0, 1, 63, 2999] {
                // (1, 0) in every pair turns to (m cos, m sin), which reads the table's entries off.
                let mut x = Array1::<f64>::zeros(16);
                (0..8).for_each(|i| x[pairing.dims(i, 16).0] = 1.0);
                rotate(x.view_mut(), p as f64, &freq, pairing);
                for i in 0..8 {
                    let (a, b) = pairing.dims(i, 16);
                    let half_ulp = freq.attention_factor * f64::from(f32::EPSILON) / 2.0;
                    assert!((f64::from(table.cos[[p, i]]) - x[a]).abs() <= half_ulp);
                    assert!((f64::from(table.sin[[p, i]]) - x[b]).abs() <= half_ulp);
                }
            }
        }
    }
}
