//! Segmentations drawn at random, as subword regularisation trains with (Kudo 2018, section 3): forward filtering,
//! backward sampling.
//!
//! ```text
//! P_T(path) ∝ P(path)^(1/T)
//! from the last node back: the edge s → t with probability exp(α[s] + log p / T − α[t])
//! ```
//!
//! α as in [`super::marginals`], so that the draw is exact. Kudo's α, the "smoothing", is 1/T. (Hugging Face's
//! `Lattice::sample` multiplies α[s] by 1/T once more and so draws from another distribution unless T = 1.)
//! At T = 0 the best path is drawn always, at T = ∞ all paths are equally probable.

use super::lattice::{Lattice, Path};
use crate::tokenize::seeded::{self, Stream};
use rand::Rng;

/// What is wrong with a temperature.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the temperature must be 0 or more, not {0}")]
pub struct TemperatureError(pub f64);

/// Draws segmentations of one lattice at one temperature.
pub struct Sampler<'a> {
    lattice: &'a Lattice,
    /// 1/T; at T = 0 the path that is always drawn.
    how: How,
}

enum How {
    Always(Option<Path>),
    Drawn { inverse_temperature: f64, forward: Vec<f64> },
}

impl<'a> Sampler<'a> {
    /// Errors if the temperature is negative or no number.
    pub fn new(lattice: &'a Lattice, temperature: f64) -> Result<Self, TemperatureError> {
        if temperature.is_nan() || temperature < 0.0 {
            return Err(TemperatureError(temperature));
        }
        let inverse_temperature = 1.0 / temperature;
        // the sums of a temperature so low would overflow; it is 0 to within rounding
        let how = if temperature < 1e-9 {
            How::Always(lattice.best())
        } else {
            How::Drawn { inverse_temperature, forward: lattice.forward(inverse_temperature) }
        };
        Ok(Sampler { lattice, how })
    }

    /// `n` draws; a seed always gives the same, and more draws begin with those of fewer. None if there is no path.
    pub fn draw(&self, seed: u64, n: usize) -> Vec<Path> {
        let mut rng = seeded::stream(seed, Stream::Segmentations);
        (0..n).filter_map(|_| self.one(&mut rng)).collect()
    }

    fn one(&self, rng: &mut impl Rng) -> Option<Path> {
        let (inverse_temperature, forward) = match &self.how {
            How::Always(path) => return path.clone(),
            How::Drawn { inverse_temperature, forward } => (*inverse_temperature, forward),
        };
        let mut edges = Vec::new();
        let mut node = self.lattice.nodes.len().checked_sub(1)?;
        while node > 0 {
            let total = forward.get(node).copied().filter(|sum| sum.is_finite())?;
            let mut at = rng.random::<f64>();
            let mut chosen = None;
            for (index, edge) in self.lattice.ending_at(node) {
                let before = *forward.get(edge.from)?;
                let weight = (before + inverse_temperature * edge.log_prob - total).exp();
                if weight > 0.0 {
                    // rounding may leave `at` behind the last of them, which then is taken
                    chosen = Some((index, edge.from));
                    at -= weight;
                    if at < 0.0 {
                        break;
                    }
                }
            }
            let (index, from) = chosen?;
            edges.push(index);
            node = from;
        }
        edges.reverse();
        Some(self.lattice.path(edges))
    }

    /// The probability with which a path is drawn.
    pub fn probability(&self, path: &Path) -> f64 {
        match &self.how {
            How::Always(best) => f64::from(u8::from(best.as_ref() == Some(path))),
            How::Drawn { inverse_temperature, forward } => {
                let all = forward.last().copied().unwrap_or_default();
                (inverse_temperature * path.log_prob - all).exp()
            }
        }
    }
}
