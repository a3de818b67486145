//! A toy that shows why a "geodesic" loss is no position encoding: its minimum is a single point.
//!
//! ```text
//! L_geo(h) = Σ_t d_M(h_t, h_{t+1})          d_M: the shortest way between two hidden states on a manifold M
//! ```
//!
//! Course texts credit such a loss to "Geometric Latent Reasoning". No source was found for the loss, nor for the gains
//! quoted with it; the paper of that name (arXiv 2606.02248) approximates chain-of-thought paths in token-embedding space
//! and encodes no positions. As written, d_M ≥ 0 with equality only between equal points, so L_geo = 0 exactly when all
//! states are the same: the minimum erases the order that a position encoding is to keep. With both ends held, every
//! monotone spacing along the shortest way is a minimum, so the states between still need not tell their places.
//!
//! The descent is plain (sub)gradient descent with Polyak's step (L − L*)/‖g‖², L* the known minimum (Polyak 1969): no step
//! size to choose. M is flat space or the unit sphere.

use crate::embed::random::{self, Stream};
use crate::matrix::{Matrix64, to_f64};
use ndarray::{Array1, ArrayView1};

/// Where the states live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manifold {
    /// d = ‖a − b‖.
    Flat,
    /// Unit vectors, d = arccos(a·b).
    Sphere,
}

/// Which states may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// All: the loss as written.
    Free,
    /// The first and the last stay.
    Held,
}

/// Distances below this count as none: the two directions along them are rounding.
const COINCIDE: f64 = 1e-12;

/// One moment of the descent.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// n × d.
    pub states: Matrix64,
    /// L_geo.
    pub loss: f64,
    /// The largest distance of any two states: 0 when all are one point.
    pub spread: f64,
}

impl Manifold {
    /// d_M(a, b).
    pub fn distance(self, a: ArrayView1<f64>, b: ArrayView1<f64>) -> f64 {
        let chord = (&a - &b).mapv(|x| x * x).sum().sqrt();
        match self {
            Manifold::Flat => chord,
            // 2 asin(chord/2) is arccos(a·b) without its loss of digits at small angles
            Manifold::Sphere => 2.0 * (chord / 2.0).min(1.0).asin(),
        }
    }

    /// The unit direction at `a` in which the way to `b` grows: the gradient of d_M(a, b) by a; zeros where there is none.
    fn away(self, a: ArrayView1<f64>, b: ArrayView1<f64>) -> Array1<f64> {
        let mut direction = match self {
            Manifold::Flat => &a - &b,
            Manifold::Sphere => &a * a.dot(&b) - b,
        };
        let length = direction.dot(&direction).sqrt();
        direction.mapv_inplace(|x| if length > COINCIDE { x / length } else { 0.0 });
        direction
    }

    /// Puts a state that a step has moved back on the manifold.
    fn back(self, mut state: ndarray::ArrayViewMut1<f64>) {
        let length = state.dot(&state).sqrt();
        if self == Manifold::Sphere && length > COINCIDE {
            state /= length;
        }
    }
}

/// L_geo = Σ_t d_M(h_t, h_{t+1}).
pub fn loss(states: &Matrix64, manifold: Manifold) -> f64 {
    let next = states.rows().into_iter().skip(1);
    states.rows().into_iter().zip(next).map(|(a, b)| manifold.distance(a, b)).sum()
}

/// The least that L_geo can be: 0, or the way from the first to the last state if both are held.
pub fn least_loss(states: &Matrix64, manifold: Manifold, ends: Ends) -> f64 {
    let mut rows = states.rows().into_iter();
    match (ends, rows.next(), rows.next_back()) {
        (Ends::Held, Some(first), Some(last)) => manifold.distance(first, last),
        _ => 0.0,
    }
}

/// The largest distance of any two states.
pub fn spread(states: &Matrix64, manifold: Manifold) -> f64 {
    let rows: Vec<_> = states.rows().into_iter().collect();
    let pairs = rows.iter().enumerate().flat_map(|(i, a)| rows.iter().take(i).map(move |b| (a, b)));
    pairs.map(|(a, b)| manifold.distance(*a, *b)).fold(0.0, f64::max)
}

/// ∂L_geo/∂h, n × d; rows of held ends are zero.
pub fn gradient(states: &Matrix64, manifold: Manifold, ends: Ends) -> Matrix64 {
    let n = states.nrows();
    let mut gradient = Matrix64::zeros(states.dim());
    for t in 1..n {
        let (a, b) = (states.row(t - 1), states.row(t));
        let (from_b, from_a) = (manifold.away(a, b), manifold.away(b, a));
        let mut row = gradient.row_mut(t - 1);
        row += &from_b;
        let mut row = gradient.row_mut(t);
        row += &from_a;
    }
    if ends == Ends::Held && n > 0 {
        gradient.row_mut(0).fill(0.0);
        gradient.row_mut(n - 1).fill(0.0);
    }
    gradient
}

