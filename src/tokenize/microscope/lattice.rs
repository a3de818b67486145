//! A Unigram lattice with what is known of each of its edges.

use crate::tokenize::unigram::lattice::{Lattice, Path};
use crate::tokenize::unigram::marginals::Marginals;
use crate::tokenize::unigram::sample::{Sampler, TemperatureError};

/// All ways to cut one word.
#[derive(Clone, Debug, PartialEq)]
pub struct Ways {
    pub lattice: Lattice,
    /// Viterbi's table: by node the best sum and the edge by which it is reached.
    pub viterbi: Vec<Option<(f64, Option<usize>)>>,
    pub best: Option<Path>,
    pub marginals: Marginals,
    /// How many paths there are.
    pub count: u64,
    /// The row of each edge in a picture where none lies on another.
    pub rows: Vec<usize>,
}

/// A path that was drawn: how often, and the probability with which it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    pub path: Path,
    pub times: usize,
    pub probability: f64,
}

impl Ways {
    pub fn new(lattice: Lattice) -> Self {
        let (viterbi, best) = (lattice.viterbi(), lattice.best());
        let (marginals, count) = (lattice.marginals(), lattice.count());
        let rows = rows(&lattice);
        Ways { lattice, viterbi, best, marginals, count, rows }
    }

    /// P(path | text) of the paths of [`Lattice::n_best`], the likeliest first.
    pub fn n_best(&self, k: usize) -> Vec<(Path, f64)> {
        let of = |path: Path| {
            let probability = (path.log_prob - self.marginals.log_marginal).exp();
            (path, probability)
        };
        self.lattice.n_best(k).into_iter().map(of).collect()
    }

    /// `n` draws at a temperature, equal ones together, the most frequent first.
    pub fn draw(&self, temperature: f64, seed: u64, n: usize) -> Result<Vec<Drawn>, TemperatureError> {
        let sampler = Sampler::new(&self.lattice, temperature)?;
        let mut drawn: Vec<Drawn> = Vec::new();
        for path in sampler.draw(seed, n) {
            match drawn.iter_mut().find(|known| known.path.edges == path.edges) {
                Some(known) => known.times += 1,
                None => drawn.push(Drawn { probability: sampler.probability(&path), path, times: 1 }),
            }
        }
        drawn.sort_by(|a, b| b.times.cmp(&a.times).then(b.probability.total_cmp(&a.probability)));
        Ok(drawn)
    }
}

/// Short edges first, each in the first row where it has room.
fn rows(lattice: &Lattice) -> Vec<usize> {
    let mut order: Vec<usize> = (0..lattice.edges.len()).collect();
    let length = |index: &usize| lattice.edges.get(*index).map_or(0, |edge| edge.to - edge.from);
    order.sort_by_key(length);
    let mut taken: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut rows = vec![0; lattice.edges.len()];
    for index in order {
        let Some(edge) = lattice.edges.get(index) else { continue };
        let free =
            |row: &Vec<(usize, usize)>| row.iter().all(|(from, to)| edge.to <= *from || *to <= edge.from);
        let row = taken.iter().position(free).unwrap_or(taken.len());
        if row == taken.len() {
            taken.push(Vec::new());
        }
        taken.get_mut(row).into_iter().for_each(|row| row.push((edge.from, edge.to)));
        rows.get_mut(index).into_iter().for_each(|slot| *slot = row);
    }
    rows
}
