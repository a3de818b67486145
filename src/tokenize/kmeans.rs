//! k-means (Lloyd): a codebook fitted on vectors, each of which becomes the number of its nearest code.
//!
//! ```text
//! id_i  = argmin_k ‖x_i − c_k‖²          the first on ties
//! c_k   ← mean { x_i : id_i = k }        a code that nobody chose stays where it is
//! error = Σ_i ‖x_i − c_{id_i}‖²          never grows
//! ```
//!
//! Lloyd 1982, "Least squares quantization in PCM"; the rule for empty codes as in EnCodec's `core_vq.kmeans`. The
//! first codes are chosen by k-means++ (Arthur and Vassilvitskii 2007): a point with probability ∝ its squared distance
//! from the codes chosen so far. Codebooks of images, of residual vector quantisation and of "semantic" ids are this.
//!
//! [`lloyd_step`] is the plain f64 step. [`KMeans::fit`] makes the same steps in f32 with ‖x − c‖² − ‖x‖² =
//! ‖c‖² − 2 x·c: where two codes are equally near to within f32 rounding it may choose the other one. Sums run in one
//! fixed order without fused operations, so a seed gives the same codebook on every machine.

use super::seeded::{self, Stream};
use ndarray::{Array2, ArrayView2, Axis};
use rand::Rng;

mod nearest;

use nearest::{Codes, squared_distance};

/// A codebook.
#[derive(Clone, Debug, PartialEq)]
pub struct KMeans {
    /// k × dim.
    pub centroids: Array2<f32>,
}

/// A fitted codebook and how the fit went.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    pub kmeans: KMeans,
    /// The nearest code of every point.
    pub assignments: Vec<u32>,
    /// Σ ‖x − c‖² after 0, 1, 2 … updates of the codes; ends early when no point changes its code.
    pub errors: Vec<f64>,
}

/// What one step of the reference finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The nearest code of every point, with the codes given.
    pub assignments: Vec<usize>,
    /// Σ ‖x − c‖² with the codes given.
    pub error: f64,
    /// The codes after the update, k × dim.
    pub centroids: Array2<f64>,
}

/// One step of Lloyd's algorithm in f64: assign, then update. `points` n × dim, `centroids` k × dim.
///
/// Without codes there is nothing to assign.
pub fn lloyd_step(points: ArrayView2<f64>, centroids: ArrayView2<f64>) -> Step {
    let distance = |x: &ndarray::ArrayView1<f64>, c: ndarray::ArrayView1<f64>| -> f64 {
        x.iter().zip(c).map(|(x, c)| (x - c).powi(2)).sum()
    };
    let mut step = Step { assignments: Vec::new(), error: 0.0, centroids: centroids.to_owned() };
    for x in points.rows() {
        let distances = centroids.rows().into_iter().map(|c| distance(&x, c)).enumerate();
        // `<` keeps the first of equals
        let nearest = distances.reduce(|best, next| if next.1 < best.1 { next } else { best });
        if let Some((code, distance)) = nearest {
            step.assignments.push(code);
            step.error += distance;
        }
    }
    for (code, mut centroid) in step.centroids.rows_mut().into_iter().enumerate() {
        let own: Vec<usize> =
            (0..step.assignments.len()).filter(|&i| step.assignments.get(i) == Some(&code)).collect();
        if let Some(mean) = points.select(Axis(0), &own).mean_axis(Axis(0)) {
            centroid.assign(&mean);
        }
    }
    step
}

/// Points for every code, at least, that a codebook be more than a list of them.
const POINTS_A_CODE: usize = 8;

/// Whether so many codes can learn so many points by heart.
pub fn learns_by_heart(codes: usize, points: usize) -> bool {
    points < codes.saturating_mul(POINTS_A_CODE)
}

