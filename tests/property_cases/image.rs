//! Laws of pictures as tokens.

use locus::tokenize::image::feature_map::{Layer, reach};
use locus::tokenize::image::mask::Mask;
use locus::tokenize::image::patch::{Edge, Grid, Order, fit_to_patch, fold, unroll};
use locus::tokenize::image::swin::{effective_window, shift, windows};
use ndarray::{Array3, Axis};
use proptest::prelude::*;

/// Every number once.
fn numbered(height: usize, width: usize, channels: usize) -> Array3<usize> {
    Array3::from_shape_fn((height, width, channels), |(r, c, ch)| (r * width + c) * channels + ch + 1)
}

proptest! {
    /// Folding what was unrolled gives the picture without what the edge rule dropped.
    #[test]
    fn folding_undoes_unrolling((h, w, c) in (1_usize..20, 1_usize..20, 1_usize..5), patch in 1_usize..9) {
        let x = numbered(h, w, c);
        for (order, edge) in [(Order::Hwc, Edge::Crop), (Order::Chw, Edge::Crop), (Order::Chw, Edge::Pad)] {
            let fitted = fit_to_patch(x.view(), patch, edge);
            let (height, width, channels) = fitted.dim();
            prop_assert!(height % patch == 0 && width % patch == 0);
            let grid = Grid::of(height, width, channels, patch);
            let vectors = unroll(fitted.view(), patch, order);
            prop_assert_eq!(vectors.dim(), (grid.patches(), grid.dim()));
            prop_assert_eq!(fold(vectors.view(), grid, order), fitted);
        }
    }

    /// One permutation carries one order into the other, for every patch.
    #[test]
    fn orders_differ_by_a_permutation((h, w, c) in (1_usize..20, 1_usize..20, 1_usize..5), patch in 1_usize..6) {
        let x = numbered(h, w, c);
        let grid = Grid::of(h, w, c, patch);
        let chw = unroll(x.view(), patch, Order::Chw);
        prop_assert_eq!(chw.select(Axis(1), &grid.permutation()), unroll(x.view(), patch, Order::Hwc));
        let mut sorted = grid.permutation();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..grid.dim()).collect::<Vec<_>>());
    }

    /// Exactly ⌊N (1 − ratio)⌋ patches are seen, each once, and all find their places again.
    #[test]
    fn a_mask_keeps_its_ratio(n in 0_usize..400, ratio in 0.0_f64..=1.0, seed: u64) {
        let mask = Mask::new(n, ratio, seed);
        prop_assert_eq!(mask.kept().len(), (n as f64 * (1.0 - ratio)) as usize);
        prop_assert_eq!(mask.hidden().iter().filter(|hidden| !**hidden).count(), mask.n_kept);
        for patch in 0..n {
            prop_assert_eq!(mask.ids_shuffle[mask.ids_restore[patch]], patch);
            prop_assert_eq!(mask.kept().contains(&patch), !mask.hidden()[patch]);
        }
    }

    /// Windows are rectangles of at most M × M that hold every token once; shifted ones, too.
    #[test]
    fn windows_partition_the_grid(side in 1_usize..30, window in 1_usize..9) {
        let m = effective_window(side, window);
        for by in [0, shift(side, window)] {
            let groups = windows(side, window, by);
            prop_assert_eq!(groups.len(), side * side);
            let n = groups.iter().max().unwrap() + 1;
            for group in 0..n {
                let places = (0..side * side).filter(|&t| groups[t] == group).map(|t| (t / side, t % side));
                let places: Vec<_> = places.collect();
                let span = |axis: Vec<usize>| axis.iter().max().unwrap() - axis.iter().min().unwrap() + 1;
                let rows = span(places.iter().map(|p| p.0).collect());
                let columns = span(places.iter().map(|p| p.1).collect());
                prop_assert!(rows <= m && columns <= m);
                prop_assert_eq!(places.len(), rows * columns);
            }
            let plain = side.div_ceil(m).pow(2);
            prop_assert!(n == plain || (by > 0 && n > plain));
        }
    }

    /// The last place of a map sees no further than the padded picture reaches.
    #[test]
    fn maps_fit_the_picture(side in 1_usize..200, layers in prop::collection::vec((1_usize..6, 1_usize..4, 0_usize..3), 0..5)) {
        let layers: Vec<Layer> = layers
            .into_iter()
            .map(|(kernel, stride, padding)| Layer { kernel, stride, padding, channels: 2 })
            .collect();
        for map in reach(side, side, &layers).into_iter().take_while(|map| map.rows > 0) {
            let last = map.start + ((map.rows - 1) * map.jump + map.receptive_field) as i64;
            prop_assert!(last <= side as i64 - map.start);
        }
    }
}