/// `steps` steps of descent from `states`: steps + 1 moments, the first before any step.
pub fn descend(states: &Matrix64, manifold: Manifold, ends: Ends, steps: usize) -> Vec<Moment> {
    let moment = |states: &Matrix64| Moment {
        states: states.clone(),
        loss: loss(states, manifold),
        spread: spread(states, manifold),
    };
    let mut states = states.clone();
    let mut moments = vec![moment(&states)];
    for _ in 0..steps {
        let gradient = gradient(&states, manifold, ends);
        let steepness = gradient.mapv(|x| x * x).sum();
        let to_go = loss(&states, manifold) - least_loss(&states, manifold, ends);
        if steepness > COINCIDE && to_go > 0.0 {
            states.scaled_add(-to_go / steepness, &gradient);
            states.rows_mut().into_iter().for_each(|row| manifold.back(row));
        }
        moments.push(moment(&states));
    }
    moments
}

/// n seeded states of width d to start from, of length about 1, on the sphere exactly.
///
/// A common direction keeps them in one half of the sphere, where shortest ways are unique.
pub fn seeded(n: usize, d: usize, seed: u64, manifold: Manifold) -> Matrix64 {
    let mut states = to_f64(&random::normal(d, n, seed, Stream::Path)).reversed_axes();
    for mut row in states.rows_mut() {
        if let Some(first) = row.first_mut() {
            *first = first.abs() + 0.5;
        }
        manifold.back(row);
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::array;

    #[test]
    fn the_loss_is_the_length_of_the_path() {
        let path = array![[0.0, 0.0], [3.0, 4.0], [3.0, 5.0]];
        assert_eq!(loss(&path, Manifold::Flat), 6.0);
        assert!((spread(&path, Manifold::Flat) - 34.0_f64.sqrt()).abs() < 1e-15);
        assert_eq!(least_loss(&path, Manifold::Flat, Ends::Free), 0.0);
        assert!((least_loss(&path, Manifold::Flat, Ends::Held) - 34.0_f64.sqrt()).abs() < 1e-15);
        let quarter = array![[1.0, 0.0], [0.0, 1.0]];
        assert!((loss(&quarter, Manifold::Sphere) - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
        assert_eq!(loss(&Matrix64::zeros((0, 2)), Manifold::Flat), 0.0);
    }

    /// The gradient against differences of the loss, along the manifold.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        for manifold in [Manifold::Flat, Manifold::Sphere] {
            let states = seeded(5, 3, 11, manifold);
            let gradient = gradient(&states, manifold, Ends::Free);
            for step in 0..15 {
                let mut push = Matrix64::zeros(states.dim());
                push[[step / 3, step % 3]] = 1e-6;
                let moved = |sign: f64| {
                    let mut moved = &states + &(&push * sign);
                    moved.rows_mut().into_iter().for_each(|row| manifold.back(row));
                    loss(&moved, manifold)
                };
                let slope = (moved(1.0) - moved(-1.0)) / 2e-6;
                let gap = slope - gradient[[step / 3, step % 3]];
                assert!(gap.abs() < 1e-8, "{manifold:?} {step}: {gap}");
            }
        }
    }

    /// The degenerate minimum: from any start all states end in one point.
    #[test]
    fn the_loss_as_written_collapses_to_a_point() {
        for (manifold, seed) in
            [(Manifold::Flat, 1), (Manifold::Flat, 2), (Manifold::Sphere, 1), (Manifold::Sphere, 2)]
        {
            let moments = descend(&seeded(8, 3, seed, manifold), manifold, Ends::Free, 400);
            let (first, last) = (&moments[0], &moments[400]);
            assert!(first.spread > 0.5, "{manifold:?}: {}", first.spread);
            assert!(
                last.spread < 1e-6 && last.loss < 1e-6,
                "{manifold:?} {seed}: {} {}",
                last.spread,
                last.loss
            );
        }
    }

    /// With both ends held the path is drawn straight, and nothing says where on it a state belongs: two spacings,
    /// one even and one bunched at an end, have the same loss and no slope.
    #[test]
    fn with_the_ends_held_every_spacing_is_a_minimum() {
        let states = seeded(6, 3, 5, Manifold::Flat);
        let least = least_loss(&states, Manifold::Flat, Ends::Held);
        let moments = descend(&states, Manifold::Flat, Ends::Held, 2000);
        let last = &moments[2000];
        assert!(last.loss - least < 1e-3 * least, "{} {least}", last.loss);
        assert_eq!((last.states.row(0), last.states.row(5)), (states.row(0), states.row(5)));
        for spacing in [[0.0, 0.2, 0.4, 0.6, 0.8, 1.0], [0.0, 0.01, 0.02, 0.03, 0.04, 1.0]] {
            let path = Matrix64::from_shape_fn((6, 3), |(t, c)| {
                states[[0, c]] + spacing[t] * (states[[5, c]] - states[[0, c]])
            });
            assert!((loss(&path, Manifold::Flat) - least).abs() < 1e-12);
            assert!(gradient(&path, Manifold::Flat, Ends::Held).iter().all(|g| g.abs() < 1e-9));
        }
    }
}
