//! The long map against the reference, and what is refused.

use super::*;
use crate::attention::Mask;
use crate::embed::sequence::Sequence;
use crate::picture::viewport::COARSE;
use crate::pipeline::{Settings, Step};
use crate::position::{self, Params};

fn pipeline(mask: Mask) -> Pipeline {
    let settings = Settings {
        seed: 1,
        d_model: 32,
        n_heads: 2,
        common: 0.5,
        scheme: position::by_id("rope").unwrap(),
        params: Params::default(),
        mask,
        padding: 0,
    };
    let mut pipeline = Pipeline::new(settings.clone());
    pipeline.set(&Sequence::text(&[5, 9, 5, 2, 7]), settings);
    while pipeline.step(0) != Step::Idle {}
    pipeline
}

fn finish(picture: &mut LongPicture) -> Vec<LongStep> {
    let mut steps = Vec::new();
    while !picture.is_done() {
        steps.push(picture.step());
        assert!(steps.len() < 10_000, "it ends");
    }
    steps
}

/// At the text's own length the long map is the pipeline's.
#[test]
fn a_map_as_long_as_the_text_is_the_short_one() {
    for mask in [Mask::Full, Mask::Causal] {
        let pipeline = pipeline(mask);
        let mut picture = LongPicture::default();
        picture.ask(pipeline.long_ask(1, 5).unwrap());
        picture.look(Viewport::whole(5), 64);
        finish(&mut picture);
        let weights = pipeline.weights(1).unwrap();
        let grid = picture.shown().unwrap();
        assert_eq!((grid.raster.rows(), grid.raster.cols()), (5, 5));
        for (got, want) in grid.values.iter().zip(weights) {
            assert!((got.exp() - want).abs() < 1e-6, "{got} {want}");
        }
        let cell = picture.cell(4, 2).unwrap();
        assert!((cell.weight - f64::from(weights[[4, 2]])).abs() < 1e-6);
    }
}

#[test]
fn the_coarse_picture_is_shown_first_and_the_old_one_until_then() {
    let pipeline = pipeline(Mask::Causal);
    let mut picture = LongPicture::default();
    picture.ask(pipeline.long_ask(0, 4000).unwrap());
    picture.look(Viewport::whole(4000), 320);
    assert!(picture.cell(0, 0).is_none() && !picture.is_done());
    let steps = finish(&mut picture);
    let first = steps.iter().position(|step| *step == LongStep::Rows).unwrap();
    assert!(steps[..first].contains(&LongStep::Shared) && steps[..first].contains(&LongStep::Hidden));
    assert!(steps[first..].iter().all(|step| *step == LongStep::Rows));
    assert!(steps.len() - first > 10);

    let view = Viewport::new(4000, 1000.0, 900.0, 50.0);
    picture.look(view, 320);
    assert_eq!(picture.shown().unwrap().raster, Viewport::whole(4000).raster(320));
    finish(&mut picture);
    assert_eq!(picture.shown().unwrap().raster, view.raster(320));
    let (again, ticket) = (picture.maps(), picture.ticket);
    picture.ask(pipeline.long_ask(0, 4000).unwrap());
    picture.look(view, 320);
    assert!(
        picture.is_done() && (again, ticket) == (picture.maps(), picture.ticket),
        "nothing new was asked"
    );
}

/// What another backend computes for an older view is dropped.
#[test]
fn late_answers_are_dropped() {
    let mut picture = LongPicture::default();
    picture.ask(pipeline(Mask::Full).long_ask(0, 300).unwrap());
    picture.look(Viewport::whole(300), 100);
    while picture.prepare() != LongStep::Idle {}
    let (_, queries, edges, ticket) = picture.request(1000).unwrap();
    let (rows, cols) = (queries.len(), edges.len() - 1);
    assert_eq!((rows, cols), (100usize.div_ceil(COARSE), 100));
    picture.look(Viewport::new(300, 0.0, 0.0, 50.0), 100);
    assert_eq!(picture.take(rows, &vec![0.0; rows * cols], ticket), LongStep::Hidden);
    let (_, queries, edges, ticket) = picture.request(1000).unwrap();
    let (rows, cols) = (queries.len(), edges.len() - 1);
    assert_eq!(picture.take(rows, &vec![-1.0; rows * cols], ticket), LongStep::Rows);
    assert_eq!(picture.shown().unwrap().row(3), Some(&vec![-1.0; 50][..]), "a row stands for those below");
}

/// The table of the whole map holds the largest weight of every block, and of a map as small as it every weight.
#[test]
fn blocks_hold_the_largest_weight_of_what_they_cover() {
    let pipeline = pipeline(Mask::Causal);
    let mut picture = LongPicture::default();
    picture.ask(pipeline.long_ask(1, 5).unwrap());
    picture.look(Viewport::whole(5), 64);
    finish(&mut picture);
    let (grid, weights) = (picture.shown().unwrap(), pipeline.weights(1).unwrap());
    let all = grid.blocks(16);
    assert_eq!(all.queries, [[0, 0], [1, 1], [2, 2], [3, 3], [4, 4]]);
    assert_eq!(all.keys, all.queries);
    let few = grid.blocks(2);
    assert_eq!((&few.queries, &few.keys), (&vec![[0, 2], [3, 4]], &vec![[0, 2], [3, 4]]));
    for i in 0..5 {
        for j in 0..5 {
            let (exact, block) = (all.weights[[i, j]], few.weights[[i / 3, j / 3]]);
            if j > i {
                assert_eq!(exact, f32::NEG_INFINITY, "masked");
            } else {
                assert!((exact - weights[[i, j]]).abs() < 1e-6);
                assert!(block >= exact);
            }
        }
    }
    assert_eq!(few.weights[[0, 1]], f32::NEG_INFINITY);
    let largest = all.weights.iter().copied().filter(|w| w.is_finite()).fold(0.0, f32::max);
    assert_eq!(few.weights.iter().copied().fold(0.0, f32::max), largest);
}

#[test]
fn colours_span_half_a_decade_to_six() {
    assert_eq!(Span::new(-9.0, -3.0), Span { low: -9.0, high: -3.0 });
    assert_eq!(Span::new(-900.0, -3.0), Span { low: -16.8, high: -3.0 });
    assert_eq!(Span::new(-3.0, -3.0), Span { low: -4.15, high: -3.0 });
}
