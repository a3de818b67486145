//! The CPU backend against the plain f64 functions: on the host, and as WebAssembly with its SIMD
//! (`cargo test --target wasm32-unknown-unknown --test cpu`, all but the property tests).

#[path = "cpu/case.rs"]
mod case;
#[cfg(not(target_arch = "wasm32"))]
#[path = "cpu/properties.rs"]
mod properties;

use case::{Case, Terms, computed, empty, plain};
use locus::attention::reference::Stages;
use locus::attention::{Mask, Stage};
use locus::compute::cpu::{self, CpuAttention, HeadResult, Scratch, attend_head, stages};
use locus::compute::{Attend, AttentionBackend, ComputeError, Qkv};
use locus::matrix::{Heads, Matrix, Matrix64, max_abs_diff, to_f64};
use locus::position::relative::Relative;
use ndarray::{Array2, Array3, Axis, s};
use std::rc::Rc;
#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Weights and outputs in f32 against f64.
///
/// A logit of order 5, summed in f32 from up to 70 products, is off by about 70^½ · 2⁻²⁴ · Σ|q_c k_c| · scale
/// < 3e−6, and the bias (up to 64 here) is rounded to 2⁻¹⁸ = 4e−6 at most. A weight w then moves by at most
/// w(1 − w) ≤ ¼ of the logit's error: below 2e−6.
const TOLERANCE: f64 = 2e-6;

fn gap(ours: &Matrix, reference: &Matrix64) -> f64 {
    max_abs_diff(to_f64(ours).view(), reference.view()).expect("one shape")
}

/// Every stage of every head equals the reference.
fn check_against_reference(case: &Case) {
    let (qkv, how) = (case.qkv(), case.how());
    let (mut result, mut scratch) =
        (HeadResult { dot: Some(empty()), ..HeadResult::default() }, Scratch::default());
    for head in 0..case.n_heads {
        attend_head(&qkv, &how, head, &mut result, &mut scratch).expect("shapes fit");
        let want = case.reference(&qkv, &how, head);
        assert!(
            gap(&result.weights, &want.weights) <= TOLERANCE,
            "weights {}",
            gap(&result.weights, &want.weights)
        );
        assert!(
            gap(&result.output, &want.output) <= 2.0 * TOLERANCE,
            "output {}",
            gap(&result.output, &want.output)
        );
        let dot = result.dot.as_ref().expect("asked for");
        for (stage, want) in [
            (Stage::Dot, &want.dot),
            (Stage::Scaled, &want.scaled),
            (Stage::Biased, &want.biased),
            (Stage::Masked, &want.masked),
        ] {
            let got = stages::from_dot(stage, dot, &qkv, &how, head).expect("a stage before the softmax");
            let largest = want.iter().filter(|z| z.is_finite()).fold(1.0f64, |a, z| a.max(z.abs()));
            assert!(gap(&got, want) <= 2e-6 * largest.max(8.0), "{stage:?} {}", gap(&got, want));
        }
        check_terms(&qkv, &how, head, &want);
        for (i, row) in result.weights.rows().into_iter().enumerate() {
            let sum: f64 = row.iter().map(|&w| f64::from(w)).sum();
            let whole = if how.seen(i, case.n) == 0 { 0.0 } else { 1.0 };
            assert!((sum - whole).abs() < 1e-6, "row {i} sums to {sum}");
            assert!(
                row.iter().enumerate().all(|(j, &w)| how.allows(i, j, case.n) || w == 0.0),
                "masked cells are 0"
            );
        }
    }
}

/// The terms are those of the reference, in the same order.
fn check_terms(qkv: &Qkv, how: &Attend, head: usize, want: &Stages) {
    let terms = cpu::terms(qkv, how, head).expect("shapes fit");
    assert_eq!(terms.len(), want.terms.len());
    for ((name, got), (expected, want)) in terms.iter().zip(&want.terms) {
        assert_eq!(name, expected);
        let largest = want.iter().fold(8.0f64, |a, z| a.max(z.abs()));
        assert!(gap(got, want) <= 2e-6 * largest, "{name:?} {}", gap(got, want));
    }
}

#[test]
fn small_and_odd_sizes() {
    for n in [1, 2, 3, 4, 5, 7, 8, 9, 23, 24, 25, 33] {
        for head_dim in [2, 4, 6, 10, 64] {
            for mask in [Mask::Full, Mask::Causal] {
                check_against_reference(&plain(n, head_dim, mask));
            }
        }
    }
}

/// Longer than one block of keys, so that output tiles are added up in parts.
#[test]
fn longer_than_a_key_block() {
    for mask in [Mask::Full, Mask::Causal] {
        check_against_reference(&plain(531, 16, mask));
    }
}

