//! "Semantic" ids: the number of the k-means code nearest to each frame.
//!
//! HuBERT (Hsu et al. 2021) and AudioLM's w2v-BERT ids are k-means over a hidden layer of a self-supervised model.
//! Locus ships no such model: these are k-means over the log-mel frames themselves, which group by timbre, not by
//! meaning. The mechanism is the same; the page says that it is a stand-in.

use crate::tokenize::kmeans::{Fit, KMeans};
use ndarray::ArrayView2;

/// Updates at most; a few hundred frames settle sooner.
const ITERATIONS: usize = 25;

/// Fits k codes on frames (n × n_mels); the ids are the fit's assignments.
pub fn fit(frames: ArrayView2<f32>, k: usize, seed: u64, progress: super::Progress) -> Fit {
    KMeans::fit(frames, k, ITERATIONS, seed, progress)
}

/// One id per run of equal ids, with the run's length: what is left when repetitions are dropped, as speech language
/// models on HuBERT units do (Lakhotia et al. 2021).
pub fn deduplicated(ids: &[u32]) -> Vec<(u32, usize)> {
    let runs = ids.chunk_by(|a, b| a == b);
    runs.filter_map(|run| run.first().map(|&id| (id, run.len()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signal::chirp::Chirp;
    use crate::tokenize::audio::log_mel::{Params, Recipe, log_mel};

    #[test]
    fn sounds_that_differ_get_different_ids() {
        let tone = |frequency| Chirp { from: frequency, to: frequency, seconds: 0.5, amplitude: 0.5 };
        let tones = [300.0, 1_500.0, 300.0].map(|f| tone(f).at_rate(16_000).unwrap());
        let samples: Vec<f32> = tones.iter().flat_map(|tone| tone.samples().to_vec()).collect();
        let frames = log_mel(&samples, Params::default(), Recipe::Whisper, &mut |_: f32| true).unwrap();
        let fit = fit(frames.values.view(), 2, 7, &mut |_: f32| true);
        let (low, high) = (fit.assignments[25], fit.assignments[75]);
        assert_ne!(low, high);
        assert_eq!(
            deduplicated(&fit.assignments).iter().map(|run| run.0).collect::<Vec<_>>(),
            [low, high, low]
        );
    }

    #[test]
    fn runs_are_counted() {
        assert_eq!(deduplicated(&[3, 3, 1, 3]), [(3, 2), (1, 1), (3, 1)]);
        assert!(deduplicated(&[]).is_empty());
    }
}
