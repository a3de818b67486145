//! The relative schemes as the page runs them: their tables give what the plain functions of their files give, and
//! every setting the controls reach either works or is said to be undefined.

use crate::*;
use locus::attention::reference::Stages;
use locus::position::deberta_index::P2cIndexing;
use locus::position::parameter::{Kind, Parameter, Value};
use locus::position::{deberta, shaw, t5, transformer_xl};
use ndarray::s;

/// Scaled terms of a few dozen summands in f32 tables against f64.
const CLOSE: f64 = 1e-4;

const SIZES: Sizes = Sizes { n: 9, d_model: 12, n_heads: 3, head_dim: 4 };

/// One head's q, k and v.
fn qkv(seed: u64) -> [Matrix64; 3] {
    [1, 2, 3].map(|part| to_f64(&lookup(&ids(SIZES.n), SIZES.head_dim, seed + part, 0.0)))
}

/// The head as the f64 reference runs it with the scheme's own tables.
fn run(id: &str, params: &Params, head: usize, mask: Mask, [q, k, v]: &[Matrix64; 3]) -> Stages {
    let scheme = locus::position::by_id(id).unwrap();
    let relative = scheme.relative(SIZES, params);
    let bias = scheme.distance_bias(SIZES, params).map(|bias| {
        Matrix64::from_shape_fn((SIZES.n, SIZES.n), |(i, j)| f64::from(bias[[head, j + SIZES.n - 1 - i]]))
    });
    let how = How {
        relative: relative.as_ref().map(|relative| (relative, head)),
        bias: bias.as_ref(),
        ..How::plain(scheme.scale(SIZES.head_dim, params), mask)
    };
    attend(q.view(), k.view(), v.view(), &how)
}

/// The terms that the reference found are the plain ones times the scale, in the plain order and under their names.
fn same_terms(id: &str, stages: &Stages, plain: Vec<(&str, Matrix64)>, scale: f64) {
    let names: Vec<_> = plain.iter().map(|(name, _)| *name).collect();
    assert_eq!(stages.terms.iter().map(|(term, _)| term.name(id)).collect::<Vec<_>>(), names);
    let size = |m: &Matrix64| m.iter().fold(0.0_f64, |worst, x| worst.max(x.abs()));
    for ((name, plain), (_, found)) in plain.into_iter().zip(&stages.terms) {
        let gap = max_abs_diff((plain * scale).view(), found.view()).unwrap();
        assert!(gap < CLOSE, "{name}: {gap}");
        assert!(size(found) > 0.1, "{name} is not to be seen");
    }
}

/// Head `t`'s columns, in f64.
fn columns(matrix: &Matrix, t: usize) -> Matrix64 {
    to_f64(&matrix.slice(s![.., t * SIZES.head_dim..(t + 1) * SIZES.head_dim]).to_owned())
}

#[test]
fn shaw_tables_give_the_plain_terms_and_output() {
    for (clip, head) in [(0, 0), (2, 1), (64, 2)] {
        let shaw = shaw::Params { max_relative_position: clip };
        let (params, qkv) = (Params { seed: 7, shaw, ..Default::default() }, qkv(1));
        let stages = run("shaw", &params, head, Mask::Full, &qkv);
        let [a_k, a_v] = shaw::tables(clip, SIZES.head_dim, 7).map(|table| to_f64(&table));
        let plain = shaw::terms(qkv[0].view(), qkv[1].view(), a_k.view());
        same_terms("shaw", &stages, plain.named(), 0.5);
        let z = stages.weights.dot(&qkv[2]) + shaw::value_term(stages.weights.view(), a_v.view());
        assert!(max_abs_diff(z.view(), stages.output.view()).unwrap() < CLOSE);
    }
}

#[test]
fn transformer_xl_tables_give_the_plain_terms() {
    for head in 0..SIZES.n_heads {
        let (params, qkv) = (Params { seed: 8, ..Default::default() }, qkv(2));
        let weights = transformer_xl::weights(SIZES, 8);
        let w_r = columns(&weights.w_r, head);
        let (u, v) = (to_f64(&weights.u), to_f64(&weights.v));
        let learned = transformer_xl::Learned { w_r: w_r.view(), u: u.row(head), v: v.row(head) };
        let plain = transformer_xl::terms(qkv[0].view(), qkv[1].view(), learned);
        same_terms(
            "transformer_xl",
            &run("transformer_xl", &params, head, Mask::Full, &qkv),
            plain.named(),
            0.5,
        );
    }
}

#[test]
fn the_t5_bias_gives_the_plain_terms() {
    for head in 0..SIZES.n_heads {
        let t5 = t5::Params {
            relative_attention_num_buckets: 9,
            relative_attention_max_distance: 6,
            ..Default::default()
        };
        let (params, qkv) = (Params { seed: 9, t5, ..Default::default() }, qkv(3));
        let buckets = params.t5.buckets().unwrap();
        let table = to_f64(&t5::table(9, &buckets, SIZES.n_heads, SIZES.head_dim, 9));
        let plain = t5::terms(qkv[0].view(), qkv[1].view(), table.column(head), &buckets);
        same_terms("t5", &run("t5", &params, head, Mask::Full, &qkv), plain.named(), 1.0);
    }
}

