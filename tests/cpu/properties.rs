//! What holds for any problem.

use super::case::{computed, empty, problem};
use super::{check_against_reference, gap};
use locus::compute::cpu::{self, Scratch, attend_head, dot_head};
use locus::matrix::{Matrix, to_f64};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_stage_equals_the_reference(case in problem()) {
        check_against_reference(&case);
    }

    /// With or without q·k kept, and whatever the buffers held before, the numbers are the same.
    #[test]
    fn buffers_may_be_reused(case in problem(), before in problem()) {
        let (_, _, mut result) = computed(&before, 0, false);
        let (qkv, how, fresh) = computed(&case, 0, true);
        attend_head(&qkv, &how, 0, &mut result, &mut Scratch::default()).expect("shapes fit");
        prop_assert_eq!(&result.weights, &fresh.weights);
        prop_assert_eq!(&result.output, &fresh.output);
        let mut dot = empty();
        dot_head(&qkv, &how, 0, &mut dot, &mut Scratch::default()).expect("shapes fit");
        prop_assert_eq!(Some(dot), fresh.dot);
    }

    /// The packed product against the plain f64 one, for any shape, also transposed views.
    #[test]
    fn matmul_equals_the_plain_product(m in 0usize..40, k in 0usize..40, n in 0usize..40, seed: u64) {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let a = Matrix::from_shape_fn((m, k), |_| rng.random_range(-1f32..1.0));
        let b = Matrix::from_shape_fn((n, k), |_| rng.random_range(-1f32..1.0));
        let want = to_f64(&a).dot(&to_f64(&b).t());
        prop_assert!(gap(&cpu::matmul(a.view(), b.t()), &want) < 1e-5);
        let b = b.t().as_standard_layout().into_owned();
        let at = a.t().as_standard_layout().into_owned();
        prop_assert!(gap(&cpu::matmul(at.t(), b.view()), &want) < 1e-5);
    }
}
