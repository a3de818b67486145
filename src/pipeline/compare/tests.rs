//! The compare grid against the pipeline itself.

use super::*;
use crate::attention::Mask;
use crate::embed::sequence::Sequence;
use crate::pipeline::Step;
use crate::position::{self, Params, variants};

fn pipeline(scheme: &str, mask: Mask, base: f64) -> Pipeline {
    let mut params = Params::default();
    params.rope.base = base;
    let scheme = position::by_id(scheme).unwrap();
    let settings =
        Settings { seed: 3, d_model: 32, n_heads: 4, common: 0.5, scheme, params, mask, padding: 0 };
    let mut pipeline = Pipeline::new(settings.clone());
    pipeline.set(&Sequence::text(&[5, 6, 7, 5, 9, 1, 2]), settings);
    while pipeline.step(0) != Step::Idle {}
    pipeline
}

/// Steps until nothing is left, and says how many variants were out of date.
fn run(compare: &mut Compare, pipeline: &Pipeline, variants: &[&Variant], head: usize) -> usize {
    let mut touched: Vec<usize> = std::iter::from_fn(|| compare.step(pipeline, variants, head)).collect();
    touched.dedup();
    touched.len()
}

fn all(compare: &mut Compare, pipeline: &Pipeline, head: usize) -> usize {
    run(compare, pipeline, &variants::all().iter().collect::<Vec<_>>(), head)
}

/// Every cell of the grid holds what the pipeline itself computes under that scheme.
#[test]
fn each_scheme_gets_the_pipelines_own_weights() {
    for mask in [Mask::Full, Mask::Causal] {
        let mut compare = Compare::default();
        assert_eq!(all(&mut compare, &pipeline("sinusoidal", mask, 1e4), 2), variants::all().len());
        for variant in variants::all() {
            if position::by_id(variant.id).is_some() {
                let alone = pipeline(variant.id, mask, 1e4);
                assert_eq!(compare.weights(variant.id), alone.weights(2), "{}", variant.id);
            }
        }
    }
}

#[test]
fn only_what_a_change_touches_is_done_again() {
    let mut compare = Compare::default();
    let first = pipeline("none", Mask::Full, 1e4);
    all(&mut compare, &first, 0);
    assert_eq!(all(&mut compare, &first, 0), 0);
    assert_eq!(all(&mut compare, &first, 1), variants::all().len());
}

/// A slider of one scheme leaves the others' results, and asks none of them.
#[test]
fn a_parameter_touches_only_the_variants_that_read_it() {
    let mut compare = Compare::default();
    all(&mut compare, &pipeline("none", Mask::Full, 1e4), 0);
    let mut slow = pipeline("none", Mask::Full, 1e4);
    // the same matrices, so that only the parameter differs
    let mut settings = slow.settings().clone();
    all(&mut compare, &slow, 0);
    let before: Vec<u64> = variants::ids().iter().map(|id| compare.revision(id)).collect();
    settings.params.rope.base = 3e4;
    slow.set(&Sequence::text(&[5, 6, 7, 5, 9, 1, 2]), settings);
    while slow.step(0) != Step::Idle {}
    all(&mut compare, &slow, 0);
    for (variant, before) in variants::all().iter().zip(before) {
        let is_rope = variant.scheme.info().id == "rope";
        assert_eq!(compare.revision(variant.id) != before, is_rope, "{}", variant.id);
    }
}

/// What [`Settings::same_answers`] relies on: a scheme reads no parameter but those that it declares.
#[test]
fn schemes_read_only_their_own_parameters() {
    use crate::position::parameter::{Kind, Value};
    let sizes = position::Sizes { n: 9, d_model: 32, n_heads: 4, head_dim: 8 };
    for scheme in position::SCHEMES {
        let own = |key: &str| scheme.parameters().iter().copied().flatten().any(|p| p.key == key);
        let answers = |params: &Params| {
            let how = Settings { scheme: *scheme, ..pipeline("none", Mask::Full, 1e4).settings().clone() };
            let how = Settings { params: params.clone(), ..how };
            (scheme.added(sizes, params), how.attend(sizes), scheme.problem(sizes, params))
        };
        let plain = answers(&Params::default());
        let others = position::SCHEMES.iter().flat_map(|s| s.parameters()).copied().flatten();
        for parameter in others.filter(|parameter| !own(parameter.key)) {
            let mut params = Params::default();
            let value = match parameter.kind {
                Kind::Choice(ids) => Value::Choice(ids()[ids().len() - 1]),
                Kind::Integer { min, .. } => Value::Integer(min),
                Kind::Number { min, .. } | Kind::AutoNumber { min, .. } => Value::Number(min),
                _ => continue,
            };
            (parameter.set)(&mut params, value);
            assert!(answers(&params) == plain, "{} reads {}", scheme.info().id, parameter.key);
        }
    }
}

#[test]
fn the_difference_is_cell_by_cell() {
    let a = Matrix::from_elem((2, 2), 0.5);
    assert_eq!(difference(&a, &Matrix::from_elem((2, 2), 0.25)), Some(Matrix::from_elem((2, 2), 0.25)));
    assert_eq!(difference(&a, &Matrix::zeros((2, 3))), None);
}

/// Adding or removing one leaves the others' results, and their last pictures, with the right scheme.
#[test]
fn a_result_stays_with_its_variant() {
    let pipeline = pipeline("none", Mask::Full, 1e4);
    let mut compare = Compare::default();
    let [none, rope, alibi] = ["none", "rope", "alibi"].map(|id| variants::by_id(id).unwrap());
    let run = |compare: &mut Compare, variants: &[&Variant]| run(compare, &pipeline, variants, 1);
    assert_eq!(run(&mut compare, &[none, rope, alibi]), 3);
    let before = compare.weights("alibi").cloned();
    assert_eq!(run(&mut compare, &[alibi, none]), 0);
    assert_eq!(compare.weights("alibi").cloned(), before);
    assert_eq!(compare.weights("rope"), None);
    assert_eq!(run(&mut compare, &[rope, alibi]), 1);
}

#[test]
fn what_moved_is_half_of_what_differs() {
    let a = ndarray::array![[0.5_f32, 0.5], [1.0, 0.0]];
    let b = ndarray::array![[0.5_f32, 0.5], [0.0, 1.0]];
    assert_eq!((moved(&a, &b, 0), moved(&a, &b, 1), moved(&a, &b, 2)), (Some(0.0), Some(1.0), None));
}