#[test]
fn deberta_tables_give_the_plain_terms() {
    let v1 =
        |k, p2c_indexing| deberta::Params { max_relative_positions: k, p2c_indexing, ..Default::default() };
    let v2 = |k, max| deberta::Params { position_buckets: k, ..v1(max, P2cIndexing::Code) };
    let cases = [
        v1(3, P2cIndexing::Code),
        v1(3, P2cIndexing::Paper),
        v1(99, P2cIndexing::Paper),
        v2(4, 9),
        v2(7, 512),
    ];
    for (at, deberta) in cases.into_iter().enumerate() {
        let (params, qkv) = (Params { seed: 10, deberta, ..Default::default() }, qkv(4));
        // the plain function has the full table
        let index = params.deberta.index().unwrap();
        let (weights, head) = (deberta::weights(index.span, SIZES, 10), at % SIZES.n_heads);
        let project = |w: &Matrix| to_f64(&weights.p).dot(&columns(w, head));
        let (key, query) = (project(&weights.w_kr), project(&weights.w_qr));
        let tables = deberta::Tables { key: key.view(), query: query.view() };
        let plain = deberta::terms(qkv[0].view(), qkv[1].view(), tables, index, params.deberta.p2c_indexing);
        same_terms(
            "deberta",
            &run("deberta", &params, head, Mask::Full, &qkv),
            plain.named(),
            deberta::scale(3, 4),
        );
    }
}

/// With a causal mask, what a segment computes with its memory, by the plain terms, is the last rows of the whole text
/// as the page runs it.
#[test]
fn memory_is_the_earlier_text_up_to_the_output() {
    let xl = transformer_xl::Params { mem_len: 4 };
    let first = transformer_xl::first_query(SIZES.n, &xl);
    let (params, qkv) = (Params { seed: 8, transformer_xl: xl, ..Default::default() }, qkv(2));
    let weights = transformer_xl::weights(SIZES, 8);
    let w_r = columns(&weights.w_r, 1);
    let (u, v) = (to_f64(&weights.u), to_f64(&weights.v));
    let learned = transformer_xl::Learned { w_r: w_r.view(), u: u.row(1), v: v.row(1) };
    let segment = transformer_xl::terms(qkv[0].slice(s![first.., ..]), qkv[1].view(), learned);
    let sum = segment.named().into_iter().map(|(_, term)| term).reduce(|sum, term| sum + term).unwrap();
    let hidden = |(i, j): (usize, usize)| if j > i + first { f64::NEG_INFINITY } else { sum[[i, j]] * 0.5 };
    let output = softmax_rows(&Matrix64::from_shape_fn(sum.dim(), hidden)).dot(&qkv[2]);
    let whole = run("transformer_xl", &params, 1, Mask::Causal, &qkv).output;
    assert!(max_abs_diff(output.view(), whole.slice(s![first.., ..])).unwrap() < CLOSE);
}

/// A value of the parameter, anywhere in its range: `at` in 0 … 1, ends included.
fn value(kind: &Kind, at: f64) -> Value {
    match *kind {
        Kind::Choice(ids) => Value::Choice(ids()[((ids().len() - 1) as f64 * at).round() as usize]),
        // more often near the lower end, where formulas break
        Kind::Integer { min, max, .. } => Value::Integer(min + ((max - min) as f64 * at.powi(4)) as u64),
        ref other => panic!("the relative schemes have no parameter of kind {other:?}"),
    }
}

proptest! {
    #[test]
    fn any_setting_works_or_is_said_to_be_undefined(
        at in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), 0.0..1.0_f64], 4),
        n in 0_usize..40, n_heads in 1_usize..4, pairs in 1_usize..4, seed in any::<u64>(),
    ) {
        let sizes = Sizes { n, d_model: 16, n_heads, head_dim: 2 * pairs };
        for id in ["shaw", "transformer_xl", "t5", "deberta"] {
            let scheme = locus::position::by_id(id).unwrap();
            let mut params = Params { seed, ..Default::default() };
            let all: Vec<&Parameter> = scheme.parameters().iter().copied().flatten().collect();
            for (parameter, at) in all.iter().zip(&at) {
                (parameter.set)(&mut params, value(&parameter.kind, *at));
            }
            let (relative, bias) = (scheme.relative(sizes, &params), scheme.distance_bias(sizes, &params));
            let problem = scheme.problem(sizes, &params);
            prop_assert_eq!(relative.is_none() && bias.is_none(), problem.is_some(), "{} {:?}", id, params);
            prop_assert_eq!(scheme.reach(&params).is_none(), problem.is_some());
            prop_assert!(problem.is_none_or(|problem| all.iter().any(|p| p.key == problem.key)));
            relative.iter().for_each(|relative| super::added_and_biases::fits(relative, sizes));
            if let Some(bias) = bias {
                prop_assert_eq!(bias.dim(), (n_heads, (2 * n).saturating_sub(1)));
                prop_assert!(bias.iter().all(|x| x.is_finite()));
            }
            let scale = scheme.scale(sizes.head_dim, &params);
            prop_assert!(scale > 0.0 && scale <= 1.0);
        }
    }
}
