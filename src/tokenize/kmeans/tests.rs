use super::*;
use ndarray::array;

fn go_on(_: f32) -> bool {
    true
}

/// n × dim numbers that look random, from a seed.
fn points(n: usize, dim: usize, seed: u64) -> Array2<f32> {
    let mut rng = seeded::stream(seed, Stream::FirstCodes);
    Array2::from_shape_simple_fn((n, dim), || rng.random::<f32>() * 2.0 - 1.0)
}

#[test]
fn two_clusters_are_found() {
    let two = array![[0.0_f32, 0.0], [0.0, 1.0], [10.0, 0.0], [10.0, 1.0]];
    let fit = KMeans::fit(two.view(), 2, 10, 1, &mut go_on);
    assert_eq!(fit.assignments[0], fit.assignments[1]);
    assert_ne!(fit.assignments[0], fit.assignments[2]);
    assert_eq!(*fit.errors.last().unwrap(), 1.0);
    assert_eq!(fit.kmeans.decode(&fit.assignments).column(1).to_vec(), [0.5; 4]);
}

#[test]
fn of_equal_codes_the_first_is_chosen_and_an_empty_one_stays() {
    let codes = array![[5.0, 5.0], [1.0, 1.0], [1.0, 1.0]];
    let step = lloyd_step(array![[1.0, 2.0], [1.0, 4.0]].view(), codes.view());
    assert_eq!((step.assignments, step.error), (vec![1, 1], 10.0));
    assert_eq!(step.centroids, array![[5.0, 5.0], [1.0, 3.0], [1.0, 1.0]]);
    let same = KMeans { centroids: Array2::ones((20, 3)) };
    assert_eq!(same.assign(Array2::zeros((9, 3)).view()), [0; 9]);
}

#[test]
fn a_seed_gives_one_codebook() {
    let x = points(200, 7, 3);
    let of = |seed| KMeans::fit(x.view(), 16, 5, seed, &mut go_on);
    assert_eq!(of(1), of(1));
    assert_ne!(of(1).kmeans, of(2).kmeans);
}

#[test]
fn what_is_too_small_or_empty_is_answered() {
    let none = KMeans::fit(Array2::zeros((0, 4)).view(), 8, 3, 1, &mut go_on);
    assert_eq!((none.kmeans.centroids.dim(), none.assignments.len()), ((0, 4), 0));
    let zero = KMeans::fit(points(5, 4, 1).view(), 0, 3, 1, &mut go_on);
    assert_eq!((zero.kmeans.centroids.dim(), zero.assignments.len()), ((0, 4), 0));
    let few = KMeans::fit(points(5, 4, 1).view(), 100, 3, 1, &mut go_on);
    assert_eq!((few.kmeans.centroids.nrows(), few.errors[0]), (5, 0.0));
    let same = KMeans::fit(Array2::ones((30, 4)).view(), 8, 3, 1, &mut go_on);
    assert_eq!((same.kmeans.centroids.nrows(), same.errors[0]), (8, 0.0));
    assert_eq!(few.kmeans.assign(points(3, 5, 1).view()), [0_u32; 0]);
    assert_eq!(few.kmeans.decode(&[99]), Array2::<f32>::zeros((1, 4)));
}

#[test]
fn progress_rises_and_can_stop_it() {
    let x = points(300, 5, 1);
    let mut heard = Vec::new();
    let all = KMeans::fit(x.view(), 10, 4, 1, &mut |done| {
        heard.push(done);
        true
    });
    assert_eq!(heard, [0.25, 0.5, 0.75, 1.0]);
    let stopped = KMeans::fit(x.view(), 10, 4, 1, &mut |_| false);
    assert_eq!((all.errors.len(), stopped.errors.len()), (5, 2));
}