/// With all terms of content and distance and with far pairs, over every remainder of the tiles and every window
/// around them, also one that makes all pairs far.
#[test]
fn terms_and_windows_at_odd_sizes() {
    for n in [1, 2, 5, 8, 17, 24, 33] {
        for window in [0, 1, 3, 4, 8, 13, 33, usize::MAX] {
            for (mask, clip, shared) in [(Mask::Full, Some(5), false), (Mask::Causal, None, true)] {
                let terms = Terms { clip, shared, ..Terms::ALL };
                check_against_reference(&Case { terms, window: Some(window), ..plain(n, 6, mask) });
            }
        }
    }
}

#[test]
fn terms_and_windows_of_a_long_text() {
    for mask in [Mask::Full, Mask::Causal] {
        check_against_reference(&Case { terms: Terms::ALL, window: Some(100), ..plain(300, 16, mask) });
    }
}

/// One pair alone gives the same bits as the whole matrix.
#[test]
fn a_pair_has_what_its_matrix_has() {
    for bias in [None, Some(0.1)] {
        let case = Case { terms: Terms::ALL, bias, ..plain(19, 10, Mask::Full) };
        let (qkv, how, _) = computed(&case, 1, false);
        let zeros = Matrix::zeros((19, 19));
        let all = stages::from_dot(Stage::Biased, &zeros, &qkv, &how, 1).expect("shapes fit");
        for ((i, j), &want) in all.indexed_iter() {
            assert_eq!(stages::shift(&qkv, &how, 1, i, j), Some(want), "({i}, {j})");
        }
        assert_eq!(stages::shift(&qkv, &how, 1, 19, 0), None);
        assert_eq!(stages::shift(&qkv, &how, 2, 0, 0), None);
    }
}

/// Longer than one block of terms and of rows in the product of two matrices.
#[test]
fn matmul_over_several_blocks() {
    let a = Matrix::from_shape_fn((203, 600), |(i, j)| ((i * 7 + j * 13) % 17) as f32 / 17.0 - 0.5);
    let b = Matrix::from_shape_fn((600, 77), |(i, j)| ((i * 5 + j * 11) % 19) as f32 / 19.0 - 0.5);
    assert!(gap(&cpu::matmul(a.view(), b.view()), &to_f64(&a).dot(&to_f64(&b))) < 1e-4);
}

#[test]
fn no_tokens_no_numbers() {
    let (_, _, result) = computed(&Case { bias: None, ..plain(0, 8, Mask::Causal) }, 1, true);
    assert_eq!(result.weights.dim(), (0, 0));
    assert_eq!(result.output.dim(), (0, 8));
    assert_eq!(result.dot.map(|dot| dot.dim()), Some((0, 0)));
}

#[test]
fn one_token_sees_itself() {
    let (qkv, _, result) = computed(&plain(1, 8, Mask::Causal), 1, false);
    assert_eq!(result.weights, Matrix::ones((1, 1)));
    assert_eq!(result.output, qkv.v.slice(s![1, .., ..]).to_owned());
}

/// Logits of ±hundreds: the softmax saturates, but stays finite and sums to 1.
#[test]
fn large_logits_stay_finite() {
    let (mut qkv, how) = (plain(40, 8, Mask::Causal).qkv(), plain(40, 8, Mask::Causal).how());
    qkv.q.mapv_inplace(|x| x * 1e4);
    let mut result = HeadResult::default();
    attend_head(&qkv, &how, 0, &mut result, &mut Scratch::default()).expect("shapes fit");
    assert!(result.weights.iter().chain(&result.output).all(|x| x.is_finite()));
    assert!(result.weights.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-6));
}

/// A negative scale turns the order of the keys round; no number from beyond the row's end may come in.
#[test]
fn negative_scale() {
    let (qkv, mut how) = (plain(9, 4, Mask::Causal).qkv(), plain(9, 4, Mask::Causal).how());
    how.scale = -0.5;
    for bias in [how.distance_bias.clone(), None] {
        how.distance_bias = bias;
        let mut result = HeadResult::default();
        attend_head(&qkv, &how, 0, &mut result, &mut Scratch::default()).expect("shapes fit");
        assert!(result.weights.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-6));
    }
}

/// A bias of −∞ at every distance hides all keys: zeros, as in the reference, and no NaN.
#[test]
fn a_row_without_keys_is_zero() {
    let (qkv, mut how) = (plain(9, 4, Mask::Full).qkv(), plain(9, 4, Mask::Full).how());
    how.distance_bias = Some(Rc::new(Array2::from_elem((2, 17), f32::NEG_INFINITY)));
    let mut result = HeadResult::default();
    attend_head(&qkv, &how, 0, &mut result, &mut Scratch::default()).expect("shapes fit");
    assert!(result.weights.iter().chain(&result.output).all(|&x| x == 0.0));
}

