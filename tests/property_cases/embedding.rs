//! The embedding table.

use crate::*;

proptest! {
    #[test]
    fn lookup_is_one_hot_times_the_table(
        ids in prop::collection::vec(0_u32..20, 0..12), d in 1_usize..40, seed in any::<u64>(), common in 0.0..=1.0,
    ) {
        let table = lookup(&(0..20).collect::<Vec<_>>(), d, seed, common);
        let one_hot = Matrix::from_shape_fn((ids.len(), 20), |(row, id)| f32::from(ids[row] == id as u32));
        let rows = lookup(&ids, d, seed, common);
        prop_assert_eq!(&rows, &one_hot.dot(&table));
        prop_assert_eq!(rows, lookup(&ids, d, seed, common));
    }

    #[test]
    fn a_narrower_row_is_the_beginning_of_a_wider_one(
        ids in prop::collection::vec(any::<u32>(), 1..6), d in 1_usize..64, seed in any::<u64>(),
    ) {
        let (narrow, wide) = (lookup(&ids, d, seed, 0.3), lookup(&ids, 64, seed, 0.3));
        prop_assert_eq!(narrow, wide.slice(ndarray::s![.., ..d]));
    }

    #[test]
    fn tokens_and_seeds_differ(id in any::<u32>(), other in any::<u32>(), seed in any::<u64>()) {
        prop_assume!(id != other);
        prop_assert_ne!(lookup(&[id], 16, seed, 0.5), lookup(&[other], 16, seed, 0.5));
        prop_assert_ne!(lookup(&[id], 16, seed, 0.5), lookup(&[id], 16, seed.wrapping_add(1), 0.5));
    }
}
