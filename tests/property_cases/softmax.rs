//! The softmax and the causal mask.

use crate::*;

/// Logits of which some are masked.
fn logits() -> impl Strategy<Value = Matrix64> {
    let entry = prop_oneof![4 => -700.0..700.0_f64, 1 => Just(f64::NEG_INFINITY)];
    (1_usize..8, 1_usize..8).prop_flat_map(move |(rows, cols)| {
        prop::collection::vec(entry.clone(), rows * cols)
            .prop_map(move |values| Matrix64::from_shape_vec((rows, cols), values).unwrap())
    })
}

proptest! {
    #[test]
    fn rows_sum_to_one_and_masked_entries_are_zero(logits in logits()) {
        let weights = softmax_rows(&logits);
        for (row, given) in weights.rows().into_iter().zip(logits.rows()) {
            let all_masked = given.iter().all(|z| *z == f64::NEG_INFINITY);
            let sum = if all_masked { 0.0 } else { 1.0 };
            prop_assert!((row.sum() - sum).abs() < 1e-14);
            prop_assert!(row.iter().all(|a| (0.0..=1.0).contains(a)));
            prop_assert!(row.iter().zip(given).all(|(a, z)| *z != f64::NEG_INFINITY || *a == 0.0));
        }
    }

    #[test]
    fn a_constant_on_every_logit_changes_nothing(logits in logits(), constant in -50.0..50.0_f64) {
        let moved = softmax_rows(&logits.mapv(|z| z + constant));
        prop_assert!(max_abs_diff(softmax_rows(&logits).view(), moved.view()).unwrap() < 1e-12);
    }

    #[test]
    fn a_causal_mask_hides_later_tokens(seed in any::<u64>(), n in 2_usize..9) {
        let x = to_f64(&lookup(&ids(n), 8, seed, 0.0));
        let how = How::plain(0.5, Mask::Causal);
        let all = attend(x.view(), x.view(), x.view(), &how);
        let some = x.slice(ndarray::s![..n - 1, ..]);
        let fewer = attend(some, some, some, &how);
        let before = all.output.slice(ndarray::s![..n - 1, ..]);
        prop_assert!(max_abs_diff(before, fewer.output.view()).unwrap() < 1e-13);
    }
}