#[test]
fn shapes_that_do_not_fit_are_named() {
    let case = plain(6, 8, Mask::Full);
    let (qkv, how) = (case.qkv(), case.how());
    let what = |qkv: &Qkv, how: &Attend, head: usize| match attend_head(
        qkv,
        how,
        head,
        &mut HeadResult::default(),
        &mut Scratch::default(),
    ) {
        Err(ComputeError::Shape { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(what(&qkv, &how, 2), "the number of heads");
    assert_eq!(what(&Qkv { v: Array3::zeros((2, 5, 8)), ..qkv.clone() }, &how, 0), "v");
    let short = Case { n: 5, ..case.clone() }.how();
    assert_eq!(what(&qkv, &short, 0), "the rotation table");
    assert_eq!(what(&qkv, &Attend { rotation: None, ..short }, 0), "the distance bias");
    let wide = Case { head_dim: 10, pairs: 5, ..case.clone() }.how();
    assert_eq!(what(&qkv, &wide, 0), "the rotation table");
    let far = Case { n: 5, window: Some(2), ..case.clone() }.how();
    assert_eq!(what(&qkv, &Attend { remapped: far.remapped, ..how.clone() }, 0), "the rotation table");
}

/// Tables for another text, another width or other heads, and an index past the last row.
#[test]
fn tables_by_distance_that_do_not_fit_are_named() {
    let case = Case { bias: None, pairs: 0, terms: Terms::ALL, ..plain(6, 8, Mask::Full) };
    let what = |other: &Case, change: &dyn Fn(&mut Relative)| {
        let mut relative = other.relative().expect("all terms");
        change(&mut relative);
        let how = Attend { relative: Some(Rc::new(relative)), ..case.how() };
        match attend_head(&case.qkv(), &how, 0, &mut HeadResult::default(), &mut Scratch::default()) {
            Err(ComputeError::Shape { what, .. }) => what,
            Ok(()) => "nothing",
            other => panic!("{other:?}"),
        }
    };
    let keep = |_: &mut Relative| ();
    assert_eq!(what(&case, &keep), "nothing");
    let query = "the table for queries";
    assert_eq!(what(&Case { n: 7, ..case.clone() }, &keep), query);
    assert_eq!(what(&Case { head_dim: 10, ..case.clone() }, &keep), query);
    assert_eq!(what(&Case { n_heads: 3, ..case.clone() }, &keep), query);
    assert_eq!(what(&case, &|r| r.query.iter_mut().for_each(|table| table.index[3] = 11)), query);
    assert_eq!(
        what(&case, &|r| r.key.iter_mut().for_each(|table| table.index.clear())),
        "the table for keys"
    );
    assert_eq!(
        what(&case, &|r| r.value.iter_mut().for_each(|table| table.index[0] = 99)),
        "the table for values"
    );
    assert_eq!(what(&case, &|r| r.key_vector = Some(Matrix::zeros((1, 8)))), "the vector for keys");
}

#[test]
fn the_backend_stacks_its_heads() {
    let case = plain(13, 6, Mask::Causal);
    let (qkv, how) = (Rc::new(case.qkv()), case.how());
    let mut backend = CpuAttention::default();
    assert_eq!(backend.attend(&how), Err(ComputeError::NothingYet));
    backend.load(qkv.clone()).expect("shapes fit");
    assert_eq!(now(backend.read(Stage::Weights)), Err(ComputeError::NothingYet));
    backend.attend(&how).expect("shapes fit");
    let mut read = |stage| now(backend.read(stage)).expect("computed");
    let (dot, masked, weights, output) =
        (read(Stage::Dot), read(Stage::Masked), read(Stage::Weights), read(Stage::Output));
    for head in 0..2 {
        let (_, _, alone) = computed(&case, head, true);
        let of = |all: &Heads| all.index_axis(Axis(0), head).to_owned();
        assert_eq!(Some(of(&dot)), alone.dot);
        assert_eq!(of(&weights), alone.weights);
        assert_eq!(of(&output), alone.output);
        assert_eq!(
            of(&masked),
            stages::from_dot(Stage::Masked, &of(&dot), &qkv, &how, head).expect("before the softmax")
        );
    }
    let none =
        Rc::new(Qkv { q: Heads::zeros((0, 0, 2)), k: Heads::zeros((0, 0, 2)), v: Heads::zeros((0, 0, 2)) });
    backend.load(none).expect("no heads is fine");
    backend.attend(&Attend { rotation: None, distance_bias: None, ..how }).expect("nothing to do");
    assert_eq!(now(backend.read(Stage::Weights)).map(|w| w.dim()), Ok((0, 0, 0)));
}

/// The value of a future that never waits.
fn now<T>(future: impl Future<Output = T>) -> T {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(future).poll(&mut context) {
        std::task::Poll::Ready(value) => value,
        std::task::Poll::Pending => panic!("the CPU backend never waits"),
    }
}
