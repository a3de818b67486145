//! Laws of k-means.

use locus::tokenize::kmeans::{KMeans, lloyd_step};
use ndarray::Array2;
use proptest::prelude::*;

/// n × dim numbers between −1 and 1 that look random, from a seed.
fn points(n: usize, dim: usize, seed: u64) -> Array2<f32> {
    let mut state = seed;
    Array2::from_shape_simple_fn((n, dim), || {
        // Knuth's MMIX generator; its high bits are good
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// The fast assignment is the reference's, up to codes that are equally near within f32 rounding.
    #[test]
    fn the_fast_assignment_is_the_nearest(n in 1_usize..40, dim in 1_usize..20, k in 1_usize..30, seed: u64) {
        let (x, codes) = (points(n, dim, seed), points(k, dim, seed ^ 1));
        let fast = KMeans { centroids: codes.clone() }.assign(x.view());
        let (x, codes) = (x.mapv(f64::from), codes.mapv(f64::from));
        let plain = lloyd_step(x.view(), codes.view()).assignments;
        for (i, (&a, &b)) in fast.iter().zip(&plain).enumerate() {
            let distance = |code: usize| (&x.row(i) - &codes.row(code)).mapv(|d| d * d).sum();
            prop_assert!(distance(a as usize) <= distance(b) + 1e-5 * (1.0 + dim as f64));
        }
        prop_assert_eq!(fast.len(), plain.len());
    }

    /// A fit makes the steps of the reference: its error never grows and is that of its codes.
    #[test]
    fn errors_fall_as_the_reference_says(n in 1_usize..60, dim in 1_usize..6, k in 1_usize..9, seed: u64) {
        let x = points(n, dim, seed);
        let fit = KMeans::fit(x.view(), k, 12, seed, &mut |_| true);
        prop_assert!(fit.errors.windows(2).all(|pair| pair[1] <= pair[0] * (1.0 + 1e-5) + 1e-9), "{:?}", fit.errors);
        let codes = fit.kmeans.centroids.mapv(f64::from);
        let plain = lloyd_step(x.mapv(f64::from).view(), codes.view());
        let last = *fit.errors.last().unwrap();
        prop_assert!((plain.error - last).abs() <= 1e-5 * (1.0 + last), "{} {last}", plain.error);
    }
}