impl KMeans {
    /// Fits at most `k` codes to `points` (n × dim) with at most `iterations` updates; never more codes than points.
    ///
    /// `progress` is told the part done, from 0 to 1, after every update; when it answers false, what has been reached
    /// is returned.
    pub fn fit(
        points: ArrayView2<f32>,
        k: usize,
        iterations: usize,
        seed: u64,
        progress: &mut dyn FnMut(f32) -> bool,
    ) -> Fit {
        let points = points.as_standard_layout();
        let mut kmeans = KMeans { centroids: plus_plus(points.view(), k, seed) };
        let mut assignments = Codes::pack(kmeans.centroids.view()).nearest(points.view());
        let mut errors = vec![kmeans.error(points.view(), &assignments)];
        for done in 1..=iterations {
            kmeans.update(points.view(), &assignments);
            let next = Codes::pack(kmeans.centroids.view()).nearest(points.view());
            errors.push(kmeans.error(points.view(), &next));
            let settled = next == assignments;
            assignments = next;
            let go_on = progress(done as f32 / iterations as f32);
            if settled || !go_on {
                break;
            }
        }
        Fit { kmeans, assignments, errors }
    }

    /// The nearest code of each row of `points` (n × dim); nothing if there are no codes or the widths differ.
    pub fn assign(&self, points: ArrayView2<f32>) -> Vec<u32> {
        if points.ncols() != self.centroids.ncols() {
            return Vec::new();
        }
        Codes::pack(self.centroids.view()).nearest(points)
    }

    /// The codes of `ids`, n × dim: what a decoder is given. An id without a code gives a row of zeros.
    pub fn decode(&self, ids: &[u32]) -> Array2<f32> {
        let mut out = Array2::zeros((ids.len(), self.centroids.ncols()));
        for (mut row, &id) in out.rows_mut().into_iter().zip(ids) {
            if let Some(code) = self.centroids.rows().into_iter().nth(id as usize) {
                row.assign(&code);
            }
        }
        out
    }

    /// Σ ‖x − c‖² of points with the codes they are assigned to, in f64.
    pub fn error(&self, points: ArrayView2<f32>, assignments: &[u32]) -> f64 {
        let mut sum = 0.0;
        for (x, &id) in points.rows().into_iter().zip(assignments) {
            if (id as usize) < self.centroids.nrows() {
                let gaps = x.iter().zip(self.centroids.row(id as usize));
                sum += gaps.map(|(x, c)| (f64::from(*x) - f64::from(*c)).powi(2)).sum::<f64>();
            }
        }
        sum
    }

    /// Moves every code to the mean of its points.
    fn update(&mut self, points: ArrayView2<f32>, assignments: &[u32]) {
        let mut sums = Array2::<f64>::zeros(self.centroids.raw_dim());
        let mut counts = vec![0_u32; self.centroids.nrows()];
        for (x, &id) in points.rows().into_iter().zip(assignments) {
            sums.row_mut(id as usize).zip_mut_with(&x, |sum, &x| *sum += f64::from(x));
            counts[id as usize] += 1;
        }
        let rows = self.centroids.rows_mut().into_iter().zip(sums.rows()).zip(counts);
        for ((mut centroid, sum), count) in rows.filter(|(_, count)| *count > 0) {
            centroid.zip_mut_with(&sum, |c, sum| *c = (sum / f64::from(count)) as f32);
        }
    }
}

/// The first codes: min(k, n) points, each drawn ∝ its squared distance from those already drawn. Where all distances
/// are 0 (fewer distinct points than codes) a point is drawn evenly, and its code stays empty.
fn plus_plus(points: ArrayView2<f32>, k: usize, seed: u64) -> Array2<f32> {
    let (n, k) = (points.nrows(), k.min(points.nrows()));
    let mut rng = seeded::stream(seed, Stream::FirstCodes);
    let mut distances = vec![f64::INFINITY; n];
    let mut chosen = Vec::with_capacity(k);
    while chosen.len() < k {
        let total: f64 = distances.iter().sum();
        let next = if total.is_finite() && total > 0.0 {
            drawn(&distances, rng.random::<f64>() * total)
        } else {
            rng.random_range(0..n)
        };
        chosen.push(next);
        let code = points.row(next);
        for (distance, x) in distances.iter_mut().zip(points.rows()) {
            *distance = distance.min(squared_distance(x, code));
        }
    }
    points.select(Axis(0), &chosen)
}

/// The first index at which the running sum of `weights` exceeds `at`.
fn drawn(weights: &[f64], at: f64) -> usize {
    let mut sum = 0.0;
    let found = weights.iter().position(|weight| {
        sum += weight;
        sum > at
    });
    // rounding may leave `at` at the very end
    found.or_else(|| weights.iter().rposition(|&weight| weight > 0.0)).unwrap_or(0)
}

#[cfg(test)]
mod tests;
