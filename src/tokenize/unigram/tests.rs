use super::lattice::{Lattice, Path};
use super::model::{Model, UNKNOWN_PENALTY};
use super::sample::{Sampler, TemperatureError};
use proptest::prelude::*;
use std::collections::HashMap;

fn lattice(pieces: &[(&str, f64)], text: &str) -> Lattice {
    let model =
        Model::new(pieces.iter().map(|piece| piece.0), pieces.iter().map(|piece| piece.1).collect(), Some(0));
    Lattice::new(text, &model)
}

/// All paths, found by walking every way.
fn all(lattice: &Lattice) -> Vec<Path> {
    fn walk(lattice: &Lattice, node: usize, path: Vec<usize>, out: &mut Vec<Path>) {
        if node + 1 == lattice.nodes.len() {
            out.push(lattice.path(path));
            return;
        }
        for (index, edge) in lattice.edges.iter().enumerate().filter(|(_, edge)| edge.from == node) {
            walk(lattice, edge.to, [path.as_slice(), &[index]].concat(), out);
        }
    }
    let mut out = Vec::new();
    walk(lattice, 0, Vec::new(), &mut out);
    out
}

const SMALL: &[(&str, f64)] = &[
    ("<unk>", 0.0),
    ("a", -2.0),
    ("b", -2.5),
    ("ab", -3.0),
    ("aba", -5.0),
    ("ba", -3.5),
    ("bb", -4.0),
    ("狗", -6.0),
];

#[test]
fn nodes_and_edges_of_a_word() {
    let lattice = lattice(SMALL, "ab人");
    assert_eq!(lattice.nodes, [0, 1, 2, 5]);
    let edges: Vec<(&str, f64, bool)> =
        lattice.edges.iter().map(|edge| (lattice.piece(edge), edge.log_prob, edge.unknown)).collect();
    assert_eq!(
        edges,
        [("a", -2.0, false), ("ab", -3.0, false), ("b", -2.5, false), ("人", -6.0 - UNKNOWN_PENALTY, true)]
    );
    assert_eq!(lattice.count(), 2);
}

#[test]
fn of_equal_paths_the_longest_last_piece_is_taken() {
    let even = [("<unk>", 0.0), ("a", -1.0), ("aa", -1.0)];
    let lattice = lattice(&even, "aaa");
    let best = lattice.best().unwrap();
    assert_eq!(lattice.pieces(&best).collect::<Vec<_>>(), ["a", "aa"]);
    assert_eq!(lattice.n_best(3)[0], best);
}

#[test]
fn an_empty_text_has_one_empty_path() {
    let lattice = lattice(SMALL, "");
    assert_eq!(lattice.best(), Some(Path { edges: Vec::new(), log_prob: 0.0 }));
    assert_eq!((lattice.n_best(3).len(), lattice.count(), lattice.marginals().log_marginal), (1, 1, 0.0));
    assert_eq!(Sampler::new(&lattice, 1.0).unwrap().draw(1, 2).len(), 2);
}

#[test]
fn without_an_unknown_piece_some_texts_have_no_path() {
    let model = Model::new(["a", "b"].into_iter(), vec![-1.0, -1.0], None);
    let lattice = Lattice::new("aca", &model);
    assert_eq!((lattice.best(), lattice.n_best(2), lattice.count()), (None, Vec::new(), 0));
    assert_eq!(lattice.marginals().log_marginal, f64::NEG_INFINITY);
    assert!(lattice.marginals().posterior.iter().all(|posterior| *posterior == 0.0));
    assert!(Sampler::new(&lattice, 1.0).unwrap().draw(1, 2).is_empty());
}

#[test]
fn a_temperature_is_a_number_from_zero() {
    let lattice = lattice(SMALL, "abab");
    assert_eq!(Sampler::new(&lattice, -1.0).err(), Some(TemperatureError(-1.0)));
    assert!(Sampler::new(&lattice, f64::NAN).is_err());
    let cold = Sampler::new(&lattice, 0.0).unwrap().draw(7, 3);
    assert!(cold.iter().all(|path| Some(path) == lattice.best().as_ref()));
    let hot = Sampler::new(&lattice, f64::INFINITY).unwrap();
    let even = 1.0 / lattice.count() as f64;
    assert!(all(&lattice).iter().all(|path| (hot.probability(path) - even).abs() < 1e-12));
    assert_eq!(hot.draw(3, 2), hot.draw(3, 5)[..2]);
}

#[test]
fn draws_are_distributed_as_they_should_be() {
    let lattice = lattice(SMALL, "abab");
    for temperature in [0.5, 1.0, 3.0] {
        let sampler = Sampler::new(&lattice, temperature).unwrap();
        let n = 20_000;
        let mut drawn: HashMap<Vec<usize>, f64> = HashMap::new();
        sampler.draw(42, n).into_iter().for_each(|path| *drawn.entry(path.edges).or_default() += 1.0);
        let weights: Vec<f64> =
            all(&lattice).iter().map(|path| (path.log_prob / temperature).exp()).collect();
        for (path, weight) in all(&lattice).iter().zip(&weights) {
            let p = weight / weights.iter().sum::<f64>();
            assert!((sampler.probability(path) - p).abs() < 1e-12);
            let share = drawn.get(&path.edges).copied().unwrap_or_default() / n as f64;
            let deviation = (p * (1.0 - p) / n as f64).sqrt();
            assert!((share - p).abs() < 5.0 * deviation + 1e-9, "{share} for {p} at {temperature}");
        }
    }
}

proptest! {
    #[test]
    fn sums_over_paths_equal_those_of_walking_every_path(
        scores in prop::collection::vec(-9.0..-0.1_f64, 8),
        text in "[ab狗人]{0,8}",
        k in 1_usize..12,
    ) {
        let pieces: Vec<(&str, f64)> = SMALL.iter().zip(scores).map(|((piece, _), score)| (*piece, score)).collect();
        let lattice = lattice(&pieces, &text);
        let mut paths = all(&lattice);
        prop_assert_eq!(lattice.count(), paths.len() as u64);
        paths.sort_by(|a, b| b.log_prob.total_cmp(&a.log_prob));
        let best = lattice.n_best(k);
        let sums = |paths: &[Path]| paths.iter().map(|path| path.log_prob).collect::<Vec<_>>();
        prop_assert_eq!(sums(&best), sums(&paths[..k.min(paths.len())]));
        prop_assert_eq!(lattice.best(), best.first().cloned());
        prop_assert!(best.iter().all(|path| paths.contains(path)));

        let marginals = lattice.marginals();
        let total: f64 = paths.iter().map(|path| path.log_prob.exp()).sum();
        prop_assert!((marginals.log_marginal - total.ln()).abs() < 1e-9);
        prop_assert!((marginals.backward[0] - marginals.log_marginal).abs() < 1e-9);
        for (edge, posterior) in marginals.posterior.iter().enumerate() {
            let through = paths.iter().filter(|path| path.edges.contains(&edge));
            let plain = through.map(|path| path.log_prob.exp()).sum::<f64>() / total;
            prop_assert!((posterior - plain).abs() < 1e-9);
        }
    }
}
